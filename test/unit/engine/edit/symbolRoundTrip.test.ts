import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { roundTrip } from '../../../../bench/roundTripFile';
import { codeReader } from '../../../support/memoryContext';

const root = path.resolve(__dirname, '../../../..');
/** Outline only; their text is data that an edit by name isn't meant for. */
const outlineOnly = new Set(['css', 'html', 'json', 'yaml', 'toml']);

async function check(file: string, text: string, way: 'as-read' | 'dedent'): Promise<void> {
  const results = await roundTrip(await codeReader(), file, text, way);
  assert.ok(results.length > 0, `${file} has no symbols`);
  assert.deepEqual(results.filter((result) => result.failure !== undefined), []);
}

describe('round trip: a symbol sent back leaves every byte as it was', function () {
  this.timeout(60_000);
  for (const language of readdirSync(path.join(root, 'test/cases/outline'))) {
    const folder = path.join(root, 'test/cases/outline', language);
    const sample = readdirSync(folder).find((name) => name.startsWith('sample.')) ?? '';
    const text = readFileSync(path.join(folder, sample), 'utf8');
    it(`${language}, as read`, () => check(sample, text, 'as-read'));
    it(`${language}, with CRLF`, () => check(sample, text.replaceAll('\n', '\r\n'), 'as-read'));
    if (!outlineOnly.has(language)) it(`${language}, at column 0`, () => check(sample, text, 'dedent'));
  }
});

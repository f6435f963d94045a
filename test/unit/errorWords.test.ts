/** No error leaves a person standing: each ends with the next move. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { faultWords } from '../../src/engine/errors';
import { namesNextMove, thrownWords } from '../support/errorWords';

/** Never shown: the file that throws them catches them. */
const inside: ReadonlySet<string> = new Set(['src/node/jsonStore.ts: not an object']);

describe('the words of errors', () => {
  it('are found in what is thrown, and told from words that leave a person standing', () => {
    const found = thrownWords('a.ts', 'throw new Error(`${path} is gone`);\nthrow new ModelUnavailable("x", "Cause.", far ? "Wait a moment." : "Sorry.");');
    assert.deepEqual(found.map(({ line, text }) => [line, text, namesNextMove(text)]), [[1, '… is gone', false], [2, 'Wait a moment.', true], [2, 'Sorry.', false]]);
  });

  it('are whole sentences, whatever was thrown', () => {
    assert.deepEqual([new Error('disk full'), new Error('Wait. '), 'odd', 404].map(faultWords), ['disk full.', 'Wait.', 'odd.', '404.']);
  });

  it('end with the next move, in every source', async () => {
    const files = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.ts')).map((name) => path.posix.join('src', name.replaceAll('\\', '/')));
    const all = (await Promise.all(files.map(async (file) => thrownWords(file, await readFile(file, 'utf8'))))).flat();
    assert.ok(all.length > 30, `only ${String(all.length)} errors were found: is this the right place to look?`);
    const bare = all.filter(({ file, text }) => !inside.has(`${file}: ${text}`) && !namesNextMove(text));
    assert.deepEqual(bare.map(({ file, line, text }) => `${file}:${String(line)} ${text}`), []);
  });
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packed, unpacked } from '../../../../src/engine/code/packedOutline';
import { codeReader } from '../../../support/memoryContext';

const cases = path.resolve(__dirname, '../../../cases/outline');

describe('a packed outline', () => {
  it('is one line, shorter than half of the symbols, and gives the same symbols again, in every language', async () => {
    const reader = await codeReader();
    for (const language of readdirSync(cases)) {
      const sample = readdirSync(path.join(cases, language)).find((name) => name.startsWith('sample.')) ?? '';
      const symbols = (await reader.symbols(sample, readFileSync(path.join(cases, language, sample), 'utf8'))) ?? [];
      assert.ok(symbols.length > 0, language);
      const line = packed(symbols);
      assert.ok(!line.includes('\n') && line.length * 2 < JSON.stringify(symbols).length, language);
      assert.deepEqual(unpacked(line), symbols, language);
    }
    assert.deepEqual(unpacked(packed([])), []);
  });

  it('is nothing where it was cut or garbled', async () => {
    const line = packed((await (await codeReader()).symbols('a.ts', '/** Doc. */\nexport class A {\n  f() {}\n}\n')) ?? []);
    const [words, numbers] = JSON.parse(line) as [string[], number[]];
    for (let length = 0; length < line.length; length++) assert.equal(unpacked(line.slice(0, length)), undefined);
    for (let length = 1; length < numbers.length; length++) assert.equal(unpacked(JSON.stringify([words, numbers.slice(0, length)])), undefined, String(length));
    for (const other of [[[], numbers], [words, [...numbers, 99]], [words.map(Number), numbers], [words, numbers.map(String)], {}, 7, null]) assert.equal(unpacked(JSON.stringify(other)), undefined);
  });
});

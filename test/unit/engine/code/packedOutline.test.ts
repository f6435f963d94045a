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
    const [numbers = '', words = ''] = line.split('\t');
    const list = JSON.parse(words) as string[];
    for (let length = 0; length < line.length; length++) assert.equal(unpacked(line.slice(0, length)), undefined);
    for (let length = 1; length < numbers.length; length++) assert.equal(unpacked(`${numbers.slice(0, length)}\t${words}`), undefined, String(length));
    const others = [`${numbers}\t[]`, `${numbers}0\t${words}`, `${numbers}o\t${words}`, `${numbers}\t${JSON.stringify(list.map((_, index) => index))}`, `/${numbers.slice(1)}\t${words}`, `p${numbers.slice(1)}\t${words}`, `${'o'.repeat(7)}${numbers}\t${words}`, `${numbers}\t{}`, '7', 'null', ''];
    for (const other of others) assert.equal(unpacked(other), undefined, other);
  });

  it('has numbers of any size and names of any text', async () => {
    const text = `${' '.repeat(70_000)}\nexport class A {\n${'\n'.repeat(5_000)}  'a\\tb "c" é 😀'() {\n${'    f();\n'.repeat(9_000)}  }\n}\n`;
    const symbols = (await (await codeReader()).symbols('a.ts', text)) ?? [];
    assert.equal(symbols[0]?.children.length, 1);
    assert.deepEqual(unpacked(packed(symbols)), symbols);
  });
});

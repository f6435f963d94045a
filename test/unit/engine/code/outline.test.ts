import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CodeSymbol } from '../../../../src/engine/code/codeReader';
import { codeReader } from '../../../support/memoryContext';

const root = path.resolve(__dirname, '../../../..');
const cases = path.join(root, 'test/cases/outline');

/** One line a symbol: what a list would show, with what is attached and where the declaration begins and ends. */
function drawn(symbols: readonly CodeSymbol[], text: string, depth = ''): string[] {
  return symbols.flatMap((symbol) => {
    const head = symbol.head.map((part) => ` ${part.sort}`).join('');
    const first = text.slice(symbol.declarationStart, symbol.declarationStart + 24).split('\n', 1)[0]?.trimEnd() ?? '';
    return [`${depth}${symbol.kind} ${[symbol.path, ...(symbol.also ?? [])].join(', ')} ${symbol.startLine}-${symbol.endLine}${head} | ${first}`, ...drawn(symbol.children, text, `${depth}  `)];
  });
}

describe('outline of every language', () => {
  for (const language of readdirSync(path.join(root, 'syntaxes'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name)) {
    it(language, async () => {
      const folder = path.join(cases, language);
      const sample = readdirSync(folder).find((name) => name.startsWith('sample.'));
      assert.ok(sample, `${folder} needs a sample`);
      const text = readFileSync(path.join(folder, sample), 'utf8');
      assert.ok(text.split('\n').length >= 80, 'at least 80 lines');
      const reader = await codeReader();
      assert.equal(reader.languageOf(sample), language);
      const symbols = await reader.symbols(sample, text);
      assert.ok(symbols, await reader.trouble(sample));
      const actual = `${drawn(symbols, text).join('\n')}\n`;
      const golden = path.join(folder, 'outline.txt');
      if (process.env['UPDATE'] === '1' || !existsSync(golden)) writeFileSync(golden, actual);
      assert.equal(actual, readFileSync(golden, 'utf8'));
      assert.notEqual((await reader.check(sample, text)).state, 'broken');
    });
  }
});

describe('a name', () => {
  it('is none where a compiler put a program in its place', async () => {
    const text = `class A {\n  [(a = 1, "${'x'.repeat(500)}")]() { return 1; }\n  b() { return 2; }\n}\n`;
    const symbols = await (await codeReader()).symbols('a.js', text);
    assert.deepEqual(symbols?.flatMap((one) => [one, ...one.children]).map(({ path }) => path), ['A', 'A.b']);
  });
});

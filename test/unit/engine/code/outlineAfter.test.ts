import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { createCodeReader } from '../../../../src/engine/code/createCodeReader';
import type { CodeReader, CodeSymbol } from '../../../../src/engine/code/codeReader';
import { symbolsWithin } from '../../../../src/engine/edit/symbolEdit';
import { languageFiles } from '../../../../src/node/languageFiles';
import { changeBetween } from '../../../../src/shared/change';

/** Of eight edits for each language. */
const RUNS = Number(process.env['OUTLINE_RUNS'] ?? 4);

const root = path.resolve(__dirname, '../../../..');
const cases = path.join(root, 'test/cases/outline');

interface Edit {
  readonly kind: 'word' | 'lines-gone' | 'lines-twice' | 'symbol-gone' | 'symbol-twice' | 'symbols-swapped' | 'gap' | 'character';
  readonly one: number;
  readonly other: number;
  readonly many: number;
}

const edits = fc.array(fc.record<Edit>({
  kind: fc.constantFrom('word', 'lines-gone', 'lines-twice', 'symbol-gone', 'symbol-twice', 'symbols-swapped', 'gap', 'character'),
  one: fc.nat(100_000), other: fc.nat(100_000), many: fc.integer({ min: 1, max: 4 }),
}), { minLength: 8, maxLength: 8 });

function applied(text: string, symbols: readonly CodeSymbol[], { kind, one, other, many }: Edit): string {
  const lines = text.split('\n');
  const [at, to] = [one % lines.length, other % lines.length];
  const words = [...text.matchAll(/[\p{L}_]{2,}/gu)];
  const [word, instead] = [words[one % Math.max(1, words.length)], words[other % Math.max(1, words.length)]];
  const [symbol, second] = [symbols[one % Math.max(1, symbols.length)], symbols[other % Math.max(1, symbols.length)]];
  switch (kind) {
    case 'word': return word && instead ? text.slice(0, word.index) + instead[0] + text.slice(word.index + word[0].length) : text;
    case 'lines-gone': return lines.toSpliced(at, many).join('\n');
    case 'lines-twice': return lines.toSpliced(to, 0, ...lines.slice(at, at + many)).join('\n');
    case 'symbol-gone': return symbol ? text.slice(0, symbol.start) + text.slice(symbol.end) : text;
    case 'symbol-twice': return symbol && second ? `${text.slice(0, second.end)}\n\n${text.slice(symbol.start, symbol.end)}${text.slice(second.end)}` : text;
    case 'symbols-swapped': return symbol && second && symbol.end <= second.start
      ? text.slice(0, symbol.start) + text.slice(second.start, second.end) + text.slice(symbol.end, second.start) + text.slice(symbol.start, symbol.end) + text.slice(second.end) : text;
    case 'gap': return lines.toSpliced(at, 0, ...Array<string>(many).fill('')).join('\n');
    case 'character': return text.slice(0, one % text.length) + (text[other % text.length] ?? '') + text.slice((one % text.length) + (many % 2));
  }
}

/** Which of several a path means may be counted otherwise. */
const unnumbered = (symbols: readonly CodeSymbol[]): readonly CodeSymbol[] =>
  symbols.map((symbol) => ({ ...symbol, path: symbol.path.replace(/(?<=[^.])\[\d+\]/gu, ''), children: unnumbered(symbol.children) }));

async function reader(): Promise<CodeReader> {
  return createCodeReader(languageFiles(root), () => undefined);
}

describe('the outline after an edit', () => {
  let [edited, fresh]: CodeReader[] = [];
  let [moved, parts] = [0, 0];
  before(async () => { [edited, fresh] = [await reader(), await reader()]; });

  for (const language of readdirSync(cases)) {
    const sample = readdirSync(path.join(cases, language)).find((name) => name.startsWith('sample.')) ?? '';
    const text = readFileSync(path.join(cases, language, sample), 'utf8');
    it(`is that of the new text read afresh: ${language}`, async function () {
      this.timeout(120_000);
      let turn = 0;
      await fc.assert(fc.asyncProperty(edits, async (all) => {
        assert.ok(edited && fresh);
        const name = `${String(++turn)}/${sample}`;
        // Twice the same: names come again and are numbered.
        let now = turn % 2 === 0 ? text : `${text}\n${text}`;
        let symbols = (await edited.symbols(name, now)) ?? [];
        for (const edit of all) {
          const next = applied(now, symbols, edit);
          // An edit that breaks the file is looked at and taken back, as the syntax gate does.
          const { start, after: end } = changeBetween(now, next);
          const around: readonly CodeSymbol[] = (await edited.symbolsAround(name, next, { start, end })) ?? [];
          const found: readonly CodeSymbol[] = (await edited.symbols(name, next)) ?? [];
          const expected: readonly CodeSymbol[] | undefined = await fresh.symbols(`${String(++turn)}/${sample}`, next);
          assert.deepEqual(found, expected, JSON.stringify(edit));
          assert.deepEqual(unnumbered(symbolsWithin(around, start, end)), unnumbered(symbolsWithin(expected ?? [], start, end)), JSON.stringify(edit));
          if (around.length > 0 && around.length < found.length) parts++;
          if (found[0] && found !== symbols && found[0].head.length > 0 && found[0].head === symbols[0]?.head) moved++;
          if ((await edited.check(name, next)).state === 'broken') continue;
          [now, symbols] = [next, found];
        }
      }), { numRuns: RUNS });
    });
  }

  it('was mostly not read afresh itself', () => {
    assert.ok(moved > 10 * RUNS, `only ${String(moved)} outlines took something over`);
    assert.ok(parts > 10 * RUNS, `only ${String(parts)} edits were looked at alone`);
  });
});

/** Takes one symbol away with what is attached to it, and nothing else: what would tear its surroundings is refused. */
import type { CodeSymbol } from '../code/codeReader';
import { flatten, withoutNumbers } from '../code/findSymbol';
import { leading } from './indent';
import type { Taken } from './putBack';
import { endOfLine, endOfRemark, isRemark } from './remarks';
import { ownNote } from './sharedWords';
import { indentationAt, keepingLanguage, locate, no, tornFromText } from './symbolEdit';
import type { Source, SymbolEdit, Target } from './symbolEdit';

export type Removal = (Extract<SymbolEdit, { ok: true }> & { readonly taken: Taken }) | (SymbolEdit & { readonly ok: false });

/** A range of the old text, and what stands there afterwards. */
export interface Gap {
  readonly start: number;
  readonly end: number;
  readonly left: string;
}

/** `taken` puts it back exactly. In a sound file the outline loses this symbol and no other. */
export async function removedSymbol(file: Source, name: string, line?: number): Promise<Removal> {
  const source = await keepingLanguage(file);
  const located = await locate(source, name, line);
  if (!located.ok) return located;
  const { target } = located;
  const { start, symbol, symbols, style } = target;
  if (symbol.also) return no('entangled', `${[symbol.name, ...symbol.also].join(', ')} are declared by one statement at line ${symbol.declarationLine}, which was not removed. Take out what shall go with patch.`);
  const apart = await tornFromText(source, target);
  if (apart) return apart;
  const around = flatten(symbols).find((one) => one !== symbol && one.start === start && one.end >= symbol.end && one.declarationLine <= symbol.declarationLine && !symbol.children.includes(one));
  if (around) return no('entangled', `${symbol.path} was not removed: ${around.path} begins with it. Change that as a whole with patch.`);
  // What begins with a word of the language is a statement and no item of a list, unless the rest proves the opposite.
  const item = !style.keywords.includes(/^[a-z]+/.exec(source.text.slice(start, start + 20))?.[0] ?? '');
  const lineStart = source.text.lastIndexOf('\n', start - 1) + 1;
  const joined = style.group !== undefined && style.joiners.includes(source.text.slice(lineStart, start).trim());
  const noted = joined ? await ownNote(source, target, lineStart) : lineStart;
  const gap = (listed: boolean): Gap => {
    const found = gapOf(source.text, start, symbol.end, style.joiners, listed);
    return noted < lineStart ? { ...found, start: source.text.slice(0, noted).trimEnd().length } : found;
  };
  const filled = style.emptyBlock === undefined ? [] : [{ start, end: symbol.end, left: style.emptyBlock }];
  const gaps = filled.length > 0 && style.layout && emptiesBlock(source.text, start, symbol.end) ? filled : [gap(item), gap(!item), ...filled];
  const sound = (await source.reader.check(source.path, source.text)).state === 'valid';
  let torn: string | undefined;
  for (const one of gaps) {
    const text = source.text.slice(0, one.start) + one.left + source.text.slice(one.end);
    const joined = source.text.slice(symbol.end, one.end).trim() !== '';
    const trouble = sound ? (joined ? undefined : operandOf(source.text, target)) ?? (await tears(source, target, text)) : undefined;
    torn ??= trouble;
    if (trouble === undefined) return { ok: true, text, taken: takenBy(source.text, text, one, start, symbol) };
  }
  return no('entangled', `${symbol.path} was not removed: without it ${torn ?? 'the rest would not stand'}. It is part of a larger statement, or all that its block holds: change that as a whole with patch.`);
}

/** Nothing else is as deep as the symbol between the line above that opens its block and the end of that block; some grammars take that. */
function emptiesBlock(text: string, start: number, end: number): boolean {
  const lines = (part: string): readonly string[] => part.split('\n').filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  const depth = indentationAt(text, start).length;
  const above = lines(text.slice(0, text.lastIndexOf('\n', start - 1) + 1)).at(-1) ?? '';
  const [below] = lines(text.slice(end).replace(/^.*/, ''));
  const opens = above !== '' && (leading(above).length < depth || /:\s*(?:#.*)?$/.test(above));
  return depth > 0 && opens && (below === undefined || leading(below).length < depth);
}

/** Left of it an operator waits for it: what is left might parse with what follows as its operand. */
function operandOf(text: string, { start, style }: Target): string | undefined {
  const before = text.slice(Math.max(0, start - 400), start).trimEnd();
  if (style.layout || !(style.emptyValues ? /&&$|\|\|$/ : /(?:^|[^=<>!])=$|&&$|\|\|$/).test(before)) return undefined;
  return `"${before.slice(before.lastIndexOf('\n') + 1).trim().slice(-40)}" would have no value`;
}

/** What is wrong with the rest, as the end of a sentence; undefined where it is the same without the symbol. */
async function tears(source: Source, { symbol, symbols, start }: Target, text: string): Promise<string | undefined> {
  const report = await source.reader.check(source.path, text);
  const [problem] = report.problems;
  if (report.state === 'broken') return `line ${problem?.line ?? symbol.startLine} would not parse (${problem?.message ?? 'syntax error'})`;
  const gone = (one: CodeSymbol): boolean => start <= one.start && one.end <= symbol.end;
  const expected = namesOf(flatten(symbols).filter((one) => !gone(one)));
  const found = namesOf(flatten((await source.reader.symbols(source.path, text)) ?? []));
  const index = expected.findIndex((name, at) => name !== found[at]);
  if (index === -1 && found.length === expected.length) return undefined;
  return `${index === -1 ? (found.at(-1) ?? '') : (expected[index] ?? '')} would not be the same`;
}

/** In their order without numbers; what follows itself counts once. */
function namesOf(symbols: readonly CodeSymbol[]): readonly string[] {
  const names = symbols.map((one) => withoutNumbers(one.path));
  return names.filter((name, index) => name !== names[index - 1]);
}

function takenBy(old: string, text: string, { start: at, end, left }: Gap, start: number, symbol: CodeSymbol): Taken {
  const lineStart = old.lastIndexOf('\n', start - 1) + 1;
  const code = old.slice(old.slice(lineStart, start).trim() === '' ? lineStart : start, symbol.end);
  return { text, at, slice: old.slice(at, end), left, start: start - at, code };
}

/** Pure: `start` to `end`, the comma or word that joins it to an item beside it, and the blank lines that only set it apart. */
export function gapOf(text: string, start: number, symbolEnd: number, joiners: readonly string[] = [], item = true): Gap {
  // `and` behind the last variant joins its type to the next one: what stands before the variant is its own.
  for (const word of joiners) {
    const before = new RegExp(`(?<=\\s)${word}\\s+$`).exec(text.slice(0, start));
    if (!before) continue;
    const first = text.slice(text.lastIndexOf('\n', start - 1) + 1, before.index).trim() === '';
    return { start: text.slice(0, before.index).trimEnd().length, end: symbolEnd + (first ? remarkAt(text, symbolEnd) : 0), left: '' };
  }
  for (const word of joiners) {
    const behind = new RegExp(`^\\s+${word}\\s+`).exec(text.slice(symbolEnd))?.[0].length;
    if (behind !== undefined) return { start, end: symbolEnd + behind, left: '' };
  }
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const listed = symbolEnd + (/^[ \t]*,/.exec(text.slice(symbolEnd, symbolEnd + 20))?.[0].length ?? 0);
  const end = listed + (text.slice(lineStart, start).trim() === '' ? remarkAt(text, listed) : 0);
  // The last of a list takes the comma before it along, unless the list has one behind its last item too.
  // What closes the whole list is no part of its last item.
  const ending = listed === symbolEnd && text[symbolEnd - 1] === ';' && /,\s*$/.test(text.slice(0, start)) ? symbolEnd - 1 : end;
  // Some grammars count the comma behind an item as part of it.
  const last = item && listed === symbolEnd && text[symbolEnd - 1] !== ',' && /^\s*[)\]};]/.test(text.slice(ending));
  const comma = last ? /,\s*$/.exec(text.slice(0, start))?.index : undefined;
  if (comma !== undefined) return { start: comma, end: ending, left: '' };
  // Commas that begin the lines: the first item's stands on the next line, any other's on its own.
  const first = item && listed === symbolEnd && /[([{]\s*$/.test(text.slice(0, start)) ? /^\s*\n[ \t]*,[ \t]*/.exec(text.slice(symbolEnd))?.[0].length : undefined;
  if (first !== undefined) return { start, end: symbolEnd + first, left: '' };
  const leads = item && /^[ \t]*,[ \t]*$/.test(text.slice(lineStart, start)) && text.slice(end, endOfLine(text, end)).trim() === '';
  if (leads) return { start: text.slice(0, lineStart).trimEnd().length, end, left: '' };
  const alone = text.slice(lineStart, start).trim() === '' && text.slice(end, endOfLine(text, end)).trim() === '';
  if (!alone) return withinLine(text, start, end);
  const before = text.slice(0, lineStart);
  const after = text.slice(end).replace(/^[ \t]*(?:\r?\n|$)/, '');
  const blankAbove = /(?:^|\n)((?:[ \t]*\r?\n)*)$/.exec(before)?.[1] ?? '';
  const blankBelow = /^(?:[ \t]*\r?\n)*/.exec(after)?.[0] ?? '';
  const above = before.slice(0, before.length - blankAbove.length);
  const below = after.slice(blankBelow.length);
  const blanks = blanksBetween(above, below, blankAbove, blankBelow, indentationAt(text, start).length);
  return { start: above.length, end: text.length - below.length, left: blanks };
}

function blanksBetween(above: string, below: string, blankAbove: string, blankBelow: string, depth: number): string {
  if (above.trim() === '') return '';
  if (below.trim() === '') return '';
  const last = above.trimEnd().split('\n').at(-1) ?? '';
  const next = below.split('\n', 1)[0] ?? '';
  const width = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;
  // The last of a body: what follows keeps its distance. The first of one: none before it.
  if (width(next) < depth || /^\s*(?:[)\]}]|end\b)/.test(next)) return blankBelow;
  if (/[{([:]\s*$/.test(last) || width(last) < depth) return blankAbove;
  return blankBelow === '' ? blankAbove : blankBelow;
}

/** Something else is on the line: only the symbol goes, with the blanks on one side. */
function withinLine(text: string, start: number, end: number): Gap {
  let to = end;
  while (text[to] === ' ' || text[to] === '\t') to++;
  return text.slice(end, endOfLine(text, end)).trim() === '' ? { start: text.slice(0, start).trimEnd().length, end, left: '' } : { start, end: to, left: '' };
}

/** Length of a comment that ends the line, or begins there; it speaks of what stands before it. */
function remarkAt(text: string, from: number): number {
  const end = endOfRemark(text, from);
  return isRemark(text.slice(from, end)) ? end - from : 0;
}

/** Takes one symbol away with what is attached to it, and leaves the usual blank lines between its neighbours. */
import { indentationAt, locate } from './symbolEdit';
import type { Source, SymbolEdit } from './symbolEdit';

export async function removedSymbol(source: Source, name: string, line?: number): Promise<SymbolEdit> {
  const located = await locate(source, name, line);
  if (!located.ok) return located;
  const { symbol, start } = located.target;
  return { ok: true, text: without(source.text, start, symbol.end) };
}

/** Pure: `start` to `end`, the comma that parts it from an item beside it, and the blank lines that only set it apart. */
export function without(text: string, start: number, symbolEnd: number): string {
  const end = symbolEnd + (/^[ \t]*,/.exec(text.slice(symbolEnd, symbolEnd + 20))?.[0].length ?? 0);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  // The last of a list takes the comma before it along, unless the list has one behind its last item too.
  const last = end === symbolEnd && /^\s*[)\]};]/.test(text.slice(end));
  const comma = last ? /,\s*$/.exec(text.slice(0, start))?.index : undefined;
  if (comma !== undefined) return text.slice(0, comma) + text.slice(end);
  const alone = text.slice(lineStart, start).trim() === '' && restOfLine(text, end).trim() === '';
  if (!alone) return withinLine(text, start, end);
  const before = text.slice(0, lineStart);
  const after = text.slice(end).replace(/^[ \t]*(?:\r?\n|$)/, '');
  const blankAbove = /(?:^|\n)((?:[ \t]*\r?\n)*)$/.exec(before)?.[1] ?? '';
  const blankBelow = /^(?:[ \t]*\r?\n)*/.exec(after)?.[0] ?? '';
  const above = before.slice(0, before.length - blankAbove.length);
  const below = after.slice(blankBelow.length);
  const blanks = blanksBetween(above, below, blankAbove, blankBelow, indentationAt(text, start).length);
  return above + blanks + below;
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
function withinLine(text: string, start: number, end: number): string {
  let to = end;
  while (text[to] === ' ' || text[to] === '\t') to++;
  return restOfLine(text, end).trim() === '' ? text.slice(0, start).trimEnd() + text.slice(end) : text.slice(0, start) + text.slice(to);
}

function restOfLine(text: string, from: number): string {
  const end = text.indexOf('\n', from);
  return text.slice(from, end === -1 ? text.length : end);
}

/** The round trip of one file, for the bench and the tests alike. */
import type { CodeReader, CodeSymbol } from '../src/engine/code/codeReader';
import { flatten } from '../src/engine/code/findSymbol';
import { addedSymbol } from '../src/engine/edit/symbolAdd';
import { removedSymbol } from '../src/engine/edit/symbolRemove';
import { updatedSymbol } from '../src/engine/edit/symbolUpdate';
import { wholeLines } from '../src/engine/tools/readSymbol';

export interface RoundTrip {
  readonly name: string;
  readonly line: number;
  /** Undefined where it passed. */
  readonly failure: string | undefined;
  /** Why it was not tried. */
  readonly leftOut?: string;
}

/** `remove`: takes each symbol away and adds it again in its place; `dedent`: sends it back at column 0, as models like to. */
export type Way = 'as-read' | 'dedent' | 'remove';

/** Reads and writes back every symbol of a file. */
export async function roundTrip(reader: CodeReader, path: string, text: string, way: Way = 'as-read'): Promise<RoundTrip[]> {
  const symbols = await reader.symbols(path, text);
  if (symbols === undefined) return [{ name: path, line: 1, failure: 'no grammar' }];
  const results: RoundTrip[] = [];
  for (const symbol of flatten(symbols)) {
    const outcome = way === 'remove' ? await removedAndAdded(reader, path, text, symbols, symbol) : { failure: await sentBack(reader, path, text, symbol, way === 'dedent') };
    results.push({ name: symbol.path, line: symbol.declarationLine, ...outcome });
  }
  return results;
}

async function sentBack(reader: CodeReader, path: string, text: string, symbol: CodeSymbol, dedent: boolean): Promise<string | undefined> {
  const read = wholeLines(text, symbol.start, symbol.end);
  const code = dedent ? await dedented(reader, path, text, symbol, read) : read;
  const edit = await updatedSymbol({ reader, path, text }, { name: exact(symbol), code, line: symbol.declarationLine });
  return edit.ok ? difference(text, edit.text) : edit.text;
}

/** At column 0, but for the inner lines of strings, which are data. */
async function dedented(reader: CodeReader, path: string, text: string, symbol: CodeSymbol, code: string): Promise<string> {
  const strings = await reader.multilineStrings(path, text);
  const base = /^[ \t]*/.exec(code)?.[0] ?? '';
  let at = text.lastIndexOf('\n', symbol.start - 1) + 1;
  return code.split('\n').map((line) => {
    const fixed = strings.some((string) => string.start < at && at < string.end);
    at = text.indexOf('\n', at) + 1;
    return !fixed && line.startsWith(base) ? line.slice(base.length) : line;
  }).join('\n');
}

/** Beside the neighbour that stands next to it; `left out` where there is none or the tools refuse by design. */
async function removedAndAdded(reader: CodeReader, path: string, text: string, symbols: readonly CodeSymbol[], symbol: CodeSymbol): Promise<Pick<RoundTrip, 'failure' | 'leftOut'>> {
  const siblings = siblingsOf(symbols, symbol);
  const index = siblings.indexOf(symbol);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  if (!alone(text, symbol)) return { failure: undefined, leftOut: 'shares a line with other code or a comment' };
  const column = (one: CodeSymbol): number => one.start - (text.lastIndexOf('\n', one.start - 1) + 1);
  const adjacent = (from: CodeSymbol | undefined, to: CodeSymbol | undefined): boolean => from !== undefined && to !== undefined && column(from) === column(to) && /^\s*,?\s*$/.test(text.slice(from.end, to.start));
  const anchor = adjacent(before, symbol) ? before : adjacent(symbol, after) ? after : undefined;
  if (anchor === undefined) return { failure: undefined, leftOut: siblings.length === 1 ? 'has no sibling' : 'has other code or comments on both sides' };
  const bare = (one: CodeSymbol): string => one.path.replace(/\[\d+\]$/u, '');
  const style = await reader.style(path);
  if (!style?.overloads && flatten(symbols).some((one) => one !== symbol && bare(one) === bare(symbol))) return { failure: undefined, leftOut: 'has a namesake, of which add_symbol makes no second one' };
  const removed = await removedSymbol({ reader, path, text }, exact(symbol), symbol.declarationLine);
  if (!removed.ok) return { failure: removed.text };
  const left = flatten((await reader.symbols(path, removed.text)) ?? []);
  const shift = anchor === before ? 0 : text.length - removed.text.length;
  const there = left.find((one) => one.declarationStart === anchor.declarationStart - shift && one.name === anchor.name);
  if (there === undefined) return { failure: `its neighbour ${anchor.path} is not to be found once it is gone` };
  const place = anchor === before ? { after: exact(there) } : { before: exact(there) };
  const added = await addedSymbol({ reader, path, text: removed.text }, { ...place, line: there.declarationLine, code: wholeLines(text, symbol.start, symbol.end) });
  return { failure: added.ok ? difference(text, added.text) : added.text };
}

function alone(text: string, symbol: CodeSymbol): boolean {
  const lineStart = text.lastIndexOf('\n', symbol.start - 1) + 1;
  return text.slice(lineStart, symbol.start).trim() === '' && /^[ \t]*[,;]?[ \t]*(?:\r?\n|$)/.test(text.slice(symbol.end));
}

function siblingsOf(symbols: readonly CodeSymbol[], symbol: CodeSymbol): readonly CodeSymbol[] {
  if (symbols.includes(symbol)) return symbols;
  return symbols.map((one) => siblingsOf(one.children, symbol)).find((found) => found.length > 0) ?? [];
}

/** `f` alone may be ambiguous; `f[1]` is not. */
function exact(symbol: CodeSymbol): string {
  return /\[\d+\]$/.test(symbol.path) ? symbol.path : `${symbol.path}[1]`;
}

function difference(before: string, after: string): string | undefined {
  if (before === after) return undefined;
  let at = 0;
  while (before[at] === after[at]) at++;
  return `differs at line ${before.slice(0, at).split('\n').length}: ${JSON.stringify(before.slice(at, at + 50))} became ${JSON.stringify(after.slice(at, at + 50))}`;
}

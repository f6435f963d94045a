/** The round trip of one file, for the bench and the tests alike. */
import type { CodeReader, CodeSymbol } from '../src/engine/code/codeReader';
import { flatten } from '../src/engine/code/findSymbol';
import { addedSymbol } from '../src/engine/edit/symbolAdd';
import { removedSymbol } from '../src/engine/edit/symbolRemove';
import { updatedSymbol } from '../src/engine/edit/symbolUpdate';
import { wholeLines } from '../src/engine/tools/readSymbol';
import { syntaxGate } from '../src/engine/tools/syntaxGate';
import { changedRegion } from '../src/shared/changedRegion';

export interface RoundTrip {
  readonly name: string;
  readonly line: number;
  /** Undefined where it passed. */
  readonly failure: string | undefined;
  /** Why remove_symbol left it where it is. */
  readonly refused?: string;
}

/**
 * `remove`: takes each symbol away and adds it again in its place; `forget`: the same by the file's style alone, as if
 * nobody knew of the removal; `dedent`: sends it back at column 0, as models like to.
 */
export type Way = 'as-read' | 'dedent' | 'remove' | 'forget';

/** Reads and writes back every symbol of a file. */
export async function roundTrip(code: CodeReader, path: string, text: string, way: Way = 'as-read'): Promise<RoundTrip[]> {
  const reader = remembering(code, path);
  const symbols = await reader.symbols(path, text);
  if (symbols === undefined) return [{ name: path, line: 1, failure: 'no grammar' }];
  const results: RoundTrip[] = [];
  for (const symbol of flatten(symbols)) {
    const outcome = way === 'remove' || way === 'forget' ? await removedAndAdded(reader, path, text, symbols, symbol, way === 'forget') : { failure: await sentBack(reader, path, text, symbol, way === 'dedent') };
    results.push({ name: symbol.path, line: symbol.declarationLine, ...outcome });
  }
  return results;
}

/** Texts whose answers are remembered: the file as it is stays among them, as it is asked for at every symbol. */
const REMEMBERED = 3;

/** The same answers for one file, each worked out once: going to and fro between two texts would parse both again at each symbol. */
function remembering(reader: CodeReader, file: string): CodeReader {
  const once = <T>(work: (path: string, text: string) => Promise<T>): ((path: string, text: string) => Promise<T>) => {
    const known = new Map<string, Promise<T>>();
    return (path, text) => {
      if (path !== file) return work(path, text);
      const answer = known.get(text) ?? work(path, text);
      known.delete(text);
      known.set(text, answer);
      const [oldest] = known.keys();
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
      return answer;
    };
  };
  return { ...reader, symbols: once(reader.symbols), check: once(reader.check), multilineStrings: once(reader.multilineStrings) };
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

/**
 * Beside the sibling before it, else before the one behind it, else inside what holds it, else at the end of the file:
 * as the tools do it, with what the removal took. `refused` where remove_symbol or its gate says no.
 */
async function removedAndAdded(reader: CodeReader, path: string, text: string, symbols: readonly CodeSymbol[], symbol: CodeSymbol, forget: boolean): Promise<Pick<RoundTrip, 'failure' | 'refused'>> {
  const removed = await removedSymbol({ reader, path, text }, exact(symbol), symbol.declarationLine);
  if (!removed.ok) return { failure: undefined, refused: removed.text };
  const gate = await syntaxGate(reader, path, text, removed.text, changedRegion(text, removed.text));
  if (!gate.ok) return { failure: undefined, refused: gate.text };
  const { family, parent } = familyOf(symbols, symbol);
  const index = family.indexOf(symbol);
  const left = flatten((await reader.symbols(path, removed.text)) ?? []);
  const { taken } = removed;
  const there = (one: CodeSymbol | undefined): CodeSymbol | undefined => {
    const moved = one && (one.declarationStart < taken.at ? one.declarationStart : one.declarationStart + taken.left.length - taken.slice.length);
    const named = left.filter((other) => other.name === one?.name);
    // The last one left of a statement is the whole statement.
    return named.find((other) => other.declarationStart === moved) ?? named.findLast((other) => moved !== undefined && other.declarationStart < moved && moved < other.end) ?? (named.length === 1 ? named[0] : undefined);
  };
  const [before, after, around] = [there(family[index - 1]), there(family[index + 1]), there(parent)];
  const place = before ? { after: exact(before), line: before.declarationLine }
    : after ? { before: exact(after), line: after.declarationLine }
      : around ? { inside: exact(around), line: around.declarationLine } : {};
  const code = wholeLines(text, symbol.start, symbol.end);
  const added = await addedSymbol({ reader, path, text: removed.text }, { ...place, code, taken: forget ? [] : [taken] });
  return { failure: added.ok ? difference(text, added.text) : added.text };
}

function familyOf(symbols: readonly CodeSymbol[], symbol: CodeSymbol, parent?: CodeSymbol): { readonly family: readonly CodeSymbol[]; readonly parent: CodeSymbol | undefined } {
  if (symbols.includes(symbol)) return { family: symbols, parent };
  const around = symbols.find((one) => flatten(one.children).includes(symbol));
  return around ? familyOf(around.children, symbol, around) : { family: [], parent };
}

/** `f` alone may be ambiguous; `f[1]` is not. */
function exact(symbol: CodeSymbol): string {
  return /(?<=[^.])\[\d+\]$/.test(symbol.path) ? symbol.path : `${symbol.path}[1]`;
}

function difference(before: string, after: string): string | undefined {
  if (before === after) return undefined;
  let at = 0;
  while (before[at] === after[at]) at++;
  return `differs at line ${before.slice(0, at).split('\n').length}: ${JSON.stringify(before.slice(at, at + 50))} became ${JSON.stringify(after.slice(at, at + 50))}`;
}

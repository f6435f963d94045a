/** Puts a removed symbol back byte for byte: the blanks, commas and comments around it can't be told any more once it is gone. */
import type { CodeSymbol } from '../code/codeReader';
import { flatten } from '../code/findSymbol';
import { leading } from './indent';
import { locate } from './symbolEdit';
import type { Source } from './symbolEdit';

/** What a removal took. */
export interface Taken {
  /** The text without the symbol, and where the gap is in it. */
  readonly text: string;
  readonly at: number;
  /** What stood in the gap, and what stands there now. */
  readonly slice: string;
  readonly left: string;
  /** Where the symbol begins in `slice`, and the symbol as it is read. */
  readonly start: number;
  readonly code: string;
}

export interface Place {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly inside?: string | undefined;
  readonly line?: number | undefined;
}

/** The text with the same code where it was; undefined where it was never taken from there, or another place is meant. */
export async function puttingBack(source: Source, code: string, place: Place, taken: readonly Taken[]): Promise<string | undefined> {
  for (const one of [...taken].reverse()) {
    if (flush(one.code) !== flush(code)) continue;
    const at = gapIn(source.text, one);
    if (at === undefined) continue;
    const text = source.text.slice(0, at) + one.slice + source.text.slice(at + one.left.length);
    if (await stands(source, text, at, one, place)) return text;
  }
  return undefined;
}

/** At column 0, with LF: how deep the code was sent says nothing. */
function flush(code: string): string {
  const lines = code.replaceAll('\r\n', '\n').replace(/^(?:[ \t]*\n)+/, '').trimEnd().split('\n');
  const base = leading(lines[0] ?? '');
  return lines.map((line) => (line.startsWith(base) ? line.slice(base.length) : line.trim() === '' ? '' : line)).join('\n');
}

/** Characters on both sides by which a gap is known again when the text has changed elsewhere, most first. */
const CONTEXTS = [200, 80, 24, 10];

function gapIn(text: string, { text: then, at, left }: Taken): number | undefined {
  if (text === then) return at;
  for (const context of CONTEXTS) {
    const from = Math.max(0, at - context);
    const to = Math.min(then.length, at + left.length + context);
    const around = then.slice(from, to);
    const fits = (start: number): boolean => start >= 0 && text.startsWith(around, start) && (from > 0 || start === 0) && (to < then.length || start + around.length === text.length);
    const first = text.indexOf(around);
    const start = [from, text.length - (then.length - from), ...(first === text.lastIndexOf(around) ? [first] : [])].find(fits);
    if (start !== undefined) return start + at - from;
  }
  return undefined;
}

/** Whether the symbol, put back at `at`, stands where `place` wants it. */
async function stands(source: Source, text: string, at: number, taken: Taken, place: Place): Promise<boolean> {
  const symbols = (await source.reader.symbols(source.path, text)) ?? [];
  const family = familyOf(symbols, at + taken.start);
  const last = family !== undefined && family.index === family.siblings.length - 1;
  const name = place.after ?? place.before ?? place.inside;
  if (name === undefined) return family?.parent === undefined && (last || (await source.reader.symbols(source.path, source.text))?.every((one) => one.end <= at) === true);
  const located = await locate(source, name, place.line);
  if (!located.ok) return false;
  const { symbol: anchor, symbols: now } = located.target;
  // In what doesn't parse well only the order of the names is sure.
  const nothing = (from: number, to: number): boolean => from <= to && !flatten(now).some((one) => from <= one.declarationStart && one.declarationStart < to);
  const moved = anchor.declarationStart < at ? anchor.declarationStart : anchor.declarationStart + taken.slice.length - taken.left.length;
  const all = flatten(symbols);
  const namesakes = all.filter((one) => one.name === anchor.name).length;
  // What shared a statement with the symbol begins elsewhere without it: then its name alone tells.
  const only = (path: string): boolean => namesakes === 1 || all.filter((one) => one.path.replace(/\[\d+\]$/, '') === path).length === 1;
  const is = (one: CodeSymbol | undefined): boolean => one?.name === anchor.name && (one.declarationStart === moved || only(one.path));
  if (place.after !== undefined) return is(family?.siblings[family.index - 1]) || nothing(anchor.end, at);
  if (place.before !== undefined) return is(family?.siblings[family.index + 1]) || nothing(at, anchor.declarationStart);
  return (last && is(family.parent)) || (anchor.start < at && nothing(at, anchor.end));
}

interface Family {
  readonly siblings: readonly CodeSymbol[];
  readonly index: number;
  readonly parent: CodeSymbol | undefined;
}

/** The outermost symbol that begins at an offset, among those beside it. */
function familyOf(symbols: readonly CodeSymbol[], start: number, parent?: CodeSymbol): Family | undefined {
  const index = symbols.findIndex((one) => one.start === start);
  if (index >= 0) return { siblings: symbols, index, parent };
  const around = symbols.find((one) => one.start < start && start < one.end);
  return around && familyOf(around.children, start, around);
}

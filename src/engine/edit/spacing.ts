/** How far apart declarations stand, as the siblings around a place show it; nothing here is a rule of the language alone. */
import type { CodeSymbol } from '../code/codeReader';

/** What counts for the distance between two neighbours. */
export interface Neighbour {
  /** It spans lines, with what is attached to it. */
  readonly large: boolean;
  /** The grammar's word for it; empty for a statement that is no symbol. */
  readonly node: string;
  readonly name: string;
}

interface Gap {
  readonly first: Neighbour;
  readonly second: Neighbour;
  readonly blanks: number;
  /** Index of the second one among its siblings. */
  readonly at: number;
}

export function neighbour(symbol: CodeSymbol): Neighbour {
  return { large: symbol.startLine !== symbol.endLine, node: symbol.node, name: symbol.name };
}

/** Between siblings with nothing but blanks and a comma between them. */
export function gapsAmong(text: string, siblings: readonly CodeSymbol[]): readonly Gap[] {
  return siblings.slice(1).flatMap((second, index) => {
    const first = siblings[index];
    const blanks = first && blankLinesBetween(text, first.end, second.start);
    return first === undefined || blanks === undefined ? [] : [{ first: neighbour(first), second: neighbour(second), blanks, at: index + 1 }];
  });
}

/** Blank lines between two offsets; undefined where they share a line or something else stands between. */
export function blankLinesBetween(text: string, end: number, start: number): number | undefined {
  const between = text.slice(end, start).replace(/^[ \t]*,/, '');
  return between.trim() === '' && between.includes('\n') ? between.split('\n').length - 2 : undefined;
}

/**
 * Blank lines to expect between `first` and `second` near the sibling with index `near`: as between the nearest pair
 * alike in name, size and kind, else in size, else `usual` where one of them spans lines.
 */
export function expectedBlanks(gaps: readonly Gap[], first: Neighbour, second: Neighbour, near: number, usual: number): number {
  const kin = (a: Neighbour, b: Neighbour): boolean => a.node === b.node;
  const named = (a: Neighbour, b: Neighbour): boolean => a.name !== '' && a.name === b.name;
  // Overloads, and a type beside its value, keep together whatever they are.
  const [namesakes, others] = [gaps.filter((gap) => named(gap.first, gap.second)), gaps.filter((gap) => !named(gap.first, gap.second))];
  if (named(first, second) && namesakes[0]) return namesakes[0].blanks;
  const pairs = others.length > 0 ? others : gaps;
  const sized = pairs.filter((gap) => gap.first.large === first.large && gap.second.large === second.large);
  const tiers = [
    sized.filter((gap) => kin(gap.first, first) && kin(gap.second, second)),
    sized.filter((gap) => kin(gap.first, gap.second) === kin(first, second)),
    pairs.filter((gap) => (gap.first.large || gap.second.large) === (first.large || second.large) && kin(gap.first, gap.second) === kin(first, second)),
    gaps.filter((gap) => (gap.first.large || gap.second.large) && (first.large || second.large)),
  ];
  const found = tiers.find((tier) => tier.length > 0);
  if (found) return [...found].sort((a, b) => Math.abs(a.at - near) - Math.abs(b.at - near))[0]?.blanks ?? usual;
  return first.large || second.large ? usual : 0;
}

/** The end mark of the line at an offset, else of the last one before. */
export function lineEndAt(text: string, offset: number): string {
  const next = text.indexOf('\n', offset);
  return text[(next === -1 ? text.lastIndexOf('\n') : next) - 1] === '\r' ? '\r\n' : '\n';
}

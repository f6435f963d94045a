/** Where a file's comments and attributes are, found by one query, so that no symbol has to look around in the tree. */
import type { QueryCapture } from 'web-tree-sitter';
import type { Range } from './codeReader';
import type { Language } from './languages';

/** A comment, or an attribute or decorator. */
export interface Mark extends Range {
  readonly comment: boolean;
  readonly attached: boolean;
  /** `end` without the white space before it: some grammars count a line end in. */
  readonly trimmedEnd: number;
}

const none: readonly Mark[] = [];

export class Marks {
  /** In the order of their starts; the longest of one start first. */
  private readonly byStart: readonly Mark[];
  /** In the order of where their text ends, white space aside; the longest of one end first. */
  private readonly byEnd: readonly Mark[];

  /** What the query captured, in any order; one may come twice. */
  constructor(captures: Iterable<QueryCapture>, text: string, language: Language) {
    const marks: Mark[] = [];
    for (const { name, node } of captures) {
      const { startIndex: start, endIndex: end } = node;
      const comment = name === 'comment';
      const attached = !comment && (language.attachedPattern?.test(text.slice(start, end)) ?? true);
      if (end > start && (comment || attached)) marks.push({ start, end, comment, attached, trimmedEnd: trimmedEnd(text, start, end) });
    }
    const sorted = inOrder(marks, (a, b) => a.start - b.start || b.end - a.end || Number(b.comment) - Number(a.comment));
    this.byStart = sorted.filter((one, index) => index === 0 || !isSame(one, sorted[index - 1] as Mark));
    this.byEnd = inOrder(this.byStart, (a, b) => a.trimmedEnd - b.trimmedEnd || a.start - b.start || b.end - a.end);
  }

  /** Outermost first. */
  startingAt(offset: number): readonly Mark[] {
    return allWith(this.byStart, 'start', offset);
  }

  /** By where their text ends, white space aside; outermost first. */
  endingAt(offset: number): readonly Mark[] {
    return allWith(this.byEnd, 'trimmedEnd', offset);
  }

  /** Whether one begins in `from` up to, but not at, `to`. */
  anyBetween(from: number, to: number): boolean {
    return (this.byStart[firstFrom(this.byStart, 'start', from)]?.start ?? Infinity) < to;
  }
}

function isSame(a: Mark, b: Mark): boolean {
  return a.start === b.start && a.end === b.end && a.comment === b.comment;
}

/** The same list where it is in order already, as it nearly always is. */
function inOrder(marks: readonly Mark[], compare: (a: Mark, b: Mark) => number): readonly Mark[] {
  return marks.every((one, index) => index === 0 || compare(marks[index - 1] as Mark, one) <= 0) ? marks : [...marks].sort(compare);
}

type Place = 'start' | 'trimmedEnd';

/** Those of a list in the order of `place` that have it there. */
function allWith(marks: readonly Mark[], place: Place, offset: number): readonly Mark[] {
  const first = firstFrom(marks, place, offset);
  let end = first;
  while (marks[end]?.[place] === offset) end++;
  return end === first ? none : marks.slice(first, end);
}

/** The index of the first one that lies at the offset or behind it. */
function firstFrom(marks: readonly Mark[], place: Place, offset: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle] as Mark)[place] < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The query for them, of those sorts this grammar has. */
export function marksQuery(language: Language, has: (type: string) => boolean): string {
  const patterns = (sorts: readonly string[], name: string): string => sorts.filter(has).map((sort) => `\n(${sort}) @${name}`).join('');
  return patterns(language.comments, 'comment') + patterns(language.attached, 'attached');
}

export function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text, at - 1)) at--;
  return at;
}

export function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || (code >= 160 && /\s/u.test(text[at] ?? ''));
}

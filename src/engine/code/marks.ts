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
  private readonly starts = new Map<number, Mark[]>();
  private readonly ends = new Map<number, Mark[]>();
  private readonly order: number[] = [];

  /** What the query captured, in any order; one may come twice. */
  constructor(captures: Iterable<QueryCapture>, text: string, language: Language) {
    for (const { name, node } of captures) {
      const { startIndex: start, endIndex: end } = node;
      const comment = name === 'comment';
      const attached = !comment && (language.attachedPattern?.test(text.slice(start, end)) ?? true);
      if (end === start || !(comment || attached) || this.startingAt(start).some((one) => one.end === end && one.comment === comment)) continue;
      const mark = { start, end, comment, attached, trimmedEnd: trimmedEnd(text, start, end) };
      put(this.starts, start, mark);
      put(this.ends, mark.trimmedEnd, mark);
      this.order.push(start);
    }
    this.order.sort((a, b) => a - b);
    for (const same of this.starts.values()) same.sort((a, b) => b.end - a.end);
    for (const same of this.ends.values()) same.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  /** Outermost first. */
  startingAt(offset: number): readonly Mark[] {
    return this.starts.get(offset) ?? none;
  }

  /** By where their text ends, white space aside; outermost first. */
  endingAt(offset: number): readonly Mark[] {
    return this.ends.get(offset) ?? none;
  }

  /** Whether one begins in `from` up to, but not at, `to`. */
  anyBetween(from: number, to: number): boolean {
    let [low, high] = [0, this.order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.order[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return (this.order[low] ?? Infinity) < to;
  }
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

function put(into: Map<number, Mark[]>, at: number, mark: Mark): void {
  const known = into.get(at);
  if (known) known.push(mark);
  else into.set(at, [mark]);
}

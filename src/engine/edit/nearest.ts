/** Shows the model the block of a file that its search text most likely meant. Similarity never decides an edit. */
import { cutLine } from './copiedMarks';

export interface Nearest {
  /** 1-based lines. */
  readonly from: number;
  readonly to: number;
  /** Numbered lines, cut to what is useful. */
  readonly shown: string;
}

const MOST_LINES = 12;
/** Lines looked at; a hint is not worth the wait that more would cost. */
const MOST_LOOKED_AT = 50_000;

/** Undefined where nothing in the file resembles `wanted`. */
export function nearest(text: string, wanted: string): Nearest | undefined {
  const lines = text.split(/\r?\n/);
  const needle = wanted.split(/\r?\n/);
  // The longest lines say most; three of them keep the work linear in the file.
  const keys = needle.map((line, offset) => ({ offset, pairs: pairsOf(line) })).filter((key) => key.pairs.size > 0)
    .sort((a, b) => b.pairs.size - a.pairs.size || a.offset - b.offset).slice(0, 3);
  const score = new Float64Array(lines.length + needle.length);
  for (const [index, line] of lines.slice(0, MOST_LOOKED_AT).entries()) {
    const near = line.length > 2000 ? [] : keys.filter((key) => line.length >= key.pairs.size / 2);
    const pairs = near.length > 0 ? pairsOf(line) : new Set<string>();
    for (const key of near) {
      const at = index - key.offset + needle.length - 1;
      score[at] = (score[at] ?? 0) + likeness(key.pairs, pairs);
    }
  }
  let best = 0;
  for (const [at, value] of score.entries()) if (value > (score[best] ?? 0)) best = at;
  if (keys.length === 0 || (score[best] ?? 0) / keys.length < 0.5) return undefined;
  const from = Math.max(0, best - needle.length + 1);
  const to = Math.min(lines.length, best + 1, from + MOST_LINES);
  return { from: from + 1, to, shown: numbered(lines.slice(from, to), from + 1) };
}

/** Lines as read_file shows them, overlong ones cut. */
function numbered(lines: readonly string[], first: number): string {
  return lines.map((line, index) => `${first + index} | ${cutLine(line, 160)}`).join('\n');
}

function pairsOf(line: string): ReadonlySet<string> {
  const bare = line.trim().toLowerCase();
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < bare.length; at++) pairs.add(bare.slice(at, at + 2));
  return pairs;
}

/** How alike two lines are, 0 to 1, blanks around and case aside. */
export function lineLikeness(a: string, b: string): number {
  return a.trim().toLowerCase() === b.trim().toLowerCase() ? 1 : likeness(pairsOf(a), pairsOf(b));
}

/** Dice's coefficient of two sets. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let both = 0;
  for (const pair of a) if (b.has(pair)) both++;
  return (2 * both) / (a.size + b.size);
}

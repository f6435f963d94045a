/** What differs between two texts as replacements of whole lines, for editors and patches. */
import { diffLines } from 'diff';

/** Replaces the old lines from `start` up to but without `end` (0-based) by `text`, which carries its own line ends. */
export interface LineHunk {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** More differences than this aren't worth the time a fine comparison takes: one hunk then replaces everything. */
const mostDifferences = 5_000;

/** In ascending order, never touching one another. */
export function lineHunks(before: string, after: string): readonly LineHunk[] {
  const parts = diffLines(before, after, { maxEditLength: mostDifferences });
  if (!parts) return [{ start: 0, end: before.split('\n').length, text: after }];
  const hunks: LineHunk[] = [];
  let line = 0;
  let open: { start: number; text: string } | undefined;
  const close = (): void => {
    if (open) hunks.push({ ...open, end: line });
    open = undefined;
  };
  for (const part of parts) {
    if (!part.added && !part.removed) close();
    else open ??= { start: line, text: '' };
    if (part.added && open) open.text += part.value;
    if (!part.added) line += part.count;
  }
  close();
  return hunks;
}

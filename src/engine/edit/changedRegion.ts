/** Where two versions of a text differ, in whole lines: what a person is shown and a gate looks at. */

export interface ChangedRegion {
  /** 1-based first line that differs. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** Last changed line in the new text; `line - 1` where lines were only removed. */
  readonly lastLine: number;
  /** The same in the old text. */
  readonly lastLineBefore: number;
}

/** The smallest run of whole lines outside which both texts are equal. */
export function changedRegion(before: string, after: string): ChangedRegion {
  const old = before.split('\n');
  const now = after.split('\n');
  const shorter = Math.min(old.length, now.length);
  let top = 0;
  while (top < shorter && old[top] === now[top]) top++;
  let bottom = 0;
  while (bottom < shorter - top && old[old.length - 1 - bottom] === now[now.length - 1 - bottom]) bottom++;
  return {
    line: top + 1,
    before: old.slice(top, old.length - bottom).join('\n'),
    after: now.slice(top, now.length - bottom).join('\n'),
    lastLine: now.length - bottom,
    lastLineBefore: old.length - bottom,
  };
}

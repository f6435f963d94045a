/** Where two versions of a text differ, in whole lines: what a person is shown and a gate looks at. */
import { changeBetween } from './change';

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
  // Only the lines around the change are compared one by one.
  const change = changeBetween(before, after);
  const from = change.start === 0 ? 0 : before.lastIndexOf('\n', change.start - 1) + 1;
  const newline = before.indexOf('\n', change.before);
  const tail = newline === -1 ? 0 : before.length - newline;
  const above = lineEnds(before, from);
  const old = before.slice(from, before.length - tail).split('\n');
  const now = after.slice(from, after.length - tail).split('\n');
  const shorter = Math.min(old.length, now.length);
  let top = 0;
  while (top < shorter && old[top] === now[top]) top++;
  let bottom = 0;
  while (bottom < shorter - top && old[old.length - 1 - bottom] === now[now.length - 1 - bottom]) bottom++;
  return {
    line: above + top + 1,
    before: old.slice(top, old.length - bottom).join('\n'),
    after: now.slice(top, now.length - bottom).join('\n'),
    lastLine: above + now.length - bottom,
    lastLineBefore: above + old.length - bottom,
  };
}

function lineEnds(text: string, before: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < before; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

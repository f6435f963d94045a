/** What a text became another one by: found by what both begin and end with, without a look at each character. */

/** UTF-16 offsets: `start` to `before` of the old text became `start` to `after` of the new one. */
export interface Change {
  readonly start: number;
  readonly before: number;
  readonly after: number;
}

/** Lengths compared at once, first to last: a machine compares long stretches fastest. */
const STEPS = [8192, 512, 32, 1];

/** The smallest change; empty where both are equal. */
export function changeBetween(old: string, now: string): Change {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  for (const step of STEPS) while (start + step <= shorter && old.slice(start, start + step) === now.slice(start, start + step)) start += step;
  let tail = 0;
  for (const step of STEPS) {
    while (tail + step <= shorter - start && old.slice(old.length - tail - step, old.length - tail) === now.slice(now.length - tail - step, now.length - tail)) tail += step;
  }
  return { start, before: old.length - tail, after: now.length - tail };
}

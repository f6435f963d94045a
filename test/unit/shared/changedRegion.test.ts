import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contentHash } from '../../../src/engine/edit/contentHash';
import { changeBetween } from '../../../src/shared/change';
import type { ChangedRegion } from '../../../src/shared/changedRegion';
import { changedRegion } from '../../../src/shared/changedRegion';

/** What it means, line by line. */
function byLines(before: string, after: string): ChangedRegion {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, now.length);
  let [top, bottom] = [0, 0];
  while (top < shorter && old[top] === now[top]) top++;
  while (bottom < shorter - top && old[old.length - 1 - bottom] === now[now.length - 1 - bottom]) bottom++;
  return {
    line: top + 1, before: old.slice(top, old.length - bottom).join('\n'), after: now.slice(top, now.length - bottom).join('\n'),
    lastLine: now.length - bottom, lastLineBefore: old.length - bottom,
  };
}

const text = fc.array(fc.constantFrom('a', 'b', '\n', '\n', '\r\n', '🎉'), { maxLength: 14 }).map((parts) => parts.join(''));

describe('changedRegion', () => {
  it('is the smallest run of whole lines', () => {
    fc.assert(fc.property(text, text, (before, after) => { assert.deepEqual(changedRegion(before, after), byLines(before, after)); }), { numRuns: 3_000 });
    fc.assert(fc.property(text, text, text, text, (head, before, after, tail) => {
      assert.deepEqual(changedRegion(head + before + tail, head + after + tail), byLines(head + before + tail, head + after + tail));
    }), { numRuns: 3_000 });
  });
});

describe('changeBetween', () => {
  it('leaves the rest as it is, and can be no smaller', () => {
    const long = fc.tuple(text, fc.nat(20_000)).map(([part, times]) => part.repeat(Math.ceil(times / Math.max(1, part.length))));
    fc.assert(fc.property(long, text, text, long, (head, one, other, tail) => {
      const [before, after] = [head + one + tail, head + other + tail];
      const change = changeBetween(before, after);
      assert.equal(before.slice(0, change.start) + after.slice(change.start, change.after) + before.slice(change.before), after);
      const [was, is] = [before.slice(change.start, change.before), after.slice(change.start, change.after)];
      assert.ok(was === '' || is === '' || (was[0] !== is[0] && was.at(-1) !== is.at(-1)));
    }), { numRuns: 200 });
  });
});

describe('contentHash', () => {
  it('sees any one byte that changed, wherever the bytes begin in memory', () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, at, by) => {
      const other = Uint8Array.from(bytes);
      other[at % other.length] = ((other[at % other.length] ?? 0) + by) % 256;
      assert.notEqual(contentHash(other), contentHash(bytes));
      const moved = new Uint8Array(bytes.length + 3);
      moved.set(bytes, 3);
      assert.equal(contentHash(moved.subarray(3)), contentHash(bytes));
    }), { numRuns: 2_000 });
  });
});

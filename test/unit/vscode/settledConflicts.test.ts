/** What both sides wrote stands one after the other, in lines that end as those of the file do. */
import assert from 'node:assert/strict';
import { mergeFiles } from '../../../src/engine/edit/merge3';
import { choose, settled } from '../../../src/vscode/settledConflicts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function both(before: string, whittle: string, mine: string): string {
  const [change, own] = [{ path: 'a.txt', before: bytes(before), after: bytes(whittle) }, bytes(mine)];
  const merged = mergeFiles(change.before, change.after, own);
  assert.ok(merged.kind === 'conflict');
  const choice = choose({ path: 'a.txt', reason: merged.reason, parts: merged.parts }, change, own, 'both');
  assert.ok(choice !== undefined && choice !== 'met');
  const made = settled(change, own, choice);
  assert.ok(made?.after);
  const final = mergeFiles(made.before, made.after, own);
  assert.ok(final.kind === 'merged' && final.bytes);
  return new TextDecoder().decode(final.bytes);
}

describe('both sides of a conflict', () => {
  it('end their lines as the side does that has a line end', () => {
    assert.equal(both('b0\r\n', 'W\r\n', 'M'), 'M\r\nW\r\n');
    assert.equal(both('b0\n', 'W\n', 'M'), 'M\nW\n');
    assert.equal(both('a\r\nb0\r\n', 'a\r\nW\r\n', 'a\r\nM'), 'a\r\nM\r\nW\r\n');
    assert.equal(both('b0', 'W', 'M'), 'M\nW');
  });
});

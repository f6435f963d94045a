/** Hunks must rebuild the new text from the old one, whatever the line ends. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lineHunks } from '../../../../src/engine/edit/lineHunks';

function applied(before: string, after: string): string {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  for (const hunk of [...lineHunks(before, after)].reverse()) lines.splice(hunk.start, hunk.end - hunk.start, hunk.text);
  return lines.join('');
}

describe('lineHunks', () => {
  it('names only the lines that differ', () => {
    assert.deepEqual(lineHunks('a\nb\nc\nd\n', 'a\nB\nc\nd\ne\n'), [
      { start: 1, end: 2, text: 'B\n' },
      { start: 4, end: 4, text: 'e\n' },
    ]);
  });

  it('says nothing where nothing differs', () => {
    assert.deepEqual(lineHunks('a\r\nb', 'a\r\nb'), []);
  });

  it('rebuilds any text from any other', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '', ' a', '\r', '€'), { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(fc.property(text, text, (before, after) => assert.equal(applied(before, after), after)));
  });
});

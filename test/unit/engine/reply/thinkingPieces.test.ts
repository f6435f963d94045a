/** A text of many pieces is the text of its pieces. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Pieces } from '../../../../src/engine/reply/thinking';

describe('Pieces', () => {
  it('gives back what was added, however much that is, and begins anew', () => {
    fc.assert(fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 1500, size: 'max' }), fc.nat(1500), (added, at) => {
      const pieces = new Pieces();
      for (const piece of added.slice(0, at)) pieces.add(piece);
      assert.equal(pieces.empty, added.slice(0, at).join('') === '');
      assert.equal(pieces.text(), added.slice(0, at).join(''));
      assert.equal(pieces.take(), added.slice(0, at).join(''));
      assert.equal(pieces.empty, true);
      for (const piece of added.slice(at)) pieces.add(piece);
      assert.equal(pieces.text(), added.slice(at).join(''));
    }), { numRuns: 60 });
  });
});

/** A method is renamed where it is certainly meant, and where it may be meant is said. */
import assert from 'node:assert/strict';
import { renameSymbol } from '../../../../src/engine/tools/renameSymbol';
import { memoryContext } from '../../../support/memoryContext';

const cart = 'class Cart:\n    LIMIT = 3\n\n    def total(self):\n        self.seen = 1\n        return self.LIMIT\n\n    def show(self):\n        return self.total()\n';
const files = { 'cart.py': cart, 'use.py': 'from cart import Cart\n\nprint(Cart().total(), Cart.LIMIT)\n' };

describe('rename_symbol of a Python class\'s own names', () => {
  for (const [name, to] of [['Cart.total', 'sum_up'], ['Cart.LIMIT', 'MOST']] as const) {
    it(`renames ${name} after self too, and names what it left`, async () => {
      const context = await memoryContext({ files });
      const { ok, text } = await renameSymbol.run({ name, new_name: to, path: 'cart.py' }, context);
      assert.equal(ok, true, text);
      assert.equal(context.text('cart.py'), cart.replaceAll(name.slice('Cart.'.length), to));
      assert.match(text, /Left as they are[^]*use\.py:3/);
    });
  }

  for (const taken of ['show', 'LIMIT', 'seen']) {
    it(`refuses the name ${taken} of another one`, async () => {
      const context = await memoryContext({ files });
      assert.match((await renameSymbol.run({ name: 'Cart.total', new_name: taken, path: 'cart.py' }, context)).text, /already has/);
      assert.equal(context.text('cart.py'), cart);
    });
  }
});

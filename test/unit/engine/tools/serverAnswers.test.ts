/** A language server's word counts where it agrees with the room's files; else the scopes decide, and the tool says which. */
import assert from 'node:assert/strict';
import type { CodeEdit, CodeRange, Host, LanguageServer } from '../../../../src/engine/ports';
import { findReferences } from '../../../../src/engine/tools/findReferences';
import { renameSymbol } from '../../../../src/engine/tools/renameSymbol';
import { memoryContext, type MemoryContext } from '../../../support/memoryContext';

const files = {
  'cart.js': 'export class Cart {\n  total() {\n    return 1;\n  }\n\n  show() {\n    return this.total();\n  }\n}\n',
  'use.js': 'import { Cart } from "./cart.js";\n\nconst cart = new Cart();\nconsole.log(cart.total());\n',
  'other.js': 'export function f(sale) {\n  return sale.total();\n}\n',
};

/** Where `total` stands, as a server answers. */
const at = (context: MemoryContext, path: string, line: number, column: number): CodeRange => ({ path: `${context.room.folder}/${path}`, line, column, endLine: line, endColumn: column + 5 });
const known = (context: MemoryContext): CodeRange[] => [at(context, 'cart.js', 2, 3), at(context, 'cart.js', 7, 17), at(context, 'use.js', 4, 18)];

async function withServer(answers: (context: MemoryContext) => Partial<LanguageServer>): Promise<MemoryContext> {
  const context = await memoryContext({ files });
  const silent: LanguageServer = { references: async () => undefined, rename: async () => undefined };
  const host: Host = { ...context.host, languageServer: { ...silent, ...answers(context) } };
  return { ...context, host };
}

describe('a language server', () => {
  it('is asked where the name stands, and its references are told as its own', async () => {
    const asked: unknown[] = [];
    const context = await withServer((own) => ({
      references: async (place) => {
        asked.push([place.path, place.line, place.column, place.related]);
        return known(own);
      },
    }));
    const { text } = await findReferences.run({ name: 'Cart.total', path: 'cart.js' }, context);
    const { folder } = context.room;
    assert.deepEqual(asked, [[`${folder}/cart.js`, 2, 3, ['cart.js', 'other.js', 'use.js'].map((path) => `${folder}/${path}`)]]);
    assert.equal(text, [
      'total: 3 places, the declaration among them (by the language server)',
      'cart.js:2: total() {', 'cart.js:7: return this.total();', 'use.js:4: console.log(cart.total());',
      'Perhaps the same:', 'other.js:2: return sale.total();',
    ].join('\n'));
  });

  it('that misses a sure place doesn\'t hide it', async () => {
    const context = await withServer((own) => ({ references: async () => known(own).slice(0, 1) }));
    assert.match((await findReferences.run({ name: 'Cart.total', path: 'cart.js' }, context)).text, /1 places.*by the language server[^]*Perhaps the same:\ncart\.js:7/);
  });

  for (const [name, answer] of [
    ['gives no answer', () => undefined],
    ['speaks of another version of the file', (own: MemoryContext) => [at(own, 'cart.js', 40, 9)]],
    ['answers for another name', (own: MemoryContext) => [at(own, 'use.js', 1, 10)]],
  ] as const) {
    it(`that ${name} is not believed`, async () => {
      const context = await withServer((own) => ({ references: async () => answer(own) }));
      assert.match((await findReferences.run({ name: 'Cart.total', path: 'cart.js' }, context)).text, /by scopes, no language server/);
    });
  }

  const edits = (ranges: readonly CodeRange[], text = 'sum_up'): CodeEdit[] => ranges.map((range) => ({ ...range, text }));

  it('renames what scopes alone can\'t be sure of', async () => {
    const context = await withServer((own) => ({ rename: async (_place, name) => edits(known(own), name) }));
    const { ok, text } = await renameSymbol.run({ name: 'Cart.total', new_name: 'sum_up', path: 'cart.js' }, context);
    assert.equal(ok, true);
    assert.match(text, /Renamed total to sum_up at 3 places in cart\.js, use\.js \(by the language server\)\.\nLeft as they are[^]*other\.js:2/);
    assert.equal(context.text('use.js'), files['use.js'].replace('total', 'sum_up'));
    assert.equal(context.text('cart.js'), files['cart.js'].replaceAll('total', 'sum_up'));
    assert.equal(context.text('other.js'), files['other.js']);
  });

  for (const [name, answer] of [
    ['misses a sure place', (own: MemoryContext) => edits(known(own).slice(0, 1))],
    ['would write outside the room', (own: MemoryContext) => [...edits(known(own)), { ...edits(known(own))[0], path: '/ws/cart.js' } as CodeEdit]],
    ['would change something else too', (own: MemoryContext) => [...edits(known(own)), ...edits([at(own, 'use.js', 1, 1)])]],
    ['would write something else', (own: MemoryContext) => edits(known(own), 'evil()')],
  ] as const) {
    it(`that ${name} renames nothing: the scopes do`, async () => {
      const context = await withServer((own) => ({ rename: async () => answer(own) }));
      const { text } = await renameSymbol.run({ name: 'Cart.total', new_name: 'sum_up', path: 'cart.js' }, context);
      assert.match(text, /2 places in cart\.js \(by scopes, no language server\)/);
      assert.equal(context.text('use.js'), files['use.js']);
    });
  }

  it('doesn\'t help a name the language forbids', async () => {
    const context = await withServer((own) => ({ rename: async () => edits(known(own), 'class') }));
    const { ok, text } = await renameSymbol.run({ name: 'Cart.total', new_name: 'class', path: 'cart.js' }, context);
    assert.equal(ok, false);
    assert.match(text, /no name/);
    assert.equal(context.text('cart.js'), files['cart.js']);
  });
});

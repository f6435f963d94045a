/** Declarations that share a statement, a line or a word: an edit of one leaves the others and what speaks of them as they are. */
import assert from 'node:assert/strict';
import { addedSymbol } from '../../../../src/engine/edit/symbolAdd';
import { updatedSymbol } from '../../../../src/engine/edit/symbolUpdate';
import { codeReader } from '../../../support/memoryContext';

async function update(path: string, text: string, name: string, code: string): Promise<string> {
  const edit = await updatedSymbol({ reader: await codeReader(), path, text }, { name, code });
  return edit.ok ? edit.text : `${edit.code}: ${edit.text}`;
}

async function add(path: string, text: string, after: string, code: string): Promise<string> {
  const edit = await addedSymbol({ reader: await codeReader(), path, text }, { code, after });
  return edit.ok ? edit.text : `${edit.code}: ${edit.text}`;
}

describe('what a word joins', () => {
  const tail = 'let rec f x =\n  g x and g x =\n  f x\n';
  const apart = 'let rec f x =\n  g x\nand\n  g x =\n  f x\n';

  it('is known wherever the word stands before it', async () => {
    for (const code of ['let rec g x =\n  f 1', 'and g x =\n  f 1', 'let g x =\n  f 1']) {
      assert.equal(await update('a.ml', tail, 'g', code), tail.replace('  f x', '  f 1'));
      assert.equal(await update('a.ml', apart, 'g', code), apart.replace('  f x', '    f 1'));
    }
    assert.equal(await update('a.ml', tail, 'g', '(** G. *)\nlet rec g x =\n  f 1'), 'let rec f x =\n  g x and (** G. *)\n  g x =\n    f 1\n');
    const commented = apart.replace('and\n', 'and\n  (* about g *)\n');
    for (const word of ['and', 'let rec']) assert.equal(await update('a.ml', commented, 'g', `(** G. *)\n${word} g x =\n  f 1`), apart.replace('and\n', 'and\n  (** G. *)\n').replace('  f x', '    f 1'));
    assert.equal(await update('a.ml', commented, 'g', 'let rec g x =\n  f 1'), commented.replace('  f x', '    f 1'));
  });
});

describe('a word of the language', () => {
  const refused = /^not_a_declaration: In its place the code would declare "\w+", which is a word of .+ Call again without the words that don't fit there\.$/;

  it('is no name, where too many words stand before one', async () => {
    assert.match(await update('a.ml', 'let rec f x = g x\nand (* about g *)\n  g x = f x\n', 'g', 'let rec g x = f 1'), refused);
    assert.match(await update('a.ts', 'const f = 1;\n', 'f', 'const const = 2;'), refused);
    for (const code of ['and let q = 1', 'let rec let q = 1']) assert.match(await add('a.ml', 'let x = 1\n\nlet y = 2\n', 'x', code), refused);
  });

  it('may be the name of a member', async () => {
    assert.equal(await update('a.js', 'class A {\n  drop() {}\n}\n', 'A.drop', 'delete() {}'), 'class A {\n  delete() {}\n}\n');
    assert.equal(await add('a.js', 'class A {\n  drop() {}\n}\n', 'A.drop', 'delete() {}'), 'class A {\n  drop() {}\n  delete() {}\n}\n');
  });
});

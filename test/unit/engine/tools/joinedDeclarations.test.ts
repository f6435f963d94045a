/** What `and` joins in OCaml is one statement: nothing that is no part of it gets between, and its words are there once. */
import assert from 'node:assert/strict';
import { addSymbol } from '../../../../src/engine/tools/addSymbol';
import { updateSymbol } from '../../../../src/engine/tools/updateSymbol';
import { memoryContext } from '../../../support/memoryContext';

const types = 'type tree = Leaf | Node of forest\nand forest = tree list\n';
const odd = '(** Odd. *)\nand odd n =\n  if n = 0 then false else even (n - 1)\n';
const even = '(** Even. *)\nlet rec even n =\n  if n = 0 then true else odd (n - 1)\n';
const file = `let zero = 0\n\n${types}\n${even}\n${odd}\nmodule M = struct\n  let x = 1\nend\n`;
const half = 'let half n =\n  n / 2';
const third = 'and third n =\n  even n';

async function edited(edit: 'add' | 'update', given: Record<string, string>): Promise<string | undefined> {
  const context = await memoryContext({ files: { 'a.ml': file } });
  const { ok, text } = edit === 'add' ? await addSymbol.run({ path: 'a.ml', code: '', ...given }, context) : await updateSymbol.run({ path: 'a.ml', name: '', code: '', ...given }, context);
  assert.equal(ok, true, text);
  return context.text('a.ml');
}

describe('declarations joined by and', () => {
  for (const [place, code, before, after] of [
    [{ after: 'even' }, half, odd, `${odd}\n${half}\n`],
    [{ after: 'odd' }, half, odd, `${odd}\n${half}\n`],
    [{ before: 'odd' }, half, even, `${half}\n\n${even}`],
    [{ before: 'even' }, half, even, `${half}\n\n${even}`],
    [{ before: 'forest' }, 'type leaf = int', types, `type leaf = int\n\n${types}`],
    [{ after: 'tree' }, 'type leaf = int', types, `${types}type leaf = int\n`],
    [{ after: 'even' }, third, odd, `${third}\n\n${odd}`],
    [{ before: 'odd' }, third, odd, `${third}\n\n${odd}`],
    [{ after: 'even' }, `(** Third. *)\n${third}`, odd, `(** Third. *)\n${third}\n\n${odd}`],
  ] as const) {
    it(`add ${JSON.stringify(place)}: ${JSON.stringify(code)}`, async () => assert.equal(await edited('add', { ...place, code }), file.replace(before, after)));
  }

  for (const [name, code, before, after] of [
    ['odd', 'let odd n = n mod 2 = 1', /odd n =\n.*/, 'odd n = n mod 2 = 1'],
    ['odd', 'let rec odd n = n mod 2 = 1', /odd n =\n.*/, 'odd n = n mod 2 = 1'],
    ['odd', '(** Odd. *)\nand odd n = n mod 2 = 1', /odd n =\n.*/, 'odd n = n mod 2 = 1'],
    ['odd', 'let uneven n = n mod 2 = 1', /odd n =\n.*/, 'uneven n = n mod 2 = 1'],
    ['even', '(** Even. *)\nlet rec even n = n mod 2 = 0', /even n =\n.*/, 'even n = n mod 2 = 0'],
    ['even', 'let even n = n mod 2 = 0', /even n =\n.*/, 'even n = n mod 2 = 0'],
    ['forest', 'type forest = tree array', 'tree list', 'tree array'],
    ['tree', 'type tree = Leaf', 'Leaf | Node of forest', 'Leaf'],
    ['M.x', 'let x = 2', 'x = 1', 'x = 2'],
    ['odd', '(** New\n    words. *)\nlet rec odd n = n mod 2 = 1', /\(\*\* Odd. \*\)\nand odd n =\n.*/, '(** New\n    words. *)\nand odd n = n mod 2 = 1'],
    ['odd', '(** New. *)\nodd n = n mod 2 = 1', /\(\*\* Odd. \*\)\nand odd n =\n.*/, '(** New. *)\nand odd n = n mod 2 = 1'],
    ['even', '(** New. *)\nlet rec even n = n mod 2 = 0', /\(\*\* Even. \*\)\nlet rec even n =\n.*/, '(** New. *)\nlet rec even n = n mod 2 = 0'],
    ['forest', '(** New. *)\nand forest = tree array', 'and forest = tree list', '(** New. *)\nand forest = tree array'],
  ] as const) {
    it(`update ${name}: ${JSON.stringify(code)}`, async () => assert.equal(await edited('update', { name, code }), file.replace(before, after)));
  }

  it('update one in a module, sent with its indentation or without, CRLF', async () => {
    const text = 'module M = struct\r\n  (** Even. *)\r\n  let rec even n =\r\n    n = 0\r\n\r\n  (** Odd\r\n      or not. *)\r\n  and odd n =\r\n    n <> 0\r\nend\r\n';
    for (const code of ['  (** New\n      or not. *)\n  and odd n =\n    n <> 1', '(** New\n    or not. *)\nlet rec odd n =\n  n <> 1']) {
      const context = await memoryContext({ files: { 'a.ml': text } });
      assert.equal((await updateSymbol.run({ path: 'a.ml', name: 'odd', code }, context)).ok, true);
      assert.equal(context.text('a.ml'), text.replace('Odd', 'New').replace('<> 0', '<> 1'));
    }
  });

  const pair = 'let rec even n = odd n\nand odd n = even n\n';
  for (const [before, name, code, after] of [
    ['(*\n   (* old *)\n*)\n' + pair, 'even', '(* New. *)\nlet rec even n = n', '(*\n   (* old *)\n*)\n(* New. *)\nlet rec even n = n\nand odd n = even n\n'],
    ['let x = 1\n\n(* Is\n   (* it *)\n*)\n' + pair, 'even', '(* New. *)\nlet rec even n = n', 'let x = 1\n\n(* New. *)\nlet rec even n = n\nand odd n = even n\n'],
    ['let x = f 1\n  (* two *)\n' + pair, 'even', '(* New. *)\nlet rec even n = n', 'let x = f 1\n  (* two *)\n(* New. *)\nlet rec even n = n\nand odd n = even n\n'],
    [pair, 'odd', '(* New (* nested *) one. *)\nlet odd n = n', 'let rec even n = odd n\n(* New (* nested *) one. *)\nand odd n = n\n'],
    [pair.replace('odd n\n', 'odd n (* Even. *)\n'), 'odd', '(* Odd. *)\nlet odd n = n', 'let rec even n = odd n (* Even. *)\n(* Odd. *)\nand odd n = n\n'],
    [pair.replace('\nand', '\n\n(* and third n = n *)\nand'), 'odd', '(* Odd. *)\nlet odd n = n', 'let rec even n = odd n\n\n(* and third n = n *)\n(* Odd. *)\nand odd n = n\n'],
    ['(* A. *)\nlet a = 1 and b = 2\nlet c = 3\n', 'b', '(* B. *)\nlet b = 4', '(* A. *)\nlet a = 1 and (* B. *)\nb = 4\nlet c = 3\n'],
    ['let a = 1 and b = 2\n', 'b', 'let b = 4', 'let a = 1 and b = 4\n'],
    ['type a = B of b\n(** A doc. *)\nand b = C\n(** B doc. *)\n', 'b', '(** New. *)\ntype b = D', 'type a = B of b\n(** A doc. *)\n(** New. *)\nand b = D\n(** B doc. *)\n'],
  ] as const) {
    for (const path of before.startsWith('type') ? ['a.ml', 'a.mli'] : ['a.ml']) {
      it(`update keeps every comment that may be another's: ${name} of ${JSON.stringify(before)} in ${path}`, async () => {
        const context = await memoryContext({ files: { [path]: before } });
        const { ok, text } = await updateSymbol.run({ path, name, code }, context);
        assert.equal(ok, true, text);
        assert.equal(context.text(path), after);
      });
    }
  }

  it('add looks past comments in the code and above, however many and however deep', async () => {
    const above = '(* Is\n   (* it *)\n*)\n';
    for (const [given, expected] of [
      [{ code: 'let y = 2', before: 'even' }, `let x = 1\nlet y = 2\n\n${above}${pair}`],
      [{ code: `${'(* c *)\n'.repeat(30)}let z = 1`, after: 'even' }, `let x = 1\n\n${above}${pair}\n${'(* c *)\n'.repeat(30)}let z = 1\n`],
      [{ code: '(* A (* b *). *)\nand third n = n', after: 'even' }, `let x = 1\n\n${above}${pair.replace('and', '\n(* A (* b *). *)\nand third n = n\n\nand')}`],
    ] as const) {
      const context = await memoryContext({ files: { 'a.ml': `let x = 1\n\n${above}${pair}` } });
      const { ok, text } = await addSymbol.run({ path: 'a.ml', ...given }, context);
      assert.equal(ok, true, text);
      assert.equal(context.text('a.ml'), expected);
    }
  });
});

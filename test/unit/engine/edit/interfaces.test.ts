/** Interfaces keep their comments below what they speak of, and share their names with what is behind them. */
import assert from 'node:assert/strict';
import { addedSymbol } from '../../../../src/engine/edit/symbolAdd';
import { symbolPlaces } from '../../../../src/engine/edit/symbolPlaces';
import { removedSymbol } from '../../../../src/engine/edit/symbolRemove';
import { updatedSymbol } from '../../../../src/engine/edit/symbolUpdate';
import { codeReader } from '../../../support/memoryContext';

const origin = 'val origin : point\n(** Where\n    all begins. *)\n';
const area = 'val area : shape -> float\n  (** Its area. *)\n';
const nested = 'module M : sig\n  val a : int\n  (** A. *)\n\n  val b : int\nend\n';
const text = `${origin}\n${area}\n${nested}`;

async function source(path: string, contents: string): Promise<Parameters<typeof updatedSymbol>[0]> {
  return { reader: await codeReader(), path, text: contents };
}

describe('a comment below a declaration of an interface', () => {
  for (const [name, code, before, after] of [
    ['origin', 'val origin : point3', 'point\n', 'point3\n'],
    ['origin', 'val origin : point\n(** New. *)', origin, 'val origin : point\n(** New. *)\n'],
    ['origin', '(** New. *)\nval origin : point', origin, '(** New. *)\nval origin : point\n'],
    ['area', 'val area : shape -> int', 'float', 'int'],
    ['M.a', 'val a : float', 'a : int', 'a : float'],
    ['M', nested.trimEnd().replace('b : int', 'b : float'), 'b : int', 'b : float'],
  ] as const) {
    for (const eol of ['\n', '\r\n']) {
      it(`update ${name}: ${JSON.stringify(code)}${eol === '\n' ? '' : ', CRLF'}`, async () => {
        const edit = await updatedSymbol(await source('a.mli', text.replaceAll('\n', eol)), { name, code });
        assert.equal(edit.text, text.replace(before, after).replaceAll('\n', eol));
      });
    }
  }

  it('goes with it, and what is added comes behind', async () => {
    assert.equal((await removedSymbol(await source('a.mli', text), 'origin')).text, `${area}\n${nested}`);
    assert.equal((await addedSymbol(await source('a.mli', text), { code: 'val far : point', after: 'origin' })).text, text.replace(area, `val far : point\n\n${area}`));
    assert.equal((await addedSymbol(await source('a.mli', text), { code: 'val c : int\n(** C. *)', after: 'M.a' })).text, text.replace('  val b', '  val c : int\n  (** C. *)\n\n  val b'));
  });

  it('is no part of it where it may speak of what follows', async () => {
    const close = 'val a : int\n(** Of which? *)\nval b : int\n';
    assert.equal((await removedSymbol(await source('a.mli', close), 'a')).text, '(** Of which? *)\nval b : int\n');
  });
});

describe('a name of an interface', () => {
  it('is that of what is behind it, and no rival', async () => {
    const files = [await source('a.ml', 'type t = { x : int }\nlet f (a : t) = a.x\n'), await source('a.mli', 'type t = { x : int }\nval f : t -> int\n'), await source('b.ml', 'let g (a : A.t) = A.f a\n')];
    for (const [home = '', ...others] of [['a.ml', 'a.mli', 'b.ml'], ['a.mli', 'a.ml', 'b.ml']]) {
      for (const name of ['t', 'f']) {
        const of = (path: string): (typeof files)[number] => files.find((one) => one.path === path) ?? assert.fail(path);
        const found = await symbolPlaces(of(home), others.map(of), name);
        assert.ok(found.ok);
        assert.deepEqual([[...new Set(found.places.map(({ path }) => path))].sort(), found.unsure], [['a.ml', 'a.mli', 'b.ml'], []]);
      }
    }
  });

  it('is another one in another file', async () => {
    const found = await symbolPlaces(await source('a.ml', 'type t = int\n'), [await source('b.ml', 'type t = string\n'), await source('b.mli', 'type t\n')], 't');
    assert.ok(found.ok);
    assert.deepEqual([found.places.map(({ path }) => path), found.rivals], [['a.ml'], true]);
  });

  it('is another one in a file of the same path that is no interface', async () => {
    for (const [home, other] of [['a.cpp', 'a.cu'], ['a.c', 'a.cpp']] as const) {
      const found = await symbolPlaces(await source(home, 'static int run(int n) { return n; }\nint f() { return run(1); }\n'), [await source(other, 'static int run(int n) { return 2; }\nint g() { return run(1); }\n')], 'run');
      assert.ok(found.ok);
      assert.deepEqual([found.places.map(({ path }) => path), found.rivals], [[home], true]);
    }
    for (const [home, other, text] of [['a.sh', 'a.bash', 'run() { :; }\nrun\n'], ['a.rb', 'a.rake', 'def run\nend\nrun\n']] as const) {
      const found = await symbolPlaces(await source(home, text), [await source(other, text)], 'run');
      assert.ok(found.ok);
      assert.deepEqual([found.places.map(({ path }) => path), found.rivals], [[home], true]);
    }
  });
});

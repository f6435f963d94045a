/** What a sign such as `|` parts keeps one between, whether the code brings it or not, on one line or on several. */
import assert from 'node:assert/strict';
import { addedSymbol } from '../../../../src/engine/edit/symbolAdd';
import type { AddRequest } from '../../../../src/engine/edit/symbolAdd';
import { updatedSymbol } from '../../../../src/engine/edit/symbolUpdate';
import { codeReader } from '../../../support/memoryContext';

async function added(path: string, text: string, request: AddRequest): Promise<string> {
  const edit = await addedSymbol({ reader: await codeReader(), path, text }, request);
  return edit.ok ? edit.text : edit.text;
}

const files: readonly (readonly [path: string, type: string, text: string, last: string])[] = [
  ['a.ml', 'color', 'type color = Red | Green of int | Blue\n\nlet x = 1\n', 'Blue'],
  ['a.ml', 'color', 'type color =\n    Red\n  | Green of int\n  | Blue (** the last *)\n\nlet x = 1\n', 'Blue (** the last *)'],
  ['a.ml', 'color', 'type color =\n  | Red\n  | Green of int\n  | Blue\n[@@deriving show]\n', 'Blue'],
  ['a.ml', 'color', 'type color = Red | Green of int | Blue [@@deriving show]\n', 'Blue'],
  ['a.ml', 'color', 'type color =\r\n  | Red\r\n  | Green of int\r\n  | Blue\r\n', 'Blue'],
  ['a.hs', 'Color', 'module A where\n\ndata Color = Red | Green Int | Blue\n  deriving (Show)\n', 'Blue'],
  ['a.hs', 'Color', 'module A where\n\ndata Color\n  = Red\n  | Green Int\n  | Blue deriving (Show)\n', 'Blue'],
];

describe('variants', () => {
  for (const [path, type, text, last] of files) {
    const sign = /Red(\r?\n)/.exec(text)?.[1]?.concat('  | ') ?? ' | ';
    for (const code of ['Grey', '| Grey']) {
      it(`${JSON.stringify(text)}: add ${code}`, async () => {
        assert.equal(await added(path, text, { code, after: `${type}.Red` }), text.replace('Red', `Red${sign}Grey`));
        assert.equal(await added(path, text, { code, before: `${type}.Green` }), text.replace('Red', `Red${sign}Grey`));
        assert.equal(await added(path, text, { code, before: `${type}.Red` }), text.replace('Red', `Grey${sign}Red`));
        for (const place of [{ after: `${type}.Blue` }, { inside: type }]) assert.equal(await added(path, text, { code, ...place }), text.replace(last, `${last}${sign}Grey`));
      });
    }
    it(`${JSON.stringify(text)}: update with its sign`, async () => {
      for (const name of ['Red', 'Green', 'Blue']) {
        const edit = await updatedSymbol({ reader: await codeReader(), path, text }, { name: `${type}.${name}`, code: `| ${name}ish` });
        assert.equal(edit.text, text.replace(new RegExp(`${name}(?: of int| Int)?`), `${name}ish`));
      }
    });
  }

  it('are known to be some where there is one alone', async () => {
    assert.equal(await added('a.ml', 'type t = A\n', { code: 'B', after: 't.A' }), 'type t = A | B\n');
    assert.equal(await added('a.ml', 'type t =\n  | A of { x : int }\n', { code: 'B', inside: 't' }), 'type t =\n  | A of { x : int }\n  | B\n');
    assert.equal(await added('a.ml', 'type t =\n  (* first *)\n  | A\n', { code: 'B', before: 't.A' }), 'type t =\n  | B\n  (* first *)\n  | A\n');
  });

  it('stay as they are where the code is another declaration', async () => {
    assert.equal(await added('a.ml', 'type t = A | B\n\nlet x = 1\n', { code: 'type u = C', after: 't' }), 'type t = A | B\ntype u = C\n\nlet x = 1\n');
    assert.equal(await added('a.hs', 'module A where\n\ndata T where\n  A :: Int -> T\n  B :: T\n', { code: 'C :: T', after: 'T.A' }), 'module A where\n\ndata T where\n  A :: Int -> T\n  C :: T\n  B :: T\n');
  });

  it('bring their own comment: it stands above the sign', async () => {
    const [ml, hs] = ['type t =\n  | A\n  | B\n', 'module A where\n\ndata T\n  = A\n  | B\n'];
    for (const code of ['(** c *)\n| C', '(** c *)\nC', '  (** c *)\n  | C']) {
      const expected = 'type t =\n  | A\n  (** c *)\n  | C\n  | B\n';
      assert.equal(await added('a.ml', ml, { code, after: 't.A' }), expected);
      assert.equal(await added('a.ml', ml, { code, before: 't.B' }), expected);
      assert.equal(await added('a.ml', ml.replaceAll('\n', '\r\n'), { code, after: 't.A' }), expected.replaceAll('\n', '\r\n'));
      assert.equal(await added('a.ml', ml, { code, inside: 't' }), `${ml}  (** c *)\n  | C\n`);
    }
    assert.equal(await added('a.ml', ml, { code: '(* c *) C', after: 't.A' }), 'type t =\n  | A\n  | (* c *) C\n  | B\n');
    for (const code of ['-- | c\n| C', '-- | c\nC']) assert.equal(await added('a.hs', hs, { code, after: 'T.A' }), 'module A where\n\ndata T\n  = A\n  -- | c\n  | C\n  | B\n');
  });
});

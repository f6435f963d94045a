/** Names of files, folders and symbols are what people choose: none is read as a pattern. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createCodeReader } from '../../../../src/engine/code/createCodeReader';
import type { CodeReader } from '../../../../src/engine/code/codeReader';
import { flatten } from '../../../../src/engine/code/findSymbol';
import { symbolPlaces } from '../../../../src/engine/edit/symbolPlaces';
import { findReferences } from '../../../../src/engine/tools/findReferences';
import { removeSymbol } from '../../../../src/engine/tools/removeSymbol';
import { renameSymbol } from '../../../../src/engine/tools/renameSymbol';
import { languageFiles } from '../../../../src/node/languageFiles';
import { memoryContext } from '../../../support/memoryContext';

const root = path.resolve(__dirname, '../../../..');
const cases = path.join(root, 'test/cases/outline');

describe('places of a symbol, whatever the file is called', () => {
  const stems = ['src/my-file', 'src/[id]', 'my dir/a b', 'c++ (1)/a+b', '$lib/c$x', 'src/a.test', 'ü/naïve', 'a|b/{c}^'];
  for (const [extension, definition, use] of [
    ['ts', 'export function f() {\n  return 1;\n}\n', (stem: string) => `import { f } from './${stem}';\nf();\n`], ['py', 'def f():\n    return 1\n', () => 'f = 2\n'],
    ['go', 'package p\n\nfunc f() int { return 1 }\n', () => 'package q\n\nvar v = p.f()\n'], ['rs', 'pub fn f() -> u8 { 1 }\n', () => 'fn g() -> u8 { a::f() }\n'],
    ['ml', 'let f x = x\n', () => 'let g = A.f 1\n'], ['ex', 'defmodule A do\n  describe "compile env" do\n    def f(x), do: x\n  end\nend\n', () => 'defmodule B do\n  def g, do: Application.f(1)\nend\n'],
    ['hs', 'module A where\n\nf x = x\n', () => 'module B where\n\ng = A.f 1\n'], ['php', '<?php\nfunction f() { return 1; }\n', () => '<?php\n$x = \\a\\f();\n'],
  ] as const) {
    for (const stem of stems) {
      it(`${stem}.${extension}`, async () => {
        const home = `${stem}.${extension}`;
        const context = await memoryContext({ files: { [home]: definition, [`other.${extension}`]: use(stem) } });
        assert.match((await findReferences.run({ name: 'f', path: home }, context)).text, /\bf\b/);
        const renamed = await renameSymbol.run({ name: 'f', new_name: 'fresh', path: home }, context);
        assert.equal(renamed.ok, true, renamed.text);
        assert.equal(context.text(home), definition.replace(/\bf\b/, 'fresh'));
        const removed = await removeSymbol.run({ name: 'fresh', path: home }, context);
        assert.equal(removed.ok, true, removed.text);
      });
    }
  }
});

describe('places of a symbol, whatever it is called', () => {
  let reader: CodeReader;
  before(async () => { reader = await createCodeReader(languageFiles(root), (line) => { throw new Error(line); }); });

  for (const language of readdirSync(cases)) {
    it(language, async () => {
      const name = readdirSync(path.join(cases, language)).find((file) => file !== 'outline.txt') ?? '';
      const text = readFileSync(path.join(cases, language, name), 'utf8');
      const [home, other] = [{ reader, path: name, text }, { reader, path: `b/${name}`, text }];
      const symbols = flatten((await reader.symbols(name, text)) ?? []);
      assert.ok(symbols.length > 0);
      for (const symbol of symbols) {
        const found = await symbolPlaces(home, [other], symbol.path, symbol.declarationLine);
        assert.ok(found.ok || /\. (?:Call|Use|Change|Give)/.test(found.text), `${symbol.path}: ${JSON.stringify(found)}`);
      }
    }).timeout(60_000);
  }
});

describe('a name that something else has too', () => {
  for (const [what, file, name, text, why] of [
    ['a free function, beside a member that is only declared', 'a.cpp', 'f', 'int f(int a);\n\nclass K {\n public:\n  int f();\n};\n\nint g(K k) { return f(1) + k.f(); }\n', /can't be told apart/],
    ['the title of a test', 'a_test.exs', 'inspect', 'defmodule ATest do\n  test "inspect" do\n    assert IO.inspect(1)\n    inspect(2)\n  end\nend\n', /title of a test.*with patch\.$/],
  ] as const) {
    it(`is not renamed: ${what}`, async () => {
      const context = await memoryContext({ files: { [file]: text } });
      const { ok, text: said } = await renameSymbol.run({ name, new_name: 'zz', path: file }, context);
      assert.equal(ok, false, said);
      assert.match(said, why);
      assert.equal(context.text(file), text);
    });
  }

  for (const [file, text] of [
    ['a.c', 'static int f(int a);\nint g(void) { return f(1); }\nstatic int f(int a) { return a; }\n'],
    ['a.cpp', 'class K;\nint f(K *k);\nclass K { int a; };\nint f(K *k) { return 0; }\n'],
  ] as const) for (const line of [undefined, text.slice(0, text.lastIndexOf('f(')).split('\n').length]) {
    it(`is renamed with the declaration above it: ${file}, line ${String(line)}`, async () => {
      const context = await memoryContext({ files: { [file]: text } });
      const { ok, text: said } = await renameSymbol.run({ name: 'f', new_name: 'zz', path: file, line }, context);
      assert.equal(ok, true, said);
      assert.equal(context.text(file), text.replace(/\bf\b/g, 'zz'));
    });
  }

  it('is renamed where a function and its declaration are one', async () => {
    const context = await memoryContext({ files: { 'a.h': 'int f(int a);\n', 'a.c': '#include "a.h"\n\nint f(int a) { return a; }\n\nint g(void) { return f(1); }\n' } });
    const { ok, text } = await renameSymbol.run({ name: 'f', new_name: 'zz', path: 'a.c' }, context);
    assert.equal(ok, true, text);
    assert.deepEqual([context.text('a.h'), context.text('a.c')], ['int zz(int a);\n', '#include "a.h"\n\nint zz(int a) { return a; }\n\nint g(void) { return zz(1); }\n']);
  });
});

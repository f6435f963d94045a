import assert from 'node:assert/strict';
import { findSymbol } from '../../../../src/engine/code/findSymbol';
import { codeReader } from '../../../support/memoryContext';

/** File, text, the name as a model writes it, and the first line of what it means. */
const cases: readonly (readonly [why: string, path: string, text: string, name: string, line: number | undefined])[] = [
  ['what a constructor declares, by the class', 'a.ts', 'class T {\n  constructor(\n    private readonly v: number,\n  ) {}\n}\n', 'T.v', 3],
  ['the same by its path', 'a.ts', 'class T {\n  constructor(\n    private readonly v: number,\n  ) {}\n}\n', 'T.constructor.v', 3],
  ['a field goes before a parameter of its name', 'a.ts', 'class T {\n  constructor(private v: number) {}\n}\nclass U {\n  v = 1;\n}\n', 'U.v', 5],
  ['an attribute with its sign', 'a.ex', 'defmodule A do\n  @timeout 5000\n  def timeout, do: @timeout\nend\n', '@timeout', 2],
  ['a function goes before an attribute', 'a.ex', 'defmodule A do\n  @timeout 5000\n  def timeout, do: @timeout\nend\n', 'A.timeout', 3],
  ['an attribute without its sign', 'a.ex', 'defmodule A do\n  @timeout 5000\n  def wait, do: @timeout\nend\n', 'timeout', 2],
  ['a PowerShell property without its sign', 'a.ps1', 'class Item {\n  [int] $Count = 0\n}\n', 'Item.Count', 2],
  ['a variable of Ruby without its sign', 'a.rb', 'class A\n  @@count = 0\nend\n', 'A.count', 2],
  ['a test by what its macro gets', 'a.cpp', 'TEST(A, One) {\n}\n\nTEST(A, Two) {\n}\n', 'TEST(A, Two)', 4],
  ['a local of Lua by its function', 'a.lua', 'local later\n\nlater = function()\nend\n', 'later', 3],
  ['nothing is guessed', 'a.ts', 'class T {\n  open() {\n    const close = () => 1;\n  }\n}\n', 'T.close', undefined],
];

describe('the symbol a name means', () => {
  for (const [why, path, text, name, line] of cases) {
    it(`${why}: ${name}`, async () => {
      const symbols = await (await codeReader()).symbols(path, text);
      const found = findSymbol(symbols ?? [], name);
      assert.equal(found.ok ? found.symbol.startLine : undefined, line);
    });
  }
});

describe('the symbol a name and a line mean', () => {
  const two = 'class B:\n    def f(self):\n        return 2\n\n\n\ndef f():\n    return 3\n';
  const far = 'class A:\n    def f(self):\n        return 2\n\n\nclass B:\n    def f(self):\n        return 3\n';
  for (const [why, text, name, line, meant] of [
    ['the line goes before the whole path', two, 'f', 2, 2],
    ['and takes the whole path where it is there', two, 'f', 8, 7],
    ['a line in none of several is no answer', two, 'f', 5, 'ambiguous: f 7, B.f 2'],
    ['a line in another one of that name neither', far, 'A.f', 8, 'ambiguous: A.f 2, B.f 7'],
    ['the only one is meant by a line near it', far, 'A.f', 5, 2],
    ['on one line the whole path goes first', 'class A: A = 1\n', 'A', 1, 'class'],
    ['so it does below a comment of its own', '# a\nclass A: A = 1\n', 'A', 2, 'class'],
  ] as const) {
    it(`${why}: ${name}, ${line}`, async () => {
      const found = findSymbol((await (await codeReader()).symbols('a.py', text)) ?? [], name, line);
      if (!found.ok) assert.equal(`${found.code}: ${found.candidates.map((one) => `${one.path} ${one.declarationLine}`).join(', ')}`, meant);
      else assert.equal(meant === 'class' ? found.symbol.kind : found.symbol.startLine, meant);
    });
  }
});

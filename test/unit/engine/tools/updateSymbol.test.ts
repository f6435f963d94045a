/** A statement that declares several names keeps them all, whichever of them an update was asked for. */
import assert from 'node:assert/strict';
import { updateSymbol } from '../../../../src/engine/tools/updateSymbol';
import { memoryContext } from '../../../support/memoryContext';

async function update(path: string, text: string, name: string, code: string, line?: number): Promise<{ readonly ok: boolean; readonly text: string; readonly now: string | undefined }> {
  const context = await memoryContext({ files: { [path]: text } });
  const { ok, text: answer } = await updateSymbol.run({ path, name, code, line }, context);
  return { ok, text: answer, now: context.text(path) };
}

describe('update_symbol of one of several names', () => {
  for (const [path, text, name, code, lost] of [
    ['a.py', 'a, b = 1, 2\n', 'a', 'a = 5', 'b'],
    ['a.py', 'a, b = 1, 2\n', 'b', 'b = 5', 'a'],
    ['a.py', 'a, b = 1, 2\n', 'a', 'a = 5\nother = 6', 'b'],
    ['a.py', 'a = b = 2\n', 'a', 'a = 5', 'b'],
    ['a.py', 'class K:\n    a, b = 1, 2\n', 'K.b', 'b = 5', 'a'],
    ['a.ts', 'export const { a, b: c, ...d } = f();\n', 'a', 'export const { a } = f();', 'c, d'],
    ['a.lua', 'local a, b = f()\n', 'a', 'local a = f()', 'b'],
    ['a.c', 'int a, *b;\n', 'a', 'long a;', 'b'],
    ['a.c', 'struct P { int x, y; };\n', 'P.x', 'long x;', 'y'],
    ['a.go', 'package p\n\nvar a, b = f()\n', 'b', 'var b = f()', 'a'],
    ['a.go', 'package p\n\ntype T struct {\n\tx, y int\n}\n', 'T.x', 'x int64', 'y'],
    ['a.kt', 'val (a, b) = f()\n', 'a', 'val a = f()', 'b'],
    ['a.scala', 'object O {\n  val a, b = 1\n}\n', 'O.a', 'val a = 2', 'b'],
    ['a.hs', 'module M where\n\nf, g :: Int -> Int\nf x = x\ng x = x\n', 'f', 'f :: Int -> Int\nf x = x + 1', 'g'],
    ['a.rb', 'class K\n  attr_reader :a, :b\nend\n', 'K.a', 'attr_writer :a', 'b'],
    ['a.jl', 'const a, b = 1, 2\n', 'a', 'const a = 5', 'b'],
    ['a.ml', 'let a, b = 1, 2\n', 'a', 'let a = 5', 'b'],
  ] as const) {
    it(`is refused where it loses the others: ${JSON.stringify(code)} for ${name} of ${JSON.stringify(text)}`, async () => {
      const { ok, text: answer, now } = await update(path, text, name, code);
      assert.equal(ok, false);
      assert.match(answer, new RegExp(`declared by one statement at line \\d, and the code no longer declares ${lost}: nothing was changed\\. Send the whole statement .* with patch\\.$`));
      assert.equal(now, text);
    });
  }

  for (const [path, text, name, code] of [
    ['a.py', 'a, b = 1, 2\n', 'b', 'a, b = f()'],
    ['a.py', 'a, b = 1, 2\n', 'b', 'b, a = 2, 1'],
    ['a.py', 'a, b = 1, 2\n', 'a', 'a = 5\nb = 6'],
    ['a.c', 'int a, *b;\n', 'b', 'int a;\nlong *b;'],
    ['a.go', 'package p\n\nvar a, b = f()\n', 'a', 'var a, b, c = g()'],
  ] as const) {
    it(`passes where all of them stay: ${JSON.stringify(code)}`, async () => {
      const { ok, text: answer, now } = await update(path, text, name, code);
      assert.equal(ok, true, answer);
      assert.doesNotMatch(answer, /now named/);
      assert.equal(now, text.replace(/^(?:var |int )?a,.*/m, code));
    });
  }

  it('says which name is no longer there after a change of names', async () => {
    const { text, now } = await update('a.py', 'a, b = 1, 2\n', 'a', 'a, c = 1, 2');
    assert.match(text, /It is now named a, c: references to b were not changed\.$/);
    assert.equal(now, 'a, c = 1, 2\n');
  });

  it('names the syntax error rather than a name that broken code lost', async () => {
    const { text, now } = await update('a.py', 'a, b = 1, 2\n', 'a', 'a = (1,\nb 2');
    assert.match(text, /would add a syntax error/);
    assert.equal(now, 'a, b = 1, 2\n');
  });

  it('takes the statement that a line names, and not another one of that name', async () => {
    const { ok, now } = await update('a.py', 'a, b = 1, 2\nb = 3\n', 'b', 'a, b = 7, 8', 1);
    assert.deepEqual([ok, now], [true, 'a, b = 7, 8\nb = 3\n']);
    assert.match((await update('a.go', 'package p\n\nvar a, b = f()\n\ntype T struct {\n\tx, c int\n}\n\ntype U struct {\n\tx, c int\n}\n', 'c', 'x, c string')).text, /c is ambiguous in a\.go: T\.c \(a\.go:6\), U\.c \(a\.go:10\)/);
    assert.equal((await update('a.c', 'int a, *b;\nstruct P { int b; };\n', 'b', 'int a, **b;')).now, 'int a, **b;\nstruct P { int b; };\n');
  });
});

describe('update_symbol of a part of a statement', () => {
  for (const [path, text, name, code, now] of [
    ['a.sh', 'declare a=1 b=2\n', 'a', 'declare a=5', 'declare a=5 b=2\n'],
    ['a.sh', 'export -x a=1 b=2\n', 'b', 'export b=5', 'export -x a=1 b=5\n'],
    ['a.ts', 'export const a = 1, b = 2;\n', 'a', 'export const a = 5;', 'export const a = 5, b = 2;\n'],
    ['a.ts', 'export const a = 1, b = 2;\n', 'b', 'export const b = 5;', 'export const a = 1, b = 5;\n'],
    ['a.c', 'static int a = 1, b = 2;\n', 'a', 'static int a = 5;', 'static int a = 5, b = 2;\n'],
    ['A.java', 'class K {\n  int a = 1, b = 2;\n}\n', 'K.b', 'int b = 5;', 'class K {\n  int a = 1, b = 5;\n}\n'],
    ['a.php', '<?php\nclass K {\n  public $a = 1, $b = 2;\n}\n', 'K.a', 'public $a = 5;', '<?php\nclass K {\n  public $a = 5, $b = 2;\n}\n'],
    ['a.js', 'class A {\n  static f() {} static g() {}\n}\n', 'A.g', 'static g() { return 1; }', 'class A {\n  static f() {} static g() { return 1; }\n}\n'],
    ['a.py', 'x = 1; x = 2\n', 'x[2]', 'x = 3', 'x = 1; x = 3\n'],
  ] as const) {
    it(`doesn't write the words before it twice: ${JSON.stringify(code)} for ${name} of ${JSON.stringify(text)}`, async () => {
      const done = await update(path, text, name, code);
      assert.deepEqual([done.ok, done.now], [true, now], done.text);
    });
  }

  it('never drops a word that means another type', async () => {
    const { ok, now } = await update('a.c', 'static int a = 1, b = 2;\n', 'a', 'static long a = 5;');
    assert.deepEqual([ok, now], [false, 'static int a = 1, b = 2;\n']);
  });
});

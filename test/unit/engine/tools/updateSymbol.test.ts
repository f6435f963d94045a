/** A statement that declares several names keeps them all, whichever of them an update was asked for. */
import assert from 'node:assert/strict';
import { readSymbol } from '../../../../src/engine/tools/readSymbol';
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

describe('update_symbol and what stands behind the symbol on its line', () => {
  for (const [path, before, name, code, after] of [
    ['a.py', 'x = 1  # one\ny = 2\n', 'x', 'x = 3  # one', 'x = 3  # one\ny = 2\n'],
    ['a.py', 'x = 1  # one\ny = 2\n', 'x', 'x = 3  # three', 'x = 3  # three\ny = 2\n'],
    ['a.py', 'x = 1  # one\r\ny = 2\r\n', 'x', 'x = 3', 'x = 3  # one\r\ny = 2\r\n'],
    ['a.js', 'const a = 1; // one\n', 'a', 'const a = 2; // one', 'const a = 2; // one\n'],
    ['a.py', 'x = 1; y = 2\n', 'x', 'x = 5; y = 2', 'x = 5; y = 2\n'],
    ['a.rb', 'class A; def f; 1; end; end\n', 'A.f', 'def f; 2; end', 'class A; def f; 2; end; end\n'],
    ['a.js', 'class A { f() { return `a\n// b`; } g() {} } h();\n', 'A.f', 'f() { return `c\nhttps://d`; }', 'class A { f() { return `c\nhttps://d`; } g() {} } h();\n'],
    ['a.py', "x = 'a'; y = 2\n", 'x', "x = '''b\n# c'''", "x = '''b\n# c'''; y = 2\n"],
  ] as const) {
    it(`${path}: ${JSON.stringify(before)} with ${JSON.stringify(code)}`, async () => {
      const { ok, text, now } = await update(path, before, name, code);
      assert.deepEqual([ok, now], [true, after], text);
    });
  }

  for (const [path, before, name, code] of [
    ['a.py', 'x = 1; y = 2\n', 'x', 'x = 5  # five'],
    ['a.rs', 'fn f() {} fn g() {}\n', 'f', 'fn f() {} // f'],
    ['a.js', 'function f() {} f();\n', 'f', 'function f() {\n  return 1;\n} // f'],
  ] as const) {
    it(`${path}: refuses a comment that would swallow code: ${JSON.stringify(before)}`, async () => {
      const { ok, text, now } = await update(path, before, name, code);
      assert.deepEqual([ok, now], [false, before]);
      assert.match(text, /would swallow\. Leave that comment out and call again\.$/);
    });
  }
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

describe('update_symbol of what a model copied or saw in part', () => {
  const file = 'class A:\n    """Doc."""\n\n    x = 1\n\n    def f(self):\n        return 1\n\n\ndef tail():\n    pass\n';

  for (const [what, code] of [
    ['a byte order mark', '\ufeffdef tail():\n    return 5'],
    ['the line read_symbol puts above', 'a.py:10-11 tail\ndef tail():\n    return 5'],
    ['that line in a fence', '```python\na.py:10-11 tail\ndef tail():\n    return 5\n```'],
    ['the number of a single line', '10 | def tail(): return 5'],
  ] as const) {
    it(`takes ${what} off`, async () => {
      const { ok, text, now } = await update('a.py', file, 'tail', code);
      assert.equal(ok, true, text);
      assert.match(now ?? '', /\n\n\ndef tail\(\):\s+return 5\n$/);
    });
  }

  it('refuses the marks of results that were cut, in languages too that could read them', async () => {
    for (const mark of ['[cut here: read_symbol of a member, or read_file with offset=9, shows more]', '(Lines 1-2 of 9. For more call again with offset=3.)', '(Lines 1-9; the file ends here.)']) {
      const { text, now } = await update('a.sh', 'f() {\n  a\n}\n', 'f', `f() {\n  b\n}\n${mark}`);
      assert.match(text, /mark for cut-off text|syntax error/, mark);
      assert.equal(now, 'f() {\n  a\n}\n');
    }
  });

  it('refuses code that ends where read_symbol cut the symbol off, and takes the whole of it', async () => {
    const long = `class A:\n${Array.from({ length: 60 }, (_, at) => `    def f${at}(self):\n        return ${at}\n`).join('\n')}`;
    const context = await memoryContext({ files: { 'a.py': long }, resultLimit: 600 });
    const shown = (await readSymbol.run({ path: 'a.py', name: 'A' }, context)).text.split('\n').slice(1, -1).join('\n');
    const change = (code: string): string => code.replace('return 0', 'return 100');
    for (const code of [change(shown), `${change(shown)}\n`, change(shown).replace(/^ {4}/gm, '\t')]) assert.match((await updateSymbol.run({ path: './a.py', name: 'A', code }, context)).text, /read_symbol cut A off/);
    assert.equal(context.text('a.py'), long);
    assert.ok((await updateSymbol.run({ path: 'a.py', name: 'A', code: change(long) }, context)).ok);
    assert.equal(context.text('a.py'), change(long));
  });

  it('never gives a class away for one of its methods', async () => {
    assert.match((await update('a.py', file, 'A', 'def f(self):\n    return 2')).text, /declares f, and A would be lost with its 2 members\. Call update_symbol with name A\.f/);
    assert.match((await update('a.py', file, 'A', 'def g(self):\n    return 2')).text, /Call add_symbol with inside A/);
    assert.equal((await update('a.py', file, 'A', 'class B:\n    pass')).now, file.replace(/class A:[^]*return 1/, 'class B:\n    pass'));
  });

  it('knows a symbol by its name with its kind, as list_symbols shows it', async () => {
    for (const name of ['def tail', 'function tail', 'async def tail']) assert.ok((await update('a.py', file, name, 'def tail():\n    return 5')).ok, name);
    assert.ok((await update('a.py', file, 'method A.f', 'def f(self):\n    return 5')).ok);
    assert.equal((await update('a.css', 'li { color: red; }\n', 'ul li', 'li { color: blue; }')).ok, false);
  });
});

describe('update_symbol with code at column 0 and strings over several lines', () => {
  const files = [
    ['a.cs', 'K', 'namespace N\n{\n    class K\n    {\n        const string Q = @"\n        SELECT a\n          FROM b";\n        string F()\n        {\n            return """\n                {\n                  "x": 1\n                }\n                """;\n        }\n    }\n}\n', ['SELECT a', 'SELECT c'], [6, 7, 11, 12, 13, 14]],
    ['a.cs', 'K', 'namespace N\n{\n    class K\n    {\n        const string Q = @"\nSELECT a\n  FROM b\n    }\n";\n        int F() { return 1; }\n    }\n}\n', ['return 1', 'return 2'], [6, 7, 8, 9]],
    ['a.exs', 'T.parse reads', 'defmodule T do\n  test "parse reads" do\n    text = "one\n    two\n      three"\n    assert parse(text) == ~s(\n    a\n      b\n    )\n  end\nend\n', ['three', 'four'], [4, 5, 7, 8, 9]],
    ['a.py', 'K.f', 'class K:\n    def f(self):\n        """Says it."""\n        return dedent("""\n            one\n              two\n            """)\n', ['two', 'three'], [5, 6, 7]],
    ['a.ts', 'K', 'namespace N {\n  export class K {\n    q = `\n      select a\n        from b\n      }\n    `;\n    f() {\n      return 1;\n    }\n  }\n}\n', ['select a', 'select c'], [4, 5, 6, 7]],
    ['a.java', 'K.Q', 'class K {\n    static final String Q = """\n        {\n          "x": 1\n        }\n        """;\n}\n', ['"x": 1', '"x": 2'], [3, 4, 5, 6]],
    ['a.java', 'B', 'class A {\n    class B {\n        String f() {\n            return """\n                one\n                  two\n                """;\n        }\n    }\n}\n', ['f()', 'g()'], [5, 6, 7]],
    ['a.rb', 'K', 'module M\n  class K\n    Q = <<~SQL\n      select a\n        from b\n    SQL\n\n    def f\n      1\n    end\n  end\nend\n', ['from b', 'from c'], [4, 5, 6]],
  ] as const;
  for (const [path, name, text, [from, to], inside] of files) {
    const [first, last] = [text.split('\n').findIndex((line) => new RegExp(`\\b${name.split('.').at(-1) ?? ''}\\b`).test(line)), text.trimEnd().split('\n').length - (path === 'a.py' ? 0 : 1)];
    const lines = text.replace(from, to).split('\n').slice(first, last);
    const base = /^ */.exec(lines[0] ?? '')?.[0] ?? '';
    const dedented = (line: string): string => (line.startsWith(base) ? line.slice(base.length) : line);
    for (const [way, code] of [
      ['taken off along with the rest', lines.map(dedented)],
      ['left as it was within them', lines.map((line, index) => ((inside as readonly number[]).includes(first + index + 1) ? line : dedented(line)))],
    ] as const) {
      for (const eol of ['\n', '\r\n']) {
        it(`${path} ${name}, indentation ${way}: ${to}${eol === '\n' ? '' : ', CRLF'}`, async () => {
          const { ok, text: answer, now } = await update(path, text.replaceAll('\n', eol), name, code.join('\n'));
          assert.equal(ok, true, answer);
          assert.equal(now, text.replace(from, to).replaceAll('\n', eol));
        });
      }
    }
  }
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CodeReader } from '../../../../src/engine/code/codeReader';
import { addedSymbol } from '../../../../src/engine/edit/symbolAdd';
import type { Source } from '../../../../src/engine/edit/symbolEdit';
import { symbolPlaces } from '../../../../src/engine/edit/symbolPlaces';
import { gapOf, removedSymbol } from '../../../../src/engine/edit/symbolRemove';
import { renamed } from '../../../../src/engine/edit/symbolRename';
import { updatedSymbol } from '../../../../src/engine/edit/symbolUpdate';
import { codeReader } from '../../../support/memoryContext';

async function source(path: string, text: string): Promise<Source> {
  return { reader: await codeReader(), path, text };
}

async function update(path: string, text: string, name: string, code: string, line?: number): Promise<string> {
  const edit = await updatedSymbol(await source(path, text), { name, code, line });
  return edit.ok ? edit.text : `${edit.code}: ${edit.text}`;
}

async function rename(files: Readonly<Record<string, string>>, name: string, to: string, line?: number): Promise<Record<string, string> | string> {
  const sources = await Promise.all(Object.entries(files).map(([path, text]) => source(path, text)));
  const [home, ...others] = sources;
  assert.ok(home);
  const found = await symbolPlaces(home, others, name, line);
  if (!found.ok) return found.code;
  const result = await renamed(sources, found, to);
  return result.ok ? Object.fromEntries(result.texts) : result.code;
}

describe('updatedSymbol', () => {
  const methods = 'class Cart:\n    def total(self):\n        return 1\n\n    def clear(self):\n        pass\n';

  it('takes the method out of a class that was sent around it', async () => {
    assert.equal(await update('a.py', methods, 'Cart.total', 'class Cart:\n    def total(self):\n        return 2\n'), methods.replace('return 1', 'return 2'));
  });

  it('tells that only the first line lost its indentation by a decorator, a comment or a bracket it leaves open', async () => {
    const body = '        if a:\n            b()\n        return 1\n';
    for (const head of ['@property\n    def f(self):\n', '# note\n    def f(self):\n', 'def f(\n        self, a\n    ):\n', '@x(\n        1,\n    )\n    def f(self):\n', 'def f(self,\n          a):\n']) {
      const text = `class A:\n    ${head}${body}`;
      const sent = `${head}${body}`.replace('1\n', '2');
      assert.equal(await update('a.py', text, 'A.f', sent), text.replace(/1\n$/, '2\n'));
      const flush = sent.replaceAll('\n    ', '\n');
      assert.equal(await update('a.py', text, 'A.f', flush), text.replace(/1\n$/, '2\n'));
    }
  });

  it('tells it by a comment or a decorator where nothing is closed at the end', async () => {
    const members: readonly (readonly [path: string, above: string, old: string, sent: string, name: string])[] = [
      ['A.java', 'interface W {\n', 'int f(int m);', 'int f(long m);', 'W.f'],
      ['a.php', '<?php\ninterface W\n{\n', 'public function f(?string $m);', 'public function f(): int;', 'W.f'],
      ['a.ts', 'class W {\n', 'a = 1;', 'a = 2;', 'W.a'],
      ['a.cs', 'interface W {\n', 'int F(int m);', 'int F(long m);', 'W.F'],
      ['a.kt', 'interface W {\n', 'fun f(m: Int): Int', 'fun f(m: Long): Int', 'W.f'],
      ['a.rs', 'trait W {\n', 'fn f(m: u8) -> u8;', 'fn f(m: u16) -> u8;', 'W.f'],
      ['a.h', 'class W {\n', 'int f(int m);', 'int f(long m,\n          int n);', 'W.f'],
      ['a.c', 'struct W {\n', 'int f;', 'long f;', 'W.f'],
    ];
    for (const [path, above, old, sent, name] of members) {
      const file = (doc: string, code: string): string => `${above}    /**\n     * ${doc}\n     */\n    ${code}\n}${path.endsWith('.c') || path.endsWith('.h') ? ';' : ''}\n`;
      for (const doc of ['Old.', 'New.']) assert.equal(await update(path, file('Old.', old), name, `/**\n     * ${doc}\n     */\n    ${sent}`), file(doc, sent), path);
    }
    const field = 'class A {\n    /// Old.\n    [Old]\n    int x;\n}\n';
    assert.equal(await update('a.cs', field, 'A.x', '/// New.\n    [New]\n    long x;'), field.replaceAll('Old', 'New').replace('int', 'long'));
    assert.equal(await update('a.cs', field, 'A.x', '[New]\n    long x;'), field.replace('[Old]', '[New]').replace('int', 'long'));
  });

  it('replaces the comment by one that was sent in another column than its code', async () => {
    const doc = (text: string): string => `    /**\n     * ${text}\n     */\n`;
    const file = (comment: string, type: string): string => `class A {\n${comment}    int f(${type} a) {\n        return 1;\n    }\n}\n`;
    const code = (depth: string): string => `${depth}int f(long a) {\n${depth}    return 1;\n${depth}}`;
    for (const [comment, depth] of [['/**\n * New.\n */\n', '    '], ['/**\n * New.\n */\n', '  '], ['  /**\n   * New.\n   */\n', '']] as const) {
      assert.equal(await update('A.java', file(doc('Old.'), 'int'), 'A.f', comment + code(depth)), file(doc('New.'), 'long'));
    }
    const lines = (text: string): string => `    // ${text}\n    // of two lines\n`;
    assert.equal(await update('A.java', file(lines('Old'), 'int'), 'A.f', `// New\n// of two lines\n${code('    ')}`), file(lines('New'), 'long'));
    // Code on the last line of a comment goes along with it.
    assert.equal(await update('A.java', file('', 'int'), 'A.f', `/* a\n   b */ ${code('').replaceAll('\n', '\n    ')}`), file('', 'long').replace('int f', '/* a\n       b */ int f'));
  });

  for (const [path, mark, old, code] of [
    ['a.py', '#', 'def f(self):\n        return 1', 'def f(self):\n    return 2'],
    ['a.rb', '#', 'def f\n      1\n    end', 'def f\n  2\nend'],
    ['a.ts', '//', 'f() {\n      return 1;\n    }', 'f() {\n  return 2;\n}'],
    ['a.php', '//', 'function f() {\n      return 1;\n    }', 'function f() {\n  return 2;\n}'],
  ] as const) {
    it(`puts code below the comment sent with it in another column where its declaration stands: ${path}`, async () => {
      const [open, close] = path === 'a.py' ? ['class A:\n', ''] : path === 'a.rb' ? ['class A\n', 'end\n'] : [`${path === 'a.php' ? '<?php\n' : ''}class A {\n`, '}\n'];
      const file = (comment: string, body: string): string => `${open}${comment}    ${body}\n${close}`;
      const [now, step] = [old.replace('1', '2'), old.slice(0, old.indexOf('1')).replace(/^[^]*\n/, '').length === 8 ? 4 : 2];
      const deep = (depth: number): string => code.replaceAll('  '.repeat(step === 4 ? 2 : 1), ' '.repeat(step)).replace(/^/gm, ' '.repeat(depth));
      // Deeper than its code in the file, where it is no part of the symbol: sent along it is not there twice, and a new one stands beside it.
      const apart = `        ${mark} why\n`;
      for (const [above, depth] of [['        ', 4], ['    ', 0], ['', 4], ['', 0]] as const) {
        assert.equal(await update(path, file(apart, old), 'A.f', `${above}${mark} why\n${deep(depth)}`), file(apart, now));
        assert.equal(await update(path, file(apart, old), 'A.f', `${above}${mark} new\n${deep(depth)}`), file(`${apart}    ${mark} new\n`, now));
        assert.equal(await update(path, file(`    ${mark} why\n`, old), 'A.f', `${above}${mark} new\n${deep(depth)}`), file(`    ${mark} new\n`, now));
      }
      assert.equal(await update(path, file('', old), 'A.f', `${mark} new\n\n${mark} and more\n${deep(4)}`), file(`    ${mark} new\n\n    ${mark} and more\n`, now));
      // Parted from the code by a blank line.
      for (const blank of ['\n', '']) assert.equal(await update(path, file(`    ${mark} why\n\n`, old), 'A.f', `${mark} why\n${blank}${deep(0)}`), file(`    ${mark} why\n\n`, now));
    });
  }

  it('keeps a signature where only the equations are sent, and the equations where only the signature is', async () => {
    const text = 'module A where\n\n-- | doc\nf :: Int ->\n  Int\nf 0 = 1\nf n = n\n\nh x = g x\n  where\n    g :: Int -> Int\n    g y = y\n';
    assert.equal(await update('a.hs', text, 'f', 'f 0 = 2\nf n = n + 1'), text.replace('0 = 1\nf n = n', '0 = 2\nf n = n + 1'));
    assert.equal(await update('a.hs', text, 'f', 'f :: Word -> Word'), text.replace('Int ->\n  Int', 'Word -> Word'));
    assert.equal(await update('a.hs', text, 'f', 'f :: Word -> Word\nf n = n'), text.replace('Int ->\n  Int\nf 0 = 1\nf n', 'Word -> Word\nf n'));
    assert.equal(await update('a.hs', text, 'f', '-- | new\nf n = n'), text.replace('doc', 'new').replace('f 0 = 1\n', ''));
    assert.equal(await update('a.hs', text.replaceAll('\n', '\r\n'), 'f', 'f 0 = 2\nf n = n'), text.replace('0 = 1', '0 = 2').replaceAll('\n', '\r\n'));
    assert.equal(await update('a.hs', text, 'h.g', 'g y = y + 1'), text.replace('g y = y', 'g y = y + 1'));
    assert.equal(await update('a.hs', 'type T :: Type -> Type\ndata T a = A a\n', 'T', 'data T a = A a | B'), 'type T :: Type -> Type\ndata T a = A a | B\n');
  });

  it('looks for a signature in the symbol alone, however large the file', async () => {
    const reader = await codeReader();
    const read: number[] = [];
    const watched: CodeReader = { ...reader, tree: (path, text) => { read.push(text.length); return reader.tree(path, text); } };
    const table = (name: string, items: number): string => `${name} :: [Int]\n${name} = [${'1234567890,\n  '.repeat(items)}0]\n`;
    const text = `module A where\n\n${table('a', 15_000)}\n${table('b', 3_000)}\nf :: Int -> Int\nf n = n\n\nh x = g x where g :: Int -> Int\n                g y = y\n`;
    const sent = async (name: string, code: string): Promise<string> => {
      const edit = await updatedSymbol({ reader: watched, path: 'a.hs', text }, { name, code });
      return edit.ok ? edit.text : edit.text.slice(0, 200);
    };
    assert.equal(await sent('f', 'f n = n + 1'), text.replace('f n = n', 'f n = n + 1'));
    assert.equal(await sent('h.g', 'g y = y + 1'), text.replace('g y = y', 'g y = y + 1'));
    assert.equal(await sent('a', 'a = [1]'), text.replace(/a = \[[^\]]*\]/, 'a = [1]'));
    assert.equal(read.length, 3);
    assert.ok(Math.max(...read) <= 200_000, String(read));
  });

  it('refuses code that brings a neighbour along', async () => {
    assert.match(await update('a.py', methods, 'Cart.total', 'def total(self):\n    return 2\n\ndef clear(self):\n    return 3\n'), /^name_taken: .*Cart\.clear/);
  });

  it('refuses what is no declaration, a diff, and nothing', async () => {
    for (const code of ['return 2', '', '-def total(self):\n+def total(self, x):\n']) assert.match(await update('a.py', methods, 'Cart.total', code), /^not_a_declaration/);
  });

  it('takes a symbol with its overload signatures as one, unless a line names one of them', async () => {
    const text = 'export function get(k: string): string;\nexport function get(k: number): number;\nexport function get(k: any): any {\n  return k;\n}\n';
    const code = 'export function get(k: boolean): boolean;\nexport function get(k: any): any {\n  return !k;\n}';
    assert.equal(await update('a.ts', text, 'get', code), `${code}\n`);
    assert.equal(await update('a.ts', text, 'get', 'export function get(k: string): number;', 1), text.replace('string): string', 'string): number'));
  });

  it('loses nothing the code has before the declaration, whatever stands above the old one', async () => {
    assert.equal(await update('a.py', '# about f\ndef f():\n    return 1\n', 'f', 'import re\n\n\ndef f():\n    return re\n'), 'import re\n\n\n# about f\ndef f():\n    return re\n');
    assert.equal(await update('a.py', '# about f\n@cache\ndef f():\n    return 1\n', 'f', 'import re\n\n\n@lru\ndef f():\n    return re\n'), 'import re\n\n\n# about f\n@lru\ndef f():\n    return re\n');
    assert.equal(await update('a.ts', 'export function f(): number {\n  return 1;\n}\n', 'f', "import { x } from './x';\n\nfunction f(): number {\n  return x;\n}"), "import { x } from './x';\n\nexport function f(): number {\n  return x;\n}\n");
    assert.equal(await update('a.js', '// about f\nfunction f() {\n  return 1;\n}\n', 'f', 'go(); function f() {\n  return 2;\n}'), '// about f\ngo(); function f() {\n  return 2;\n}\n');
  });

  it('leaves the inner lines of strings where they are, and moves doc strings', async () => {
    const code = 'def total(self):\n    """Doc.\n\n    More.\n    """\n    text = """\nraw\n  lines\n"""\n    return text\n';
    const moved = '    def total(self):\n        """Doc.\n\n        More.\n        """\n        text = """\nraw\n  lines\n"""\n        return text\n';
    assert.equal(await update('a.py', methods, 'Cart.total', code), methods.replace('    def total(self):\n        return 1\n', moved));
  });

  it('keeps a closing mark the new code forgot and adds none twice', async () => {
    assert.equal(await update('a.ts', 'const f = () => 1;\nconst g = 2;\n', 'f', 'const f = () => 3'), 'const f = () => 3;\nconst g = 2;\n');
    assert.equal(await update('a.js', 'const o = {\n  f() {},\n  g() {},\n};\n', 'o.f', 'f() { return 1; },'), 'const o = {\n  f() { return 1; },\n  g() {},\n};\n');
  });

  it('leaves directives at the margin and mixed indentation as they were, however deep the code was sent', async () => {
    const method = '\tint f()\n\t{\n#if FAST\n        quick();\n#endif\n\t\treturn 1;\n\t}';
    const text = `class A\n{\n${method}\n}\n`;
    const sent = 'int f()\n{\n#if FAST\n        quick();\n#endif\n\treturn 2;\n}';
    const edit = await updatedSymbol(await source('a.cs', text), { name: 'A.f', code: sent });
    assert.equal(edit.ok && edit.text, text.replace('return 1', 'return 2'));
  });

  it('reads $& and backslashes as code', async () => {
    assert.equal(await update('a.js', 'function f() {}\n', 'f', "function f() { return '$& $1 \\\\n'; }"), "function f() { return '$& $1 \\\\n'; }\n");
  });

  it('names the nearest symbols where there is none', async () => {
    assert.match(await update('a.py', methods, 'Cart.totel', 'def totel(self): pass'), /^not_found: .*Cart\.total \(a\.py:2\)/);
  });

  it('leaves the bytes outside alone, whatever stands there', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', '🎉', 'é', ' ', '\t', '日', '"', '\\', '{', '$') }).map((text) => `# ${text}`);
    await fc.assert(fc.asyncProperty(fc.array(line, { maxLength: 4 }), fc.array(line, { maxLength: 4 }), fc.constantFrom('\n', '\r\n'), async (above, below, eol) => {
      const head = [...above, '', ''].join(eol);
      const tail = ['', '', '', ...below].join(eol);
      assert.equal(await update('a.py', `${head}def f():${eol}    return 1${tail}`, 'f', 'def f():\n    return 2\n'), `${head}def f():${eol}    return 2${tail}`);
    }), { numRuns: 40 });
  });

  it('gives the same file for two edits in either order', async () => {
    const text = 'def a():\n    return 1\n\n\ndef b():\n    return 2\n';
    const body = fc.array(fc.constantFrom('x = "🎉"', 'y = [1,\n     2]', 'pass', 'z = """\n"""'), { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n').split('\n').map((line) => `    ${line}`).join('\n'));
    await fc.assert(fc.asyncProperty(body, body, async (one, two) => {
      const [a, b] = [`def a():\n${one}`, `def b():\n${two}`];
      assert.equal(await update('a.py', await update('a.py', text, 'a', a), 'b', b), await update('a.py', await update('a.py', text, 'b', b), 'a', a));
    }), { numRuns: 30 });
  });
});

describe('addedSymbol and removedSymbol', () => {
  async function add(path: string, text: string, request: Parameters<typeof addedSymbol>[1]): Promise<string> {
    const edit = await addedSymbol(await source(path, text), request);
    return edit.ok ? edit.text : `${edit.code}: ${edit.text}`;
  }

  it('adds at the end, before, after and inside with the spacing of the file', async () => {
    const text = 'class A {\n  f() {\n    return 1;\n  }\n\n  g() {\n    return 2;\n  }\n}\n';
    assert.equal(await add('a.js', text, { code: 'h() {\n  return 3;\n}', inside: 'A' }), text.replace('2;\n  }\n', '2;\n  }\n\n  h() {\n    return 3;\n  }\n'));
    assert.equal(await add('a.js', text, { code: 'h() {\n  return 3;\n}', before: 'A.g' }), text.replace('  g() {', '  h() {\n    return 3;\n  }\n\n  g() {'));
    assert.equal(await add('a.js', text, { code: 'function z() {}' }), `${text.trimEnd()}\n\nfunction z() {}\n`);
    assert.equal(await add('a.js', 'class A {}\n', { code: 'f() {}', inside: 'A' }), 'class A {\n  f() {}\n}\n'.replace('  f', '    f'));
    assert.equal(await add('a.py', 'class A:\n    pass\n', { code: 'def f(self):\n    pass', inside: 'A' }), 'class A:\n    def f(self):\n        pass\n');
  });

  it('puts a part beside its neighbour on their line, and a whole statement on a line of its own', async () => {
    const java = 'interface I {\n  int A = 1, B = 2;\n  void f();\n}\n';
    assert.equal(await add('I.java', java, { code: 'X = 3', before: 'I.A' }), java.replace('A = 1', 'X = 3, A = 1'));
    assert.equal(await add('I.java', java, { code: 'X = 3', after: 'I.A' }), java.replace('A = 1', 'A = 1, X = 3'));
    assert.equal(await add('I.java', java, { code: 'X = 3', after: 'I.B' }), java.replace('B = 2', 'B = 2, X = 3'));
    for (const after of ['I.A', 'I.B']) assert.equal(await add('I.java', java, { code: 'int X = 3;', after }), java.replace('2;\n', '2;\n  int X = 3;\n'));
    assert.equal(await add('a.js', 'const a = 1, b = 2;\nf();\n', { code: 'function g() {\n  return 1;\n}', after: 'a' }), 'const a = 1, b = 2;\n\nfunction g() {\n  return 1;\n}\n\nf();\n');
    assert.equal(await add('a.js', 'const o = { a() {}, b() {} };\n', { code: 'c() {}', before: 'o.b' }), 'const o = { a() {}, c() {}, b() {} };\n');
    assert.equal(await add('a.ts', 'enum E { A, B }\n', { code: 'C', after: 'E.B' }), 'enum E { A, B, C }\n');
  });

  it('refuses a name that is taken', async () => {
    assert.match(await add('a.py', 'def f():\n    pass\n', { code: 'def f():\n    return 1' }), /^name_taken/);
  });

  it('removes an item of a list with its comma', async () => {
    const edit = await removedSymbol(await source('a.js', 'const o = {\n  f() {},\n  g() {},\n};\n'), 'o.f');
    assert.equal(edit.ok && edit.text, 'const o = {\n  g() {},\n};\n');
  });

  it('leaves the comma of the one before where the last of a list has its own', async () => {
    for (const [path, head, end] of [['a.rs', 'struct S {', '}'], ['a.rs', 'enum S {', '}'], ['a.zig', 'const S = struct {', '};']] as const) {
      const text = `${head}\n    a: u8,\n    b: u8,\n${end}\n`.replaceAll(head.startsWith('enum') ? ': u8' : '\0', '(u8)');
      const edit = await removedSymbol(await source(path, text), 'S.b');
      assert.equal(edit.ok && edit.text, text.replace(/ {4}b.*\n/, ''), head);
    }
    const bare = await removedSymbol(await source('a.rs', 'struct S {\n    a: u8,\n    b: u8\n}\n'), 'S.b');
    assert.equal(bare.ok && bare.text, 'struct S {\n    a: u8\n}\n');
  });

  it('adds inside what a word closes', async () => {
    const text = 'defmodule A do\n  def f do\n    1\n  end\n\n  if @debug do\n    IO.puts(1)\n  end\nend\n';
    assert.equal(await add('a.ex', text, { code: 'def h, do: 2', inside: 'A' }), text.replace(/end\n$/, '\n  def h, do: 2\nend\n'));
    assert.equal(await add('a.ex', 'defmodule A do\nend\n', { code: 'def h, do: 2', inside: 'A' }), 'defmodule A do\n    def h, do: 2\nend\n');
    assert.equal(await add('a.ml', 'module type S = sig\n  val a : int\nend\n', { code: 'val c : int', inside: 'S' }), 'module type S = sig\n  val a : int\n  val c : int\nend\n');
    const ruby = 'class A\n  def f\n    1\n  end\n\n  x do\n    y\n  end\nend\n';
    assert.equal(await add('a.rb', ruby, { code: 'def h\n  2\nend', inside: 'A' }), ruby.replace(/end\n$/, '\n  def h\n    2\n  end\nend\n'));
  });

  it('adds to the body where a block within it holds the last member', async () => {
    const code = 'def h(self):\n    return 2';
    const added = '\n    def h(self):\n        return 2\n';
    for (const text of [
      'class A:\n    x = 1\n\n    if DEBUG:\n        def f(self):\n            return 1\n',
      'class A:\n    try:\n        def f(self):\n            return 1\n    finally:\n        pass\n',
    ]) assert.equal(await add('a.py', text, { code, inside: 'A' }), text + added);
    const [rb, js] = ['class A\n  if X\n    def f\n    end\n  end\nend\n', 'function A() {\n  if (x) {\n    function f() {}\n  }\n}\n'];
    assert.equal(await add('a.rb', rb, { code: 'def h\n  2\nend', inside: 'A' }), rb.replace(/end\n$/, '\n  def h\n    2\n  end\nend\n'));
    assert.equal(await add('a.js', js, { code: 'function h() {}', inside: 'A' }), js.replace(/\}\n$/, '  function h() {}\n}\n'));
    const scala = 'object A:\n  val x = 1\n  if x > 0 then\n    def g = 1\n';
    assert.equal(await add('a.scala', scala, { code: 'def h = 2', inside: 'A' }), `${scala}  def h = 2\n`);
  });

  it('adds to a list with the comma that parts it, on its line or on one of its own', async () => {
    const lists: readonly (readonly [path: string, text: string, inside: string, code: string, added: string])[] = [
      ['a.json', '{\n  "s": {\n    "a": "1",\n    "b": "2"\n  }\n}\n', 's', '"c": "3",', '{\n  "s": {\n    "a": "1",\n    "b": "2",\n    "c": "3"\n  }\n}\n'],
      ['a.json', '{\n  "s": {},\n  "x": 1\n}\n', 's', '"c": "3"', '{\n  "s": {\n    "c": "3"\n  },\n  "x": 1\n}\n'],
      ['a.json', '{ "s": { "a": "1" } }\n', 's', '"c": "3"', '{ "s": { "a": "1", "c": "3" } }\n'],
      ['a.yaml', 'a: { b: 1 }\nc: {}\n', 'a', 'd: 3', 'a: { b: 1, d: 3 }\nc: {}\n'],
      ['a.yaml', 'a: { b: 1 }\nc: {}\n', 'c', 'd: 3', 'a: { b: 1 }\nc: { d: 3 }\n'],
      ['E.java', 'enum E {\n    A,\n    B;\n\n    int f() { return 1; }\n}\n', 'E', 'C', 'enum E {\n    A,\n    B,\n    C;\n\n    int f() { return 1; }\n}\n'],
      ['a.ts', 'enum E { A, B }\n', 'E', 'C', 'enum E { A, B, C }\n'],
      ['a.ts', 'interface A { f(): void; }\n', 'A', 'g(): void;', 'interface A { f(): void; g(): void; }\n'],
      ['a.js', 'const o = { a: 1 };\n', 'o', 'b: 2', 'const o = { a: 1, b: 2 };\n'],
      ['a.js', 'const o = {\n  a: 1 // x\n};\n', 'o', 'b: 2', 'const o = {\n  a: 1, // x\n  b: 2\n};\n'],
      ['a.js', 'const o = {\n  a: 1,\n};\n', 'o', 'b: 2', 'const o = {\n  a: 1,\n  b: 2,\n};\n'],
      ['a.js', 'class A { f() { return 1; } }\n', 'A', 'g() {\n    return 2;\n}', 'class A {\n    f() { return 1; }\n\n    g() {\n        return 2;\n    }\n}\n'],
    ];
    for (const [path, text, inside, code, added] of lists) assert.equal(await add(path, text, { inside, code }), added, text);
    for (const [path, head] of [['E.java', 'enum E'], ['a.cs', 'enum E'], ['a.ts', 'export enum E'], ['a.rs', 'enum E'], ['a.c', 'enum E'], ['a.cpp', 'enum class E'], ['a.kt', 'enum class E']] as const) {
      const text = `${head} {\n    A,\n    B\n}${/\.c/.test(path) && path !== 'a.cs' ? ';' : ''}\n`;
      assert.equal(await add(path, text, { inside: 'E', code: 'C' }), text.replace('B', 'B,\n    C'), path);
    }
  });

  it('gives a body that stands on the line of its class lines of its own', async () => {
    const code = 'def f(self):\n    return 3';
    const method = '    def f(self):\n        return 3\n';
    for (const [text, kept] of [['class A: pass\n', ''], ['class A: pass  # note\n', '  # note'], ['class A: x = 1; y = 2  # note\n', '\n    x = 1; y = 2  # note\n'], ['class A: "doc"\n', '\n    "doc"\n']] as const) {
      assert.equal(await add('a.py', text, { inside: 'A', code }), `class A:${kept}\n${method}`);
    }
  });

  it('adds before what stays last in a file', async () => {
    const guard = '/* L */\n#ifndef A_H\n#define A_H\n\nint f(void);\n\n';
    const files: readonly (readonly [path: string, text: string, last: string, code: string])[] = [
      ['a.lua', 'local M = {}\n\nfunction M.a()\n  return 1\nend\n\n', '-- exports\nreturn M\n', 'function M.b()\n  return 2\nend'],
      ['a.lua', 'function a()\nreturn 1\nend\n', '', 'function b()\n  return 2\nend'],
      ['a.h', guard, '#endif\n', 'int g(void);'],
      ['a.h', guard.replace('int f', '#ifdef __cplusplus\nextern "C" {\n#endif\n\nint f'), '#ifdef __cplusplus\n}\n#endif\n#endif /* A_H */\n', 'int g(void);'],
      ['a.hpp', guard, '#endif // A_H\n', 'int g(void);'],
      ['a.h', '#pragma once\n\nint f(void);\n\n#if X\nint g(void);\n#endif\n', '', 'int h(void);'],
      ['a.py', 'def a():\n    return 1\n\n\n', "if __name__ == '__main__':\n    a()\n\n    a()\n", 'def b():\n    return 2'],
      ['a.py', "if __name__ == '__main__':\n    x = 1\n\n\ndef a():\n    return 1\n", '', 'def b():\n    return 2'],
      ['a.rb', 'def a\n  1\nend\n\n', '__END__\ndata\n', 'def b\n  2\nend'],
      ['a.php', '<?php\nfunction a() {}\n\n', '?>\n', 'function b() {}'],
      ['a.json', '{\n  "a": 1', '\n}\n', '  "b": 2'],
    ];
    for (const [path, text, last, code] of files) {
      const gap = path.endsWith('.py') ? '\n\n\n' : '\n\n';
      const added = path.endsWith('.json') ? `${text},\n${code}${last}` : last === '' ? `${text.trimEnd()}${gap}${code}\n` : `${text}${code}${gap}${last}`;
      assert.equal(await add(path, text + last, { code }), added, text);
    }
    const long = `${'/'.repeat(20_000)}\n`.repeat(20);
    assert.equal(await add('a.h', `${long}int f(void);\n`, { code: 'int g(void);' }), `${long}int f(void);\n\nint g(void);\n`);
  });

  it('goes behind the last declaration where the end of a file takes none', async () => {
    const [a, code] = ['function a() {\n  return 1;\n}', 'function b() {\n  return 2;\n}'];
    for (const [before, after] of [
      [`<?php\n${a}`, '\n?>\n<html>\n</html>\n'],
      [`<html>\n<?php\n${a}\n\n$x = a();`, '\n?>\n<p>\n<?= $x ?>\n</html>\n'],
      [`<?php\n${a}\n?>\n<p>\n<?php\n$x = a();`, '\n?>\n</p>\n'],
      ["<?php\n$title = 'x';", '\n?>\n<html>\n'],
    ] as const) {
      for (const eol of ['\n', '\r\n']) assert.equal(await add('a.php', `${before}${after}`.replaceAll('\n', eol), { code }), `${before}\n\n${code}${after}`.replaceAll('\n', eol));
    }
    assert.equal(await add('a.php', `<?php\n${a} ?>\n<p>\n`, { code }), `<?php\n${a}\n\n${code}\n ?>\n<p>\n`);
    assert.match(await add('a.php', '<?php echo 1; ?>\n<p>\n', { code }), /^not_a_declaration: The code declares nothing at the end of a\.php\. The file has no symbol .* with patch\.$/);
    assert.match(await add('a.php', `<?php\n${a}\n?>\n<p>\n`, { code: 'echo 1;' }), /^not_a_declaration: .* Send a declaration and its place, as in after a, or add statements with patch\.$/);
    assert.match(await add('a.php', `<?php\nif (!function_exists('a')) {\n    ${a}\n}\n?>\n<p>\n`, { code }), /^not_a_declaration: .* as in after a, or add statements with patch\.$/);
  });

  it('stays in the body whose bracket stands on the line of its neighbour, and leaves other statements of the line together', async () => {
    const [space, one] = ['namespace a { namespace b {\nint f();\n} }\n', 'class A { f() {} }\n'];
    const [k, g] = ['int k();', 'g() {\n}'];
    const cases: readonly (readonly [path: string, text: string, place: { readonly before?: string; readonly after?: string }, code: string, added: string])[] = [
      ['a.cpp', space, { before: 'b' }, k, 'namespace a {\nint k();\n\nnamespace b {\nint f();\n} }\n'],
      ['a.cpp', space, { after: 'b' }, k, 'namespace a { namespace b {\nint f();\n}\n\nint k();\n}\n'],
      ['a.js', one, { before: 'A.f' }, 'g() {}', 'class A { g() {} f() {} }\n'],
      ['a.js', one, { before: 'A.f' }, g, 'class A {\n    g() {\n    }\n\n    f() {} }\n'],
      ['a.js', one, { after: 'A.f' }, g, 'class A { f() {}\n\n    g() {\n    }\n}\n'],
      ['a.js', one, { after: 'A.f' }, 'g() {} // new', 'class A { f() {}\n\n    g() {} // new\n}\n'],
      ['a.js', 'function f() {} f(); // go\n', { after: 'f' }, 'function g() {} // new', 'function f() {} f(); // go\nfunction g() {} // new\n'],
      ['a.sh', 'f() { x; }; f # go\n', { after: 'f' }, 'g() { y; }', 'f() { x; }; g() { y; }; f # go\n'],
      ['a.py', 'x = 1; y = 2\n', { before: 'y' }, 'z = 3', 'x = 1; z = 3; y = 2\n'],
      ['a.go', 'package a\n\nconst ( A = iota; B )\n', { after: 'B' }, 'C', 'package a\n\nconst ( A = iota; B; C )\n'],
    ];
    for (const [path, text, place, code, added] of cases) assert.equal(await add(path, text, { ...place, code }), added, JSON.stringify([text, place]));
  });

  it('leaves out the word of a group of declarations, and goes beside the group where the code is no part of it', async () => {
    const go = 'package a\n\nconst (\n\tA = iota\n\tB\n)\n';
    const func = 'func f() int {\n\treturn 1\n}';
    assert.equal(await add('a.go', go, { after: 'B', code: 'const C = 3' }), go.replace('B\n', 'B\n\tC = 3\n'));
    assert.equal(await add('a.go', go, { after: 'A', code: func }), `${go}\n${func}\n`);
    assert.equal(await add('a.go', go, { before: 'A', code: func }), go.replace('const', `${func}\n\nconst`));
    assert.equal(await update('a.go', go, 'B', 'const B = 5'), go.replace('B\n', 'B = 5\n'));
    assert.equal(await update('a.go', go, 'A', 'A = iota + 1'), go.replace('iota', 'iota + 1'));
  });

  it('keeps the comment of a group with the group', async () => {
    const func = 'func f() {\n}';
    for (const eol of ['\n', '\r\n']) {
      const lines = (text: string): string => text.replaceAll('\n', eol);
      for (const [head, comment, group] of [
        ['package a\n\n', '// Limits of it,\n// and more.\n', 'const (\n\t// One.\n\tA = 1\n\tB = 2\n)\n'],
        ['package a\n\n// Apart.\n\n', '/*\nLimits.\n*/\n', 'var (\n\tA = f(\n\t\t1,\n\t)\n\tB = 2\n) // end\n'],
        ['package a\n\nvar s = `\n', '', '// no comment`\ntype (\n\tA int\n\tB string\n)\n'],
        ['package a // not its own\n', '', 'type (\n\tA int\n\tB string\n)\n'],
      ] as const) {
        const whole = head + comment + group;
        for (const anchor of ['A', 'B']) {
          const place = head.includes('`') ? whole.replace('type', `${func}\n\ntype`) : `${head}${func}\n\n${comment}${group}`;
          assert.equal(await add('a.go', lines(whole), { before: anchor, code: func }), lines(place), JSON.stringify([whole, anchor]));
          assert.equal(await add('a.go', lines(whole), { after: anchor, code: func }), lines(`${whole}\n${func}\n`), JSON.stringify([whole, anchor]));
        }
      }
    }
  });

  it('indents all lines of code behind a here document', async () => {
    const ruby = 'class K\n  A = <<~X\n    end\n  X\n\n  def f\n    1\n  end\nend\n';
    assert.equal(await add('a.rb', ruby, { before: 'K.f', code: 'def n\n  2\nend' }), ruby.replace('  def f', '  def n\n    2\n  end\n\n  def f'));
  });

  it('ends its lines as those beside it end', async () => {
    const [unix, windows] = ['def a():\n    return 1\n', '\n\ndef b():\r\n    return 2\r\n'];
    const code = 'def c():\n    return 3\n';
    assert.equal(await add('a.py', unix + windows, { after: 'a', code }), `${unix}\n\n${code}${windows}`);
    assert.equal(await add('a.py', unix + windows, { code }), `${unix}${windows}${`\n\n${code}`.replaceAll('\n', '\r\n')}`);
  });

  it('leaves a comment that is set apart from a symbol apart from what comes before it', async () => {
    for (const comment of ['// License: MIT', '/*\n * License\n */']) {
      const text = `${comment}\n\nconst a = 1;\nconst b = 2;\n`;
      const added = text.replace('const a', 'const z = 1;\nconst a');
      assert.equal(await add('a.js', text, { code: 'const z = 1;', before: 'a' }), added);
      const removed = await removedSymbol(await source('a.js', added), 'z');
      assert.equal(removed.ok && removed.text, text);
    }
    const python = '# License\n\n\ndef a():\n    return 1\n';
    assert.equal(await add('a.py', python, { code: 'def z():\n    return 2', before: 'a' }), python.replace('def a', 'def z():\n    return 2\n\n\ndef a'));
  });

  it('takes nothing but the symbol and blank lines', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, symbol, after) => {
      const text = before + symbol + after;
      const gap = gapOf(text, before.length, before.length + symbol.length);
      const left = text.slice(0, gap.start) + gap.left + text.slice(gap.end);
      const bare = (text: string): string => text.replace(/[\s,]/gu, '');
      assert.equal(bare(left), bare(before + after));
    }), { numRuns: 50 });
  });
});

describe('rename', () => {
  it('follows imports into other files and leaves same names alone', async () => {
    assert.deepEqual(await rename({
      'src/cart.py': 'def total(xs):\n    return sum(xs)\n\n\nprint(total([1]))\n',
      'src/use.py': 'from cart import total\nimport cart\n\nprint(total([2]), cart.total([3]), "total")\n',
      'src/other.py': 'def total():\n    return 0\n\n\ntotal()\n',
    }, 'total', 'add_up'), {
      'src/cart.py': 'def add_up(xs):\n    return sum(xs)\n\n\nprint(add_up([1]))\n',
      'src/use.py': 'from cart import add_up\nimport cart\n\nprint(add_up([2]), cart.add_up([3]), "total")\n',
      'src/other.py': 'def total():\n    return 0\n\n\ntotal()\n',
    });
  });

  it('renames a member where it is certain', async () => {
    assert.deepEqual(await rename({ 'a.ts': 'class A {\n  run() {}\n  go(other: B) {\n    this.run();\n    other.run();\n  }\n}\n' }, 'A.run', 'start'), {
      'a.ts': 'class A {\n  start() {}\n  go(other: B) {\n    this.start();\n    other.run();\n  }\n}\n',
    });
  });

  it('refuses a name that is seen or would be caught', async () => {
    assert.equal(await rename({ 'a.js': 'const a = 1;\nconst b = 2;\nprint(a, b);\n' }, 'a', 'b'), 'name_taken');
    assert.equal(await rename({ 'a.js': 'const a = 1;\nfunction f(b) {\n  return a + b;\n}\n' }, 'a', 'b'), 'name_taken');
    assert.equal(await rename({ 'a.py': 'def f():\n    a = 1\n    return a\n' }, 'f.a', 'not a name'), 'bad_name');
  });

  it('tells comprehension, global and class names apart', async () => {
    assert.deepEqual(await rename({ 'a.py': 'n = 1\n\n\ndef f():\n    global n\n    n = 2\n    return [n for n in range(3)]\n\n\nclass C:\n    n = 3\n\n    def g(self):\n        return n + self.n\n' }, 'n', 'count', 1), {
      'a.py': 'count = 1\n\n\ndef f():\n    global count\n    count = 2\n    return [n for n in range(3)]\n\n\nclass C:\n    n = 3\n\n    def g(self):\n        return count + self.n\n',
    });
  });
});

describe('here documents', () => {
  it('stay where they are, their ends too', async () => {
    const text = 'if true; then\n    say() {\n        cat <<EOT\n$1\n  text\nEOT\n    }\nfi\n';
    assert.equal(await update('a.sh', text, 'say', 'say() {\n    cat <<EOT\n$1\n  text\nEOT\n}\n'), text);
    const ruby = 'class A\n  def b\n    x = <<-TEXT\nraw\n TEXT\n    x\n  end\nend\n';
    assert.equal(await update('a.rb', ruby, 'A.b', 'def b\n  x = <<-TEXT\nraw\n TEXT\n  x\nend\n'), ruby);
    const php = '<?php\nclass A {\n    function b() {\n        return <<<T\nraw\nT;\n    }\n}\n';
    assert.equal(await update('a.php', php, 'A.b', 'function b() {\n    return <<<T\nraw\nT;\n}\n'), php);
  });
});

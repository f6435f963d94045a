import assert from 'node:assert/strict';
import { addSymbol } from '../../../../src/engine/tools/addSymbol';
import { patch } from '../../../../src/engine/tools/patch';
import { readSymbol } from '../../../../src/engine/tools/readSymbol';
import { removeSymbol } from '../../../../src/engine/tools/removeSymbol';
import { memoryContext } from '../../../support/memoryContext';
import type { MemoryContext } from '../../../support/memoryContext';

describe('remove_symbol', () => {
  it('names what still uses the symbol, with the lines as they are afterwards', async () => {
    const context = await memoryContext({ files: {
      'a.py': 'def early():\n    return f() + 1\n\n\ndef f():\n    return f\n\n\ndef late():\n    return f()\n',
      'b.py': 'from a import f\n\nprint(f())  # f\n', 'c.py': 'def f():\n    return f\n',
    } });
    const result = await removeSymbol.run({ path: 'a.py', name: 'f' }, context);
    assert.equal(result.text.split('\n').slice(1).join('\n'), [
      'f is still used:', 'a.py:2: return f() + 1', 'a.py:6: return f()', 'b.py:1: from a import f', 'b.py:3: print(f())  # f', 'Change these places too, or put it back.',
    ].join('\n'));
  });

  it('is silent where nothing uses it, bounded where much does', async () => {
    const context = await memoryContext({ files: { 'a.py': 'def f():\n    return f\n\n\nx = 1\n', 'b.py': `def g():\n    pass\n\n\n${'g()\n'.repeat(30)}` } });
    assert.doesNotMatch((await removeSymbol.run({ path: 'a.py', name: 'f' }, context)).text, /used/);
    const { text } = await removeSymbol.run({ path: 'b.py', name: 'g' }, context);
    assert.match(text, /\[20 more: search for g\]\nChange these/);
    assert.equal(text.match(/b\.py:\d+: g\(\)/g)?.length, 10);
  });

  it('knows a statement by any of its names, and takes none of them alone', async () => {
    const text = 'first, second = 1, 2\n\n\nclass K:\n    third, fourth = 3, 4\n';
    const context = await memoryContext({ files: { 'a.py': text } });
    for (const [name, line] of [['first', 1], ['second', 1], ['K.fourth', 5], ['fourth', 5]] as const) {
      assert.match((await readSymbol.run({ path: 'a.py', name }, context)).text, line === 1 ? / first, second\nfirst, second = 1, 2/ : / K\.third, K\.fourth\n    third, fourth = 3, 4/, name);
      const { ok, text: answer } = await removeSymbol.run({ path: 'a.py', name }, context);
      assert.equal(ok, false, name);
      assert.match(answer, new RegExp(`declared by one statement at line ${line}, which was not removed`));
    }
    assert.equal(context.text('a.py'), text);
  });

  for (const [path, text, name, all] of [
    ['a.ts', 'export const { b: [c, { d = 1 }], a, ...e } = f();\n', 'a', 'c, d, a, e'],
    ['a.js', 'const [[a], { b: { c: { d } } }] = f();\n', 'd', 'a, d'],
    ['a.py', 'a, (b, (c, *d)), self.e, f[0] = g()\n', 'a', 'a, b, c, d, self.e, f[0]'],
    ['a.py', 'a = (b, c) = d.e = f()\n', 'a', 'a, b, c, d.e'],
    ['a.py', 'class K:\n    a = b = 1\n', 'K.a', 'a, b'],
    ['a.py', 'if x:\n    a = b = 1\nelse:\n    a, c = 1, 2\n', 'b', 'a, b'],
    ['a.py', 'if x:\n    pass\nelse:\n    a, c = 1, 2\n', 'a', 'a, c'],
    ['a.scala', 'val (a, (b, Foo(c))) = f()\n', 'a', 'a, b, c'],
    ['a.scala', 'object O {\n  val a :: b = f()\n}\n', 'O.a', 'a, b'],
    ['a.ml', 'let a, (b, [| c |]) = f ()\n', 'a', 'a, b, c'],
    ['a.ml', 'let (a :: b) as c = f ()\n', 'a', 'a, b, c'],
    ['a.hs', 'module M where\n\n(a, (b, Just c)) = f\n', 'a', 'a, b, c'],
    ['a.rb', 'A, (B, c), @d, *E = f\n', 'A', 'A, B, E, c, @d'],
    ['a.rb', 'A = B = c = 1\n', 'A', 'A, B, c'],
    ['a.lua', 'M.x, a, M[1] = f()\n', 'a', 'a, M.x, M[1]'],
    ['a.jl', 'const a, (b, c) = f()\n', 'a', 'a, b, c'],
    ['a.c', 'int a, **b, c[1][2], ***d, *e[3];\n', 'a', 'a, b, c, d, e'],
    ['a.c', 'typedef int A, **B;\n', 'A', 'A, B'],
    ['a.cpp', 'class K { int a, **b, &c, d[1][2]; };\n', 'K.a', 'a, b, c, d'],
  ] as const) {
    it(`counts every name, however deep it lies: ${name} of ${JSON.stringify(text)}`, async () => {
      const context = await memoryContext({ files: { [path]: text } });
      const { ok, text: answer } = await removeSymbol.run({ path, name }, context);
      assert.deepEqual([ok, answer.slice(0, answer.indexOf(' are declared by one statement'))], [false, all]);
      assert.equal(context.text(path), text);
    });
  }

  it('takes no import along with its neighbour, and counts no parameter of a default', async () => {
    const context = await memoryContext({ files: { 'a.js': "const { a } = require('x'), b = 1;\nconst { c = ([q]) => q } = f();\nuse(a);\n", 'a.kt': 'val (a, _) = f()\n' } });
    assert.ok((await removeSymbol.run({ path: 'a.js', name: 'b' }, context)).ok);
    assert.ok((await removeSymbol.run({ path: 'a.js', name: 'c' }, context)).ok);
    assert.equal(context.text('a.js'), "const { a } = require('x');\nuse(a);\n");
    assert.ok((await removeSymbol.run({ path: 'a.kt', name: 'a' }, context)).ok);
  });

  it('adds beside a statement that any of its names stands for, and none of these a second time', async () => {
    const context = await memoryContext({ files: { 'a.py': 'first, second = 1, 2\nthird = 3\n' } });
    for (const [code, place] of [['early = 0', { before: 'second' }], ['late = 4', { after: 'second' }]] as const) assert.ok((await addSymbol.run({ path: 'a.py', code, ...place }, context)).ok);
    assert.equal(context.text('a.py'), 'early = 0\nfirst, second = 1, 2\nlate = 4\nthird = 3\n');
    for (const code of ['second = 5', 'other, second = 5, 6']) assert.match((await addSymbol.run({ path: 'a.py', code }, context)).text, /already has second at line 2/);
  });

  /** Irregular on purpose: no style of the file tells these gaps. */
  const odd = 'import os\n# section one\n\n\n\ndef a(): return 1\ndef b(): return 2  # two\n\n# between\n\n@os.register\ndef c():\n    pass\n\n\n\n\nX = 1; Y = 2\ndef d(): pass\n';
  const codeOf = async (context: MemoryContext, name: string): Promise<string> => (await readSymbol.run({ path: 'a.py', name }, context)).text.split('\n').slice(1).join('\n');

  for (const [name, place] of [['a', { before: 'b' }], ['b', { after: 'a' }], ['c', { after: 'b' }], ['c', { before: 'X' }], ['X', { before: 'Y' }], ['Y', { after: 'X' }], ['d', { after: 'Y' }], ['d', {}]] as const) {
    it(`gives the same bytes when ${name} is added again ${JSON.stringify(place)}`, async () => {
      const context = await memoryContext({ files: { 'a.py': odd } });
      const code = await codeOf(context, name);
      assert.ok((await removeSymbol.run({ path: './a.py', name }, context)).ok);
      assert.notEqual(context.text('a.py'), odd);
      assert.ok((await addSymbol.run({ path: 'a.py', code, ...place }, context)).ok);
      assert.equal(context.text('a.py'), odd);
    });
  }

  it('knows the gap after edits elsewhere, several removals and code sent deeper', async () => {
    const context = await memoryContext({ files: { 'a.py': odd } });
    const [b, c] = [await codeOf(context, 'b'), await codeOf(context, 'c')];
    await removeSymbol.run({ path: 'a.py', name: 'c' }, context);
    await removeSymbol.run({ path: 'a.py', name: 'b' }, context);
    await patch.run({ path: 'a.py', old_str: 'import os\n', new_str: 'import os\nimport sys\n' }, context);
    await patch.run({ path: 'a.py', old_str: 'def d(): pass', new_str: 'def d(): return 0' }, context);
    await addSymbol.run({ path: 'a.py', code: b.replace(/^/gm, '    '), after: 'a' }, context);
    await addSymbol.run({ path: 'a.py', code: c, after: 'b' }, context);
    assert.equal(context.text('a.py'), odd.replace('import os\n', 'import os\nimport sys\n').replace('def d(): pass', 'def d(): return 0'));
  });

  it('follows the style of the file where the place or the code is another', async () => {
    const context = await memoryContext({ files: { 'a.py': odd } });
    await removeSymbol.run({ path: 'a.py', name: 'a' }, context);
    await addSymbol.run({ path: 'a.py', code: 'def a(): return 1', after: 'd' }, context);
    assert.match(context.text('a.py') ?? '', /def d\(\): pass\ndef a\(\): return 1\n$/);
    await removeSymbol.run({ path: 'a.py', name: 'b' }, context);
    await addSymbol.run({ path: 'a.py', code: 'def b(): return 3', before: 'c' }, context);
    assert.doesNotMatch(context.text('a.py') ?? '', /# two/);
  });

  it('leaves a block that would be empty with what the language wants there', async () => {
    const text = 'class A:\n    """doc"""\n\n\nclass B:\n\n    def f(self):\n        pass\n';
    const context = await memoryContext({ files: { 'a.py': text } });
    await removeSymbol.run({ path: 'a.py', name: 'B.f' }, context);
    assert.equal(context.text('a.py'), text.replace('def f(self):\n        pass', 'pass'));
    await addSymbol.run({ path: 'a.py', code: 'def f(self):\n    pass', inside: 'B' }, context);
    assert.equal(context.text('a.py'), text);
  });

  for (const [path, text, name, rest] of [
    ['a.ml', '(** f *)\nlet rec f x = g x\n\n(** g *)\nand g x = f x\n\nlet h = 1\n', 'g', '(** f *)\nlet rec f x = g x\n\nlet h = 1\n'],
    ['a.ml', '(** f *)\nlet rec f x = g x\n(** whose? *)\nand g x = f x\n', 'g', '(** f *)\nlet rec f x = g x\n(** whose? *)\n'],
    ['a.ml', 'type t =\n  | A (** a *)\n  | B (** b *)\n  | C (** c *)\n', 't.B', 'type t =\n  | A (** a *)\n  | C (** c *)\n'],
    ['a.ml', 'type t =\n  | A (** a *)\n  | B (** b *)\n', 't.B', 'type t =\n  | A (** a *)\n'],
    ['a.hs', 'module M where\n\ndata T\n  = A -- ^ a\n  | B -- ^ b\n  | C -- ^ c\n', 'T.B', 'module M where\n\ndata T\n  = A -- ^ a\n  | C -- ^ c\n'],
  ] as const) {
    it(`takes the comment of ${name} along with the word or sign that joins it: ${JSON.stringify(text)}`, async () => {
      const context = await memoryContext({ files: { [path]: text } });
      const read = await readSymbol.run({ path, name }, context);
      assert.ok((await removeSymbol.run({ path, name }, context)).ok);
      assert.equal(context.text(path), rest);
      const after = { g: 'f', 't.B': 't.A', 'T.B': 'T.A' }[name];
      assert.ok((await addSymbol.run({ path, code: read.text.split('\n').slice(1).join('\n'), after }, context)).ok);
      assert.equal(context.text(path), text);
    });
  }

  it('leaves the words of a group at its head, with the comment above them', async () => {
    const reader = { 'a.ml': 'let a = 1\n\n(* f *)\nlet rec f x = x\nand g y = y\n', 'b.ml': 'type a = int\n\n(** t *)\ntype t = A of u\nand u = B\n' };
    const context = await memoryContext({ files: { ...reader, 'c.ml': 'let h x = x\n\n(** Even. *)\nlet rec even n = odd n\n\n(** Odd. *)\nand odd n = even n\n' } });
    assert.ok((await removeSymbol.run({ path: 'a.ml', name: 'f' }, context)).ok);
    assert.equal(context.text('a.ml'), 'let a = 1\n\n(* f *)\nlet rec g y = y\n');
    assert.ok((await removeSymbol.run({ path: 'b.ml', name: 't' }, context)).ok);
    assert.equal(context.text('b.ml'), 'type a = int\n\n(** t *)\ntype u = B\n');
    assert.match((await removeSymbol.run({ path: 'c.ml', name: 'even' }, context)).text, /even was not removed/);
  });

  it('refuses to tear a statement, though the rest might still parse', async () => {
    const text = 'exports.a = exports.b = function () {\n  return 1;\n};\nexports.c = function () {};\nconst o = {\n  f() {},\n};\n';
    const context = await memoryContext({ files: { 'a.js': text } });
    const result = await removeSymbol.run({ path: 'a.js', name: 'b' }, context);
    assert.equal(result.ok, false);
    assert.match(result.text, /^\S*b was not removed: without it "exports\.a =" would have no value\. .+ with patch\.$/);
    assert.equal(context.text('a.js'), text);
    assert.ok((await removeSymbol.run({ path: 'a.js', name: 'o.f' }, context)).ok);
  });

  it('takes what stands below a line of Bash that ends in an empty value, and not what an operator there waits for', async () => {
    const context = await memoryContext({ files: { 'a.sh': 'export A=\nf() {\n  echo 1\n}\nB=\nC=3\nD=\n', 'b.sh': 'true &&\nf() { :; }\necho 2\n' } });
    for (const name of ['f', 'C']) assert.ok((await removeSymbol.run({ path: 'a.sh', name }, context)).ok, name);
    assert.equal(context.text('a.sh'), 'export A=\nB=\nD=\n');
    assert.match((await removeSymbol.run({ path: 'b.sh', name: 'f' }, context)).text, /"true &&" would have no value/);
  });

  it('leaves the comma and the semicolon that belong to others', async () => {
    const context = await memoryContext({ files: {
      'a.zig': 'size: usize,\n\nconst Self = @This();\n\npub fn len(self: Self) usize {\n    return self.size;\n}\n', 'a.c': 'int counter = 0, limit = 5;\nint other;\n', 'a.ml': 'let rec even n = n = 0 || odd (n - 1)\nand odd n = n <> 0 && even (n - 1)\n',
    } });
    await removeSymbol.run({ path: 'a.zig', name: 'Self' }, context);
    assert.equal(context.text('a.zig'), 'size: usize,\n\npub fn len(self: Self) usize {\n    return self.size;\n}\n');
    await removeSymbol.run({ path: 'a.c', name: 'limit' }, context);
    assert.equal(context.text('a.c'), 'int counter = 0;\nint other;\n');
    await removeSymbol.run({ path: 'a.ml', name: 'even' }, context);
    assert.equal(context.text('a.ml'), 'let rec odd n = n <> 0 && even (n - 1)\n');
  });
});

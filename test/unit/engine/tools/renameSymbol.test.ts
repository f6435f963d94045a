/** A method is renamed where it is certainly meant, and where it may be meant is said. */
import assert from 'node:assert/strict';
import { findReferences } from '../../../../src/engine/tools/findReferences';
import { removeSymbol } from '../../../../src/engine/tools/removeSymbol';
import { renameSymbol } from '../../../../src/engine/tools/renameSymbol';
import { memoryContext } from '../../../support/memoryContext';

const cart = 'class Cart:\n    LIMIT = 3\n\n    def total(self):\n        self.seen = 1\n        return self.LIMIT\n\n    def show(self):\n        return self.total()\n';
const files = { 'cart.py': cart, 'use.py': 'from cart import Cart\n\nprint(Cart().total(), Cart.LIMIT)\n' };

describe('rename_symbol of a Python class\'s own names', () => {
  for (const [name, to] of [['Cart.total', 'sum_up'], ['Cart.LIMIT', 'MOST']] as const) {
    it(`renames ${name} after self too, and names what it left`, async () => {
      const context = await memoryContext({ files });
      const { ok, text } = await renameSymbol.run({ name, new_name: to, path: 'cart.py' }, context);
      assert.equal(ok, true, text);
      assert.equal(context.text('cart.py'), cart.replaceAll(name.slice('Cart.'.length), to));
      assert.match(text, /Left as they are[^]*use\.py:3/);
    });
  }

  for (const taken of ['show', 'LIMIT', 'seen']) {
    it(`refuses the name ${taken} of another one`, async () => {
      const context = await memoryContext({ files });
      assert.match((await renameSymbol.run({ name: 'Cart.total', new_name: taken, path: 'cart.py' }, context)).text, /already has/);
      assert.equal(context.text('cart.py'), cart);
    });
  }
});

describe('rename_symbol of a field that is a key in other places', () => {
  for (const [path, name, text, user, lines] of [
    ['a.ts', 'R.time', 'export interface R {\n  time: number;\n}\nexport const zero: R = { time: 0 };\nexport const f = ({ time }: R) => 1;\n', 'export const one = (time: number): R => ({ time });\nexport const two: R = { time: 2 };\nexport function g({ time }: R) { return r.time; }\n', ['a.ts:4', 'a.ts:5', 'b.ts:1', 'b.ts:2', 'b.ts:3']],
    ['a.py', 'R.time', 'class R:\n    time: int = 0\n', 'from a import R\n\nprint(R(time=1))\n', ['b.py:3']],
  ] as const) {
    it(`names each of them: ${path}`, async () => {
      const context = await memoryContext({ files: { [path]: text, [`b.${path.slice(2)}`]: user } });
      const { ok, text: said } = await renameSymbol.run({ name, new_name: 'zz', path }, context);
      assert.equal(ok, true, said);
      assert.deepEqual([...new Set([...(said.split('Left as they are')[1] ?? '').matchAll(/^(\S+:\d+): /gmu)].map((match) => match[1]))], lines);
    });
  }
});

describe('rename_symbol by a further name of a statement', () => {
  for (const [name, before, after] of [
    ['b', { 'a.py': 'a, b = 1, 2\n\n\ndef f(a, b):\n    return a + b\n\n\nprint(a, b)\n', 'u.py': 'from a import a, b\nprint(b)\n' }, { 'a.py': 'a, fresh = 1, 2\n\n\ndef f(a, b):\n    return a + b\n\n\nprint(a, fresh)\n', 'u.py': 'from a import a, fresh\nprint(fresh)\n' }],
    ['b', { 'a.py': 'a = b = 2\nprint(a, b)\n' }, { 'a.py': 'a = fresh = 2\nprint(a, fresh)\n' }],
    ['K.d', { 'a.py': 'class K:\n    c, d = 1, 2\n\n    def m(self, d):\n        return self.d + d\n' }, { 'a.py': 'class K:\n    c, fresh = 1, 2\n\n    def m(self, d):\n        return self.fresh + d\n' }],
    ['b', { 'a.ts': 'export const { a, b } = f();\nfunction g(b: number) { return b; }\nlog(b, { b });\n', 'u.ts': "import { b } from './a';\nlog(b);\n" }, { 'a.ts': 'export const { a, b: fresh } = f();\nfunction g(b: number) { return b; }\nlog(fresh, { b: fresh });\n', 'u.ts': "import { fresh } from './a';\nlog(fresh);\n" }],
    ['b', { 'a.ts': 'const { b: a, b } = f();\nlog(a, b);\n' }, { 'a.ts': 'const { b: a, b: fresh } = f();\nlog(a, fresh);\n' }],
    ['b', { 'a.ts': 'const [a, { x: b }] = f();\nlog(a, b);\n' }, { 'a.ts': 'const [a, { x: fresh }] = f();\nlog(a, fresh);\n' }],
    ['b', { 'a.lua': 'local a, b = f()\nprint(a, b)\n' }, { 'a.lua': 'local a, fresh = f()\nprint(a, fresh)\n' }],
    ['b', { 'a.c': 'int a, *b;\nint f(void) { return *b + a; }\n' }, { 'a.c': 'int a, *fresh;\nint f(void) { return *fresh + a; }\n' }],
    ['T.y', { 'a.go': 'package p\n\ntype T struct {\n\tx, y int\n}\n\nfunc (t *T) s() int { return t.x + t.y }\n' }, { 'a.go': 'package p\n\ntype T struct {\n\tx, fresh int\n}\n\nfunc (t *T) s() int { return t.x + t.fresh }\n' }],
    ['b', { 'a.kt': 'val (a, b) = f()\nfun g() = a + b\n' }, { 'a.kt': 'val (a, fresh) = f()\nfun g() = a + fresh\n' }],
    ['b', { 'a.ml': 'let a, b = 1, 2\nlet c = a + b\n' }, { 'a.ml': 'let a, fresh = 1, 2\nlet c = a + fresh\n' }],
  ] as const) {
    it(`renames ${name} of ${JSON.stringify(Object.values(before)[0])}`, async () => {
      const context = await memoryContext({ files: before });
      const { ok, text } = await renameSymbol.run({ name, new_name: 'fresh', path: Object.keys(before)[0] }, context);
      assert.equal(ok, true, text);
      assert.deepEqual(Object.fromEntries(Object.keys(before).map((path) => [path, context.text(path)])), after);
    });
  }

  for (const [path, text, name] of [
    ['a.go', 'package p\n\nvar a, b = f()\n\ntype T struct {\n\tx, b int\n}\n\nfunc (t *T) s() int { return t.b + b }\n', 'T.b'],
    ['a.c', 'int a, *b;\nstruct P { int b; };\nint f(struct P *p) { return p->b + *b; }\n', 'b'],
    ['a.c', 'int a, *b;\nstruct P { int b; };\nint f(struct P *p) { return p->b + *b; }\n', 'P.b'],
  ] as const) {
    it(`leaves two things of one name alone where no scopes tell them apart: ${name} in ${path}`, async () => {
      const context = await memoryContext({ files: { [path]: text } });
      assert.match((await renameSymbol.run({ name, new_name: 'fresh', path }, context)).text, /can't be told apart/);
      assert.equal(context.text(path), text);
    });
  }

  for (const [path, text] of [['a.py', 'a, b = 1, 2\nprint(a, b)\n'], ['a.lua', 'local a, b = 1, 2\nprint(a, b)\n']] as const) {
    it(`refuses the name of its neighbour in ${path}`, async () => {
      const context = await memoryContext({ files: { [path]: text } });
      assert.match((await renameSymbol.run({ name: 'b', new_name: 'a', path }, context)).text, /already has a at line 1/);
      assert.equal(context.text(path), text);
    });
  }
});

describe('rename_symbol without a name', () => {
  for (const name of ['', 'A.', '.']) {
    it(`refuses ${JSON.stringify(name)}`, async () => {
      const context = await memoryContext({ files: { 'a.py': 'class A:\n    x = 1\n' } });
      const renamed = await renameSymbol.run({ path: 'a.py', name, new_name: 'q' }, context);
      const found = await findReferences.run({ path: 'a.py', name }, context);
      const removed = await removeSymbol.run({ path: 'a.py', name }, context);
      assert.deepEqual([renamed.ok, found.ok, removed.ok], [false, false, false]);
    });
  }
});

describe('rename_symbol reaches what a string holds of the name', () => {
  for (const [path, before, name, after] of [
    ['a.sh', 'x=1\necho "$x ${x:-1} \\$x" \'$x\' `echo $x` $xy $(( x + 1 ))\ncat <<EOF\n$x\nEOF\n', 'x', 'fresh=1\necho "$fresh ${fresh:-1} \\$x" \'$x\' `echo $fresh` $xy $(( fresh + 1 ))\ncat <<EOF\n$fresh\nEOF\n'],
    ['a.kt', 'val x = 1\nfun f() = "a $x b ${x + 1} \\$x $xs x"\n', 'x', 'val fresh = 1\nfun f() = "a $fresh b ${fresh + 1} \\$x $xs x"\n'],
    ['a.scala', 'object O {\n  val x = 1\n  def f = s"a $x ${x + 1} $$x x"\n}\n', 'O.x', 'object O {\n  val fresh = 1\n  def f = s"a $fresh ${fresh + 1} $$x x"\n}\n'],
    ['a.jl', 'x = 1\nf() = "a $x $(x + 1) x"\n', 'x', 'fresh = 1\nf() = "a $fresh $(fresh + 1) x"\n'],
    ['a.php', '<?php\nfunction x() {}\nfunction f() {\n  $x = 1;\n  echo "$x {$x} x";\n  x();\n}\n', 'x', '<?php\nfunction fresh() {}\nfunction f() {\n  $x = 1;\n  echo "$x {$x} x";\n  fresh();\n}\n'],
    ['a.js', 'const $x = 1, x = 2, x$ = 3;\nlog($x, x, x$, `$x ${x}`);\n', 'x', 'const $x = 1, fresh = 2, x$ = 3;\nlog($x, fresh, x$, `$x ${fresh}`);\n'],
  ] as const) {
    it(path, async () => {
      const context = await memoryContext({ files: { [path]: before } });
      const { ok, text } = await renameSymbol.run({ name, new_name: 'fresh', path }, context);
      assert.equal(ok, true, text);
      assert.equal(context.text(path), after);
    });
  }
});

describe('rename_symbol and what other files call it', () => {
  for (const [how, home, renamedHome] of [
    ['an export list', 'const x = 1;\nexport { x };\n', 'const fresh = 1;\nexport { fresh as x };\n'],
    ['an object of exports', 'const x = 1;\nmodule.exports = { x };\n', 'const fresh = 1;\nmodule.exports = { x: fresh };\n'],
    ['a property of exports', 'const x = 1;\nexports.x = x;\n', 'const fresh = 1;\nexports.x = fresh;\n'],
  ] as const) {
    it(`leaves the other files as they are where ${how} keeps the old name, and still finds their references`, async () => {
      const users = { 'b.js': "import { x } from './a';\nlog(x);\n", 'c.js': "const a = require('./a');\nlog(a.x);\n" };
      const context = await memoryContext({ files: { 'a.js': home, ...users } });
      assert.match((await findReferences.run({ name: 'x', path: 'a.js' }, context)).text, /b\.js:2: log\(x\);/);
      const { ok, text } = await renameSymbol.run({ name: 'x', new_name: 'fresh', path: 'a.js' }, context);
      assert.equal(ok, true, text);
      assert.match(text, /at 2 places in a\.js/);
      assert.deepEqual(['a.js', 'b.js', 'c.js'].map((path) => context.text(path)), [renamedHome, users['b.js'], users['c.js']]);
    });
  }

  it('names what it did not follow: a module by another name, an argument by its name', async () => {
    const context = await memoryContext({ files: { 'mod.ts': 'export const x = 1;\n', 'b.ts': "import * as q from './mod';\nlog(q.x);\n", 'c.ts': 'log(q.x);\n', 'mod.py': 'def f(total):\n    return total\n', 'b.py': 'import mod as q\nq.f(total=1)\n' } });
    const { text } = await renameSymbol.run({ name: 'x', new_name: 'fresh', path: 'mod.ts' }, context);
    assert.match(text, /Left as they are[^]*b\.ts:2: log\(q\.x\);\nChange those/);
    assert.doesNotMatch(text, /c\.ts/);
    assert.match((await renameSymbol.run({ name: 'f', new_name: 'g', path: 'mod.py' }, context)).text, /Left as they are[^]*b\.py:2: q\.f/);
    assert.match((await renameSymbol.run({ name: 'g.total', new_name: 'sum', path: 'mod.py' }, context)).text, /Left as they are[^]*b\.py:2: q\.f\(total=1\)/);
  });
});

describe('rename_symbol without scopes leaves what another module or type has of the name', () => {
  for (const [path, name, before, after, others] of [
    ['a/a.go', 'Join', 'package a\n\nimport "strings"\n\nfunc Join(a []string) string { return strings.Join(a, ",") }\n\nvar x = Join(nil)\n', 'package a\n\nimport "strings"\n\nfunc fresh(a []string) string { return strings.Join(a, ",") }\n\nvar x = fresh(nil)\n', [['b/b.go', 'package b\n\nimport "m/a"\n\nvar y = a.Join(nil)\n', 'package b\n\nimport "m/a"\n\nvar y = a.fresh(nil)\n'], ['c/c.go', 'package c\n\nimport q "m/a"\n\nvar y = q.Join(nil)\n', 'package c\n\nimport q "m/a"\n\nvar y = q.fresh(nil)\n']]],
    ['a.rs', 'new', 'fn new() -> A { let v: Vec<u8> = Vec::new(); A }\nfn g() { new(); crate::new(); }\n', 'fn fresh() -> A { let v: Vec<u8> = Vec::new(); A }\nfn g() { fresh(); crate::fresh(); }\n', []],
    ['a.rs', 'A.new', 'struct A;\nimpl A {\n    fn new() -> A { let v: Vec<u8> = Vec::new(); A }\n    fn g() { Self::new(); A::new(); }\n}\n', 'struct A;\nimpl A {\n    fn fresh() -> A { let v: Vec<u8> = Vec::new(); A }\n    fn g() { Self::fresh(); A::fresh(); }\n}\n', []],
    ['a.c', 'len', 'int len(struct buf *b) { return b->len; }\nint g(struct buf *b) { return len(b); }\n', 'int fresh(struct buf *b) { return b->len; }\nint g(struct buf *b) { return fresh(b); }\n', []],
  ] as const) {
    it(`${name} in ${path}`, async () => {
      const context = await memoryContext({ files: { [path]: before, ...Object.fromEntries(others.map(([other, text]) => [other, text])) } });
      const { ok, text } = await renameSymbol.run({ name, new_name: 'fresh', path }, context);
      assert.equal(ok, true, text);
      assert.match(text, /Left as they are/);
      assert.deepEqual([path, ...others.map(([other]) => other)].map((one) => context.text(one)), [after, ...others.map(([, , now]) => now)]);
    });
  }
});

/** A comment at the end of a line speaks of what stands before it: closing marks go before it, a new one replaces it, and neighbours leave it where it is. */
import assert from 'node:assert/strict';
import { flatten } from '../../../../src/engine/code/findSymbol';
import { addedSymbol } from '../../../../src/engine/edit/symbolAdd';
import type { AddRequest } from '../../../../src/engine/edit/symbolAdd';
import { removedSymbol } from '../../../../src/engine/edit/symbolRemove';
import { updatedSymbol } from '../../../../src/engine/edit/symbolUpdate';
import { codeReader } from '../../../support/memoryContext';

/** The edited text where the edit is sound, else why it was refused. */
async function updated(path: string, text: string, name: string, code: string): Promise<string> {
  const reader = await codeReader();
  const edit = await updatedSymbol({ reader, path, text }, { name, code });
  if (edit.ok) assert.notEqual((await reader.check(path, edit.text)).state, 'broken', edit.text);
  return edit.text;
}

async function added(path: string, text: string, request: AddRequest): Promise<string> {
  const reader = await codeReader();
  const edit = await addedSymbol({ reader, path, text }, request);
  if (edit.ok) assert.notEqual((await reader.check(path, edit.text)).state, 'broken', edit.text);
  return edit.text;
}

describe('a comment that ends added code swallows nothing', () => {
  const filler = `$q = "${'x'.repeat(200_100)}";\n`;
  for (const [what, path, text, request, names] of [
    ['before the closing mark of PHP', 'a.php', '<?php\nfunction f() { return 1; } function g() {}\n?>\n', { before: 'g', code: 'function h() {} // h' }, ['f', 'h', 'g']],
    ['in a large file of PHP', 'a.php', `<?php\nfunction f() { return 1; } function g() {}\n${filler}`, { before: 'g', code: 'function h() {} // h' }, ['f', 'h', 'g']],
    ['in a class of PHP before HTML', 'a.php', '<?php\nclass A { public $a; function f() {} }\n?>\n<p>x</p>\n', { after: 'A.a', code: 'public $b; // b' }, ['A', 'A.a', 'A.b', 'A.f']],
    ['in a class of Ruby before __END__', 'a.rb', 'class A; def f; end; end\n__END__\nx\n', { after: 'A.f', code: 'def h; end # h' }, ['A', 'A.f', 'A.h']],
    ['between constants of Ruby before __END__', 'a.rb', 'A1 = 1; B1 = 2\n__END__\nx\n', { after: 'A1', code: 'C1 = 3 # c' }, ['A1', 'C1', 'B1']],
    ['between functions of Ruby before __END__', 'a.rb', 'def f; 1; end; def g; 2; end\n__END__\nx\n', { before: 'g', code: 'def h; 3; end # h' }, ['f', 'h', 'g']],
    ['where it ends like one of another language, between constants of Python', 'a.py', 'a = 1; b = 2\n', { after: 'a', code: 'c = 3 # c */' }, ['a', 'c', 'b']],
    ['where it ends like one that could be closed, in a class of TypeScript', 'a.ts', 'class A { a = 1; b = 2 }\n', { after: 'A.a', code: 'c = 3; // c */' }, ['A', 'A.a', 'A.c', 'A.b']],
    ['where it ends like one of another language, between variables of Go', 'a.go', 'package a\nvar a = 1; var b = 2\n', { after: 'a', code: 'var c = 3 // c -->' }, ['a', 'c', 'b']],
  ] as const) {
    it(what, async () => {
      const text2 = await added(path, text, request);
      const symbols = flatten((await (await codeReader()).symbols(path, text2)) ?? []).map((one) => one.path.replace('$', ''));
      assert.deepEqual(symbols.filter((one) => one !== 'q').sort(), [...names].sort(), text2.slice(0, 500));
    });
  }
});

describe('a comment behind the code of an update', () => {
  const closed: readonly (readonly [path: string, name: string, text: string, old: string, code: string, expected?: string])[] = [
    ['a.ts', 'a', 'const a = 1;\nconst b = 2;\n', 'const a = 1;', 'const a = 2; // two'],
    ['a.js', 'a', 'const a = 1;\n', 'const a = 1;', 'const a = 2 // two', 'const a = 2; // two'],
    ['a.js', 'a', 'const a = 1;\n', 'const a = 1;', "const a = 'http://b'; /* two */ // too"],
    ['a.tsx', 'a', 'const a = 1;\n', 'const a = 1;', 'const a = <b>// no comment</b>', 'const a = <b>// no comment</b>;'],
    ['a.rs', 'S.a', 'struct S {\n    a: u8,\n    b: u8,\n}\n', 'a: u8,', 'a: u16, // wider'],
    ['a.rs', 'S.a', 'struct S {\n    a: u8,\n    b: u8,\n}\n', 'a: u8,', 'a: u16 // wider', 'a: u16, // wider'],
    ['a.zig', 'S.a', 'const S = struct {\n    a: u8,\n    b: u8,\n};\n', 'a: u8,', 'a: u16, // wider'],
    ['a.c', 's.x', 'struct s {\n  int x;\n};\n', 'int x;', 'long x; /* X */'],
    ['a.cpp', 's.x', 'struct s {\n  int x;\n};\n', 'int x;', 'long x; ///< X'],
    ['a.jl', 'a', 'a = 1;\n', 'a = 1;', 'a = 2; # two'],
    ['a.jl', 'a', 'a = 1 # one\n', 'a = 1', 'a = "#two"'],
    ['a.ml', 'a', 'let a = 1;;\n', 'let a = 1;;', 'let a = 2;; (* two *)'],
    ['a.json', 'a', '{\n  "a": 1,\n  "b": 2\n}\n', '"a": 1,', '"a": 2, // two'],
    ['a.json', 'a', '{\n  "a": 1,\n  "b": 2\n}\n', '"a": 1,', '"a": 2 // two', '"a": 2, // two'],
    ['a.ts', 'f', 'const o = { f: 1 };\nfunction f() {}\n', 'function f() {}', 'function f() {\n  g();\n} // f'],
  ];
  const replaced: typeof closed = [
    ['a.php', 'A.V', '<?php\nclass A {\n  const V = 4; // OLD\n  const W = 1; // W\n}\n', 'const V = 4; // OLD', 'const V = 5; // NEW'],
    ['a.php', 'f', '<?php\nfunction f() {\n} # OLD\n', 'function f() {\n} # OLD', 'function f() {\n  g();\n} # NEW'],
    ['a.kt', 'A.f', 'class A {\n  fun f() {\n  } // OLD\n}\n', 'fun f() {\n  } // OLD', 'fun f() {\n    g()\n  } // NEW'],
    ['a.hs', 'T.B', 'module A where\n\ndata T = A | B -- ^ b\n  deriving Show\n', 'B -- ^ b', 'B Int -- ^ b2'],
    ['a.cs', 'E.A', 'enum E {\n  A, // a\n  B // b\n}\n', 'A, // a', 'A = 2, // new'],
    ['a.cs', 'E.A', 'enum E {\n  A, // a\n  B // b\n}\n', 'A, // a', 'A = 2 // new', 'A = 2, // new'],
    ['a.cs', 'E.B', 'enum E {\n  A, // a\n  B // b\n}\n', 'B // b', 'B = 3 // new'],
    ['a.kt', 'E.A', 'enum class E(val n: Int) {\n  A(1), // a\n  B(2) // b\n}\n', 'A(1), // a', 'A(2), // new'],
    ['a.h', 'A', 'enum {\n  A = 1, /* a */\n  B = 2 /* b */\n};\n', 'A = 1, /* a */', 'A = 3, /* new */'],
    ['a.c', 'e.A', 'enum e {\n  A, // a\n  B\n};\n', 'A, // a', 'A = 3, // new'],
    ['a.cpp', 'e.A', 'enum class e {\n  A, ///< a\n  B\n};\n', 'A, ///< a', 'A = 3 ///< new', 'A = 3, ///< new'],
    ['a.ts', 'e.A', 'enum e {\n  A = 1, // a\n  B\n}\n', 'A = 1, // a', 'A = 2, // new'],
    ['A.java', 'E.A', 'enum E {\n  A(1), // a\n  B(2); // b\n\n  E(int x) {}\n}\n', 'A(1), // a', 'A(2), // new'],
    ['A.java', 'E.B', 'enum E {\n  A(1), // a\n  B(2); // b\n\n  E(int x) {}\n}\n', 'B(2); // b', 'B(3), // new', 'B(3); // new'],
    ['a.ts', 'I.a', 'interface I {\n  a: number; // a\n  b: number, // b\n}\n', 'a: number; // a', 'a: string; // new'],
    ['a.js', 'o.a', 'const o = {\n  a() {}, // a\n  b() {}, // b\n};\n', 'a() {}, // a', 'a() { b(); }, // new'],
    ['a.json', 'a', '{\n  "a": 1, // a\n  "b": 2 // b\n}\n', '"a": 1, // a', '"a": 3 // new', '"a": 3, // new'],
    ['a.c', 'e.A', 'enum e {\n\tA,\t/* a\n\t\t * more */\n\tB\n};\n', 'A,\t/* a\n\t\t * more */', 'A = 3,\t/* a\n\t\t * more */'],
    ['a.c', 'e.A', 'enum e {\n\tA,\t/* a\n\t\t * more */\n\tB\n};\n', 'A,\t/* a\n\t\t * more */', 'A = 3 /* new */', 'A = 3, /* new */'],
    ['a.c', 's.a', 'struct s {\n\tint a;\t/* a\n\t\t * more */\n\tint b;\n};\n', 'int a;\t/* a\n\t\t * more */', 'long a; /* new */'],
    ['a.ts', 'a', 'const a = 1; /* a\n  more */\nconst b = 2;\n', 'const a = 1; /* a\n  more */', 'const a = 2; // new'],
    ['a.ml', 't.a', 'type t = {\n  a : int; (** a\n    more *)\n  b : int;\n}\n', 'a : int; (** a\n    more *)', 'a : float; (** new *)'],
    ['a.py', 'E.A', 'class E(Enum):\n    A = 1  # a\n    B = 2  # b\n', 'A = 1  # a', 'A = 3  # new'],
  ];
  for (const [what, rows] of Object.entries({ 'gets no second mark': closed, 'replaces the old one': replaced })) {
    for (const [path, name, text, old, code, expected = code] of rows) {
      it(`${path}: ${JSON.stringify(old)} to ${JSON.stringify(code)} ${what}`, async () => {
        assert.equal(await updated(path, text, name, code), text.replace(old, () => expected));
        const crlf = text.replaceAll('\n', '\r\n');
        const [oldCrlf, expectedCrlf] = [old, expected].map((one) => one.replaceAll('\n', '\r\n'));
        assert.equal(await updated(path, crlf, name, code), crlf.replace(oldCrlf ?? '', () => expectedCrlf ?? ''));
      });
    }
  }

  it('replaces the old one in a file too large for a tree', async () => {
    const text = `const a = 1; // OLD\n${'const b = 1;\n'.repeat(16_000)}`;
    assert.equal(await updated('a.ts', text, 'a', 'const a = 2; // NEW'), text.replace('1; // OLD', '2; // NEW'));
  });

  it('must not swallow what stands there, and a closed one does not', async () => {
    const text = 'class A { f() {} }\nconst o = { a: 1, b: 2 };\n';
    assert.match(await updated('a.ts', text, 'A.f', 'f() { g(); } // f'), /^A\.f shares line 1 with "\}", which the comment at the end of code would swallow\. .* call again\.$/);
    assert.equal(await updated('a.ts', text, 'A.f', 'f() { g(); } /* f */'), text.replace('f() {}', 'f() { g(); } /* f */'));
    assert.equal(await updated('a.ts', 'enum e { A, B }\n', 'e.A', 'A = 2, /* a */'), 'enum e { A = 2 /* a */, B }\n');
    const open = 'const a = 1; /* goes\non */ const b = 1;\n';
    assert.match(await updated('a.ts', open, 'a', 'const a = 2; // two'), /would swallow/);
    assert.match(await added('a.hs', 'module A where\n\ndata T = A | B\n', { after: 'T.A', code: 'C -- c' }), /would swallow .* call again\.$/);
  });
});

describe('a comment behind the symbol beside which code is added', () => {
  // The first item A, what follows it, and an item D to add: with a mark of its own or without.
  const lists: readonly (readonly [path: string, above: string, first: string, below: string, name: string, code: string, mark: string])[] = [
    ['a.c', 'enum e {\n  ', 'A = 1, /* a */', '  B = 2, /* b */\n};\n', 'e.A', 'D = 3', ','],
    ['a.cpp', 'enum class e {\n  ', 'A, ///< a', '  B ///< b\n};\n', 'e.A', 'D = 3', ','],
    ['a.h', 'enum {\n\t', 'A\t= 1,\t/* a */', '\tB = 2,\t/* b */\n};\n', 'A', 'D', ','],
    ['a.ts', 'enum e {\n  ', 'A = 1, // a', '  B = 2 // b\n}\n', 'e.A', 'D = 3', ','],
    ['a.ts', 'interface I {\n  ', 'a: number, // a', '  b: string // b\n}\n', 'I.a', 'd: string', ','],
    ['a.ts', 'interface I {\n  ', 'a: number; // a', '  b: string; // b\n}\n', 'I.a', 'd: string;', ''],
    ['A.java', 'enum E {\n  ', 'A(1), // a', '  B(2); // b\n\n  E(int x) {}\n}\n', 'E.A', 'D(3)', ','],
    ['a.cs', 'enum E {\n  ', 'A, /* a */', '  B // b\n}\n', 'E.A', 'D', ','],
    ['a.kt', 'enum class E {\n  ', 'A, // a', '  B // b\n}\n', 'E.A', 'D', ','],
    ['a.js', 'const o = {\n  ', 'a() {}, // a', '  b() {}, // b\n};\n', 'o.a', 'd() {}', ','],
    ['a.js', 'const ', 'a = 1, // a', '  b = 2, // b\n  c = 3; // c\n', 'a', 'd = 4', ','],
    ['a.json', '{\n  ', '"a": 1, // a', '  "b": 2 // b\n}\n', 'a', '"d": 3', ','],
    ['a.lua', 'local M = {\n  ', 'f = function() end, -- f', '  g = function() end, -- g\n}\n', 'M.f', 'h = function() end', ','],
    ['a.rs', 'struct S {\n    ', 'a: u8, // a', '    b: u8, // b\n}\n', 'S.a', 'd: u8', ','],
    ['a.rs', 'enum E {\n    ', 'A,', '    B,\n}\n', 'E.A', 'D', ','],
    ['a.zig', 'const e = enum {\n    ', 'A, // a', '    B, // b\n};\n', 'e.A', 'D', ','],
    ['a.zig', 'const S = struct {\n    ', 'a: u8,', '    b: u8,\n\n    pub fn f() void {}\n};\n', 'S.a', 'd: u8', ','],
    ['a.ml', 'type r = {\n  ', 'a : int; (* a *)', '  b : int; (* b *)\n}\n', 'r.a', 'd : int', ';'],
    ['a.c', 'struct s {\n  ', 'int a; ///< a', '  int b; ///< b\n};\n', 's.a', 'int d', ';'],
    ['a.php', '<?php\nenum E {\n  ', 'case A; // a', '  case B; // b\n}\n', 'E.A', 'case D;', ''],
    ['a.py', 'class E(Enum):\n    ', 'A = 1  # a', '    B = 2  # b\n', 'E.A', 'D = 3', ''],
  ];
  for (const [path, above, first, below, name, code, mark] of lists) {
    const remark = path.endsWith('.ml') ? ' (* d *)' : path.endsWith('.lua') ? ' -- d' : path.endsWith('.py') ? '  # d' : ' // d';
    const indentation = /^\s*/.exec(below)?.[0] ?? '';
    it(`${path}: stays with ${JSON.stringify(first)}, before ${JSON.stringify(code)}`, async () => {
      const text = `${above}${first}\n${below}`;
      for (const sent of new Set([code, code + mark, code + remark, code + mark + remark])) {
        const own = sent.endsWith(remark) ? remark : '';
        const expected = `${above}${first}\n${indentation}${code}${mark}${own}\n${below}`;
        assert.equal(await added(path, text, { after: name, code: sent }), expected, sent);
        assert.equal(await added(path, text.replaceAll('\n', '\r\n'), { after: name, code: sent }), expected.replaceAll('\n', '\r\n'), sent);
        const removed = await removedSymbol({ reader: await codeReader(), path, text: expected }, name.replace(/\w+$/, /(?:case|int) (\w+)|(\w+)/.exec(code)?.slice(1).find(Boolean) ?? ''));
        assert.equal(removed.text, text);
        assert(removed.ok);
        assert.equal(await added(path, removed.text, { after: name, code: removed.taken.code, taken: [removed.taken] }), expected);
      }
      if (/\S/.test(above.slice(above.lastIndexOf('\n') + 1))) return;
      for (const sent of [code, code + mark + remark]) assert.equal(await added(path, text, { before: name, code: sent }), `${above}${code}${mark}${sent === code ? '' : remark}\n${indentation}${first}\n${below}`);
    });
  }

  it('stays with the last of a list, and what ends the list stays behind its last item', async () => {
    const java = 'enum E {\n  A(1), // a\n  B(2); // b\n\n  E(int x) {}\n}\n';
    for (const code of ['D(3)', 'D(3),', 'D(3);', 'D(3); // d', 'D(3), // d']) {
      const expected = java.replace('B(2); // b', `B(2), // b\n  D(3);${code.endsWith('d') ? ' // d' : ''}`);
      for (const place of [{ after: 'E.B' }, { inside: 'E' }]) assert.equal(await added('A.java', java, { code, ...place }), expected, code);
    }
    const kotlin = 'enum class E {\n  A, // a\n  B; // b\n\n  fun f() {}\n}\n';
    for (const place of [{ after: 'E.B' }, { inside: 'E' }]) assert.equal(await added('a.kt', kotlin, { code: 'D // d', ...place }), kotlin.replace('B; // b', 'B, // b\n  D; // d'));
    assert.equal(await added('a.lua', 'local M = {\n  f = function() end -- f\n}\n', { code: 'g = function() end -- g', after: 'M.f' }), 'local M = {\n  f = function() end, -- f\n  g = function() end -- g\n}\n');
    assert.equal(await added('a.rs', 'enum E {\n    A,\n    B\n}\n', { code: 'D // d', after: 'E.B' }), 'enum E {\n    A,\n    B,\n    D // d\n}\n');
    assert.equal(await added('a.rs', 'enum E {\n    A,\n}\n', { code: 'D // d', inside: 'E' }), 'enum E {\n    A,\n    D, // d\n}\n');
  });

  it('stays with it, and goes with it, over several lines', async () => {
    const list = 'enum e {\n\tA, /* a\n\t    * more */\n\tB /* b\n\t   * more */\n};\n';
    for (const code of ['C', 'C,', 'C /* c */', 'C, /* c */']) {
      const own = code.replace(/,/, '').replace('C', 'C,');
      assert.equal(await added('a.c', list, { after: 'e.A', code }), list.replace('\tB', `\t${own}\n\tB`));
    }
    assert.equal(await added('a.c', list, { after: 'e.B', code: 'C /* c */' }), list.replace('B /*', 'B, /*').replace('\n};', '\n\tC /* c */\n};'));
    // One that holds another may end anywhere.
    assert.equal((await removedSymbol({ reader: await codeReader(), path: 'a.ml', text: 'let x = 1 (* a\n (* b *)\n c *)\nlet y = 2\n' }, 'x')).text, '(* a\n (* b *)\n c *)\nlet y = 2\n');
    const struct = 'struct s {\n\tint a;\t/* a\n\t\t * more */\n\tint b;\n};\n';
    assert.equal(await added('a.c', struct, { after: 's.a', code: 'int c;' }), struct.replace('\tint b', '\tint c;\n\tint b'));
    for (const [path, text, name, rest] of [['a.c', list, 'e.A', 'enum e {\n\tB /* b\n\t   * more */\n};\n'], ['a.c', struct, 's.a', 'struct s {\n\tint b;\n};\n'], ['a.c', list, 'e.B', 'enum e {\n\tA, /* a\n\t    * more */\n};\n']] as const) {
      const edit = await removedSymbol({ reader: await codeReader(), path, text }, name);
      assert.equal(edit.text, rest);
    }
  });

  it('stays where it is on a line of several, and a new one swallows nothing there', async () => {
    const ocaml = 'type r = { a : int; (** a *) mutable b : string (** b *) }\n';
    for (const code of ['c : float', 'c : float;', 'c : float; (** c *)']) {
      assert.equal(await added('a.ml', ocaml, { code, after: 'r.a' }), ocaml.replace('(** a *)', `(** a *) c : float;${code.slice(10)}`));
    }
    assert.equal(await added('a.rs', 'enum E { A, B }\n', { code: 'D', after: 'E.A' }), 'enum E { A, D, B }\n');
    assert.equal(await added('a.c', 'enum e { A, /* b */ B };\n', { code: 'D /* d */', after: 'e.A' }), 'enum e { A, D /* d */, /* b */ B };\n');
    assert.equal(await added('a.ts', 'class A { f() {} }\n', { code: 'g() {} // g', after: 'A.f' }), 'class A { f() {}\n\n    g() {} // g\n}\n');
    assert.equal(await added('a.ts', 'const o = { a: 1 };\n', { code: 'b: 2 // b', inside: 'o' }), 'const o = {\n    a: 1,\n    b: 2 // b\n};\n');
    const reader = await codeReader();
    const text = 'enum e {\n  A, B,\n  C\n};\n';
    const edit = await addedSymbol({ reader, path: 'a.c', text }, { code: 'D // d', after: 'e.A' });
    assert(!edit.ok || (await reader.check('a.c', edit.text)).state === 'broken');
  });

  it('may stand on the line that a mark continues', async () => {
    for (const eol of ['\n', '\r\n']) {
      const text = '#define A(x) \\\n    ((x) + 1) \\\n/**/\n\n#define B 2\n'.replaceAll('\n', eol);
      assert.equal(await added('a.h', text, { after: 'A', code: 'int c;' }), text.replace(`${eol}#define B`, `${eol}int c;${eol}#define B`));
    }
  });

  it('is not seen in a string, and may be part of the symbol', async () => {
    assert.equal(await added('a.jl', 'x = 1 # x\ny = 2\n', { code: 'z = "#a"', after: 'x' }), 'x = 1 # x\nz = "#a"\ny = 2\n');
    assert.equal(await added('a.toml', '[t]\nb = 2 # b\n', { code: 'x = 1 # x', after: 't.b' }), '[t]\nb = 2 # b\nx = 1 # x\n');
  });
});

describe('an item of a list whose commas begin the lines', () => {
  const record = 'module M where\n\ndata R = R\n  { a :: Int -- ^ a\n  , b :: Int\n  , d :: Maybe\n      Int\n  } deriving Show\n';
  for (const [code, own] of [['c :: Int', 'c :: Int'], ['c :: Int,', 'c :: Int'], ['c :: Int -- ^ c', 'c :: Int -- ^ c'], ['-- | c\nc :: Int', '-- | c\n    c :: Int']] as const) {
    for (const eol of ['\n', '\r\n']) {
      it(`has its own: ${JSON.stringify(code)}, ${JSON.stringify(eol)}`, async () => {
        const lines = (part: string): string => part.replaceAll('\n', eol);
        const [behind, before] = [`\n  , ${own}`, `${own}\n  , `];
        const check = async (place: Partial<AddRequest>, old: string, now: string): Promise<void> => { assert.equal(await added('a.hs', lines(record), { code, ...place }), lines(record.replace(old, () => now))); };
        await check({ after: 'R.a' }, ' -- ^ a', ` -- ^ a${behind}`);
        await check({ after: 'R.b' }, ', b :: Int', `, b :: Int${behind}`);
        await check({ after: 'R.d' }, '      Int\n', `      Int${behind}\n`);
        await check({ before: 'R.a' }, 'a :: Int', `${before}a :: Int`);
        await check({ before: 'R.d' }, 'd :: Maybe', `${before}d :: Maybe`);
      });
    }
  }

  it('leaves the lines of a string as they are, and the comments of its neighbours with them', async () => {
    const js = 'module.exports = {\n    a: function () { return 0 }\n  , c: function () {\n      return 1\n    }\n  , d () { return 2 }\n}\n';
    assert.equal(await added('a.js', js, { after: 'c', code: 'n: function () {\n  return `x\n  y\nz`\n}' }), js.replace('  , d', '  , n: function () {\n      return `x\n  y\nz`\n    }\n  , d'));
    assert.equal(await added('a.js', js, { before: 'd', code: 'n () {\n\n  return 1\n}' }), js.replace('  , d', '  , n () {\n\n      return 1\n    }\n  , d'));
    const tabs = js.replaceAll('      ', '\t\t').replaceAll('    ', '\t').replaceAll('  , ', '\t, ');
    assert.equal(await added('a.js', tabs, { before: 'd', code: 'n () {\n\treturn 1\n}' }), tabs.replace('\t, d', '\t, n () {\n\t  \treturn 1\n\t  }\n\t, d'));
    for (const [path, text, before, after, code] of [
      ['a.hs', 'module M where\n\ndata R = R\n  { a :: Int\n    -- ^ doc a\n    -- more\n  -- | doc c\n  , c :: Int\n  }\n', 'R.c', 'R.a', 'n :: Int'],
      ['A.java', 'enum E {\n    A(1)\n  /** about c */\n  , C(2);\n  E(int x) {}\n}\n', 'E.C', 'E.A', '/** n */ N(4)'],
      ['a.js', 'var a = 1\n  // about c\n  , c = 2\n', 'c', 'a', 'n = 5'],
      ['a.rs', 'struct S {\n    a: u8\n    // about c\n    , c: u8\n}\n', 'S.c', 'S.a', 'n: u8'],
    ] as const) {
      const [above = '', indentation = ''] = /\n( *)(?:-- \| doc|\/\*\* about|\/\/ about) c.*\n/.exec(text) ?? [];
      for (const eol of ['\n', '\r\n']) {
        const expected = text.replace(above, () => `\n${indentation}, ${code}${above}`).replaceAll('\n', eol);
        for (const place of [{ before }, { after }]) assert.equal(await added(path, text.replaceAll('\n', eol), { code, ...place }), expected);
      }
    }
  });

  it('stands directly before the one it was meant for, behind what the outline does not know', async () => {
    for (const [path, text, before, code] of [
      ['a.ts', 'const x = {\n    a: () => 1\n  , ...y\n  , c: () => 2\n};\n', 'x.c', 'n: () => 3'],
      ['a.js', 'const x = {\n    a: 1\n  // c\n  , c: () => 2\n};\n', 'x.c', 'n: () => 3'],
      ['a.js', 'var a = 1\n\n  /* c */\n  , c = 2\n', 'c', 'n = 5'],
    ] as const) {
      const above = /\n *(?:\/\/|\/\*) c[^\n]*\n|\n *, c/.exec(text)?.[0] ?? '';
      for (const eol of ['\n', '\r\n']) assert.equal(await added(path, text.replaceAll('\n', eol), { code, before }), text.replace(above, () => `\n  , ${code}${above}`).replaceAll('\n', eol));
    }
  });

  it('may be a method, and what is no item parts no list', async () => {
    const text = 'const o = {\n    a() {}\n  , b() {} // b\n}\n';
    assert.equal(await added('a.js', text, { code: 'c() {\n  return 1;\n}', after: 'o.b' }), text.replace('// b', '// b\n  , c() {\n      return 1;\n    }'));
    const list = 'let a = 1\n    , b = 2\n';
    assert.equal(await added('a.js', list, { code: 'c = 3', after: 'a' }), 'let a = 1\n    , c = 3\n    , b = 2\n');
    const edit = await addedSymbol({ reader: await codeReader(), path: 'a.js', text: list }, { code: 'const c = 3', after: 'a' });
    assert.equal(edit.ok && (await (await codeReader()).check('a.js', edit.text)).state, 'broken');
  });

  it('is no part of the last field, where a constructor goes into its type', async () => {
    assert.match(await added('a.hs', record, { code: '-- | q\nQ Int', inside: 'R' }), /^What R holds is parted by signs\. Give after or before instead, as in after R\.R\.$/);
    assert.equal(await added('a.hs', record, { code: 'Q Int', inside: 'R' }), record.replace('} deriving', '} | Q Int deriving'));
  });
});

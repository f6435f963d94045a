/** A comment at the end of a line speaks of what stands before it: closing marks go before it, a new one replaces it, and neighbours leave it where it is. */
import assert from 'node:assert/strict';
import { updatedSymbol } from '../../../../src/engine/edit/symbolUpdate';
import { codeReader } from '../../../support/memoryContext';

/** The edited text where the edit is sound, else why it was refused. */
async function updated(path: string, text: string, name: string, code: string): Promise<string> {
  const reader = await codeReader();
  const edit = await updatedSymbol({ reader, path, text }, { name, code });
  if (edit.ok) assert.notEqual((await reader.check(path, edit.text)).state, 'broken', edit.text);
  return edit.text;
}

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
  for (const [path, name, text, old, code, expected = code] of closed) {
    it(`${path}: ${JSON.stringify(old)} to ${JSON.stringify(code)} gets no second mark`, async () => {
      assert.equal(await updated(path, text, name, code), text.replace(old, () => expected));
      const crlf = text.replaceAll('\n', '\r\n');
      assert.equal(await updated(path, crlf, name, code), crlf.replace(old, () => expected.replaceAll('\n', '\r\n')));
    });
  }

  const replaced: readonly (readonly [path: string, name: string, text: string, old: string, code: string, expected?: string])[] = [
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
    ['a.py', 'E.A', 'class E(Enum):\n    A = 1  # a\n    B = 2  # b\n', 'A = 1  # a', 'A = 3  # new'],
  ];
  for (const [path, name, text, old, code, expected = code] of replaced) {
    it(`${path}: ${JSON.stringify(old)} to ${JSON.stringify(code)} replaces the old one`, async () => {
      assert.equal(await updated(path, text, name, code), text.replace(old, () => expected));
    });
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
    const open = 'const a = 1; /* goes\non */\n';
    assert.match(await updated('a.ts', open, 'a', 'const a = 2; // two'), /would swallow/);
  });
});

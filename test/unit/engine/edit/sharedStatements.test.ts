/** Declarations that share a statement, a line or a word: an edit of one leaves the others and what speaks of them as they are. */
import assert from 'node:assert/strict';
import { addedSymbol } from '../../../../src/engine/edit/symbolAdd';
import { updatedSymbol } from '../../../../src/engine/edit/symbolUpdate';
import { codeReader } from '../../../support/memoryContext';

async function update(path: string, text: string, name: string, code: string, line?: number): Promise<string> {
  const edit = await updatedSymbol({ reader: await codeReader(), path, text }, { name, code, line });
  return edit.ok ? edit.text : `${edit.code}: ${edit.text}`;
}

async function add(path: string, text: string, after: string, code: string): Promise<string> {
  const edit = await addedSymbol({ reader: await codeReader(), path, text }, { code, after });
  return edit.ok ? edit.text : `${edit.code}: ${edit.text}`;
}

describe('what a word joins', () => {
  const tail = 'let rec f x =\n  g x and g x =\n  f x\n';
  const apart = 'let rec f x =\n  g x\nand\n  g x =\n  f x\n';

  it('is known wherever the word stands before it', async () => {
    for (const code of ['let rec g x =\n  f 1', 'and g x =\n  f 1', 'let g x =\n  f 1']) {
      assert.equal(await update('a.ml', tail, 'g', code), tail.replace('  f x', '  f 1'));
      assert.equal(await update('a.ml', apart, 'g', code), apart.replace('  f x', '    f 1'));
    }
    assert.equal(await update('a.ml', tail, 'g', '(** G. *)\nlet rec g x =\n  f 1'), 'let rec f x =\n  g x and (** G. *)\n  g x =\n    f 1\n');
    const commented = apart.replace('and\n', 'and\n  (* about g *)\n');
    for (const word of ['and', 'let rec']) assert.equal(await update('a.ml', commented, 'g', `(** G. *)\n${word} g x =\n  f 1`), apart.replace('and\n', 'and\n  (** G. *)\n').replace('  f x', '    f 1'));
    assert.equal(await update('a.ml', commented, 'g', 'let rec g x =\n  f 1'), commented.replace('  f x', '    f 1'));
  });
});

describe('one of the names of a statement', () => {
  const files: readonly (readonly [path: string, text: string, first: string, second: string, words: string])[] = [
    ['a.ts', 'let x = 1, y = 2;\n', 'x', 'y', 'let'],
    ['a.js', 'export const x = 1, y = 2; // both\n', 'x', 'y', 'export const'],
    ['a.c', 'unsigned int x = 1, y = 2;\n', 'x', 'y', 'unsigned int'],
    ['a.cpp', 'static int x = 1, y = 2;\n', 'x', 'y', 'static int'],
    ['A.java', 'class A {\n  private int x = 1, y = 2; // both\n}\n', 'A.x', 'A.y', 'private int'],
    ['a.cs', 'class A {\n  public int x = 1, y = 2;\n}\n', 'A.x', 'A.y', 'public int'],
    ['a.php', '<?php\nclass A {\n  public $x = 1, $y = 2;\n}\n', 'A.x', 'A.y', 'public'],
  ];
  for (const [path, plain, first, second, words] of files) {
    for (const eol of ['\n', '\r\n']) {
      const lines = (text: string): string => text.replaceAll('\n', eol);
      const [text, sign] = [lines(plain), path === 'a.php' ? '$' : ''];
      const indentation = first.includes('.') ? '  ' : '';
      const step = indentation === '' ? '    ' : '  ';
      it(`has its comment where it speaks of it alone: ${JSON.stringify(text)}`, async () => {
        for (const note of ['/** New. */', '// New,\n// and more.']) {
          const shown = (depth: string): string => lines(`${note.replaceAll('\n', `\n${depth}`)}\n`);
          const above = text.replace(words, `${shown(indentation)}${indentation}${words}`).replace('x = 1', 'x = 5');
          assert.equal(await update(path, text, first, `${note}\n${words} ${sign}x = 5;`), above);
          assert.equal(await update(path, text, first, `${note}\n${sign}x = 5`), above);
          assert.equal(await update(path, above, first, `/** Newer. */\n${words} ${sign}x = 5;`), above.replace(shown(indentation), lines('/** Newer. */\n')));
          const deep = indentation + step;
          const within = text.replace(`, ${sign}y = 2`, `,${eol}${deep}${shown(deep)}${deep}${sign}y = 5`);
          assert.equal(await update(path, text, second, `${note}\n${words} ${sign}y = 5;`), within);
          assert.equal(await update(path, within, second, `/** Newer. */\n${sign}y = 5;`), within.replace(shown(deep), lines('/** Newer. */\n')));
        }
      });
    }
  }

  for (const [path, text, words, note] of [
    ['A.java', 'class A {\n    private int a = 1, b = 2, // b\n        c = 3, // c\n        d = 4;\n}\n', 'private int', '/** new */'],
    ['a.c', 'struct s;\nstatic int a = 1, b = 2, // b\n    c = 3, // c\n    d = 4;\n', 'static int', '/* new */'],
    ['a.cs', 'class A {\n    private int a = 1, b = 2, // b\n        c = 3, // c\n        d = 4;\n}\n', 'private int', '/// new'],
    ['a.js', 'let a = 1, b = 2, // b\n    c = 3, // c\n    d = 4;\n', 'let', '// new'],
    ['a.ts', 'export const a = 1, b = 2, // b\n    c = 3, // c\n    d = 4;\n', 'export const', '/** new */'],
    ['a.php', '<?php\nclass A {\n    const a = 1, b = 2, // b\n        c = 3, // c\n        d = 4;\n}\n', 'const', '// new'],
  ] as const) {
    for (const eol of ['\n', '\r\n']) {
      it(`has comments above it and behind it, and its neighbours theirs: ${path}, ${JSON.stringify(eol)}`, async () => {
        const [crlf, lines] = [text.replaceAll('\n', eol), (part: string): string => part.replaceAll('\n', eol)];
        const step = /\n( +)c = /.exec(text)?.[1] ?? '';
        const own = step.length > 4 ? '    ' : '';
        const place = path === 'a.js' || path === 'a.ts' || path === 'a.c' ? '' : 'A.';
        for (const end of [';', '', ',']) {
          assert.equal(await update(path, crlf, `${place}b`, `${note}\n${words} b = 5${end} // 5`), crlf.replace(' b = 2, // b', () => lines(`\n${step}${note}\n${step}b = 5, // 5`)), `b${end}`);
          assert.equal(await update(path, crlf, `${place}c`, `${note}\n${words} c = 5${end} // 5`), crlf.replace('c = 3, // c', () => lines(`${note}\n${step}c = 5, // 5`)), `c${end}`);
        }
        const first = text.replace(' b = 2, // b', ` // a\n${step}b = 2,`).replaceAll('\n', eol);
        assert.equal(await update(path, first, `${place}a`, `${note}\n${words} a = 5; // 5`), first.replace(`${words} a = 1, // a`, () => lines(`${note}\n${own}${words} a = 5, // 5`)));
      });
    }
  }

  it('is meant by the line of its statement where another one has its name', async () => {
    const text = 'var a = 1, b = 2;\nvar b = 3, c = 4;\n';
    assert.equal(await update('a.js', text, 'b', '// nb\nvar b = 5;', 1), text.replace(' b = 2', '\n    // nb\n    b = 5'));
    assert.equal(await update('a.js', text, 'b', '// nb\nvar b = 5;', 2), text.replace('var b = 3', '// nb\nvar b = 5'));
  });

  it('is told from a pointer before it as from any other name', async () => {
    assert.equal(await update('a.c', 'static char *a, *b = 0;\n', 'b', '/* B */\nstatic char *b = 1;'), 'static char *a,\n    /* B */\n    *b = 1;\n');
  });

  it('takes the place of the comment of the whole where the whole is sent', async () => {
    assert.equal(await update('a.ts', '/** doc */\nlet x = 1, y = 2;\n', 'x', '/** doc x */\nlet x = 5, y = 2;'), '/** doc x */\nlet x = 5, y = 2;\n');
  });

  it('is on a line of its own, behind other code or with a comment of its own within it', async () => {
    const text = 'export const a = 1, // one\n  b = function () {\n    return 2;\n  }, c = 3; // three\n';
    assert.equal(await update('a.ts', text, 'b', '// B\nexport const b = function () {\n  return 4;\n};'), text.replace('  b', '  // B\n  b').replace('return 2', 'return 4'));
    assert.equal(await update('a.ts', text, 'c', '// C\nexport const c = 4;'), text.replace('}, c = 3', '},\n    // C\n    c = 4'));
    assert.equal(await update('a.ts', 'f(); let x = 1, y = 2;\n', 'x', '// X\nlet x = 4;'), 'f();\n// X\nlet x = 4, y = 2;\n');
    assert.equal(await update('a.ts', 'let x = 1, /** old */ y = 2;\n', 'y', '/** Y */\nlet y = 4;'), 'let x = 1,\n    /** Y */\n    y = 4;\n');
    assert.equal(await update('a.js', 'const a = { p: 1 }, b = 2;\n', 'b', 'const b = 3;'), 'const a = { p: 1 }, b = 3;\n');
    assert.equal(await update('a.go', 'package a\n\nconst (\n\tX = 1\n\tY = 2\n)\n', 'X', '// X is.\nconst X = 3'), 'package a\n\nconst (\n\t// X is.\n\tX = 3\n\tY = 2\n)\n');
  });

  it('takes none of the others away, and no other words', async () => {
    assert.match(await update('a.js', 'let x = 1, y = 2;\n', 'y', '/** X */\nlet x = 5;'), /^name_taken/);
    const edit = await update('a.js', 'let x = 1, y = 2;\n', 'x', '/** X */\nconst x = 5;');
    assert.equal((await (await codeReader()).check('a.js', edit)).state, 'broken', edit);
  });
});

describe('a variant', () => {
  const before = 'type t =\n  (* first *)\n  | A\n  (* second *)\n  | B\n';

  it('has its comment above its sign, as it stands in the file', async () => {
    for (const eol of ['\n', '\r\n']) {
      const text = before.replaceAll('\n', eol);
      for (const sign of ['  | ', '| ', '']) {
        assert.equal(await update('a.ml', text, 't.A', `(* 1st *)\n${sign}A of int`), text.replace('first', '1st').replace('A', 'A of int'));
        assert.equal(await update('a.ml', text, 't.B', `(* 2nd *)\n${sign}B of int`), text.replace('second', '2nd').replace('B', 'B of int'));
      }
    }
    const hs = 'module A where\n\ndata T\n  -- | a\n  = A\n  -- | b\n  -- more\n  | B\n  | C\n';
    for (const sign of ['| ', '']) {
      assert.equal(await update('a.hs', hs, 'T.B', `-- | new\n${sign}B Int`), hs.replace('b\n  -- more', 'new').replace('B', 'B Int'));
      assert.equal(await update('a.hs', hs, 'T.C', `-- | new\n${sign}C Int`), hs.replace('| C', '-- | new\n  | C Int'));
    }
  });

  it('leaves a comment that may be of the one above', async () => {
    const below = 'type v =\n    P\n  (** about p *)\n  | Q\n  (** about q *)\n';
    assert.equal(await update('a.ml', below, 'v.Q', '(** new q *)\n| Q of int'), below.replace('| Q', '(** new q *)\n  | Q of int'));
    const hs = 'module A where\n\ndata T\n  = A\n  -- ^ a\n  | B\n';
    assert.equal(await update('a.hs', hs, 'T.B', '-- | b\n| B Int'), hs.replace('| B', '-- | b\n  | B Int'));
  });
});

describe('a word of the language', () => {
  const refused = /^not_a_declaration: In its place the code would declare "\w+", which is a word of .+ Call again without the words that don't fit there\.$/;

  it('is no name, where too many words stand before one', async () => {
    assert.match(await update('a.ml', 'let rec f x = g x\nand (* about g *)\n  g x = f x\n', 'g', 'let rec g x = f 1'), refused);
    assert.match(await update('a.ts', 'const f = 1;\n', 'f', 'const const = 2;'), refused);
    for (const code of ['and let q = 1', 'let rec let q = 1']) assert.match(await add('a.ml', 'let x = 1\n\nlet y = 2\n', 'x', code), refused);
  });

  it('may be the name of a member', async () => {
    assert.equal(await update('a.js', 'class A {\n  drop() {}\n}\n', 'A.drop', 'delete() {}'), 'class A {\n  delete() {}\n}\n');
    assert.equal(await add('a.js', 'class A {\n  drop() {}\n}\n', 'A.drop', 'delete() {}'), 'class A {\n  drop() {}\n  delete() {}\n}\n');
  });
});

describe('a place between a declaration and its comment', () => {
  it('takes no code, as before a parameter that is a field too', async () => {
    const reader = await codeReader();
    const text = 'object O {\n  /** Doc. */\n  case class P(n: Int) extends Q\n\n  def f = 1\n}\n';
    const edit = await addedSymbol({ reader, path: 'a.scala', text }, { code: 'def g = 2', before: 'O.P.n' });
    assert.equal(edit.ok && (await reader.check('a.scala', edit.text)).state, 'broken');
    const bare = text.replace('  /** Doc. */\n', '');
    assert.equal((await addedSymbol({ reader, path: 'a.scala', text: bare }, { code: 'def g = 2', before: 'O.P.n' })).text, bare.replace('  case', '  def g = 2\n  case'));
    assert.equal((await addedSymbol({ reader, path: 'a.kt', text: '/** Doc. */\ndata class P(val n: Int, val m: Int)\n' }, { code: 'val k: Int', before: 'P.n' })).text, '/** Doc. */\ndata class P(val k: Int, val n: Int, val m: Int)\n');
  });
});

describe('code that declares nothing', () => {
  it('is refused where the grammar has no place to show for it either', async () => {
    const text = 'package a\n\n// F.\nfunc F() {}\n';
    for (const place of [{ before: 'F' }, { after: 'F' }, {}]) {
      const edit = await addedSymbol({ reader: await codeReader(), path: 'a.go', text }, { code: 'size int', ...place });
      assert.match(edit.ok ? '' : edit.text, /^The code declares nothing/);
    }
  });
});

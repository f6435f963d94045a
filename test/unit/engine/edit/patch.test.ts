import assert from 'node:assert/strict';
import fc from 'fast-check';
import { patchText } from '../../../../src/engine/edit/patch';
import type { TextEdit } from '../../../../src/engine/edit/patch';

interface Row {
  readonly name: string;
  readonly text: string;
  readonly edits: readonly (readonly [old: string, fresh: string, all?: boolean])[];
  /** The new text, or a refusal as `code@index:lines`. */
  readonly is: string;
  readonly says?: RegExp;
}

const rows: readonly Row[] = [
  { name: 'counts overlapping fits', text: 'aaa\n', edits: [['aa', 'b']], is: 'ambiguous@0:1,1' },
  { name: 'replaces all, fits apart', text: 'aaaa\n', edits: [['aa', 'b', true]], is: 'bb\n', says: /2 replaced/ },
  { name: 'replaces all with CRLF', text: 'x\r\ny\r\nx\r\n', edits: [['x\n', 'z\nz\n', true]], is: 'z\r\nz\r\ny\r\nz\r\nz\r\n' },
  { name: 'reads CRLF as LF before counting', text: 'a\r\nb\na\nb\n', edits: [['a\nb', 'c']], is: 'ambiguous@0:1,3' },
  { name: 'keeps each line end of a mixed file', text: 'a\r\nb\nc\r\nd\n', edits: [['a\nb\nc', 'a\nB\nc']], is: 'a\r\nB\nc\r\nd\n' },
  { name: 'adds lines with the line end around them', text: 'a\r\nb\r\nc\nd\n', edits: [['b', 'b\nb2']], is: 'a\r\nb\r\nb2\r\nc\nd\n' },
  { name: 'sets a byte order mark in old_str aside', text: 'import os\n', edits: [['\ufeffimport os', '\ufeffimport re']], is: 'import re\n' },
  { name: 'sets trailing blanks aside and keeps those of lines left alone', text: 'a  \nb\t\nc\n', edits: [['a\nb\nc', 'a\nb\nC']], is: 'a  \nb\t\nC\n', says: /blanks/ },
  { name: 'moves one uniform indentation', text: 'class A:\n    def f(self):\n        return 1\n', edits: [['def f(self):\n    return 1\n', 'def f(self):\n    x = 1\n\n    return x\n']], is: 'class A:\n    def f(self):\n        x = 1\n\n        return x\n', says: /indentation/ },
  { name: 'moves back too', text: 'def f():\n    return 1\n', edits: [['    def f():\n        return 1', '    def f():\n        return 2']], is: 'def f():\n    return 2\n' },
  { name: 'writes tabs where the model saw blanks', text: 'func f() {\n\tif x {\n\t\treturn\n\t}\n}\n', edits: [['    if x {\n        return\n    }', '    if x {\n        g()\n        return\n    }']], is: 'func f() {\n\tif x {\n\t\tg()\n\t\treturn\n\t}\n}\n' },
  { name: 'moves in CRLF files', text: 'if a:\r\n    b()\r\n    c()\r\n', edits: [['b()\nd()', 'b()']], is: 'not_found@0:' },
  { name: 'does not move where it is not uniform', text: 'if a:\n    b()\n  c()\n', edits: [['b()\nc()', 'd()']], is: 'not_found@0:' },
  { name: 'takes only one of several moved places', text: 'if a:\n    b()\n    c()\nif d:\n        b()\n        c()\n', edits: [['b()\nc()\n', 'e()\n']], is: 'ambiguous@0:2,5' },
  { name: 'reads typography as plain and keeps it outside the change', text: 'say(\u201cit\u2019s old\u201d)\nlog(\u201cx\u201d)\n', edits: [['say("it\'s old")\nlog("x")', 'say("it\'s new")\nlog("x")']], is: 'say(\u201cit\u2019s new\u201d)\nlog(\u201cx\u201d)\n', says: /typographic/ },
  { name: 'never cuts a character that stands for several', text: 'wait\u2026 now\n', edits: [['wait..', 'go']], is: 'not_found@0:' },
  { name: 'reads a dash and dots', text: 'a \u2014 b\u2026\n', edits: [['a - b...', 'a - c...']], is: 'a \u2014 c\u2026\n' },
  { name: 'inserts dollars, backslashes and entities as they are', text: 'x\n', edits: [['x', '$& \\n &lt; $1']], is: '$& \\n &lt; $1\n' },
  { name: 'fits a last line without a line end', text: 'a\nb', edits: [['a\nb\n', 'a\nB\n']], is: 'a\nB', says: /no final line end/ },
  { name: 'removes', text: 'a\nb\nc\n', edits: [['b\n', '']], is: 'a\nc\n' },
  { name: 'refuses the same text', text: 'a\n', edits: [['a', 'a']], is: 'no_change@0:' },
  { name: 'refuses the same text but for line ends', text: 'a\r\nb\r\n', edits: [['a\nb', 'a\r\nb']], is: 'no_change@0:' },
  { name: 'refuses an empty search text', text: 'a\n', edits: [['', 'b']], is: 'empty_old_str@0:' },
  { name: 'fills an empty file', text: '', edits: [['', 'b\n']], is: 'b\n' },
  { name: 'shows the nearest block', text: 'def area(w, h):\n    return w * h\n\ndef other():\n    pass\n', edits: [['def area(w, d):\n    return w * d', 'x']], is: 'not_found@0:', says: /lines 1-2:\n1 \| def area\(w, h\):\n2 \|     return w \* h\nCopy/ },
  { name: 'says that the new text is there already', text: 'a = 1\nretries = 3\n', edits: [['retries = 1', 'retries = 3']], is: 'not_found@0:', says: /already there, at line 2/ },
  { name: 'takes copied line numbers off', text: 'a\nb\nc\n', edits: [['2\tb\n3\tc', '2\tB\n3\tc\n4\td']], is: 'a\nB\nc\nd\n', says: /line numbers/ },
  { name: 'takes numbers off the new text where they are the place\'s own', text: 'a\nb\nc\n', edits: [['b\nc', '2 | B\n3 | C']], is: 'a\nB\nC\n' },
  { name: 'keeps numbers that are the file\'s own', text: '1 | a\n2 | b\n', edits: [['2 | b', '2 | c']], is: '1 | a\n2 | c\n' },
  { name: 'takes fences off', text: 'a\nb\n', edits: [['```python\nb\n```', '```python\nB\n```']], is: 'a\nB\n', says: /fences/ },
  { name: 'says that it wants no diff', text: 'a\nb\n', edits: [['-a\n+A\n b', 'x']], is: 'not_found@0:', says: /without \+ and - marks/ },
  { name: 'names the failed one of several', text: 'a\nb\n', edits: [['a', 'A'], ['z', 'y'], ['b', 'B']], is: 'not_found@1:' },
  { name: 'takes no blank line too many for a shift of nothing', text: 'x = 1\n', edits: [['x = 1\n\n', 'y']], is: 'not_found@0:' },
  { name: 'swaps', text: 'a\nb\n', edits: [['a', 'b'], ['b', 'a']], is: 'b\na\n' },
  { name: 'makes edits that build on each other one after the other', text: 'a\n', edits: [['a', 'b(1)'], ['b(1)', 'b(2)']], is: 'b(2)\n' },
  { name: 'refuses the second of two that overlap', text: 'a\nb\nc\n', edits: [['a\nb', 'x'], ['b\nc', 'y']], is: 'not_found@1:' },
];

function shown(text: string, edits: readonly TextEdit[]): { is: string; says: string } {
  const result = patchText(text, edits);
  return result.ok ? { is: result.text, says: result.notes.join(' ') } : { is: `${result.code}@${result.index}:${result.lines.join(',')}`, says: result.text };
}

describe('patchText', () => {
  for (const row of rows) {
    it(row.name, () => {
      const result = shown(row.text, row.edits.map(([old, fresh, all]) => ({ old, fresh, all: all === true })));
      assert.equal(result.is, row.is, result.says);
      if (row.says) assert.match(result.says, row.says);
    });
  }

  const line = fc.array(fc.constantFrom('a', 'b', ' ', '\t', '  ', '{', '$&', '\u{1f389}', '\u201c', '"', '...', '\u2026', '.', 'x = 1'), { maxLength: 5 }).map((parts) => parts.join(''));
  const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { minLength: 1, maxLength: 12 }).map((lines) => lines.map(([body, end]) => body + end).join(''));

  it('leaves every byte outside the one place alone', () => {
    fc.assert(fc.property(text, fc.nat(), fc.nat(), text, (whole, from, length, fresh) => {
      const start = from % whole.length;
      const old = whole.slice(start, start + 1 + (length % 12));
      const result = patchText(whole, [{ old, fresh }]);
      const torn = whole.slice(start - 1, start + 1) === '\r\n' || /\r$/.test(old);
      if (!result.ok || torn) return true;
      const head = whole.slice(0, whole.indexOf(old));
      const tail = whole.slice(whole.indexOf(old) + old.length);
      return result.text.startsWith(head) && result.text.endsWith(tail) && result.text.length >= head.length + tail.length;
    }), { numRuns: 3000 });
  });

  it('lands nothing but what was asked for, on whatever rung', () => {
    const plain = (value: string): string => value.replace(/\r\n/g, '\n').replace(/[\u201c]/g, '"').replace(/\u2026/g, '...').replace(/[ \t]+/g, '');
    fc.assert(fc.property(text, text, text, (whole, old, fresh) => {
      const result = patchText(whole, [{ old, fresh }]);
      if (!result.ok) return true;
      const [was, now, out, into] = [whole, result.text, old, fresh].map(plain) as [string, string, string, string];
      const places = Array.from({ length: was.length + 1 }).keys();
      const trim = (value: string): string => value.replace(/\n$/, '');
      return [...places].some((at) => [[out, into], [trim(out), trim(into)]].some(([a = '', b = '']) => was.startsWith(a, at) && was.slice(0, at) + b + was.slice(at + a.length) === now));
    }), { numRuns: 3000 });
  });

  it('gives the same file for edits of different places in either order', () => {
    const numbered = fc.array(line, { minLength: 4, maxLength: 10 }).map((lines) => lines.map((body, at) => `${body} #${at}#\n`));
    fc.assert(fc.property(numbered, fc.nat(), fc.nat(), text, text, (lines, first, second, one, two) => {
      const [a, b] = [first % lines.length, second % lines.length];
      if (a === b) return true;
      const edits = [{ old: lines[a] ?? '', fresh: one }, { old: lines[b] ?? '', fresh: two }];
      const forward = patchText(lines.join(''), edits);
      const backward = patchText(lines.join(''), [...edits].reverse());
      return forward.ok === backward.ok && (!forward.ok || !backward.ok || forward.text === backward.text);
    }), { numRuns: 1000 });
  });

  it('searches a 5 MB file to its end, found or not', () => {
    const whole = `${'    value = compute(value, 1)  # step\n'.repeat(130_000)}last = 1\n`;
    assert.equal(patchText(whole, [{ old: 'last = 1', fresh: 'last = 2' }]).ok, true);
    assert.equal(patchText(whole, [{ old: 'value = conpute(value, 1)\nother', fresh: 'x' }]).ok, false);
  });
});

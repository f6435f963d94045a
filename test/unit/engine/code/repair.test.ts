import assert from 'node:assert/strict';
import { codeReader } from '../../../support/memoryContext';

/** Path, text, what is said of it. */
const cases: readonly (readonly [string, string, RegExp | undefined])[] = [
  ['a.py', 'def f(a):\n    return (a + 1\n\n\ndef g():\n    return [1]\n', /the \( opened in line 2 is never closed/],
  ['a.py', 'def f(a)\n    return a\n', /expected : at the end of line 1/],
  ['a.py', 'x = 1\nif x\n    y = 2\n', /expected : at the end of line 2/],
  ['a.py', 'x = "abc\ny = 2\n', /string opened with " in line 1 is never closed/],
  ['a.py', 'def f():\n    """Doc.\n    return 1\n', /the """ in line 2 has no partner/],
  ['a.ts', 'function f(a: number) {\n  return g(a;\n}\n', /the \( opened in line 2 is never closed before the \} in line 3/],
  ['a.ts', 'function f() {\n  if (a) {\n    b();\n}\n', /the \{ opened in line 2 is never closed/],
  ['a.ts', 'function f() {\n  return 1;\n}\n}\n', /the \} in line 4 closes nothing/],
  ['a.go', 'package a\n\nfunc f() {\n\tx := []int{1, 2\n}\n', /the \{ opened in line (?:3|4) is never closed/],
  ['a.rs', 'fn f() -> i32 {\n    g(1, (2)\n}\n', /the \( opened in line 2 is never closed/],
  ['a.json', '{"a": [1, 2}\n', /the \[ opened in line 1 is never closed/],
  ['a.js', 'const a = "( [";\nconst b = ;\n', undefined],
];

describe('likely repair', () => {
  for (const [path, text, said] of cases) {
    it(`${path}: ${JSON.stringify(text)}`, async () => {
      const report = await (await codeReader()).check(path, text);
      assert.equal(report.state, 'broken');
      if (said === undefined) assert.equal(report.repair, undefined);
      else assert.match(report.repair ?? 'nothing', said);
    });
  }
});

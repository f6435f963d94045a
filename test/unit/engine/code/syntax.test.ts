import assert from 'node:assert/strict';
import { codeReader } from '../../../support/memoryContext';

/** State and first place of the errors of a text. */
async function check(path: string, text: string, state: string, place?: string): Promise<void> {
  const report = await (await codeReader()).check(path, text);
  const [first] = report.problems;
  assert.equal(report.state, state, JSON.stringify(report.problems));
  if (place !== undefined) assert.equal(`${first?.line}:${first?.column} ${first?.text}`, place);
}

describe('syntax', () => {
  it('names line, column in UTF-16 units and the text there', async () => {
    await check('a.c', 'int f(int a) {\n  return (a;\n}\n', 'broken', '2:12   return (a;');
    await check('a.js', 'const a = "🎉🎉", b = ];\n', 'broken', '1:21 const a = "🎉🎉", b = ];');
    await check('a.json', '{"a": 1,\n "b": }\n', 'broken');
  });

  it('does not call broken what is newer than its grammar or depends on a macro', async () => {
    await check('a.py', 'class Box[T = int]:\n    pass\n', 'unknown');
    await check('a.cpp', 'EXPORT int* pointer() { return nullptr; }\n', 'unknown');
    await check('a.txt', '}{', 'unknown');
  });

  it('calls a certain error broken though a macro stands elsewhere', async () => {
    await check('a.c', `#define API extern\n${'int x;\n'.repeat(9)}int f( {\n}\n`, 'broken');
  });

  it('sees the faults of indentation that its grammar lets pass', async () => {
    await check('a.py', 'def f():\n\n\ndef g():\n    return 2\n', 'broken', '1:1 def f():');
    await check('a.py', '    def g():\n    return 4\n', 'broken', '1:5     def g():');
    await check('a.py', 'x = 1\n    y = 2\n', 'broken', '2:5     y = 2');
    await check('a.py', 'def f():\n    if a:\n            b\n        c\n', 'broken', '4:9         c');
    await check('a.py', 'if a:\n    b\n  else:\n    c\n', 'broken', '3:3   else:');
  });

  it('finds none where a line goes on, tabs are mixed, a mark or a form feed is before it', async () => {
    await check('a.py', '\ufeffif a: \\\nb; c\nelse:\n\td\n        e\nif f:\n  # \\\n  g\n  h\n', 'valid');
    await check('a.py', '@a\nclass A: x = 1; y = 2\n\f\nmatch a:\n  # c\n  case 1: pass\n  case 2:\n    if b: c\n    else:\n\n     d\n   # e\n', 'valid');
  });
});

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
});

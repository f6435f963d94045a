import assert from 'node:assert/strict';
import { findReferences } from '../../../../src/engine/tools/findReferences';
import { memoryContext } from '../../../support/memoryContext';

describe('find_references', () => {
  const files = {
    'a.ts': 'export function total(): number {\n  return 1;\n}\n',
    'b.ts': "import { total } from './a';\nexport const b = total();\n",
    'c.ts': '// total\n', 'd.py': 'total = 1\n', 'typed.ts': '\n',
  };

  it('looks through the files of the language, and through what is typed and not saved', async () => {
    const context = await memoryContext({ files });
    context.buffers.set('typed.ts', "import { total } from './a';\n");
    const { text } = await findReferences.run({ name: 'total', path: 'a.ts' }, context);
    assert.deepEqual(text.split('\n').slice(1), ['a.ts:1: export function total(): number {', "b.ts:1: import { total } from './a';", 'b.ts:2: export const b = total();', "typed.ts:1: import { total } from './a';"]);
  });

  it('finds the file that declares the name, an unsaved one too', async () => {
    const context = await memoryContext({ files: { ...files, 'd.py': 'x = 1\n' } });
    context.buffers.set('typed.ts', 'export function fresh(): void {}\n');
    assert.match((await findReferences.run({ name: 'total' }, context)).text, /^total: 3 places/);
    assert.match((await findReferences.run({ name: 'fresh' }, context)).text, /^fresh: 1 places/);
  });

  it('follows a further name of a statement, and none of its neighbours', async () => {
    const context = await memoryContext({ files: { 'a.ts': 'export const { b: a, b } = f();\nlog(a);\n', 'b.ts': "import { b } from './a';\nlog(b);\n", 'a.lua': 'local c, d = 1, 2\nprint(c)\nprint(d)\n' } });
    assert.deepEqual((await findReferences.run({ name: 'b', path: 'a.ts' }, context)).text.split('\n').slice(1), ['a.ts:1: export const { b: a, b } = f();', "b.ts:1: import { b } from './a';", 'b.ts:2: log(b);']);
    assert.deepEqual((await findReferences.run({ name: 'd' }, context)).text.split('\n').slice(1), ['a.lua:1: local c, d = 1, 2', 'a.lua:3: print(d)']);
  });
});

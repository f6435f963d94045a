import assert from 'node:assert/strict';
import fc from 'fast-check';
import { standing, takeBackEdit } from '../../../../src/engine/room/editHistory';
import { patch } from '../../../../src/engine/tools/patch';
import { renameSymbol } from '../../../../src/engine/tools/renameSymbol';
import { writeFile } from '../../../../src/engine/tools/writeFile';
import { memoryContext } from '../../../support/memoryContext';
import type { MemoryContext } from '../../../support/memoryContext';

const lines = Array.from({ length: 30 }, (_, index) => `line_${index} = ${index}`);
const text = `${lines.join('\n')}\n`;

async function edit(context: MemoryContext, index: number): Promise<void> {
  assert.ok((await patch.run({ path: 'a.py', old_str: `line_${index} = ${index}\n`, new_str: `line_${index} = "new"\n` }, context)).ok);
}

describe('taking back one edit', () => {
  it('takes back any of several, in any order, and leaves the others', async () => {
    await fc.assert(fc.asyncProperty(fc.shuffledSubarray([1, 2, 3, 4], { minLength: 1 }), async (numbers) => {
      const context = await memoryContext({ files: { 'a.py': text } });
      const places = [2, 9, 16, 23];
      for (const place of places) await edit(context, place);
      for (const number of numbers) assert.equal((await takeBackEdit(context.room, number)).ok, true);
      const left = places.filter((_, index) => !numbers.includes(index + 1));
      assert.equal(context.text('a.py'), `${lines.map((line, index) => (left.includes(index) ? `line_${index} = "new"` : line)).join('\n')}\n`);
      assert.deepEqual(standing(context.room.history.list()).map(({ number }) => places[number - 1]), left);
    }), { numRuns: 12 });
  });

  it('says which later edit stands in the way', async () => {
    const context = await memoryContext({ files: { 'a.py': 'a = 1\n' } });
    await patch.run({ path: 'a.py', old_str: 'a = 1', new_str: 'a = 2' }, context);
    await patch.run({ path: 'a.py', old_str: 'a = 2', new_str: 'a = 3' }, context);
    assert.deepEqual(await takeBackEdit(context.room, 1), { ok: false, text: 'What edit 1 changed in a.py was changed again by edit 2. Take that back first.' });
    assert.equal(context.text('a.py'), 'a = 3\n');
    assert.ok((await takeBackEdit(context.room, 2)).ok);
    assert.ok((await takeBackEdit(context.room, 1)).ok);
    assert.equal(context.text('a.py'), 'a = 1\n');
    assert.match(JSON.stringify(await takeBackEdit(context.room, 1)), /not there to be taken back/);
  });

  it('removes a file that the edit made, and keeps one that a command changed since', async () => {
    const context = await memoryContext({ files: { 'a.py': text } });
    await writeFile.run({ path: 'new.py', content: 'x = 1\n' }, context);
    await writeFile.run({ path: 'other.py', content: 'x = 1\n' }, context);
    context.put('other.py', 'x = 2\n');
    assert.ok((await takeBackEdit(context.room, 1)).ok);
    assert.equal(context.text('new.py'), undefined);
    assert.deepEqual(await takeBackEdit(context.room, 2), { ok: false, text: 'What edit 2 changed in other.py was changed again since. Change it by hand in the review.' });
  });

  it('knows each file of a rename, and nothing of an edit that was refused', async () => {
    const context = await memoryContext({ files: { 'a.py': 'def f():\n    pass\n', 'b.py': 'from a import f\nf()\n' } });
    await patch.run({ path: 'a.py', old_str: 'def f():', new_str: 'def f(:' }, context);
    assert.deepEqual(context.room.history.list(), []);
    await renameSymbol.run({ path: 'a.py', name: 'f', new_name: 'g' }, context);
    assert.deepEqual(context.room.history.list().map(({ path }) => path), ['a.py', 'b.py']);
    assert.ok((await takeBackEdit(context.room, 2)).ok);
    assert.equal(context.text('b.py'), 'from a import f\nf()\n');
    assert.match(context.text('a.py') ?? '', /def g/);
  });
});

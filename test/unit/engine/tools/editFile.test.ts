import assert from 'node:assert/strict';
import { editFile } from '../../../../src/engine/tools/editFile';
import type { Edit } from '../../../../src/engine/tools/editFile';
import { memoryContext } from '../../../support/memoryContext';

const swap = (from: string, to: string): Edit => (text) => ({ ok: true, text: text.split(from).join(to) });

describe('editFile', () => {
  it('writes, records and shows the changed lines', async () => {
    const context = memoryContext({ files: { 'a.json': '{\n  "a": 1\n}\n' } });
    const result = await editFile(context, './a.json', swap('1', '2'));
    assert.equal(result.text, 'Edited a.json, line 2; syntax ok.');
    assert.deepEqual(result.detail, { kind: 'edit', path: 'a.json', before: '  "a": 1', after: '  "a": 2', line: 2 });
    assert.equal(context.text('a.json'), '{\n  "a": 2\n}\n');
    assert.equal(context.files.textOf('/ws/a.json'), '{\n  "a": 1\n}\n');
    assert.deepEqual([context.record.edits, context.record.done], [1, ['edit a.json']]);
  });

  it('refuses an edit that adds a syntax error, with place, line and next move', async () => {
    const context = memoryContext({ files: { 'a.json': '{\n  "a": 1\n}\n' } });
    const result = await editFile(context, 'a.json', swap('1', '1,,'));
    assert.equal(result.ok, false);
    assert.match(result.text, /unchanged: the edit would add a syntax error at line 2, column 10:.*\n2 \|   "a": 1,,\nCorrect/s);
    assert.equal(context.text('a.json'), '{\n  "a": 1\n}\n');
    assert.equal(context.record.edits, 0);
  });

  it('lets a file that was broken before be edited', async () => {
    const context = memoryContext({ files: { 'a.json': '{\n  "a": 1,\n  "b": ,\n}\n' } });
    const result = await editFile(context, 'a.json', swap('"a": 1', '"a": 2'));
    assert.match(result.text, /as before the file has a syntax error at line \d/);
    assert.equal(result.ok, true);
  });

  it('builds on unsaved text, and no longer once the room has its own', async () => {
    const context = memoryContext({ files: { 'a.txt': 'a\nb\n' } });
    context.buffers.set('a.txt', 'a\nunsaved\nb\n');
    assert.equal((await editFile(context, 'a.txt', swap('b', 'B'))).ok, true);
    assert.equal(context.text('a.txt'), 'a\nunsaved\nB\n');
    context.buffers.set('a.txt', 'other\n');
    assert.equal((await editFile(context, 'a.txt', swap('a\n', 'A\n'))).ok, true);
    assert.equal(context.text('a.txt'), 'A\nunsaved\nB\n');
  });

  it('refuses missing, outside, read-only, binary and unchanged', async () => {
    const context = memoryContext({ files: { 'b.bin': 'a\0', 'c.txt': 'c' } });
    context.put('r.txt', 'r', 0o444);
    for (const [path, words] of [['no.txt', /does not exist/], ['../x', /outside/], ['b.bin', /binary/], ['r.txt', /read-only/], ['c.txt', /already reads/]] as const) {
      const result = await editFile(context, path, swap('r', 's'));
      assert.equal(result.ok, false);
      assert.match(result.text, words);
    }
    assert.equal(context.record.edits, 0);
  });

  it('writes nothing after a Stop or when the file changed meanwhile', async () => {
    const context = memoryContext({ files: { 'a.txt': 'a' } });
    const controller = new AbortController();
    controller.abort();
    await assert.rejects(editFile({ ...context, signal: controller.signal }, 'a.txt', swap('a', 'b')), { name: 'Cancelled' });
    const result = await editFile(context, 'a.txt', (text) => {
      context.files.put('/room/a.txt', 'theirs');
      return { ok: true, text: `${text}!` };
    });
    assert.match(result.text, /changed on disk/);
    assert.equal(context.text('a.txt'), 'theirs');
  });

  it('edits the target of a link inside the room and keeps the link', async () => {
    const context = memoryContext({ files: { 'real.txt': 'a' } });
    await context.files.link('real.txt', '/room/link.txt');
    assert.equal((await editFile(context, 'link.txt', swap('a', 'b'))).text, 'Edited real.txt, line 1.');
    assert.equal((await context.files.stat('/room/link.txt'))?.kind, 'link');
    assert.equal(context.text('real.txt'), 'b');
  });
});

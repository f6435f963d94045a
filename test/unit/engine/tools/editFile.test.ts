import assert from 'node:assert/strict';
import { editFile, editFiles } from '../../../../src/engine/tools/editFile';
import type { Edit } from '../../../../src/engine/tools/editFile';
import { memoryContext } from '../../../support/memoryContext';

const swap = (from: string, to: string): Edit => (text) => ({ ok: true, text: text.split(from).join(to) });

describe('editFile', () => {
  it('writes, records and shows the changed lines', async () => {
    const context = await memoryContext({ files: { 'a.py': 'def f():\n    return 1\n' } });
    const result = await editFile(context, './a.py', swap('1', '2'));
    assert.equal(result.text, 'Edited a.py, line 2; syntax ok.');
    assert.deepEqual(result.detail, { kind: 'edit', path: 'a.py', before: '    return 1', after: '    return 2', line: 2 });
    assert.equal(context.text('a.py'), 'def f():\n    return 2\n');
    assert.equal(context.files.textOf('/ws/a.py'), 'def f():\n    return 1\n');
    assert.deepEqual([context.record.edits, context.record.done], [1, ['edit a.py']]);
  });

  it('refuses an edit that adds a syntax error, with place, line and next move', async () => {
    const context = await memoryContext({ files: { 'a.py': 'def f():\n    return 1\n' } });
    const result = await editFile(context, 'a.py', swap('return 1', 'return (1'));
    assert.equal(result.ok, false);
    assert.match(result.text, /^Not applied, a.py is unchanged: the edit would add a syntax error at line \d, column \d+: .*\n\d \| .*\nMost likely the \( opened in line 2 is never closed\.\nCorrect the new code/);
    assert.equal(context.text('a.py'), 'def f():\n    return 1\n');
    assert.equal(context.record.edits, 0);
  });

  it('lets a file that was broken before be edited, but not made worse', async () => {
    const context = await memoryContext({ files: { 'a.py': 'def f(:\n    return 1\n\n\ndef g():\n    return 2\n' } });
    const better = await editFile(context, 'a.py', swap('return 2', 'return 3'));
    assert.match(better.text, /as before the file has a syntax error at line 1/);
    const worse = await editFile(context, 'a.py', swap('return 3', 'return (3'));
    assert.match(worse.text, /would add a syntax error at line [567]/);
    assert.match(context.text('a.py') ?? '', /return 3\n$/);
  });

  it('builds on unsaved text, and no longer once the room has its own', async () => {
    const context = await memoryContext({ files: { 'a.txt': 'a\nb\n' } });
    context.buffers.set('a.txt', 'a\nunsaved\nb\n');
    assert.equal((await editFile(context, 'a.txt', swap('b', 'B'))).ok, true);
    assert.equal(context.text('a.txt'), 'a\nunsaved\nB\n');
    context.buffers.set('a.txt', 'other\n');
    assert.equal((await editFile(context, 'a.txt', swap('a\n', 'A\n'))).ok, true);
    assert.equal(context.text('a.txt'), 'A\nunsaved\nB\n');
  });

  it('refuses missing, outside, read-only, binary, minified, cut and unchanged', async () => {
    const files = { 'b.bin': 'a\0', 'c.txt': 'c', 'r.txt': 'r', 'm.js': `var a=[${'1,'.repeat(9000)}1];` };
    const context = await memoryContext({ files, modes: { 'r.txt': 0o444 } });
    const refusals = [['no.txt', /no\.txt/], ['../x', /outside|\.\./], ['b.bin', /binary/], ['r.txt', /read-only/], ['m.js', /minified/], ['c.txt', /already reads/]] as const;
    for (const [path, words] of refusals) {
      const result = await editFile(context, path, swap('r', 's'));
      assert.equal(result.ok, false, path);
      assert.match(result.text, words);
    }
    assert.match((await editFile(context, 'c.txt', swap('c', 'x\u2026[12 more characters cut]'))).text, /mark for cut-off text/);
    assert.equal(context.record.edits, 0);
  });

  it('writes nothing after a Stop or when the file changed meanwhile', async () => {
    const context = await memoryContext({ files: { 'a.txt': 'a' } });
    const controller = new AbortController();
    controller.abort();
    await assert.rejects(editFile({ ...context, signal: controller.signal }, 'a.txt', swap('a', 'b')), { name: 'Cancelled' });
    const result = await editFile(context, 'a.txt', (text) => {
      context.put('a.txt', 'theirs');
      return { ok: true, text: `${text}!` };
    });
    assert.match(result.text, /changed on disk/);
    const typed = await editFile(context, 'a.txt', (text) => {
      context.put('a.txt', 'a');
      context.buffers.set('a.txt', 'typed');
      return { ok: true, text: `${text}!` };
    });
    assert.match(typed.text, /changed/);
    assert.equal(context.text('a.txt'), 'a');
    context.buffers.clear();
    context.put('a.txt', 'a');
    const tooLate = await editFile(context, 'a.txt', (text) => {
      context.buffers.set('a.txt', 'typed');
      return { ok: true, text: `${text}!` };
    });
    assert.match(tooLate.text, /changed in the editor/);
    assert.equal(context.text('a.txt'), 'a');
    context.buffers.clear();
    context.put('a.txt', 'theirs');
    assert.equal(context.text('a.txt'), 'theirs');
  });

  it('edits the target of a link inside the room and keeps the link', async () => {
    const context = await memoryContext({ files: { 'real.txt': 'a' }, links: { 'link.txt': 'real.txt' } });
    assert.equal((await editFile(context, 'link.txt', swap('a', 'b'))).text, 'Edited real.txt, line 1.');
    assert.equal((await context.files.stat(`${context.room.folder}/link.txt`))?.kind, 'link');
    assert.equal(context.text('real.txt'), 'b');
  });

  it('takes back what was written when a later file of the call can not be', async () => {
    const context = await memoryContext({ files: { 'a.txt': 'a', 'r.txt': 'a' }, modes: { 'r.txt': 0o444 } });
    const both = await editFiles(context, ['a.txt', 'new.txt', 'r.txt'].map((path) => ({ path, edit: (text) => ({ ok: true, text: `${text}!` }) })), { create: true });
    assert.match(both.text, /r\.txt is read-only/);
    assert.deepEqual([context.text('a.txt'), context.text('new.txt'), context.text('r.txt')], ['a', undefined, 'a']);
    assert.deepEqual([context.record.edits, context.record.done], [0, []]);
  });
});

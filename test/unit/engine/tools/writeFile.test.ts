import assert from 'node:assert/strict';
import { addSymbol } from '../../../../src/engine/tools/addSymbol';
import { patch } from '../../../../src/engine/tools/patch';
import { readFile } from '../../../../src/engine/tools/readFile';
import { updateSymbol } from '../../../../src/engine/tools/updateSymbol';
import { writeFile } from '../../../../src/engine/tools/writeFile';
import { memoryContext } from '../../../support/memoryContext';

const py = 'def a():\n    return 1\n\n\ndef b():\n    return 2\n';

describe('write_file', () => {
  it('makes new files, folders included, and knows them as read', async () => {
    const context = await memoryContext();
    const made = await writeFile.run({ path: 'src/new.py', content: py }, context);
    assert.equal(made.text, 'Created src/new.py, lines 1-6; syntax ok.');
    assert.equal((await writeFile.run({ path: 'src/new.py', content: 'x = 1\n' }, context)).ok, true);
    assert.equal(context.text('src/new.py'), 'x = 1\n');
  });

  it('refuses a whole write over an unread file once, with a patch that does it', async () => {
    const context = await memoryContext({ files: { 'a.py': py } });
    const content = py.replace('return 2', 'return 3');
    const first = await writeFile.run({ path: 'a.py', content }, context);
    assert.match(first.text, /exists \(6 lines\) and you have not read all of it\. To change only what differs, call patch with \{"path":"a\.py","old_str":" {4}return 2","new_str":" {4}return 3"\}/);
    assert.equal(context.text('a.py'), py);
    assert.equal((await writeFile.run({ path: 'a.py', content }, context)).ok, true);
    assert.equal(context.text('a.py'), content);
  });

  it('refuses what no file may hold, for every tool that writes, and says what to do', async () => {
    const context = await memoryContext({ files: { 'a.py': py } });
    const content = '# x\n'.repeat(1_500_000);
    const words = /a\.py was not written: the text has 5\.7 MB, and files over 5 MB are not written\. Split it into smaller files, or have a program make it with run_command\.$/;
    for (const result of [
      await writeFile.run({ path: 'a.py', content }, context),
      await updateSymbol.run({ path: 'a.py', name: 'a', code: content }, context),
      await addSymbol.run({ path: 'a.py', code: content }, context),
      await patch.run({ path: 'a.py', old_str: 'return 1', new_str: content }, context),
    ]) {
      assert.equal(result.ok, false);
      assert.match(result.text, words);
    }
    assert.equal(context.text('a.py'), py);
  });

  it('names the symbol where a patch would not be short', async () => {
    const context = await memoryContext({ files: { 'a.py': py } });
    const first = await writeFile.run({ path: 'a.py', content: 'def a():\n    return 9\n' }, context);
    assert.match(first.text, /To change only a, call update_symbol with \{"path":"a\.py","name":"a"/);
  });

  it('takes a file read in full, in one go or from the top in several', async () => {
    const context = await memoryContext({ files: { 'a.py': py, 'b.py': py } });
    await readFile.run({ path: 'a.py', offset: undefined, limit: 3 }, context);
    assert.equal((await writeFile.run({ path: 'a.py', content: 'x = 1\n' }, context)).ok, false);
    await readFile.run({ path: 'a.py', offset: 4, limit: 50 }, context);
    assert.equal((await writeFile.run({ path: 'a.py', content: 'x = 1\n' }, context)).ok, true);
    await readFile.run({ path: 'b.py' , offset: 4, limit: 50 }, context);
    assert.equal((await writeFile.run({ path: 'b.py', content: 'x = 1\n' }, context)).ok, false);
  });

  it('refuses after a change from outside, and again after another', async () => {
    const context = await memoryContext({ files: { 'a.txt': 'a\n' } });
    await readFile.run({ path: 'a.txt', offset: undefined, limit: undefined }, context);
    for (const theirs of ['b\n', 'c\n']) {
      context.put('a.txt', theirs);
      assert.match((await writeFile.run({ path: 'a.txt', content: 'mine\n' }, context)).text, /changed since you read it/);
    }
    assert.equal((await writeFile.run({ path: 'a.txt', content: 'mine\n' }, context)).ok, true);
  });

  it('does not wipe unsaved text', async () => {
    const context = await memoryContext({ files: { 'a.txt': 'a\n' } });
    await readFile.run({ path: 'a.txt', offset: undefined, limit: undefined }, context);
    context.buffers.set('a.txt', 'a\nb\n');
    assert.match((await writeFile.run({ path: 'a.txt', content: 'mine\n' }, context)).text, /unsaved changes/);
  });

  it('takes fences and line numbers off code, and leaves Markdown alone', async () => {
    const context = await memoryContext();
    await writeFile.run({ path: 'a.py', content: '```python\nx = 1\n```' }, context);
    assert.equal(context.text('a.py'), 'x = 1\n');
    const numbered = await writeFile.run({ path: 'b.py', content: '1 | x = 1\n2 | y = 2\n' }, context);
    assert.match(numbered.text, /numbers were taken off/);
    assert.equal(context.text('b.py'), 'x = 1\ny = 2\n');
    await writeFile.run({ path: 'c.md', content: '```python\nx = 1\n```\n' }, context);
    assert.equal(context.text('c.md'), '```python\nx = 1\n```\n');
  });

  it('refuses a diff, cut marks and code that does not parse', async () => {
    const context = await memoryContext();
    assert.match((await writeFile.run({ path: 'a.js', content: '@@ -1 +1 @@\n-a\n+b\n' }, context)).text, /looks like a diff/);
    assert.match((await writeFile.run({ path: 'a.txt', content: 'a\u2026[20 more characters cut]\n' }, context)).text, /cut-off/);
    assert.match((await writeFile.run({ path: 'a.py', content: 'def f(:\n  pass\n' }, context)).text, /syntax error/);
    assert.equal(context.record.edits, 0);
  });

  it('keeps final newline and mixed line ends of lines left alone', async () => {
    const context = await memoryContext({ files: { 'a.txt': 'a\r\nb\nc\r\n' } });
    await readFile.run({ path: 'a.txt', offset: undefined, limit: undefined }, context);
    await writeFile.run({ path: 'a.txt', content: 'a\nb\nC' }, context);
    assert.equal(context.text('a.txt'), 'a\r\nb\nC\r\n');
  });
});

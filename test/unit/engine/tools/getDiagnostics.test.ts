import assert from 'node:assert/strict';
import { finish } from '../../../../src/engine/tools/finish';
import { patch } from '../../../../src/engine/tools/patch';
import { writeFile } from '../../../../src/engine/tools/writeFile';
import { memoryContext } from '../../../support/memoryContext';

/** An editor that knows one rule: `undefined_N` is not declared. */
function problems(_path: string, text: string): { line: number; column: number; severity: 'error' | 'warning'; message: string }[] {
  return text.split('\n').flatMap((line, index) => {
    const name = /undefined_\d/.exec(line);
    const old = line.includes('old_style') ? [{ line: index + 1, column: 1, severity: 'warning' as const, message: 'old style' }] : [];
    return name ? [...old, { line: index + 1, column: name.index + 1, severity: 'error' as const, message: `${name[0]} is not declared\nmore words` }] : old;
  });
}

describe("the editor's problems after an edit", () => {
  it('tell the errors that are new, with their place and text, and no others', async () => {
    const context = await memoryContext({ files: { 'a.py': 'a = undefined_1\nb = 2\nc = 3\n' }, problems });
    const { ok, text } = await patch.run({ path: 'a.py', old_str: 'b = 2', new_str: 'x = 0\nb = undefined_2' }, context);
    assert.equal(ok, true);
    assert.equal(text.split('\n').slice(1).join('\n'), 'The editor reports new errors since this edit:\na.py:3:5 undefined_2 is not declared | b = undefined_2\nCorrect them, here or where they come from.');
    const next = await patch.run({ path: 'a.py', old_str: 'c = 3', new_str: 'c = old_style' }, context);
    assert.doesNotMatch(next.text, /editor reports/);
    const again = await patch.run({ path: 'a.py', old_str: 'c = old_style', new_str: 'c = undefined_1' }, context);
    assert.match(again.text, /a\.py:4:5 undefined_1/);
  });

  it('tell of two that say the same the one that was not there', async () => {
    const context = await memoryContext({ files: { 'a.py': 'a = 1\nb = 2\nc = undefined_1\n' }, problems });
    const { text } = await patch.run({ path: 'a.py', old_str: 'a = 1', new_str: 'longer = undefined_1' }, context);
    assert.match(text, /since this edit:\na\.py:1:10 undefined_1 is not declared \| longer = undefined_1\nCorrect/);
  });

  it('are bounded', async () => {
    const context = await memoryContext({ problems });
    const { text } = await writeFile.run({ path: 'a.py', content: Array.from({ length: 9 }, (_, index) => `x${index} = undefined_${index}\n`).join('') }, context);
    assert.equal(text.match(/ is not declared/g)?.length, 5);
    assert.match(text, /\[4 more: call get_diagnostics with this path\]/);
  });

  it('keep a task without tests open until they are gone or named', async () => {
    const context = await memoryContext({ files: { 'a.py': 'a = undefined_1\nb = 2\n' }, problems });
    await patch.run({ path: 'a.py', old_str: 'b = 2', new_str: 'b = undefined_2' }, context);
    const shut = await finish.run({ summary: 'Done, not tested.' }, context);
    assert.equal(shut.text, 'The editor reports errors that were not there before: a.py:2 undefined_2 is not declared. Fix them, or name the file in the summary and say why they stay, then call finish.');
    assert.equal((await finish.run({ summary: 'Not tested; a.py names what the next task declares.' }, context)).ok, true);
    await patch.run({ path: 'a.py', old_str: 'b = undefined_2', new_str: 'b = 3' }, context);
    assert.equal((await finish.run({ summary: 'Done, not tested.' }, context)).ok, true);
  });
});

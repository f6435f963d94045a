import assert from 'node:assert/strict';
import { finish } from '../../../../src/engine/tools/finish';
import { getDiagnostics } from '../../../../src/engine/tools/getDiagnostics';
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

describe('a language server that is still starting', () => {
  const notYet = /not known yet: a language server is starting or busy\./;
  /** Says nothing until it is told to, and then the rule from above. */
  const starting = (): { up: boolean; problems: (path: string, text: string) => ReturnType<typeof problems> | undefined } => {
    const server = { up: false, problems: (path: string, text: string) => (server.up ? problems(path, text) : undefined) };
    return server;
  };

  it('is told of as such after an edit, and what that edit broke is told with the next', async () => {
    const server = starting();
    const context = await memoryContext({ files: { 'a.py': 'a = undefined_1\nb = 2\nc = 3\n' }, problems: server.problems });
    const first = await patch.run({ path: 'a.py', old_str: 'b = 2', new_str: 'b = undefined_2' }, context);
    assert.equal(first.ok, true);
    assert.match(first.text, notYet);
    assert.doesNotMatch(first.text, /errors/);
    server.up = true;
    const next = await patch.run({ path: 'a.py', old_str: 'c = 3', new_str: 'c = 4' }, context);
    assert.equal(next.text.split('\n').slice(1).join('\n'), 'The editor reports new errors since the task began:\na.py:2:5 undefined_2 is not declared | b = undefined_2\nCorrect them, here or where they come from.');
    const last = await patch.run({ path: 'a.py', old_str: 'c = 4', new_str: 'c = 5' }, context);
    assert.doesNotMatch(last.text, /editor/);
  });

  it('forgets nothing of that edit where a command changed the file before the next one', async () => {
    const server = starting();
    const context = await memoryContext({ files: { 'a.py': 'a = 1\nb = 2\nc = 3\n' }, problems: server.problems });
    await patch.run({ path: 'a.py', old_str: 'b = 2', new_str: 'b = undefined_2' }, context);
    context.put('a.py', 'a = 1\n\nb = undefined_2\nc = 3\n');
    server.up = true;
    const { text } = await patch.run({ path: 'a.py', old_str: 'c = 3', new_str: 'c = 4' }, context);
    assert.match(text, /new errors since the task began:\na\.py:3:5 undefined_2/);
  });

  it('blames no error on the task where nobody knows what was there before', async () => {
    const server = starting();
    const context = await memoryContext({ files: { 'a.py': 'a = undefined_1\nb = 2\nc = 3\n' }, problems: (path, text) => (path.startsWith('/ws/') ? undefined : server.problems(path, text)) });
    await patch.run({ path: 'a.py', old_str: 'b = 2', new_str: 'b = 4' }, context);
    server.up = true;
    const { text } = await patch.run({ path: 'a.py', old_str: 'c = 3', new_str: 'c = 4' }, context);
    assert.match(text, /The editor reports errors, perhaps older than this task:\na\.py:1:5 undefined_1 is not declared \| a = undefined_1\nCorrect what this task broke, here or where it comes from\.$/);
    assert.equal((await finish.run({ summary: 'Done, not tested.' }, context)).ok, true);
  });

  it('keeps a task open with what only came to light at its end', async () => {
    const server = starting();
    const context = await memoryContext({ files: { 'a.py': 'a = undefined_1\nb = 2\n' }, problems: server.problems });
    await patch.run({ path: 'a.py', old_str: 'b = 2', new_str: 'b = undefined_2' }, context);
    server.up = true;
    assert.match((await finish.run({ summary: 'Done, not tested.' }, context)).text, /were not there before: a\.py:2 undefined_2 is not declared\. Fix/);
  });

  it('is named by get_diagnostics, beside what is known', async () => {
    const server = starting();
    const context = await memoryContext({ files: { 'a.py': 'a = undefined_1\n', 'b.py': 'b = (\n' }, problems: (path, text) => (path.endsWith('a.py') ? server.problems(path, text) : []) });
    const alone = await getDiagnostics.run({ path: 'a.py' }, context);
    assert.match(alone.text, /^No syntax errors\. What the editor says of a\.py is not known yet: .* call again later\.$/);
    context.record.done.push('edit a.py', 'edit b.py');
    assert.match((await getDiagnostics.run({}, context)).text, /^b\.py:1:\d+ error: syntax: [^\n]*\nWhat the editor says of a\.py is not known yet/);
    server.up = true;
    assert.equal((await getDiagnostics.run({ path: 'a.py' }, context)).text, 'a.py:1:5 error: undefined_1 is not declared');
  });

  it('has three seconds for both looks of an edit', async () => {
    const context = await memoryContext({ files: { 'a.py': 'a = 1\n' } });
    const patience: number[] = [];
    let now = 0;
    const slow = { ...context, host: { ...context.host, now: () => now, diagnostics: (_path: string, most: number) => { patience.push(most); now += 2_000; return Promise.resolve([]); } } };
    await patch.run({ path: 'a.py', old_str: 'a = 1', new_str: 'a = 2' }, slow);
    assert.deepEqual(patience, [3_000, 1_000]);
  });
});

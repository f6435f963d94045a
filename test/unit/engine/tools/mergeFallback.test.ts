import assert from 'node:assert/strict';
import { patch } from '../../../../src/engine/tools/patch';
import { memoryContext } from '../../../support/memoryContext';

const text = 'import os\n\n\nclass Job:\n    def go(self, n):\n        total = 0\n        for k in range(n):\n            total += k\n        return total\n\n    def stop(self):\n        return None\n';
const wrong = { path: 'a.py', old_str: '        total = 0\n        for k in range(m):\n            total += k\n', new_str: '        total = 0\n        for k in range(m):\n            total += k * 2\n' };
const done = text.replace('total += k', 'total += k * 2');

describe('merge fallback of patch', () => {
  it('first asks for the anchor alone and takes it without new_str', async () => {
    const context = await memoryContext({ files: { 'a.py': text } });
    const anchor = wrong.old_str.replace('range(m)', 'range(n)');
    const first = { path: 'a.py', old_str: anchor.replace('total = 0', 'total = 9'), new_str: anchor.replace('total = 0', 'total = 9').replace('+= k', '+= k * 2') };
    assert.match((await patch.run(first, context)).text, /nearest text is at lines 6-9/);
    const result = await patch.run({ path: './a.py', old_str: anchor }, context);
    assert.ok(result.ok, result.text);
    assert.equal(context.text('a.py'), done);
  });

  it('at the second miss shows the symbol with the change and takes it back whole', async () => {
    const context = await memoryContext({ files: { 'a.py': text } });
    await patch.run(wrong, context);
    const asked = await patch.run({ ...wrong, old_str: wrong.old_str.replace('total = 0', 'total = 9') }, context);
    assert.match(asked.text, /empty old_str, and as new_str the whole of Job\.go below[\s\S]*--- instead of\n.*total = 9[\s\S]*--- Job\.go as it is now\n {4}def go[\s\S]*return total$/);
    const region = asked.text.slice(asked.text.indexOf('    def go'));
    const lost = await patch.run({ path: 'a.py', old_str: '', new_str: region.replace('total += k', 'total += k * 2').replace('        return total', '') }, context);
    assert.match(lost.text, /must stay: return total/);
    assert.equal(context.text('a.py'), text);
    assert.ok((await patch.run({ path: 'a.py', old_str: '', new_str: region.replace('total += k', 'total += k * 2') }, context)).ok);
    assert.equal(context.text('a.py'), done);
    assert.match((await patch.run({ path: 'a.py', old_str: '', new_str: 'x' }, context)).text, /old_str is empty/);
  });

  it('keeps to plain refusals for another edit, a changed file, and what would not fit the window', async () => {
    const context = await memoryContext({ files: { 'a.py': text } });
    await patch.run(wrong, context);
    assert.doesNotMatch((await patch.run({ ...wrong, new_str: 'pass\n' }, context)).text, /empty old_str/);
    await patch.run(wrong, context);
    await patch.run({ path: 'a.py', old_str: 'import os', new_str: 'import re' }, context);
    assert.match((await patch.run({ path: 'a.py', old_str: '        total = 0\n' }, context)).text, /needs both/);
    const narrow = { ...(await memoryContext({ files: { 'a.py': text } })), resultLimit: 300 };
    await patch.run(wrong, narrow);
    assert.match((await patch.run(wrong, narrow)).text, /nearest text/);
  });

  it('never takes a region that breaks the file', async () => {
    const context = await memoryContext({ files: { 'a.py': text } });
    await patch.run(wrong, context);
    const broken = { ...wrong, new_str: wrong.new_str.replace('k * 2', '(k * 2') };
    await patch.run(broken, context);
    const answer = text.slice(text.indexOf('    def go'), text.indexOf('\n    def stop')).replace('total += k', 'total += (k * 2');
    assert.match((await patch.run({ path: 'a.py', old_str: '', new_str: answer }, context)).text, /would add a syntax error/);
    assert.equal(context.text('a.py'), text);
  });
});

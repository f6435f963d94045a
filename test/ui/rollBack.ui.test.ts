/** A turn that fails with red tests: its changes are taken back by themselves, the chat says why, and one press brings them back. */
import { soon } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

const look = { calls: [{ name: 'read_file', arguments: { path: 'sum.js' } }] };

describe('a turn that goes in circles with red tests', () => {
  let whittle: Whittle;

  before(async () => {
    whittle = await openWhittle({
      delay: 1,
      sessions: [{
        match: '^Change sum',
        turns: [
          { calls: [{ name: 'update_symbol', arguments: { name: 'sum', path: 'sum.js', code: 'function sum(a, b) {\n  return a - b;\n}' } }] },
          { calls: [{ name: 'run_tests', arguments: {} }] },
          ...Array.from({ length: 8 }, () => look),
        ],
      }],
      project: {
        'package.json': '{"scripts":{"test":"node --test"}}\n',
        'sum.js': 'function sum(a, b) {\n  return a + b;\n}\nmodule.exports = sum;\n',
        'sum.test.js': "const test = require('node:test');\nconst assert = require('node:assert');\ntest('sums', () => assert.strictEqual(require('./sum')(1, 2), 3));\n",
      },
    });
  });
  after(() => whittle.close());

  it('leaves nothing to review, and says what was taken back and why', async () => {
    const { window } = whittle;
    await whittle.ask('Change sum in sum.js');
    await (await window.dialog()).press('Run');
    const card = (await whittle.done()).locator('.outcome.failed');
    await soon.match(() => card.innerText(), /went in circles[^]+The tests fail after its last edit \(1 failed\), so what it had changed in sum\.js was taken back\.[^]+Bring it back to look at it/);
    const chat = await whittle.chat();
    await chat.getByRole('button', { name: 'Bring It Back' }).waitFor();
    await soon.equal(() => chat.locator('.review:visible').count(), 0);
    await window.screenshot('rollback-1-taken-back');
  });

  it('survives a reload, and is all there again when it is brought back', async () => {
    const { window } = whittle;
    const chat = await whittle.reload();
    await whittle.press('Bring It Back');
    await chat.locator('.review:visible', { hasText: 'sum.js' }).waitFor();
    await soon.match(() => chat.locator('.outcome.failed').innerText(), /Brought back: sum\.js\. Review the changes/);
    await soon.equal(() => chat.getByRole('button', { name: 'Bring It Back' }).count(), 0);
    await window.screenshot('rollback-2-brought-back');
    await whittle.press('Apply');
    await window.until('the change on disk', async () => /a - b/.test(await whittle.file('sum.js')));
  });
});

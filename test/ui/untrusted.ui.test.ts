/** A folder nobody has trusted: questions are answered, nothing is edited, nothing runs. */
import assert from 'node:assert/strict';
import { soon, soonPass } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

describe('an untrusted folder', () => {
  let whittle: Whittle;

  before(async () => {
    whittle = await openWhittle({
      trusted: false,
      sessions: [{
        match: '^Change median',
        turns: [
          { calls: [{ name: 'update_symbol', arguments: { name: 'median', path: 'src/stats.js', code: 'function median() {}' } }] },
          { calls: [{ name: 'run_command', arguments: { command: 'touch made-by-command.txt', reason: 'to see' } }] },
          { text: 'I can only read here.' },
        ],
      }, {
        match: '^Improve median',
        turns: Array.from({ length: 5 }, () => ({ calls: [{ name: 'update_symbol', arguments: { name: 'median', path: 'src/stats.js', code: 'function median() {}' } }] })),
      }],
    });
  });
  after(() => whittle.close());

  it('is named as such in the chat, with the way out', async () => {
    const chat = await whittle.chat();
    const banner = chat.locator('[data-banner=restricted]');
    await banner.waitFor();
    await soon.match(() => banner.innerText(), /Restricted Mode[\s\S]*Edits and commands are off until you trust this folder[\s\S]*Manage Workspace Trust/);
    await soon.deepEqual(() => chat.locator('.examples button').allInnerTexts(), ['Where is the title of a page put together?']);
    await soon.match(() => chat.locator('.welcome').innerText(), /This folder is not trusted, so Whittle reads it and answers questions/);
    await whittle.window.screenshot('untrusted-1');
  });

  it('has its questions answered', async () => {
    await whittle.ask('Where is the title of a page put together?');
    const turn = await whittle.done();
    await soon.match(() => turn.innerText(), /text\.js:\d+/);
  });

  it('is not edited, and runs nothing, whatever the model tries; the chat says why', async () => {
    await whittle.ask('Change median in src/stats.js');
    const turn = await whittle.done();
    const offered = whittle.requests().at(-1)?.body.tools?.map(tool => tool.function.name) ?? [];
    assert.ok(offered.length > 0 && !offered.some(name => /update|patch|write|run/.test(name)), offered.join());
    await soon.match(() => turn.innerText(), /not trusted[\s\S]*edits and commands are off/i);
    await soonPass(() => whittle.cards(), cards => assert.ok(!cards.some(card => /^(update_symbol|run_command) ok/.test(card)), cards.join()));
    await soon.deepEqual(() => whittle.inRooms('stats.js'), []);
    await soon.deepEqual(() => whittle.inRooms('made-by-command.txt'), []);
    await soon.match(() => turn.locator('.outcome.untrusted').innerText(), /Nothing was changed or run: this folder is not trusted[\s\S]*Manage Workspace Trust/);
    await whittle.window.screenshot('untrusted-2');
  });

  it('tells the person, and not the model, what to do where the model can\'t stop trying', async () => {
    await whittle.ask('Improve median in src/stats.js');
    const turn = await whittle.done();
    await soon.match(() => turn.locator('.outcome.failed').innerText(), /This folder is not trusted: Whittle only reads here\.\s+Trust it to let Whittle edit/);
    await soon.equal(() => turn.locator('[data-fix]').first().innerText(), 'Manage Workspace Trust');
    await whittle.window.screenshot('untrusted-3');
  });

  it('opens the trust editor from the answer', async () => {
    const chat = await whittle.chat();
    await chat.locator('.outcome.untrusted [data-fix=trust]').click();
    await whittle.window.page.getByText('You are in Restricted Mode').waitFor();
  });
});

/** No command runs without a yes. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { soon } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

const line = 'node -e "require(\'fs\').writeFileSync(\'made-by-command.txt\', \'x\')"';

describe('a command the model wants to run', () => {
  let whittle: Whittle;

  beforeEach(async () => {
    whittle = await openWhittle({
      sessions: [{
        match: '^Run both makers',
        turns: [
          { calls: [{ name: 'run_command', arguments: { command: line, reason: 'to make the file' } }] },
          { calls: [{ name: 'run_command', arguments: { command: 'sleep 0.1 &', reason: 'to rest' } }] },
          { calls: [{ name: 'finish', arguments: { summary: 'Both ran.' } }] },
        ],
      }, {
        match: '^Run the maker',
        turns: [
          { text: 'I run it.', calls: [{ name: 'run_command', arguments: { command: line, reason: 'to make the file' } }] },
          [
            { if: '(said no|declined|denied|not run)', calls: [{ name: 'finish', arguments: { summary: 'It was not run, because you said no.' } }] },
            { calls: [{ name: 'finish', arguments: { summary: 'It ran.' } }] },
          ],
          { text: 'That is all I can do.' },
        ],
      }],
    });
  });
  afterEach(() => whittle.close());

  it('never runs when the question is cancelled; the model hears of it and the task goes on', async () => {
    const { window } = whittle;
    await whittle.ask('Run the maker');
    const dialog = await window.dialog();
    assert.ok(dialog.text.includes(line), dialog.text);
    assert.match(dialog.text, /to make the file/);
    await window.screenshot('command-modal');
    await dialog.press('Cancel');
    const turn = await whittle.done();
    await soon.deepEqual(() => whittle.cards(), ['run_command declined', 'finish ok']);
    await soon.match(() => whittle.lastTold(), /said no|declined|denied|not run/i);
    await soon.equal(() => turn.locator('.call .why').first().innerText(), `You declined: ${line}`);
    await window.screenshot('command-declined');
    await soon.match(() => turn.innerText(), /It was not run, because you said no/);
    await soon.deepEqual(() => whittle.inRooms('made-by-command.txt'), []);
    assert.ok(!existsSync(path.join(window.folder, 'made-by-command.txt')));
  });

  it('is not asked for between two letters of the next request, which goes on after the answer', async () => {
    const { window } = whittle;
    const input = (await whittle.chat()).getByRole('textbox', { name: 'Ask Whittle' });
    const words = 'and then say in a sentence what it made';
    await input.fill('Run the maker');
    await input.press('Enter');
    await window.page.keyboard.type(words, { delay: 100 });
    await soon.equal(() => input.inputValue(), words);
    await (await window.dialog()).press('Cancel');
    await soon.equal(() => input.evaluate((node) => node === node.ownerDocument.activeElement), true);
    await window.page.keyboard.type(', please');
    await soon.equal(() => input.inputValue(), `${words}, please`);
    await whittle.done();
    await soon.deepEqual(() => whittle.inRooms('made-by-command.txt'), []);
  });

  it('gives the keyboard back to the chat, whatever file is open: the next words are no part of it', async () => {
    const { window } = whittle;
    await window.openFile('src/stats.js');
    const before = readFileSync(path.join(window.folder, 'src/stats.js'), 'utf8');
    const input = (await whittle.chat()).getByRole('textbox', { name: 'Ask Whittle' });
    const focused = (): Promise<boolean> => input.evaluate((node) => node === node.ownerDocument.activeElement && node.ownerDocument.hasFocus());
    await input.fill('Run both makers');
    await input.press('Enter');
    await (await window.dialog()).press('Run');
    await soon.equal(focused, true);
    // Another terminal takes the place of the first.
    const second = await window.dialog();
    assert.match(second.text, /sleep/);
    await second.press('Run');
    await whittle.done();
    await soon.equal(focused, true);
    await window.page.keyboard.type('and now explain it');
    await soon.equal(() => input.inputValue(), 'and now explain it');
    assert.equal(readFileSync(path.join(window.folder, 'src/stats.js'), 'utf8'), before);
    await soon.equal(() => window.page.locator('.tab.dirty').count(), 0);
  });

  it('does not run when the dialog is closed with Escape either', async () => {
    const { window } = whittle;
    await whittle.ask('Run the maker');
    await (await window.dialog()).escape();
    await whittle.done();
    await soon.deepEqual(() => whittle.cards(), ['run_command declined', 'finish ok']);
    await soon.deepEqual(() => whittle.inRooms('made-by-command.txt'), []);
  });

  it('is not approved by a key that was on its way as the question came up: it is asked again', async () => {
    const { window } = whittle;
    // Quicker than any hand: the first button is pressed as it appears.
    await window.page.evaluate(() => {
      const watch = new MutationObserver(() => {
        const yes = document.querySelector<HTMLElement>('.monaco-dialog-box .dialog-buttons .monaco-button');
        if (!yes) return;
        watch.disconnect();
        yes.click();
      });
      watch.observe(document.body, { childList: true, subtree: true });
    });
    await whittle.ask('Run the maker');
    await soon.match(() => window.page.locator('.monaco-dialog-box').innerText(), /Not taken: that answer came the moment this question did/);
    const dialog = await window.dialog();
    assert.ok(dialog.text.includes(line), dialog.text);
    await window.screenshot('command-hurried');
    await soon.deepEqual(() => whittle.inRooms('made-by-command.txt'), []);
    await dialog.press('Run');
    await whittle.done();
    await soon.equal(async () => (await whittle.inRooms('made-by-command.txt')).length, 1);
  });

  it('runs after Run, in the room, and what it made waits for review', async () => {
    const { window } = whittle;
    await whittle.ask('Run the maker');
    await (await window.dialog()).press('Run');
    await whittle.done();
    await soon.equal(async () => (await whittle.cards())[0], 'run_command ok');
    await soon.equal(async () => (await whittle.inRooms('made-by-command.txt')).length, 1);
    assert.ok(!existsSync(path.join(window.folder, 'made-by-command.txt')));
    const chat = await whittle.chat();
    await soon.match(() => chat.locator('.review:visible').innerText(), /made-by-command\.txt/);
  });
});

describe('a command that leaves something running', () => {
  let whittle: Whittle;

  before(async () => {
    const run = (command: string): { name: string; arguments: Record<string, unknown> } => ({ name: 'run_command', arguments: { command, reason: 'to try it' } });
    whittle = await openWhittle({
      project: { 'serve.sh': 'nohup setsid sleep 303 > /dev/null 2>&1 &\n' },
      sessions: [{ match: '^Start the server', turns: [
        { calls: [run('sleep 301 & echo begun')] },
        { calls: [run('sleep 302 & echo begun')] },
        { calls: [run('sh serve.sh')] },
        { calls: [run('sleep 25')] },
        { text: 'It was tried.', calls: [{ name: 'finish', arguments: { summary: 'Tried.' } }] },
      ] }],
    });
  });
  after(() => whittle.close());

  it('is listed while it runs, can be ended, and is gone when the task is', async () => {
    const { window } = whittle;
    await whittle.ask('Start the server');
    for (const command of ['sleep 301', 'sleep 302', 'sh serve.sh', 'sleep 25']) {
      const dialog = await window.dialog();
      assert.ok(dialog.text.includes(command), dialog.text);
      await dialog.press('Run');
    }
    const rows = async (): Promise<string> => (await window.treeRows('Still Running')).join('\n');
    await window.until('all rows, that of a server too which its script put in the background', async () => /sleep 301[^]*sleep 302[^]*sh serve\.sh \(sleep 303\)/.test(await rows()));
    await window.screenshot('running-1-listed');
    const row = window.tree('Still Running').locator('.monaco-list-row', { hasText: 'sleep 301' });
    await window.rowAction(row, 'End This Command');
    await window.until('one row', async () => !(await rows()).includes('sleep 301') && (await rows()).includes('sleep 302'));
    const entry = window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'End what runs: sleep 302' });
    await window.until('the menu of the status bar', async () => {
      if (!(await entry.isVisible())) await window.page.locator('.statusbar-item[id$="whittle.status"] a').click({ timeout: 10_000 });
      await entry.waitFor({ timeout: 10_000 });
      return true;
    });
    await window.screenshot('running-2-menu');
    await entry.click();
    await window.until('the script\'s server only', async () => !(await rows()).includes('sleep 302') && (await rows()).includes('sh serve.sh'));
    await (await whittle.chat()).locator('button.stop').click();
    await whittle.done();
    await window.until('no view', async () => (await window.tree('Still Running').count()) === 0);
  });
});

/** No command runs without a yes. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openWhittle, type Whittle } from '../support/whittle';

const line = 'node -e "require(\'fs\').writeFileSync(\'made-by-command.txt\', \'x\')"';

describe('a command the model wants to run', () => {
  let whittle: Whittle;

  beforeEach(async () => {
    whittle = await openWhittle({
      sessions: [{
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
    assert.deepEqual(await whittle.cards(), ['run_command refused', 'finish ok']);
    assert.match(whittle.lastTold(), /said no|declined|denied|not run/i);
    assert.match(await turn.innerText(), /It was not run, because you said no/);
    assert.deepEqual(await whittle.inRooms('made-by-command.txt'), []);
    assert.ok(!existsSync(path.join(window.folder, 'made-by-command.txt')));
  });

  it('does not run when the dialog is closed with Escape either', async () => {
    const { window } = whittle;
    await whittle.ask('Run the maker');
    await window.dialog();
    await window.page.keyboard.press('Escape');
    await whittle.done();
    assert.deepEqual(await whittle.cards(), ['run_command refused', 'finish ok']);
    assert.deepEqual(await whittle.inRooms('made-by-command.txt'), []);
  });

  it('runs after Run, in the room, and what it made waits for review', async () => {
    const { window } = whittle;
    await whittle.ask('Run the maker');
    await (await window.dialog()).press('Run');
    await whittle.done();
    assert.equal((await whittle.cards())[0], 'run_command ok');
    assert.equal((await whittle.inRooms('made-by-command.txt')).length, 1);
    assert.ok(!existsSync(path.join(window.folder, 'made-by-command.txt')));
    const chat = await whittle.chat();
    assert.match(await chat.locator('.review:visible').innerText(), /made-by-command\.txt/);
  });
});

/** The main job, from the request to the undo, as a person does it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { soon, soonPass } from '../support/soon';
import { openWhittle, sample, type Whittle } from '../support/whittle';

describe('the main job: the median function of the sample', () => {
  let whittle: Whittle;
  let original: string;

  before(async () => {
    original = await readFile(path.join(sample, 'src', 'stats.js'), 'utf8');
    whittle = await openWhittle();
  });
  after(() => whittle.close());

  it('shows a plan and edits the room while the workspace stays as it is, until the tests want to run', async () => {
    const { window } = whittle;
    await whittle.ask('Fix the median function in src/stats.js, then run the tests');
    const dialog = await window.dialog();
    assert.match(dialog.text, /\$ npm test/);
    assert.match(dialog.text, /^Folder: scratch copy of project-\w+$/m);
    assert.match(dialog.text, /^Reason: to run the tests \(a yes covers running them again in this task\)$/m);
    assert.ok(dialog.buttons.includes('Run') && dialog.buttons.includes('Always Allow This Command'), dialog.buttons.join());
    await window.screenshot('main-1-modal');

    await soonPass(() => window.treeRows('Plan'), rows => {
      assert.equal(rows.length, 3);
      assert.match(rows[0] ?? '', /done.*Read/);
      assert.match(rows[1] ?? '', /running.*Correct/);
    });
    const chat = await whittle.chat();
    await soon.match(() => chat.locator('.plan .steps li[data-state=active]').innerText(), /Correct/);

    await soon.equal(() => whittle.file('src/stats.js'), original, 'the workspace is untouched');
    const [room] = await soonPass(() => whittle.inRooms('stats.js'), rooms => assert.equal(rooms.length, 1));
    await soon.match(() => readFile(room ?? '', 'utf8'), /\[\.\.\.values\]\.sort/);
    await dialog.press('Run');
  });

  it('runs the tests in the terminal, tells the model their exit code and output, and refuses to finish while they fail', async () => {
    const { window } = whittle;
    await whittle.done();
    // Of a long output the terminal shows the end; the line that was run stood in the question.
    await soon.match(() => window.terminalText(), /\bpass [1-9]\d*[^]*\bfail 0/);
    await soon.match(async () => (await window.terminalNames()).join(), /Whittle/);
    const told = whittle.allTold(); // eslint-disable-line no-restricted-syntax -- the task has ended: the server is told no more
    assert.match(told, /exit(ed with| code)?:? *(code )?1/i);
    assert.match(told, /median of an even count/);
    await soonPass(() => whittle.cards(), cards => {
      assert.deepEqual(cards.filter(card => card.startsWith('finish')), ['finish refused', 'finish ok']);
      assert.deepEqual(cards.filter(card => card.startsWith('update_symbol')), ['update_symbol ok', 'update_symbol ok']);
    });
    const chat = await whittle.chat();
    await soon.match(() => chat.locator('.outcome').innerText(), /Done, 1 file changed, tests passed/);
    await soon.equal(() => whittle.file('src/stats.js'), original);
    await window.screenshot('main-2-done');
  });

  it('opens the difference', async () => {
    const { window } = whittle;
    await whittle.press('Review');
    await window.until('the multi-file diff', async () => /\(sorted\[middle - 1\] \+ sorted\[middle\]\) \/ 2/.test(await window.reviewText()));
    await soon.match(() => window.reviewText(), /stats\.js/);
    await window.page.locator('.editor-actions .action-label[aria-label^="Apply Changes"]').waitFor();
    await window.screenshot('main-3-review');
  });

  it('applies the change to the file on disk, and one undo takes it back', async () => {
    const { window } = whittle;
    await whittle.press('Apply');
    await soon.match(() => whittle.file('src/stats.js'), /\[\.\.\.values\]\.sort\(\(a, b\) => a - b\)/);
    const chat = await whittle.chat();
    await chat.locator('.reviewed.applied').waitFor();
    await soon.equal(() => chat.locator('.review:visible').count(), 0);
    await window.screenshot('main-4-applied');

    await window.openFile('src/stats.js');
    await window.keyInEditor('function median', 'Control+Z', async () => /const sorted = values\.sort\(\);/.test(await window.editorText()));
    await window.keyInEditor('function median', 'Control+S', async () => (await whittle.file('src/stats.js')) === original);
  });

  it('says so when it was undone, unticks the plan, and applies it again', async () => {
    const { window } = whittle;
    const chat = await whittle.chat();
    await soon.match(() => chat.locator('.reviewed.undone').innerText(), /Taken back: what was applied is no longer in the file\./);
    await soon.match(() => chat.locator('.plan summary').innerText(), /done; taken back since/);
    await soon.equal(() => chat.locator('.plan li[data-state=done]').count(), 0);
    await soonPass(() => window.treeRows('Plan'), rows => assert.match(rows[0] ?? '', /taken back since/));
    await window.screenshot('main-5-undone');
    await whittle.press('Apply Again');
    await soon.match(() => whittle.file('src/stats.js'), /\[\.\.\.values\]\.sort/);
    await soon.match(() => chat.locator('.reviewed.applied').innerText(), /Applied to 1 file/);
    await soon.equal(() => chat.locator('.plan li[data-state=back]').count(), 0);
  });

  it('notices after a reload that a snapshot took it back', async () => {
    const { window } = whittle;
    const chat = await whittle.reload();
    await chat.locator('.reviewed.applied').waitFor();
    await window.choose('Whittle: Restore Snapshot', 'Fix the median function');
    await (await window.dialog()).press('Restore');
    await soon.equal(() => whittle.file('src/stats.js'), original);
    await soon.match(() => chat.locator('.reviewed.undone').innerText(), /Taken back/);
    await soon.match(() => chat.locator('.outcome.done').innerText(), /Done; taken back since/);
    await chat.getByRole('button', { name: 'Apply Again' }).waitFor();
    await window.screenshot('main-6-undone-after-reload');
  });
});

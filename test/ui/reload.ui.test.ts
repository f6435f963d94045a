/** What waits for review outlives the window: a reload shows it again, and applies it as if nothing had been closed. */
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { soon, soonPass } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

const original = 'def greet(name):\n    return "hello " + name\n\n\ndef part(name):\n    return "bye " + name\n';
const replace = (match: string, from: string, to: string): { match: string; turns: object[] } => ({
  match, turns: [
    { calls: [{ name: 'patch', arguments: { path: 'words.py', old_str: from, new_str: to } }] },
    { calls: [{ name: 'finish', arguments: { summary: `It says ${to} now. Not tested: the project has no tests.` } }] },
    { text: 'That is all.' },
  ],
});

describe('changes that wait for review when the window is reloaded', () => {
  let whittle: Whittle;
  before(async () => {
    whittle = await openWhittle({
      project: { 'words.py': original },
      sessions: [replace('^Change greet', '"hello "', '"HELLO "'), replace('^Change part', '"bye "', '"BYE "')],
    });
  });
  after(() => whittle.close());

  it('are shown again, with what was asked and how it ended', async () => {
    const { window } = whittle;
    await whittle.ask('Change greet in words.py so that it is loud');
    await whittle.done();
    const chat = await whittle.reload();
    await chat.locator('section.review:visible', { hasText: '1 file to review' }).waitFor();
    await soon.match(() => chat.locator('.turn').innerText(), /Change greet in words\.py so that it is loud[^]*Done, 1 file changed, not tested[^]*It says "HELLO " now/);
    await window.unfold('Changes');
    await window.until('the row', async () => /words\.py\s+\+1 −1/.test((await window.treeRows('Changes')).join()));
    await window.until('the status bar to tell', async () => (await window.statusBar()).some((text) => /Changes wait for your review/.test(text)));
    await window.screenshot('reload-1-again');
  });

  it('are compared with what the file held when the task began', async () => {
    const { window } = whittle;
    await whittle.press('Review');
    await window.until('both sides', async () => /hello[^]*HELLO/.test(await window.reviewText()));
  });

  it('are merged with what changed meanwhile, and applied', async () => {
    await writeFile(path.join(whittle.window.folder, 'words.py'), original.replace('bye', 'farewell'));
    await whittle.press('Apply');
    await whittle.window.until('the merged file', async () => (await whittle.file('words.py')) === original.replace('bye', 'farewell').replace('hello', 'HELLO'));
    await (await whittle.chat()).locator('section.review').waitFor({ state: 'hidden' });
    const chat = await whittle.reload();
    await soon.equal(() => chat.locator('.turn').count(), 0);
  });

  it('are missed in plain words where the scratch copy is gone', async () => {
    const { window } = whittle;
    await writeFile(path.join(window.folder, 'words.py'), original);
    await whittle.ask('Change part in words.py so that it is loud');
    await whittle.done();
    const rooms = (await soonPass(() => whittle.inRooms('books.json'), (found) => assert.equal(found.length, 1))).map((file) => path.dirname(file));
    for (const room of rooms) await rm(room, { recursive: true });
    const chat = await whittle.reload();
    await window.until('the message', async () => (await window.notifications()).some((text) => /can't be shown again\. The scratch copy is gone: .*Ask for the task again/.test(text)));
    await chat.locator('.outcome.failed', { hasText: 'Your files are as they were.' }).waitFor();
    await window.screenshot('reload-2-gone');
    await whittle.press('Try Again');
    await chat.locator('section.review:visible', { hasText: '1 file to review' }).waitFor();
  });
});

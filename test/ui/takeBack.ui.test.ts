/** One edit of several is taken back with the keyboard, in the window that saw it made and in the next one. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { soon, soonPass } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

const original = 'def greet(name):\n    return "hello " + name\n\n\ndef part(name):\n    return "bye " + name\n\n\ndef call(name):\n    return "hey " + name\n';
const edit = (from: string): object => ({ calls: [{ name: 'patch', arguments: { path: 'words.py', old_str: `"${from} "`, new_str: `"${from.toUpperCase()} "` } }] });

describe('taking back one edit of several', () => {
  let whittle: Whittle;
  before(async () => {
    whittle = await openWhittle({
      project: { 'words.py': original },
      sessions: [{
        match: '^Change the words in',
        turns: [edit('hello'), edit('bye'), edit('hey'), { calls: [{ name: 'finish', arguments: { summary: 'All three are loud. Not tested: the project has no tests.' } }] }, { text: 'That is all.' }],
      }],
    });
  });
  after(() => whittle.close());

  /** Opens the list, picks the edit with that number, and waits for the word that it is gone. */
  const takeBack = async (number: number, listed: readonly number[]): Promise<void> => {
    const { window } = whittle;
    const rows = window.page.locator('.quick-input-list .monaco-list-row');
    await window.choose('Whittle: Take Back One Edit', `${number}. words.py`, {
      look: () => soonPass(() => rows.evaluateAll((all) => all.map((row) => Number.parseInt(row.getAttribute('aria-label') ?? '', 10))), (seen) => assert.deepEqual(seen, listed), 10_000),
    });
    await window.until(`edit ${number} to be taken back`, async () => (await window.notifications()).some((text) => text.includes(`Took back edit ${number} of words.py`)));
  };
  const inRoom = async (): Promise<string> => readFile((await whittle.inRooms('words.py')).find((file) => file.includes('rooms')) ?? '', 'utf8');

  it('leaves the others and the person\'s file', async () => {
    await whittle.ask('Change the words in words.py so that they are loud');
    await whittle.done();
    await takeBack(1, [3, 2, 1]);
    await soon.equal(inRoom, original.replace('bye', 'BYE').replace('hey', 'HEY'));
    await soon.equal(() => whittle.file('words.py'), original);
    await (await whittle.chat()).locator('section.review:visible', { hasText: '1 file to review' }).waitFor();
    await whittle.window.screenshot('takeBack-1-before');
  });

  it('works after a reload, which still knows what was taken back', async () => {
    await whittle.reload();
    await (await whittle.chat()).locator('section.review:visible', { hasText: '1 file to review' }).waitFor();
    await takeBack(3, [3, 2]);
    await soon.equal(inRoom, original.replace('bye', 'BYE'));
    await soon.match(async () => (await whittle.chat()).locator('.turn').innerText(), /Done, 1 file changed/);
    await whittle.window.screenshot('takeBack-2-after');
  });

  it('says in plain words where the record of the edits was damaged', async () => {
    const { window } = whittle;
    for (const file of await whittle.inRooms('edits.json')) await writeFile(file, (await readFile(file, 'utf8')).slice(0, -5));
    await whittle.reload();
    await (await whittle.chat()).locator('section.review:visible', { hasText: '1 file to review' }).waitFor();
    await window.command('Whittle: Take Back One Edit');
    await window.until('the warning', async () => (await window.notifications()).some((text) => /The record of the single edits is damaged.*reject parts of them in the review/.test(text)));
    await window.screenshot('takeBack-3-damaged');
  });

  it('lets what is left be applied', async () => {
    await whittle.press('Apply');
    await whittle.window.until('the file with one edit', async () => (await whittle.file('words.py')) === original.replace('bye', 'BYE'));
  });
});

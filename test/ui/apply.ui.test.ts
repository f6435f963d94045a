/** What the person changed meanwhile is never lost: refused where it is the same line, merged where it is another, and taken back alone. */
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { soon } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

const original = 'def greet(name):\n    return "hello " + name\n\n\ndef part(name):\n    return "bye " + name\n';

describe('applying over the person\'s own changes', () => {
  let whittle: Whittle;
  const write = (text: string): Promise<void> => writeFile(path.join(whittle.window.folder, 'words.py'), text);
  const own = (text: string): Promise<unknown> => whittle.window.until(`words.py to read\n${text}`, async () => (await whittle.file('words.py')) === text);

  before(async () => {
    whittle = await openWhittle({
      project: { 'words.py': original },
      sessions: [{ match: '^Change greet in words\\.py', turns: [
        { calls: [{ name: 'patch', arguments: { path: 'words.py', old_str: '"hello "', new_str: '"HELLO "' } }] },
        { calls: [{ name: 'finish', arguments: { summary: 'It is loud now. Not tested: the project has no tests.' } }] },
        { text: 'That is all.' },
      ] }],
    });
    await whittle.ask('Change greet in words.py so that it is loud');
    await whittle.done();
  });
  after(() => whittle.close());

  it('is refused where the same line changed, and the conflict is shown beside the file', async () => {
    const { window } = whittle;
    const mine = original.replace('hello', 'good day,');
    await write(mine);
    await whittle.press('Apply');
    await window.until('the refusal', async () => (await window.notifications()).some(text => /Nothing was applied: words\.py has changed meanwhile in the same lines/.test(text)));
    const note = (await whittle.chat()).locator('.reviewed.refused');
    await note.waitFor();
    await soon.deepEqual(() => note.locator('.conflicts li').allInnerTexts(), ['words.py has changed meanwhile in the same lines']);
    await soon.equal(() => whittle.file('words.py'), mine);
    await window.screenshot('apply-1-refused');
    await whittle.press('Show Conflicts');
    await window.until('the markers', async () => /<<<<<<< your file[^]*return "good day, "[^]*=======\s+return "HELLO "[^]*>>>>>>> Whittle/.test(await window.reviewText()));
    await window.screenshot('apply-1-conflict');
  });

  it('is refused where the file was removed, and the chat leads to what became of it', async () => {
    const { window } = whittle;
    await rm(path.join(window.folder, 'words.py'));
    await whittle.press('Apply');
    const row = (await whittle.chat()).locator('.reviewed.refused .conflicts li', { hasText: 'has been removed meanwhile' });
    await row.waitFor();
    await whittle.press('Show Conflicts');
    await window.until('both versions', async () => /return "HELLO "[^]*You have removed words\.py while Whittle/.test(await window.reviewText()));
    await window.screenshot('apply-1-removed');
  });

  it('merges where another line changed', async () => {
    const { window } = whittle;
    await write(original.replace('bye', 'farewell'));
    await whittle.press('Apply');
    await own(original.replace('bye', 'farewell').replace('hello', 'HELLO'));
    await window.until('the note', async () => (await window.notifications()).some(text => /words\.py was merged with your own changes/.test(text)));
  });

  it('is taken back by Restore Snapshot, which leaves what the person changed', async () => {
    const { window } = whittle;
    await window.choose('Whittle: Restore Snapshot', 'Change greet in words.py', { look: () => window.screenshot('apply-2-snapshots') });
    const dialog = await window.dialog();
    assert.match(dialog.text, /Take back "Change greet in words\.py so that it is loud"\?[^]*words\.py will be restored/);
    assert.ok(dialog.buttons.includes('Preview'), dialog.buttons.join());
    await dialog.press('Restore');
    await own(original.replace('bye', 'farewell'));
  });

  it('stands in the tree of snapshots: what and when, its files, and what the apply made of them', async () => {
    const { window } = whittle;
    await window.unfold('Snapshots');
    const rows = window.tree('Snapshots').locator('.monaco-list-row');
    const row = rows.filter({ hasText: 'Change greet in words.py' });
    await row.filter({ hasText: 'taken back' }).locator('.monaco-tl-twistie').click();
    await rows.filter({ hasText: /^\s*words\.py/ }).click();
    await window.until('both states', async () => /return "hello "[^]*return "HELLO "/.test(await window.reviewText()));
    await window.screenshot('apply-3-snapshots');
    await window.rowAction(row, 'Restore Snapshot');
    await window.until('the answer', async () => (await window.notifications()).some(text => /Nothing to restore/.test(text)));
  });
});

describe('settling a conflict', () => {
  let whittle: Whittle;
  before(async () => {
    whittle = await openWhittle({
      project: { 'words.js': 'const a = 1;\nconst b = 2;\nconst c = 3;\n' },
      sessions: [{ match: '^Change a in words\\.js', turns: [
        { calls: [{ name: 'patch', arguments: { path: 'words.js', old_str: 'const a = 1;', new_str: 'const a = 10;' } }] },
        { calls: [{ name: 'finish', arguments: { summary: 'Changed. Not tested: the project has no tests.' } }] },
        { text: 'That is all.' },
      ] }],
    });
    await whittle.ask('Change a in words.js to 10');
    await whittle.done();
  });
  after(() => whittle.close());

  it('takes a side by a button over the editor or by the keyboard, leaves no problem behind, and applies then', async () => {
    const { window } = whittle;
    const errors = async (): Promise<string> => (await window.statusBar()).find((text) => /Problems|Errors|Warnings/.test(text)) ?? '';
    await writeFile(path.join(window.folder, 'words.js'), 'const a = 5;\nconst b = 2;\nconst c = 3;\n');
    await whittle.press('Apply');
    await whittle.press('Show Conflicts');
    await window.until('the markers', async () => /<<<<<<< your file/.test(await window.reviewText()));
    const title = (label: string) => window.page.locator(`.editor-actions .action-label[aria-label^=${JSON.stringify(label)}]`);
    for (const label of ['Keep Your Lines', 'Keep Both']) await title(label).waitFor();
    await window.screenshot('apply-4-sides');
    await title('Take Whittle\'s Lines').click();
    await soon.match(async () => (await whittle.chat()).locator('.reviewed.refused').innerText(), /The conflicts are settled, and nothing is written yet/);
    await soon.equal(() => window.tab('words.js: conflicts').count(), 0);
    await soon.match(errors, /^No Problems/);
    await soon.equal(() => whittle.file('words.js'), 'const a = 5;\nconst b = 2;\nconst c = 3;\n');
    await window.screenshot('apply-5-settled');
    await whittle.press('Apply');
    await soon.equal(() => whittle.file('words.js'), 'const a = 10;\nconst b = 2;\nconst c = 3;\n');
  });
});

describe('what the person saves in the review', () => {
  let whittle: Whittle;
  const flat = 'greet = "hello"\npart = "bye"\n';
  before(async () => {
    whittle = await openWhittle({
      project: { 'words.py': flat },
      sessions: [{ match: '^Change greet in words\\.py', turns: [
        { calls: [{ name: 'patch', arguments: { path: 'words.py', old_str: '"hello"', new_str: '"good day"' } }] },
        { calls: [{ name: 'finish', arguments: { summary: 'It greets by day now. Not tested: the project has no tests.' } }] },
        { text: 'That is all.' },
      ] }],
    });
    await whittle.ask('Change greet in words.py to greet by day');
    await whittle.done();
  });
  after(() => whittle.close());

  it('is counted at once, and nothing is left where all of it was rejected', async () => {
    const { window } = whittle;
    const chat = await whittle.chat();
    const counts = chat.locator('.review .counts').first();
    await soon.equal(() => counts.innerText(), '+1 −1');
    await whittle.press('Review');
    await window.until('the review', async () => /good/.test(await window.reviewText()));
    await window.keyInEditor('good', 'End', async () => /x = 1/.test(await window.reviewText()), '\nx = 1');
    await window.page.keyboard.press('Control+s');
    await soon.equal(() => counts.innerText(), '+2 −1');
    await soon.match(() => chat.locator('.outcome.done').innerText(), /Done, 1 file changed; changed by you since, tests not run on that/);
    await soon.match(() => window.tab('Whittle: review changes').first().innerText(), /^Whittle: review changes \(1 file\)/);
    await window.screenshot('apply-6-typed');
    await window.keyInEditor('good', 'Control+a', async () => !/good|x = 1/.test(await window.editorText()), flat.trimEnd());
    await window.page.keyboard.press('End');
    await window.page.keyboard.insertText('\n');
    await window.page.keyboard.press('Control+s');
    await soon.match(() => chat.locator('.reviewed.discarded').innerText(), /Nothing is left to apply/);
    await soon.equal(() => chat.locator('section.review:visible').count(), 0);
    await soon.match(() => chat.locator('.outcome.done').innerText(), /Done; taken back since/);
    await soon.equal(() => whittle.file('words.py'), flat);
    await window.screenshot('apply-7-rejected');
  });

  it('can be brought back as it was, and is counted and applied again', async () => {
    const { window } = whittle;
    const chat = await whittle.chat();
    await soon.match(() => chat.locator('section.rejected').innerText(), /You rejected all that was changed in words\.py\./);
    await whittle.press('Bring It Back');
    await soon.equal(() => chat.locator('.review .counts').first().innerText(), '+2 −1');
    await soon.equal(() => chat.locator('.reviewed:visible, section.rejected:visible').count(), 0);
    await window.screenshot('apply-8-brought-back');
    await whittle.press('Apply');
    await soon.equal(() => whittle.file('words.py'), 'greet = "good day"\nx = 1\npart = "bye"\n');
  });
});

describe('Show Model Profile', () => {
  let whittle: Whittle;
  before(async () => { whittle = await openWhittle({ project: { 'a.py': 'x = 1\n' }, settings: { 'whittle.window': 12_000 } }); });
  after(() => whittle.close());

  it('tells what is known of the model, and leads to where it is set', async () => {
    const { window } = whittle;
    await window.command('Whittle: Show Model Profile');
    const row = window.quickPickRow('Window: 12,000 tokens');
    await row.waitFor();
    await soon.match(() => row.innerText(), /override: whittle\.window[^]*From your settings/);
    await window.screenshot('profile');
    await row.click();
    await window.until('the setting', async () => (await window.page.locator('.settings-editor').innerText({ timeout: 5000 })).includes('Context window in tokens'));
  });
});

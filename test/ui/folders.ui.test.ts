/** A window with two folders of the same name: one task changes both, and each change goes to its own file, an unsaved one included. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { soon } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

const call = (name: string, args: unknown): { calls: { name: string; arguments: unknown }[] } => ({ calls: [{ name, arguments: args }] });

describe('a workspace of two folders', () => {
  let whittle: Whittle;

  before(async () => {
    whittle = await openWhittle({
      workspaceFile: 'both.code-workspace',
      project: {
        'both.code-workspace': JSON.stringify({ folders: [{ path: 'server/app' }, { path: 'client/app', name: 'client' }] }),
        'server/app/price.js': 'export function price() {\n  return 1;\n}\n',
        'client/app/label.js': 'export function label() {\n  return "one";\n}\n\nexport const own = 1;\n',
        'client/app/.gitignore': 'dist\n', 'client/app/dist/label.js': 'built\n',
      },
      sessions: [{ match: '^Fix the price', turns: [
        call('search', { pattern: 'export function' }),
        call('update_symbol', { name: 'price', path: 'app/price.js', code: 'export function price() {\n  return 2;\n}' }),
        call('update_symbol', { name: 'label', path: 'client/label.js', code: 'export function label() {\n  return "two";\n}' }),
        call('finish', { summary: 'Two everywhere. Not tested.' }),
      ] }],
    });
  });
  after(() => whittle.close());

  it('is searched and changed as one, in one room', async () => {
    await whittle.ask('Fix the price in app/price.js and its label');
    await whittle.done();
    await soon.deepEqual(async () => (await whittle.cards()).filter((card) => !card.startsWith('search')), ['update_symbol ok', 'update_symbol ok', 'finish ok']);
    const told = await soon.match(() => whittle.allTold(), /app\/price\.js:1/);
    assert.match(told, /client\/label\.js:1/);
    assert.doesNotMatch(told, /dist\/label/);
    await soon.match(() => whittle.file('server/app/price.js'), /return 1/, 'the folders themselves are as they were');
    await whittle.window.screenshot('folders-done');
  });

  it('gets each change into its own folder, merged with what is typed and not saved', async () => {
    const { window } = whittle;
    await window.openFile('client/app/label.js');
    await window.keyInEditor('export const own = 1;', 'End', async () => /own = 1; \/\/ mine/.test(await window.editorText()), ' // mine');
    await whittle.press('Apply');
    await window.until('both files on disk', async () => /return 2/.test(await whittle.file('server/app/price.js')) && /return "two"/.test(await whittle.file('client/app/label.js')));
    await (await whittle.chat()).locator('.reviewed.applied').waitFor();
    await soon.match(() => whittle.file('client/app/label.js'), /return "two"[\s\S]*export const own = 1; \/\/ mine/);
    await window.screenshot('folders-applied');
    for (const folder of ['server/app', 'client/app', '.']) await soon.ok(async () => !(await readdir(path.join(window.folder, folder))).includes('.agent'), `nothing is left in ${folder}`);
  });

  it('is taken back by a snapshot', async () => {
    const { window } = whittle;
    await window.choose('Whittle: Restore Snapshot', 'Fix the price');
    await window.screenshot('folders-restore');
    const dialog = await window.dialog();
    await dialog.press('Restore');
    await window.until('the old price', async () => /return 1/.test(await whittle.file('server/app/price.js')) && /return "one"/.test(await whittle.file('client/app/label.js')));
  });
});

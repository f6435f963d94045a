/** The extension host is killed in the middle of an apply: every file stays whole, and the next start ends what was begun. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { extensionHostOf } from '../support/extensionHost';
import { soon } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

const count = 36;
const name = (index: number): string => `src/d${index % 4}/f${index}.js`;
const text = (index: number, value: string): string => `export const f${index} = '${value}';\n${'// filler\n'.repeat(200)}`;

(process.platform === 'linux' ? describe : describe.skip)('an extension host that is killed while it applies', () => {
  let whittle: Whittle;

  before(async () => {
    const patches = Array.from({ length: count }, (_, index) => ({ name: 'patch', arguments: { path: name(index), old_str: '\'old\'', new_str: '\'new\'' } }));
    whittle = await openWhittle({
      project: Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), text(index, 'old')])),
      sessions: [{ match: '^Fix the values', turns: [{ calls: patches.slice(0, 18) }, { calls: patches.slice(18) }, { calls: [{ name: 'finish', arguments: { summary: 'New values. Not tested.' } }] }] }],
    });
  });
  after(() => whittle.close());

  const manifest = (): { state: string } | undefined => {
    const folder = path.join(whittle.window.folder, '.agent/snapshots');
    const id = existsSync(folder) ? readdirSync(folder)[0] : undefined;
    const file = id === undefined ? undefined : path.join(folder, id, 'manifest.json');
    return file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as { state: string } : undefined;
  };
  /** How many files hold the new value; each must be whole. */
  const census = (): number => Array.from({ length: count }, (_, index) => {
    const now = readFileSync(path.join(whittle.window.folder, name(index)), 'utf8');
    assert.ok(now === text(index, 'old') || now === text(index, 'new'), `${name(index)} is neither old nor new (${now.length} bytes)`);
    return now === text(index, 'new') ? 1 : 0;
  }).reduce<number>((sum, one) => sum + one, 0);

  it('leaves each file old or new, and a journal that the next start closes with all of them new', async () => {
    const { window } = whittle;
    await whittle.ask('Fix the values in src');
    await whittle.done();
    assert.equal(census(), 0);
    const pid = extensionHostOf(window.dataDir);
    assert.ok(pid !== undefined, 'the extension host is known');
    await (await whittle.chat()).getByRole('button', { name: 'Apply', exact: true }).click();
    // Polled without a pause: the apply is short.
    for (const deadline = Date.now() + 20_000; manifest()?.state !== 'writing' && Date.now() < deadline;) await new Promise((wake) => setImmediate(wake));
    assert.equal(manifest()?.state, 'writing');
    process.kill(pid, 'SIGKILL');
    await window.until('the extension host to be gone', () => extensionHostOf(window.dataDir) !== pid);
    assert.ok(census() < count, 'the kill struck in the middle');
    await whittle.reload();
    await window.until('the journal to be closed', () => manifest()?.state === 'applied', 60_000);
    assert.equal(census(), count);
    // What was finished is not offered for review once more; the chat says what became of it, and how it is taken back.
    const chat = await whittle.chat();
    await chat.getByText('Applied before Whittle was interrupted').first().waitFor({ timeout: 30_000 });
    await chat.getByText('Restore Snapshot').first().waitFor();
    await soon.equal(() => chat.getByRole('button', { name: 'Apply', exact: true }).count(), 0, 'nothing is left to apply');
    await window.screenshot('killed-recovered');
  });
});

/** The extension host is killed in the middle of an apply: every file stays whole, and the next start ends what was begun. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { extensionHostOf } from '../support/extensionHost';
import { soon } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

const count = 36;
const name = (index: number): string => `src/d${index % 4}/f${index}.js`;
const text = (index: number, value: string): string => `export const f${index} = '${value}';\n${'// filler\n'.repeat(2_000)}`;

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

  /** The states of all journals there are. */
  const states = (): string[] => {
    const folder = path.join(whittle.window.folder, '.agent/snapshots');
    const files = existsSync(folder) ? readdirSync(folder).map((id) => path.join(folder, id, 'manifest.json')).filter((file) => existsSync(file)) : [];
    return files.map((file) => (JSON.parse(readFileSync(file, 'utf8')) as { state: string }).state);
  };
  /** How many files hold the new value; each must be whole. */
  const census = (): number => Array.from({ length: count }, (_, index) => {
    const now = readFileSync(path.join(whittle.window.folder, name(index)), 'utf8');
    assert.ok(now === text(index, 'old') || now === text(index, 'new'), `${name(index)} is neither old nor new (${now.length} bytes)`);
    return now === text(index, 'new') ? 1 : 0;
  }).reduce<number>((sum, one) => sum + one, 0);

  /** Asks, applies and stops the extension host once it writes; ends it for good if some files are old still. */
  const struckInTheMiddle = async (): Promise<boolean> => {
    const { window } = whittle;
    await whittle.ask('Fix the values in src');
    await whittle.done();
    assert.equal(census(), 0);
    const pid = extensionHostOf(window.dataDir);
    assert.ok(pid !== undefined, 'the extension host is known');
    const pressed = whittle.press('Apply');
    // Polled without a pause, and not only once the press is answered.
    for (const deadline = Date.now() + 60_000; states().length === 0 && Date.now() < deadline;) await new Promise((wake) => setImmediate(wake));
    process.kill(pid, 'SIGSTOP');
    const middle = states().join() === 'writing' && census() < count;
    process.kill(pid, middle ? 'SIGKILL' : 'SIGCONT');
    await pressed;
    if (middle) await window.until('the extension host to be gone', () => extensionHostOf(window.dataDir) !== pid);
    return middle;
  };

  it('leaves each file old or new, and a journal that the next start closes with all of them new', async () => {
    const { window } = whittle;
    // An apply is short: one that was over before it could be stopped is taken back by hand and begun anew.
    for (let tries = 1; !(await struckInTheMiddle()); tries++) {
      assert.ok(tries < 25, 'no kill struck in the middle');
      await window.until('the apply to end', () => states().every((state) => state === 'applied') && census() === count);
      await (await whittle.chat()).locator('.turn').last().locator('.reviewed.applied').waitFor();
      for (let index = 0; index < count; index++) writeFileSync(path.join(window.folder, name(index)), text(index, 'old'));
      rmSync(path.join(window.folder, '.agent'), { recursive: true });
    }
    await whittle.reload();
    await window.until('the journal to be closed', () => states().join() === 'applied');
    assert.equal(census(), count);
    // What was finished is not offered for review once more; the chat says what became of it, and how it is taken back.
    const chat = await whittle.chat();
    await chat.getByText('Applied before Whittle was interrupted').first().waitFor();
    await chat.getByText('Restore Snapshot').first().waitFor();
    await soon.equal(() => chat.getByRole('button', { name: 'Apply', exact: true }).count(), 0, 'nothing is left to apply');
    await window.screenshot('killed-recovered');
  });
});

/** Apply, restore and recovery on a real disk: merges, named conflicts, and a process killed at any moment. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '../../../../src/engine/ports';
import { applyChanges, type ApplyResult, recover, restoreSnapshot } from '../../../../src/engine/snapshot/applyChanges';
import { listSnapshots, pruneSnapshots } from '../../../../src/engine/snapshot/snapshots';
import type { FileChange } from '../../../../src/shared/changes';
import { createFiles } from '../../../../src/node/files';
import { createJsonStore } from '../../../../src/node/jsonStore';
import { memoryStore } from '../../../support/memoryStore';
import { harvest, inTemporaryFolder, plant, type Tree } from '../../../support/temporary';

const files = createFiles();
const store = memoryStore();
const bytes = (text: string | null): Uint8Array | null => (text === null ? null : new TextEncoder().encode(text));
const change = (path: string, before: string | null, after: string | null, mode?: number): FileChange =>
  ({ path, before: bytes(before), after: bytes(after), ...(mode === undefined ? {} : { mode }) });
const own = async (folder: string): Promise<Tree> => Object.fromEntries(Object.entries(await harvest(folder)).filter(([path]) => !path.startsWith('.agent/')));
const apply = (workspace: string, changes: readonly FileChange[], id = 's1', disk: Files = files): Promise<ApplyResult> =>
  applyChanges({ files: disk, store, workspace, changes: { files: changes }, id, title: 'a task', now: 1 });

describe('applyChanges', () => {
  it('writes, removes, makes folders, sets modes; restore takes exactly that back', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { 'a.txt': '1\n', 'gone.txt': 'g', 'run.sh': 'r' });
      const result = await apply(folder, [change('a.txt', '1\n', '2\n'), change('gone.txt', 'g', null), change('new/deep/n.txt', null, 'n'), change('run.sh', 'r', 'r', 0o755)]);
      assert.deepEqual(result, { kind: 'applied', paths: ['a.txt', 'gone.txt', 'new/deep/n.txt', 'run.sh'], merged: [] });
      assert.deepEqual(await own(folder), { 'a.txt': '2\n', 'new/deep/n.txt': 'n', 'run.sh': 'r' });
      assert.equal((await stat(join(folder, 'run.sh'))).mode & 0o777, 0o755);
      assert.equal(await readFile(join(folder, '.agent/.gitignore'), 'utf8'), '*\n');
      assert.deepEqual((await listSnapshots(files, folder)).map(({ id, title, state }) => [id, title, state]), [['s1', 'a task', 'applied']]);
      await plant(folder, { 'other.txt': 'mine' });
      assert.deepEqual((await restoreSnapshot(files, folder, 's1', store)).conflicts, []);
      assert.deepEqual(await own(folder), { 'a.txt': '1\n', 'gone.txt': 'g', 'run.sh': 'r', 'other.txt': 'mine' });
      assert.equal((await stat(join(folder, 'run.sh'))).mode & 0o777, 0o644);
      await assert.rejects(stat(join(folder, 'new')));
      assert.equal((await listSnapshots(files, folder))[0]?.state, 'undone');
    }));

  it('merges with what the person did meanwhile, on the way in and on the way back', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { 'a.txt': 'one\ntwo\nthree\nfour\nfive MINE\n' });
      const base = 'one\ntwo\nthree\nfour\nfive\n';
      assert.deepEqual(await apply(folder, [change('a.txt', base, 'ONE\ntwo\nthree\nfour\nfive\n')]), { kind: 'applied', paths: ['a.txt'], merged: ['a.txt'] });
      assert.deepEqual(await own(folder), { 'a.txt': 'ONE\ntwo\nthree\nfour\nfive MINE\n' });
      await writeFile(join(folder, 'a.txt'), 'ONE\ntwo\nTHREE\nfour\nfive MINE\n');
      await restoreSnapshot(files, folder, 's1', store);
      assert.deepEqual(await own(folder), { 'a.txt': 'one\ntwo\nTHREE\nfour\nfive MINE\n' });
    }));

  function refused(name: string, tree: Tree, changes: readonly FileChange[], expected: readonly (readonly [string, string])[], prepare?: (folder: string) => Promise<void>): void {
    it(`writes nothing at all: ${name}`, () =>
      inTemporaryFolder(async (outer) => {
        const folder = join(outer, 'ws');
        await mkdir(folder);
        await plant(folder, { 'fine.txt': 'f', ...tree });
        await prepare?.(folder);
        const before = await harvest(outer);
        const result = await apply(folder, [change('fine.txt', 'f', 'F'), ...changes]);
        assert.equal(result.kind, 'conflict');
        assert.deepEqual(result.kind === 'conflict' && result.conflicts.map(({ path, reason }) => [path, reason]), expected);
        assert.deepEqual(await harvest(outer), before);
      }));
  }
  refused('the same line', { a: 'mine\n' }, [change('a', 'x\n', 'y\n')], [['a', 'lines']]);
  refused('removed by the person', {}, [change('a', 'x\n', 'y\n')], [['a', 'removed-and-changed']]);
  refused('changed by the person, removed by the agent', { a: 'mine\n' }, [change('a', 'x\n', null)], [['a', 'removed-and-changed']]);
  refused('made by both', { a: 'mine\n' }, [change('a', null, 'y\n')], [['a', 'both-added']]);
  refused('a folder now', { 'a/x': 'x' }, [change('a', 'x\n', 'y\n')], [['a', 'folder']]);
  refused('a file where a folder was', { a: 'x' }, [change('a/x', 'x\n', 'y\n')], [['a/x', 'folder']]);
  refused('read-only', { a: 'x\n' }, [change('a', 'x\n', 'y\n')], [['a', 'readonly']], (folder) => chmod(join(folder, 'a'), 0o444));
  refused('a link now', { b: 'x\n', a: { link: 'b' } }, [change('a', 'x\n', 'y\n')], [['a', 'link']]);
  refused('a folder that leads outside now', {}, [change('d/a', null, 'y\n')], [['d/a', 'outside']], async (folder) => {
    await mkdir(join(folder, '../out'));
    await symlink('../out', join(folder, 'd'));
  });

  refused('a place no change belongs: .git/config', {}, [change('.git/config', null, 'y\n')], [['.git/config', 'outside']]);
  refused('a place no change belongs: sub/.GIT/hooks/x', {}, [change('sub/.GIT/hooks/x', null, 'y\n')], [['sub/.GIT/hooks/x', 'outside']]);
  refused('a place no change belongs: .agent/snapshots/x/manifest.json', {}, [change('.agent/snapshots/x/manifest.json', null, 'y\n')], [['.agent/snapshots/x/manifest.json', 'outside']]);
  refused('a place no change belongs: a/.Agent/x', {}, [change('a/.Agent/x', null, 'y\n')], [['a/.Agent/x', 'outside']]);
  refused('a place no change belongs: /etc/x', {}, [change('/etc/x', null, 'y\n')], [['/etc/x', 'outside']]);
  refused('a place no change belongs: a/../b', {}, [change('a/../b', null, 'y\n')], [['a/../b', 'outside']]);
  refused('a place no change belongs: a//b', {}, [change('a//b', null, 'y\n')], [['a//b', 'outside']]);

  it('leaves files with unsaved text to their owner', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { a: 'x\n' });
      const result = await applyChanges({ files, store, workspace: folder, changes: { files: [change('a', 'x\n', 'y\n')] }, id: 's', title: '', now: 0, unsaved: () => Promise.resolve('typed') });
      assert.deepEqual(result.kind === 'conflict' && result.conflicts.map(({ reason }) => reason), ['unsaved']);
    }));

  it('keeps later text of the person when it restores, and says so', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { a: '1\n', b: '1\n' });
      await apply(folder, [change('a', '1\n', '2\n'), change('b', '1\n', '2\n')]);
      await writeFile(join(folder, 'a'), '2 and mine\n');
      const undone = await restoreSnapshot(files, folder, 's1', store);
      assert.deepEqual([undone.restored, undone.conflicts.map(({ path }) => path)], [['b'], ['a']]);
      assert.deepEqual(await own(folder), { a: '2 and mine\n', b: '1\n' });
    }));

  it('is not led outside by a manifest somebody wrote', () =>
    inTemporaryFolder(async (outer) => {
      const folder = join(outer, 'ws');
      await plant(outer, {
        'victim.txt': 'v', 'ws/x': 'x', 'ws/.agent/snapshots/evil/after/0': 'owned',
        'ws/.agent/snapshots/evil/manifest.json': JSON.stringify({ id: 'evil', created: 1, title: '', state: 'writing', folders: [], files: [{ path: '../victim.txt', before: null, after: 'after/0' }] }),
      });
      assert.deepEqual(await recover(files, folder, store), []);
      await assert.rejects(restoreSnapshot(files, folder, 'evil', store), /no snapshot/);
      assert.equal(await readFile(join(outer, 'victim.txt'), 'utf8'), 'v');
    }));

  it('ends no journal that was not begun here, and none that was altered since', () =>
    inTemporaryFolder(async (folder) => {
      const manifest = (path: string, title = ''): string => JSON.stringify({ id: 'evil', created: 1, title, state: 'writing', folders: [], files: [{ path, before: null, after: 'after/0', mode: 0o755 }] });
      for (const path of ['.git/hooks/post-checkout', 'run.sh', '.Agent/x']) {
        await plant(folder, { '.agent/snapshots/evil/after/0': 'owned', '.agent/snapshots/evil/manifest.json': manifest(path) });
        assert.deepEqual(await recover(files, folder, store), []);
        assert.deepEqual(await own(folder), {});
      }
      const failing: Files = { ...files, write: (path, ...rest) => (path.endsWith('/b') ? Promise.reject(new Error('killed')) : files.write(path, ...rest)) };
      await assert.rejects(apply(folder, [change('b', null, '2\n')], 'mine', failing));
      const place = join(folder, '.agent/snapshots/mine/manifest.json');
      const genuine = await readFile(place, 'utf8');
      await writeFile(place, genuine.replace('"path": "b"', '"path": "c"'));
      assert.deepEqual(await recover(files, folder, store), []);
      await writeFile(place, genuine);
      assert.deepEqual(await recover(files, folder, memoryStore()), []);
      assert.deepEqual(await recover(files, folder, store), ['mine']);
      assert.deepEqual(await own(folder), { b: '2\n' });
      assert.equal([...store.kept.keys()].filter((key) => key.includes(folder)).length, 0);
    }));

  it('takes no image through a link', () =>
    inTemporaryFolder(async (outer) => {
      for (const kind of ['before', 'after']) {
        const folder = join(outer, kind);
        await plant(outer, { 'key.txt': 'outside', [`${kind}/a`]: '1\n' });
        await apply(folder, [change('a', '1\n', '2\n')]);
        await rm(join(folder, '.agent/snapshots/s1', kind), { recursive: true });
        await plant(outer, { 'elsewhere/0': 'outside' });
        await symlink('../../../../elsewhere', join(folder, '.agent/snapshots/s1', kind));
        await assert.rejects(restoreSnapshot(files, folder, 's1', store), /damaged/);
        await rm(join(folder, '.agent/snapshots/s1', kind));
        await mkdir(join(folder, '.agent/snapshots/s1', kind));
        await symlink('../../../../../key.txt', join(folder, '.agent/snapshots/s1', kind, '0'));
        await assert.rejects(restoreSnapshot(files, folder, 's1', store), /damaged/);
      }
    }));

  it('keeps only the newest snapshots', () =>
    inTemporaryFolder(async (folder) => {
      for (const number of [1, 2, 3]) await applyChanges({ files, store, workspace: folder, changes: { files: [change(`f${String(number)}`, null, 'x')] }, id: `s${String(number)}`, title: '', now: number });
      await pruneSnapshots(files, folder, 2);
      assert.deepEqual((await listSnapshots(files, folder)).map(({ id }) => id), ['s3', 's2']);
    }));
});

const COUNT = 50;
const OLD = (index: number): string => `old ${String(index)}\n`.repeat(50);
const NEW = (index: number): string => `new ${String(index)}\n`.repeat(60);
const name = (index: number): string => `d${String(index % 5)}/f${String(index)}.txt`;

/** Each file old or new and whole, nothing else there; gives back how many are new. */
async function census(folder: string): Promise<number> {
  const tree = await own(folder);
  assert.deepEqual(Object.keys(tree).sort(), Array.from({ length: COUNT }, (_, index) => name(index)).sort());
  return Array.from({ length: COUNT }, (_, index) => {
    const text = tree[name(index)];
    assert.ok(text === OLD(index) || text === NEW(index), `${name(index)} is neither old nor new`);
    return text === NEW(index) ? 1 : 0;
  }).reduce<number>((sum, one) => sum + one, 0);
}

async function reset(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await plant(folder, Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [name(index), OLD(index)])));
}

/** More of them by hand: `WHITTLE_KILLS=200`. */
const KILLS = Number(process.env['WHITTLE_KILLS'] ?? 8);

describe('recover', function () {
  this.timeout(120_000 + KILLS * 5_000);

  it('ends an apply that broke at any of its writes', () =>
    inTemporaryFolder(async (folder) => {
      const changes = Array.from({ length: 4 }, (_, index) => change(name(index), OLD(index), NEW(index)));
      for (let broken = 1; ; broken++) {
        await reset(folder);
        let writes = 0;
        const failing: Files = { ...files, write: (...args) => (++writes === broken ? Promise.reject(new Error('disk full')) : files.write(...args)) };
        const done = await apply(folder, changes, 's1', failing).then(() => true, () => false);
        const [snapshot] = await listSnapshots(files, folder);
        const before = await census(folder);
        await recover(files, folder, store);
        assert.equal(await census(folder), snapshot === undefined ? before : 4);
        assert.notEqual((await listSnapshots(files, folder))[0]?.state, 'writing');
        if (done) break;
      }
    }));

  it('writes no image that was altered since the person said yes', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { a: '1\n', b: '1\n' });
      const failing: Files = { ...files, write: (path, ...rest) => (/^[ab]$/.test(path.slice(folder.length + 1)) ? Promise.reject(new Error('killed')) : files.write(path, ...rest)) };
      await assert.rejects(apply(folder, [change('a', '1\n', '2\n'), change('b', '1\n', '2\n')], 's1', failing));
      await writeFile(join(folder, '.agent/snapshots/s1/after/0'), 'evil\n');
      assert.deepEqual(await recover(files, folder, store), ['s1']);
      assert.deepEqual(await own(folder), { a: '1\n', b: '2\n' });
    }));

  it('leaves what the person changed after the crash', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { a: '1\n', b: '1\n' });
      const failing: Files = { ...files, write: (path, ...rest) => (path.endsWith('/b') ? Promise.reject(new Error('killed')) : files.write(path, ...rest)) };
      await assert.rejects(apply(folder, [change('a', '1\n', '2\n'), change('b', '1\n', '2\n')], 's1', failing));
      await writeFile(join(folder, 'b'), 'mine\n');
      assert.deepEqual(await recover(files, folder, store), ['s1']);
      assert.deepEqual(await own(folder), { a: '2\n', b: 'mine\n' });
    }));

  it('ends an apply whose process was killed at a random moment', () =>
    inTemporaryFolder(async (outer) => {
      const folder = join(outer, 'ws');
      const script = join(__dirname, '../../../support/applyAndDie.ts');
      const partial = new Set<number>();
      // The first one is left to end, to know how long there is to kill it in.
      let whole = 0;
      for (let round = 0; round <= KILLS; round++) {
        await reset(folder);
        const child = spawn(process.execPath, ['--import', 'tsx', script, folder, String(COUNT)], { stdio: ['ignore', 'pipe', 'inherit'] });
        const gone = new Promise((resolve) => child.once('close', resolve));
        await new Promise((resolve) => child.stdout.once('data', resolve));
        const started = performance.now();
        if (round > 0) {
          await new Promise((wake) => setTimeout(wake, Math.random() * whole));
          child.kill('SIGKILL');
        }
        await gone;
        if (round === 0) whole = performance.now() - started;
        const begun = (await listSnapshots(files, folder)).length > 0;
        partial.add(await censusAfterKill(folder));
        await recover(files, folder, createJsonStore(files, `${folder}.store.json`, () => undefined));
        const fresh = await census(folder);
        assert.equal(fresh, begun ? COUNT : 0);
      }
      assert.ok(partial.size > 1, 'no kill struck in the middle');
    }));
});

/** Before the recovery a temporary file may lie about; each real file is whole nevertheless. */
async function censusAfterKill(folder: string): Promise<number> {
  const tree = await own(folder);
  let fresh = 0;
  for (let index = 0; index < COUNT; index++) {
    const text = tree[name(index)];
    assert.ok(text === OLD(index) || text === NEW(index), `${name(index)} is neither old nor new`);
    if (text === NEW(index)) fresh++;
  }
  return fresh;
}

/** Rooms on the real disk: what is copied, what is refused, what counts as changed. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, link, mkdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createRoom } from '../../../../src/engine/room/createRoom';
import type { Aim, Room } from '../../../../src/engine/room/room';
import { cleanRooms, listRooms } from '../../../../src/engine/room/rooms';
import { createFiles } from '../../../../src/node/files';
import { harvest, inTemporaryFolder, plant, type Tree } from '../../../support/temporary';

const files = createFiles();
const signal = new AbortController().signal;
const text = (bytes: Uint8Array | null): string | null => (bytes === null ? null : Buffer.from(bytes).toString());
const bytes = (words: string): Uint8Array => new TextEncoder().encode(words);

async function withRoom(tree: Tree, work: (room: Room, folder: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await mkdir(join(folder, 'ws'));
    await plant(folder, tree);
    const room = await createRoom({ files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'r1', signal });
    await work(room, folder);
  });
}

async function refusal(room: Room, path: string, use: 'read' | 'list' | 'write'): Promise<string> {
  const vetted = await room.vet(path, use);
  return vetted.ok ? `ok ${vetted.path}` : vetted.refusal.code;
}

async function changed(room: Room): Promise<Record<string, readonly [string | null, string | null]>> {
  return Object.fromEntries((await room.changes()).files.map((file) => [file.path, [text(file.before), text(file.after)] as const]));
}

describe('createRoom', () => {
  it('copies what git would keep, and never .git or .agent', () =>
    withRoom({
      'ws/.git/config': 'c', 'ws/.git/info/exclude': 'mine.txt\n', 'ws/mine.txt': 'm', 'ws/.agent/memory.db': 'm', 'ws/.gitignore': '*.log\n/dist/\n!keep.log\n',
      'ws/a.py': 'a', 'ws/run.log': 'x', 'ws/keep.log': 'k', 'ws/dist/app.js': 'd', 'ws/sub/.gitignore': '!run.log\nsecret/\n',
      'ws/sub/run.log': 'back', 'ws/sub/secret/x': 'x', 'ws/sub/dist/kept.js': 'k', 'ws/__pycache__/a.pyc': 'p',
    }, async (room) => {
      assert.deepEqual(Object.keys(await harvest(room.folder)).sort(), [
        '.gitignore', 'a.py', 'keep.log', 'sub/.gitignore', 'sub/dist/kept.js', 'sub/run.log',
      ]);
      assert.deepEqual(await changed(room), {});
    }));

  for (const name of ['before', 'room.json', '...']) {
    it(`is apart from its own books in a project named "${name}"`, () =>
      inTemporaryFolder(async (folder) => {
        await plant(folder, { [`${name}/0`]: 'mine', [`${name}/a.txt`]: 'a' });
        const room = await createRoom({ files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, name), id: 'r1', signal });
        assert.deepEqual(Object.keys(await harvest(room.folder)).sort(), ['0', 'a.txt']);
        await room.write('a.txt', bytes('b'));
        assert.deepEqual(await changed(room), { 'a.txt': ['a', 'b'] });
      }));
  }

  it('writes over what is expected there, and over nothing else', () =>
    withRoom({ 'ws/a.txt': 'a', 'ws/empty.txt': '' }, async (room) => {
      const kind = async (path: string, expected: Uint8Array | null): Promise<string> => {
        const written = await room.write(path, bytes('new'), expected);
        return written.ok ? 'ok' : written.refusal.code;
      };
      assert.deepEqual([await kind('a.txt', bytes('b')), await kind('a.txt', null), await kind('none.txt', bytes('')), await kind('empty.txt', null)], Array.from({ length: 4 }, () => 'changed'));
      assert.deepEqual(await harvest(room.folder), { 'a.txt': 'a', 'empty.txt': '' });
      assert.deepEqual([await kind('a.txt', bytes('a')), await kind('none.txt', null), await kind('empty.txt', bytes(''))], ['ok', 'ok', 'ok']);
    }));

  it('looks once more while the bytes of a write go to the disk, and leaves nothing where it stops', () =>
    withRoom({ 'ws/d/a.txt': 'a', 'ws/d/b.txt': 'b' }, async (room) => {
      const aimAt = async (path: string): Promise<Aim | undefined> => {
        const read = await room.read(path, true);
        return read.ok ? read.aim : undefined;
      };
      const aim = await aimAt('d/a.txt');
      assert.equal(aim?.absolute, `${room.folder}/d/a.txt`);
      await writeFile(aim.absolute, 'by another');
      const late = await room.write('d/a.txt', bytes('new'), bytes('a'), aim);
      assert.equal(late.ok || late.refusal.code, 'changed');
      const elsewhere = await room.write('d/b.txt', bytes('new'), bytes('b'), aim);
      assert.equal(elsewhere.ok || elsewhere.refusal.code, 'outside', 'an aim at another file');
      await chmod(aim.absolute, 0o444);
      const locked = await room.write('d/a.txt', bytes('new'), bytes('by another'), aim);
      assert.equal(locked.ok || locked.refusal.code, 'readonly');
      assert.equal(await aimAt('d/a.txt'), undefined);
      await chmod(aim.absolute, 0o644);
      assert.deepEqual(await harvest(room.folder), { 'd/a.txt': 'by another', 'd/b.txt': 'b' });
      assert.equal((await room.write('d/a.txt', bytes('new'), bytes('by another'), aim)).ok, true);
      assert.deepEqual([await aimAt('d/none.txt'), await aimAt('d'), await aimAt('../x')], [undefined, undefined, undefined]);
    }));

  it('is not left where something else took the place of its folder', () =>
    withRoom({ 'ws/a.txt': 'a', 'other/a.txt': 'theirs' }, async (room, folder) => {
      await rename(room.folder, join(folder, 'gone'));
      assert.deepEqual([await refusal(room, 'a.txt', 'read'), await refusal(room, 'a.txt', 'write')], ['missing', 'missing']);
      await symlink(join(folder, 'other'), room.folder);
      assert.deepEqual([await refusal(room, 'a.txt', 'read'), await refusal(room, 'b.txt', 'write')], ['outside', 'outside']);
      const written = await room.write('a.txt', bytes('mine'));
      assert.deepEqual([written.ok, text(await readFile(join(folder, 'other/a.txt')))], [false, 'theirs']);
    }));

  it('keeps links that stay inside and takes the names of the others', () =>
    withRoom({
      'secret.txt': 'TOP', 'ws/a/x.txt': 'x', 'ws/in': { link: 'a/x.txt' }, 'ws/b/up': { link: '../a' }, 'ws/out': { link: '../secret.txt' },
      'ws/new': { link: '../not-yet' }, 'ws/l1': { link: 'l2' }, 'ws/l2': { link: 'l1' },
    }, async (room, folder) => {
      assert.deepEqual(await harvest(room.folder), { 'a/x.txt': 'x', in: { link: 'a/x.txt' }, 'b/up': { link: '../a' } });
      assert.equal(await refusal(room, 'in', 'read'), 'ok a/x.txt');
      assert.equal(await refusal(room, 'b/up/x.txt', 'write'), 'ok a/x.txt');
      assert.equal(await refusal(room, 'out', 'read'), 'outside');
      assert.equal(await refusal(room, 'new', 'write'), 'outside');
      assert.equal(await refusal(room, 'l1', 'read'), 'loop');
      const absolute = join(folder, 'ws/a/x.txt');
      assert.equal(await refusal(room, absolute, 'read'), 'ok a/x.txt');
    }));

  it('sees through links and hard links that a command makes', () =>
    withRoom({ 'secret.txt': 'TOP', 'dir/f': 'f', 'ws/a.txt': 'a' }, async (room, folder) => {
      await symlink(join(folder, 'secret.txt'), join(room.folder, 's'));
      await symlink(join(folder, 'dir'), join(room.folder, 'd'));
      await symlink('../../../nowhere', join(room.folder, 'n'));
      await link(join(folder, 'secret.txt'), join(room.folder, 'h'));
      assert.equal(await refusal(room, 's', 'read'), 'outside');
      assert.equal(await refusal(room, 'd/f', 'read'), 'outside');
      assert.equal(await refusal(room, 'd/new', 'write'), 'outside');
      assert.equal(await refusal(room, 'd', 'list'), 'outside');
      assert.equal(await refusal(room, 'n', 'write'), 'outside');
      assert.equal(await refusal(room, 'h', 'read'), 'outside');
      assert.equal(await refusal(room, 'a.txt/b', 'read'), 'not-a-folder');
      assert.deepEqual((await room.walk('.')).map((file) => file.path), ['a.txt']);
      assert.deepEqual(await changed(room), {});
    }));

  it('finds changes of tools and of commands, and keeps the first contents whatever the person does meanwhile', () =>
    withRoom({ 'ws/a.txt': 'one\n', 'ws/b.txt': 'two\n', 'ws/c.txt': 'three\n', 'ws/.gitignore': 'out/\n', 'ws/run.sh': 'echo\n' }, async (room, folder) => {
      assert.ok((await room.write('a.txt', bytes('ONE\n'))).ok);
      assert.ok((await room.write('new/deep.txt', bytes('n'))).ok);
      assert.ok((await room.write('out/asked.txt', bytes('o'))).ok);
      await writeFile(join(room.folder, 'b.txt'), 'TWO\n');
      await mkdir(join(room.folder, 'out'), { recursive: true });
      await writeFile(join(room.folder, 'out/leaving.txt'), 'l');
      await rename(join(room.folder, 'c.txt'), join(room.folder, 'moved.txt'));
      await chmod(join(room.folder, 'run.sh'), 0o755);
      await writeFile(join(folder, 'ws/b.txt'), 'the person was here\n');
      assert.deepEqual(await changed(room), {
        'a.txt': ['one\n', 'ONE\n'], 'b.txt': ['two\n', 'TWO\n'], 'c.txt': ['three\n', null], 'moved.txt': [null, 'three\n'],
        'new/deep.txt': [null, 'n'], 'out/asked.txt': [null, 'o'], 'run.sh': ['echo\n', 'echo\n'],
      });
      assert.equal((await room.changes()).files.find((file) => file.path === 'run.sh')?.mode, 0o755);
      // Whose rights a program runs with is nothing a command may hand on.
      await chmod(join(room.folder, 'run.sh'), 0o6755);
      assert.equal((await room.changes()).files.find((file) => file.path === 'run.sh')?.mode, 0o755);
      assert.equal(await readFile(join(folder, 'ws/a.txt'), 'utf8'), 'one\n');
      await writeFile(join(room.folder, 'a.txt'), 'one\n');
      assert.equal((await changed(room))['a.txt'], undefined);
    }));

  it('brings in an ignored file when it is asked for by name', () =>
    withRoom({ 'ws/.gitignore': 'dist/\n', 'ws/dist/app.js': 'built', 'ws/a': 'needle' }, async (room) => {
      const read = await room.read('dist/app.js');
      assert.equal(read.ok && text(read.bytes), 'built');
      assert.deepEqual((await room.walk('.')).map((file) => file.path), ['.gitignore', 'a']);
      assert.deepEqual(await changed(room), {});
      await room.write('dist/app.js', bytes('rebuilt'));
      assert.deepEqual(await changed(room), { 'dist/app.js': ['built', 'rebuilt'] });
    }));

  it('links what is installed so that programs find it, and keeps new installs to itself', () =>
    withRoom({
      'ws/node_modules/left/index.js': 'module.exports = "left"', 'ws/node_modules/@s/right/index.js': 'module.exports = "right"',
      'ws/packages/own/index.js': 'module.exports = "old"', 'ws/node_modules/own': { link: '../packages/own' },
      'ws/main.js': 'console.log(require("left"), require("@s/right"), require("own"))',
    }, async (room, folder) => {
      await room.write('packages/own/index.js', bytes('module.exports = "new"'));
      const run = await promisify(execFile)(process.execPath, ['main.js'], { cwd: room.folder });
      assert.equal(run.stdout, 'left right new\n');
      assert.equal(await refusal(room, 'node_modules/left/index.js', 'read'), 'ok node_modules/left/index.js');
      assert.equal(await refusal(room, 'node_modules/left/index.js', 'write'), 'readonly');
      assert.equal(await refusal(room, 'node_modules/added.js', 'write'), 'readonly');
      await mkdir(join(room.folder, 'node_modules/added'));
      await assert.rejects(stat(join(folder, 'ws/node_modules/added')));
      assert.deepEqual(Object.keys(await changed(room)), ['packages/own/index.js']);
    }));

  it('asks before a secret is shown, hides it from walks, and remembers a yes', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { 'ws/.env': 'KEY=1', 'ws/conf': { link: '.env' }, 'ws/a.py': 'a' });
      const asked: string[] = [];
      let answer = false;
      const room = await createRoom({
        files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'r1', signal,
        mayShow: (path) => {
          asked.push(path);
          return Promise.resolve(answer);
        },
      });
      assert.equal(await refusal(room, '.env', 'read'), 'secret');
      assert.equal(await refusal(room, '.env', 'write'), 'secret');
      assert.deepEqual((await room.walk('.')).map((file) => file.path), ['a.py']);
      answer = true;
      assert.equal(await refusal(room, 'conf', 'read'), 'ok .env');
      assert.ok((await room.read('.env')).ok);
      assert.deepEqual(asked, ['.env', '.env']);
    }));

  it('makes no copy of a secret that git ignores before the yes', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { 'ws/.env': 'KEY=1', 'ws/.gitignore': '.env\n' });
      let answer = false;
      const room = await createRoom({ files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'r1', signal, mayShow: () => Promise.resolve(answer) });
      assert.equal(await refusal(room, '.env', 'read'), 'secret');
      await assert.rejects(stat(join(room.folder, '.env')));
      answer = true;
      const read = await room.read('.env');
      assert.equal(read.ok && text(read.bytes), 'KEY=1');
      assert.deepEqual(await changed(room), {});
    }));

  it('works on an empty and on a missing workspace, and takes its folder away again', () =>
    inTemporaryFolder(async (folder) => {
      const room = await createRoom({ files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'none'), id: 'r1', signal });
      await room.write('fizz.py', bytes('x'));
      assert.deepEqual(await changed(room), { 'fizz.py': [null, 'x'] });
      await assert.rejects(stat(join(folder, 'none')));
      await room.discard();
      assert.deepEqual(await listRooms(files, join(folder, 'rooms')), []);
    }));

  it('refuses rooms inside the workspace, rooms of rooms, taken and odd names', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { 'ws/a': 'a' });
      const make = (roomsFolder: string, workspace: string, id = 'r1'): Promise<Room> => createRoom({ files, roomsFolder, workspace, id, signal });
      await assert.rejects(make(join(folder, 'ws/rooms'), join(folder, 'ws')), /The project .* holds the folder/);
      const room = await make(join(folder, 'rooms'), join(folder, 'ws'));
      await assert.rejects(make(join(folder, 'rooms'), room.folder, 'r2'), /lies inside the one in which/);
      await assert.rejects(make(join(folder, 'rooms'), join(folder, 'ws')), /already/);
      await assert.rejects(make(join(folder, 'rooms'), join(folder, 'ws'), '../x'), /can't name a room/);
    }));

  it('stops when told to and leaves nothing', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { 'ws/a': 'a' });
      const stopped = createRoom({ files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'r1', signal: AbortSignal.abort() });
      await assert.rejects(stopped, { name: 'Cancelled' });
      assert.deepEqual(await listRooms(files, join(folder, 'rooms')), []);
    }));

  it('cleans up by age and by count, sparing rooms in use', () =>
    inTemporaryFolder(async (folder) => {
      const roomsFolder = join(folder, 'rooms');
      for (const [id, created] of [['old', 1], ['used', 2], ['mid', 900], ['new', 1000]] as const) {
        await createRoom({ files, roomsFolder, workspace: join(folder, 'none'), id, signal, now: () => created });
      }
      const removed = await cleanRooms(files, roomsFolder, { now: 1001, maxAge: 500, keep: 1, maxBytes: Infinity, inUse: new Set(['used']) });
      assert.deepEqual([...removed].sort(), ['mid', 'old']);
      assert.deepEqual((await listRooms(files, roomsFolder)).map((room) => room.id), ['new', 'used']);
    }));

  it('are cleaned up by the space they take, the oldest first, but none of the last day and none in use', () =>
    inTemporaryFolder(async (folder) => {
      const roomsFolder = join(folder, 'rooms');
      const day = 24 * 3_600_000;
      await plant(join(folder, 'ws'), { 'a.txt': 'x'.repeat(600), 'b.txt': 'x'.repeat(400) });
      for (const [id, days] of [['oldest', 5], ['used', 4], ['older', 3], ['old', 2], ['young', 0.5], ['now', 0]] as const) {
        await createRoom({ files, roomsFolder, workspace: join(folder, 'ws'), id, signal, now: () => 10 * day - days * day });
      }
      assert.deepEqual((await listRooms(files, roomsFolder)).map(({ size }) => size), [1000, 1000, 1000, 1000, 1000, 1000]);
      const clean = (maxBytes: number): Promise<readonly string[]> => cleanRooms(files, roomsFolder, { now: 10 * day, maxAge: 9 * day, keep: 20, maxBytes, inUse: new Set(['used']) });
      assert.deepEqual(await clean(6000), []);
      assert.deepEqual(await clean(4999), ['oldest']);
      assert.deepEqual(await clean(1000), ['old', 'older']);
      assert.deepEqual((await listRooms(files, roomsFolder)).map(({ id }) => id), ['now', 'young', 'used']);
    }));

  it('go on being cleaned where one of them can\'t be removed', () =>
    inTemporaryFolder(async (folder) => {
      for (const id of ['one', 'two', 'three']) await plant(folder, { [`rooms/${id}/room.json`]: JSON.stringify({ id, workspace: '/w', folder: '/f', created: 1 }) });
      const failing = { ...files, remove: (path: string) => (path.endsWith('/two') ? Promise.reject(new Error('EPERM')) : files.remove(path)) };
      await assert.rejects(cleanRooms(failing, join(folder, 'rooms'), { now: 10, maxAge: 1, keep: 0, maxBytes: Infinity, inUse: new Set() }), /EPERM/);
      assert.deepEqual((await listRooms(files, join(folder, 'rooms'))).map((room) => room.id), ['two']);
    }));
});

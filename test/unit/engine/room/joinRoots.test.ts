/** A workspace of several folders on a real disk: one room with each of them, applied back to where each file is. */
import assert from 'node:assert/strict';
import { mkdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRoom } from '../../../../src/engine/room/createRoom';
import { joinRoots } from '../../../../src/engine/room/joinRoots';
import type { Room } from '../../../../src/engine/room/room';
import { applyChanges, restoreSnapshot } from '../../../../src/engine/snapshot/applyChanges';
import { findTestCommand } from '../../../../src/engine/tools/testRunners';
import type { Files } from '../../../../src/engine/ports';
import { createFiles } from '../../../../src/node/files';
import { namedRoots } from '../../../../src/vscode/namedRoots';
import { emptyContext } from '../../../support/diskContext';
import { memoryStore } from '../../../support/memoryStore';
import { inTemporaryFolder, plant } from '../../../support/temporary';

interface Scene {
  readonly outer: string;
  readonly files: Files;
  readonly workspace: string;
  readonly room: Room;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function withRoots(work: (scene: Scene) => Promise<void>): Promise<void> {
  return inTemporaryFolder(async (outer) => {
    await mkdir(join(outer, 'one/app'), { recursive: true });
    await mkdir(join(outer, 'two/app'), { recursive: true });
    await plant(join(outer, 'one/app'), { 'a.js': 'a\n', '.gitignore': 'out\n', 'out/x': 'x', 'package.json': '{"scripts":{"test":"node --test"}}', 'node_modules/p/index.js': 'p' });
    await plant(join(outer, 'two/app'), { 'b.py': 'b\n', 'out/y': 'y', 'test_b.py': 'import unittest\n', 'sub/.agent/z': 'z', '.git/info/exclude': 'mine.txt\n/only-here\n', 'mine.txt': 'm', 'sub/mine.txt': 'm', 'sub/only-here': 'o' });
    await symlink('../../one/app/a.js', join(outer, 'two/app/a.link'));
    await symlink('/etc/hostname', join(outer, 'two/app/etc.link'));
    const disk = createFiles();
    const roots = namedRoots(disk, [{ name: 'app', folder: join(outer, 'one/app') }, { name: 'app', folder: join(outer, 'two/app') }]);
    const workspace = join(outer, 'books/workspace');
    const files = joinRoots(disk, () => ({ workspace, roots }));
    const room = await createRoom({ files, roomsFolder: join(outer, 'rooms'), workspace, roots, id: 'one', signal: new AbortController().signal });
    await work({ outer, files, workspace, room });
  });
}

describe('a workspace of several folders', () => {
  it('gives each folder a name of its own, and an inner one to the outer', () => {
    const named = namedRoots({ platform: 'linux' }, [
      { name: 'app', folder: '/x/app' }, { name: 'App', folder: '/y/app' }, { name: 'a/b: c', folder: '/z' }, { name: 'in', folder: '/x/app/in' }, { name: '..', folder: '/w' },
    ]);
    assert.deepEqual(named.map(({ name, folder }) => [name, folder]), [['app', '/x/app'], ['App-2', '/y/app'], ['a-b- c', '/z'], ['folder', '/w']]);
  });

  it('has them all in its room, each by its own .gitignore', () => withRoots(async ({ room }) => {
    assert.deepEqual((await room.walk('.')).map((file) => file.path), ['app-2/b.py', 'app-2/out/y', 'app-2/sub/only-here', 'app-2/test_b.py', 'app/.gitignore', 'app/a.js', 'app/package.json']);
    assert.ok((await room.read('app/node_modules/p/index.js')).ok, 'what is installed can be read');
    assert.equal(await readlink(join(room.folder, 'app-2/a.link')), '../app/a.js');
    assert.ok((await room.read('app-2/a.link')).ok, 'a link from one folder to the other stays one');
    assert.equal((await room.read('app-2/etc.link')).ok, false);
    assert.equal((await room.read('../one/app/a.js')).ok, false);
  }));

  it('has each repository\'s own list of what to ignore, for what commands leave too', () => withRoots(async ({ room }) => {
    await writeFile(join(room.folder, 'app-2/mine.txt'), 'made by a command');
    await writeFile(join(room.folder, 'app/mine.txt'), 'made by a command');
    assert.deepEqual((await room.changes()).files.map(({ path }) => path), ['app/mine.txt']);
    assert.deepEqual((await room.walk('app-2')).map(({ path }) => path), ['app-2/b.py', 'app-2/out/y', 'app-2/sub/only-here', 'app-2/test_b.py']);
  }));

  it('applies each change where its file is, merged, and takes it back', () => withRoots(async ({ outer, files, workspace, room }) => {
    const store = memoryStore();
    assert.ok((await room.write('app/a.js', bytes('A\n'))).ok);
    assert.ok((await room.write('app-2/new/c.py', bytes('c\n'))).ok);
    await writeFile(join(room.folder, 'app-2/b.py'), 'b\nmore\n');
    const changes = await room.changes();
    assert.deepEqual(changes.files.map((file) => file.path), ['app-2/b.py', 'app-2/new/c.py', 'app/a.js']);
    await writeFile(join(outer, 'two/app/b.py'), 'mine\nb\n');
    const result = await applyChanges({ files, store, workspace, changes, id: 's1', title: 't', now: 1 });
    assert.equal(result.kind, 'applied');
    const read = (path: string): Promise<string> => readFile(join(outer, path), 'utf8');
    assert.deepEqual([await read('one/app/a.js'), await read('two/app/b.py'), await read('two/app/new/c.py')], ['A\n', 'mine\nb\nmore\n', 'c\n']);
    assert.ok((await stat(join(workspace, '.agent/snapshots/s1/manifest.json'))).isFile());
    for (const root of ['one/app', 'two/app']) await assert.rejects(stat(join(outer, root, '.agent')));
    await restoreSnapshot(files, workspace, 's1', store);
    assert.deepEqual([await read('one/app/a.js'), await read('two/app/b.py')], ['a\n', 'mine\nb\n']);
    await assert.rejects(stat(join(outer, 'two/app/new')));
  }));

  it('takes no file between the folders: a tool is refused by name, what a command leaves there goes nowhere', () => withRoots(async ({ outer, files, workspace, room }) => {
    const written = await room.write('c.txt', bytes('c'));
    assert.match(written.ok ? '' : written.refusal.text, /lies in none of this workspace's folders\. Begin the path with one of: app\/, app-2\/\.$/);
    await writeFile(join(room.folder, 'c.txt'), 'c');
    assert.deepEqual((await room.changes()).files, []);
    const forced = { files: [{ path: 'c.txt', before: null, after: bytes('c') }] };
    await assert.rejects(applyChanges({ files, store: memoryStore(), workspace, changes: forced, id: 's2', title: 't', now: 1 }), /lies in none of the workspace's folders/);
    await assert.rejects(stat(join(outer, 'books/workspace/c.txt')));
  }));

  it('runs the tests of each folder in that folder', () => withRoots(async ({ files, room }) => {
    const tests = await findTestCommand(await emptyContext(room, files));
    assert.equal(tests?.line, '(cd app && npm test) && (cd app-2 && python3 -m unittest discover)');
    assert.equal(tests.filtered('app-2/test_b.py'), '(cd app-2 && python3 -m unittest discover -k test_b.py)');
    assert.equal(tests.filtered('app/a.test.js'), '(cd app && npm test -- a.test.js)');
    assert.equal(tests.filtered('something'), undefined);
  }));

  it('makes no room where one of the folders holds the rooms', () => inTemporaryFolder(async (outer) => {
    const roots = [{ name: 'a', folder: join(outer, 'a') }, { name: 'b', folder: join(outer, 'b') }];
    await plant(outer, { 'a/x': '', 'b/x': '' });
    const workspace = join(outer, 'books');
    const files = joinRoots(createFiles(), () => ({ workspace, roots }));
    await assert.rejects(createRoom({ files, roomsFolder: join(outer, 'b/rooms'), workspace, roots, id: 'one', signal: new AbortController().signal }), /holds the folder in which Whittle keeps/);
  }));
});

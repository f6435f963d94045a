/** A room outlives the program that made it: opened again it holds the same changes, and one that can't be opened says so. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRoom } from '../../../../src/engine/room/createRoom';
import { reopenRoom } from '../../../../src/engine/room/reopenRoom';
import type { Room } from '../../../../src/engine/room/room';
import { createFiles } from '../../../../src/node/files';
import { inTemporaryFolder, plant } from '../../../support/temporary';

const files = createFiles();
const bytes = (words: string): Uint8Array => new TextEncoder().encode(words);

const plain = async (room: Room): Promise<unknown> => (await room.changes()).files.map((file) => ({ ...file, before: file.before && [...file.before], after: file.after && [...file.after] }));

interface Left {
  readonly folder: string;
  readonly room: Room;
  open(workspace?: string, id?: string): Promise<Room>;
}

/** A room with a change of each kind, left by one program and found by the next. */
async function leftBehind(work: (left: Left) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await mkdir(join(folder, 'ws'));
    await plant(folder, { 'ws/a.py': 'a = 1\n', 'ws/gone.py': 'g\n', 'ws/same.py': 's\n', 'ws/.gitignore': '*.log\n', 'ws/run.log': 'old\n', 'ws/__proto__': 'p\n' });
    const options = { files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws') };
    const room = await createRoom({ ...options, id: 'r1', signal: new AbortController().signal });
    await room.write('a.py', bytes('a = 2\n'));
    await room.write('new.py', bytes('n\n'));
    await room.write('made.log', bytes('ignored by git, but written by a tool\n'));
    await room.write('run.log', bytes('new\n'));
    await room.write('__proto__', bytes('q\n'));
    await room.remove('gone.py');
    await room.keep();
    await work({ folder, room, open: (workspace = options.workspace, id = 'r1') => reopenRoom({ ...options, workspace, id }) });
  });
}

describe('reopenRoom', () => {
  it('reads the books of a large room', () => inTemporaryFolder(async (folder) => {
    const names = Array.from({ length: 2_050 }, (_, index) => `${String(index)}.txt`);
    await plant(folder, Object.fromEntries(names.map((name) => [`ws/${name}`, name])));
    const options = { files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'r1' };
    const room = await createRoom({ ...options, signal: new AbortController().signal });
    await room.write('2001.txt', bytes('changed'));
    await room.keep();
    assert.deepEqual(await plain(await reopenRoom(options)), await plain(room));
    assert.equal(JSON.parse(await readFile(join(folder, 'rooms/r1/books.json'), 'utf8')).files.length, 2_050);
  })).timeout(60_000);

  it('finds the same changes, and takes new ones', () => leftBehind(async ({ room, open }) => {
    const again = await open();
    assert.deepEqual(await plain(again), await plain(room));
    assert.deepEqual((await again.changes()).files.map((file) => file.path), ['__proto__', 'a.py', 'gone.py', 'made.log', 'new.py', 'run.log']);
    await again.write('same.py', bytes('t\n'));
    const change = (await again.changes()).files.find((file) => file.path === 'same.py');
    assert.deepEqual([change?.before, change?.after].map((each) => new TextDecoder().decode(each ?? undefined)), ['s\n', 't\n']);
    await again.discard();
    await assert.rejects(open(), /The scratch copy is gone.*Ask for the task again/u);
  }));

  it('keeps what it took up later, file by file', () => leftBehind(async ({ open }) => {
    const second = await open();
    await second.write('late.log', bytes('l\n'));
    await second.keep();
    assert.ok((await (await open()).changes()).files.some((file) => file.path === 'late.log'));
  }));

  it('says so where it is gone, damaged, of another project or no name', () => leftBehind(async ({ folder, room, open }) => {
    await assert.rejects(open(undefined, 'r2'), /The scratch copy is gone/u);
    await assert.rejects(open(undefined, '../r1'), /no scratch copy's name/u);
    await mkdir(join(folder, 'other'));
    await assert.rejects(open(join(folder, 'other')), /another project/u);
    const books = join(folder, 'rooms/r1/books.json');
    const whole = await readFile(books, 'utf8');
    for (const damage of [whole.slice(0, -20), '[]', whole.replace('"version":1', '"version":2')]) {
      await writeFile(books, damage);
      await assert.rejects(open(), /is damaged\. Take what you need/u);
    }
    await writeFile(books, whole.replaceAll(room.folder, join(folder, 'ws')));
    await assert.rejects(open(), /another project/u);
    await writeFile(books, whole);
    await rm(room.folder, { recursive: true });
    await assert.rejects(open(), /its folder was removed/u);
  }));
});

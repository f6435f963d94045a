/** Large files in a project: copied without being read, or left out by name, and never held in memory. */
import assert from 'node:assert/strict';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRoom } from '../../../../src/engine/room/createRoom';
import type { FileStat } from '../../../../src/engine/ports';
import type { Room } from '../../../../src/engine/room/room';
import { createFiles } from '../../../../src/node/files';
import { inTemporaryFolder, plant } from '../../../support/temporary';

const real = createFiles();
const read: string[] = [];
const files = { ...real, read: async (path: string, limit?: number, known?: FileStat) => { read.push(path); return real.read(path, limit, known); } };

async function withRoom(size: number, work: (room: Room, leftOut: readonly string[]) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await plant(folder, { 'ws/a.py': 'a', 'ws/model.gguf': '' });
    // A hole in a file takes no room on the disk.
    await truncate(join(folder, 'ws/model.gguf'), size);
    const leftOut: string[] = [];
    read.length = 0;
    await work(await createRoom({
      files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'r1', signal: new AbortController().signal,
      onLeftOut: (paths) => { leftOut.push(...paths); },
    }), leftOut);
  });
}

describe('a large file', () => {
  it('that git ignores is not fetched for a tool, and said to be too large', () => inTemporaryFolder(async (folder) => {
    await plant(folder, { 'ws/.gitignore': '*.bin\n', 'ws/big.bin': '', 'ws/small.bin': 's' });
    await truncate(join(folder, 'ws/big.bin'), 40 * 2 ** 20);
    const room = await createRoom({ files: real, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'r1', signal: new AbortController().signal });
    const big = await room.read('big.bin');
    assert.match(big.ok ? '' : big.refusal.text, /^big\.bin is ignored by git and larger than 20 MB, .*Go on without it/);
    assert.ok((await room.read('small.bin')).ok);
  }));

  it('of more than two gigabytes is left out by name, and the rest is there', () => withRoom(3 * 2 ** 30, async (room, leftOut) => {
    assert.deepEqual(leftOut, ['model.gguf']);
    assert.deepEqual((await room.walk('.')).map((file) => file.path), ['a.py']);
    const vetted = await room.vet('model.gguf', 'read');
    assert.deepEqual([vetted.ok ? 'ok' : vetted.refusal.code, (await room.changes()).files], ['too-large', []]);
  }));

  it('of some megabytes is copied unread, and is known when it changes', () => withRoom(24 * 2 ** 20, async (room, leftOut) => {
    assert.deepEqual([leftOut, read.filter((path) => path.endsWith('.gguf'))], [[], []]);
    await writeFile(join(room.folder, 'model.gguf'), 'small now');
    const { files: [change] } = await room.changes();
    assert.deepEqual([change?.path, change?.before?.length, change?.after?.length], ['model.gguf', 24 * 2 ** 20, 9]);
  }));

  it('that a command made is named instead of being read', () => withRoom(1, async (room) => {
    await writeFile(join(room.folder, 'dump.bin'), '');
    await truncate(join(room.folder, 'dump.bin'), 3 * 2 ** 30);
    await assert.rejects(room.changes(), /dump\.bin has 3072 MB now/u);
  }));
});

/** Each edit outlives the program that made it, and what was damaged on the disk is believed by nobody. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRoom } from '../../../../src/engine/room/createRoom';
import { standing, takeBackEdit } from '../../../../src/engine/room/editHistory';
import { reopenRoom } from '../../../../src/engine/room/reopenRoom';
import type { Room } from '../../../../src/engine/room/room';
import { createFiles } from '../../../../src/node/files';
import { inTemporaryFolder, plant } from '../../../support/temporary';

const files = createFiles();
const bytes = (words: string): Uint8Array => new TextEncoder().encode(words);
const start = 'a = 1\nb = 1\nc = 1\nd = 1\n';
const second = start.replace('a = 1', 'a = 2');
const third = second.replace('d = 1', 'd = 2');

interface World {
  readonly room: Room;
  /** Where the edits lie. */
  readonly kept: string;
  open(): Promise<Room>;
}

async function edit(room: Room, path: string, before: string | null, after: string): Promise<void> {
  await room.write(path, bytes(after));
  room.history.add({ path, before: before === null ? null : bytes(before), after: bytes(after) });
  await room.history.save();
}

/** Three edits, two of them in one file, written down but for the room's own books: as after a kill in the middle. */
async function afterThree(work: (world: World) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await mkdir(join(folder, 'ws'));
    await plant(folder, { 'ws/a.py': start });
    const options = { files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'r1' };
    const room = await createRoom({ ...options, signal: new AbortController().signal });
    await room.keep();
    await edit(room, 'a.py', start, second);
    await edit(room, 'a.py', second, third);
    await edit(room, 'new.py', null, 'n\n');
    await work({ room, kept: join(folder, 'rooms/r1/edits'), open: () => reopenRoom(options) });
  });
}

const text = async (room: Room, path: string): Promise<string | undefined> => {
  const read = await room.read(path);
  return read.ok ? new TextDecoder().decode(read.bytes) : undefined;
};
const plain = (room: Room): unknown => room.history.list().map((one) => ({ ...one, before: one.before && [...one.before], after: one.after && [...one.after] }));
const numbers = (room: Room): readonly number[] => standing(room.history.list()).map(({ number }) => number);

describe('the edits of a room, kept on the disk', () => {
  it('can be taken back one by one by the next start', () => afterThree(async ({ room, open }) => {
    const again = await open();
    assert.deepEqual(plain(again), plain(room));
    assert.equal(again.history.lost, undefined);
    assert.deepEqual(await takeBackEdit(again, 1), { ok: true, path: 'a.py', merged: true });
    assert.equal(await text(again, 'a.py'), third.replace('a = 2', 'a = 1'));
    assert.equal((await takeBackEdit(again, 3)).ok, true);
    assert.equal(await text(again, 'new.py'), undefined);
  }));

  it('stay taken back, and later ones are counted on', () => afterThree(async ({ open }) => {
    const again = await open();
    await takeBackEdit(again, 1);
    await again.keep();
    const third = await open();
    assert.deepEqual(numbers(third), [2, 3]);
    await edit(third, 'new.py', 'n\n', 'm\n');
    assert.deepEqual(numbers(await open()), [2, 3, 5]);
  }));

  it('do not come back where the taking back was damaged', () => afterThree(async ({ room, kept, open }) => {
    await takeBackEdit(room, 1);
    room.history.add({ path: 'new.py', before: bytes('n\n'), after: bytes('o\n'), undoes: [3], turn: 4 });
    await room.keep();
    const again = await open();
    assert.deepEqual(plain(again), plain(room));
    for (const name of await readdir(kept)) if ((await readFile(join(kept, name), 'utf8')) === third.replace('a = 2', 'a = 1')) await rm(join(kept, name));
    const damaged = await open();
    assert.deepEqual(numbers(damaged), [2]);
    assert.match(damaged.history.lost ?? '', /edit 4 \(a\.py\) is damaged/u);
  }));

  it('leave nothing behind that no edit needs', () => afterThree(async ({ room, kept, open }) => {
    const before = await readdir(kept);
    await edit(room, 'big.bin', null, 'x'.repeat(1000));
    room.history.drop();
    await room.history.save();
    assert.deepEqual(await readdir(kept), before);
    for (let round = 0; round < 3; round++) {
      await edit(room, 'big.txt', 'x'.repeat(20 * 2 ** 20), String(round).repeat(20 * 2 ** 20));
    }
    assert.deepEqual(numbers(await open()), [7]);
    assert.equal((await readdir(kept)).length, 3);
  }));

  it('are not believed where an image was damaged or is gone', () => afterThree(async ({ kept, open }) => {
    for (const name of await readdir(kept)) {
      if (name !== 'edits.json' && (await readFile(join(kept, name), 'utf8')) === start) await writeFile(join(kept, name), 'a = 7\n');
    }
    const damaged = await open();
    assert.deepEqual(numbers(damaged), [2, 3]);
    assert.equal(damaged.history.lost, "What was kept of edit 1 (a.py) is damaged, so it can't be taken back on its own. The changes themselves are there: reject that part in the review.");
    for (const name of await readdir(kept)) if (name !== 'edits.json') await rm(join(kept, name));
    const gone = await open();
    assert.deepEqual(numbers(gone), []);
    assert.match(gone.history.lost ?? '', /edit 1 \(a\.py\), 2 \(a\.py\), 3 \(new\.py\) is damaged/);
    assert.deepEqual((await gone.changes()).files.map(({ path }) => path), ['a.py', 'new.py']);
  }));

  it('are not believed where the index was changed, and the review goes on', () => afterThree(async ({ kept, open }) => {
    const index = join(kept, 'edits.json');
    const whole = await readFile(index, 'utf8');
    for (const damage of [whole.slice(0, -9), '[]', whole.replace('"path":"a.py"', '"path":"b.py"'), whole.replace('"version":1', '"version":2'), whole.replace(/"before":"[0-9a-f]+"/, '"before":"../../x"')]) {
      await writeFile(index, damage);
      const room = await open();
      assert.match(room.history.lost ?? '', /record of the single edits is damaged.*reject parts of them in the review\.$/u);
      assert.deepEqual(room.history.list(), []);
      assert.deepEqual((await room.changes()).files.map(({ path }) => path), ['a.py', 'new.py']);
    }
  }));
});

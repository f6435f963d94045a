/** No path and no link leads a tool out of its room: random trees, and links put in between the look and the use. */
import assert from 'node:assert/strict';
import { chmod, link, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Files } from '../../../../src/engine/ports';
import { createRoom } from '../../../../src/engine/room/createRoom';
import { createFiles } from '../../../../src/node/files';
import { harvest, inTemporaryFolder, plant } from '../../../support/temporary';

const files = createFiles();
const signal = new AbortController().signal;
const name = fc.constantFrom('a', 'b', 'c', 'out', '.env', 'f.txt');
const step = fc.oneof({ weight: 4, arbitrary: name }, fc.constantFrom('..', '.', '', '~', 'ws', 'rooms'));
const path = fc.tuple(fc.constantFrom('', '', '', '/', './', '../', '{OUT}/', '{WS}/', '{ROOM}/', 'file://', '\\'), fc.array(step, { maxLength: 5 })).map(([head, steps]) => head + steps.join('/'));
const target = fc.oneof(path, fc.constantFrom('../../../outer', '{OUT}', '{OUT}/a', '/', '/etc', '.', '..', 'a', 'b', '../a', 'f.txt', '../../one/ws/a'));
const made = fc.array(fc.record({ at: fc.array(name, { minLength: 1, maxLength: 3 }), link: fc.option(target) }), { maxLength: 10 });

describe('links and paths', function () {
  this.timeout(120_000);

  it('never lead outside, whatever tree of links a command makes', () =>
    fc.assert(
      fc.asyncProperty(made, fc.array(path, { minLength: 1, maxLength: 8 }), (tree, paths) =>
        inTemporaryFolder(async (folder) => {
          await plant(folder, { 'outer/a/f.txt': 'OUTSIDE', 'outer/f.txt': 'OUTSIDE', 'outer/.env': 'OUTSIDE', 'ws/a/f.txt': 'inside', 'ws/.git/config': 'OUTSIDE' });
          const room = await createRoom({ files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'one', signal, mayShow: () => Promise.resolve(true) });
          const real = (text: string): string => text.replace('{OUT}', join(folder, 'outer')).replace('{WS}', join(folder, 'ws')).replace('{ROOM}', room.folder);
          for (const { at, link } of tree) {
            const place = join(room.folder, ...at);
            const work = link === null ? mkdir(place, { recursive: true }) : symlink(real(link) || '.', place);
            await work.catch((fault: unknown) => assert.ok(fault instanceof Error));
          }
          const outside = await harvest(join(folder, 'outer'));
          const workspace = await harvest(join(folder, 'ws'));
          for (const written of paths) {
            const used = real(written);
            const read = await room.read(used);
            assert.ok(!read.ok || !Buffer.from(read.bytes).toString().includes('OUTSIDE'), `${used} was read outside`);
            const listed = await room.list(used);
            assert.ok(!listed.ok || !listed.entries.some((entry) => entry.path === 'passwd' || entry.path === 'outer/'), `${used} was listed outside`);
            await room.write(used, new TextEncoder().encode('written'));
            await room.remove(used);
            for (const file of await room.walk('.')) assert.doesNotMatch(file.path, /\.\.|^\//);
          }
          await room.changes();
          assert.deepEqual(await harvest(join(folder, 'outer')), outside);
          assert.deepEqual(await harvest(join(folder, 'ws')), workspace);
        }),
      ),
      { numRuns: Number(process.env['WHITTLE_RUNS'] ?? 60) },
    ));

  /** Runs `swap` at the last moment: when the disk is asked to read or write. */
  function racing(swap: () => Promise<void>): Files {
    return {
      ...files,
      read: async (...args) => {
        await swap();
        return files.read(...args);
      },
      write: async (...args) => {
        if (args[3] !== undefined) await swap();
        return files.write(...args);
      },
      remove: async (...args) => {
        await swap();
        return files.remove(...args);
      },
    };
  }

  async function race(swap: (room: string, outer: string) => Promise<void>, use: 'read' | 'write' | 'aimed' | 'remove', at: string): Promise<string> {
    return inTemporaryFolder(async (folder) => {
      await plant(folder, { 'outer/f.txt': 'OUTSIDE', 'ws/d/f.txt': 'inside' });
      let armed = false;
      const disk = racing(async () => {
        if (!armed) return;
        armed = false;
        await swap(join(folder, 'rooms/one/ws'), join(folder, 'outer'));
      });
      const room = await createRoom({ files: disk, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'one', signal });
      const before = use === 'aimed' ? await room.read(at, true) : undefined;
      const aim = before?.ok ? before.aim : undefined;
      assert.equal(aim !== undefined, use === 'aimed');
      armed = true;
      const result = use === 'read' ? await room.read(at) : use === 'remove' ? await room.remove(at) : await room.write(at, new TextEncoder().encode('written'), use === 'aimed' ? new TextEncoder().encode('inside') : undefined, aim);
      assert.deepEqual(await harvest(join(folder, 'outer')), { 'f.txt': 'OUTSIDE' });
      return result.ok ? 'ok' : result.refusal.code;
    });
  }
  const swapFile = async (room: string, outer: string): Promise<void> => {
    await rm(join(room, 'd/f.txt'));
    await symlink(join(outer, 'f.txt'), join(room, 'd/f.txt'));
  };
  const swapFolder = async (room: string, outer: string): Promise<void> => {
    await rename(join(room, 'd'), join(room, 'was'));
    await symlink(outer, join(room, 'd'));
  };
  const swapPlain = async (room: string): Promise<void> => {
    await rename(join(room, 'd'), join(room, 'was'));
    await mkdir(join(room, 'd'));
    await writeFile(join(room, 'd/f.txt'), 'another');
  };

  const lockFile = (room: string): Promise<void> => chmod(join(room, 'd/f.txt'), 0o444);
  const linkFile = (room: string): Promise<void> => link(join(room, 'd/f.txt'), join(room, '../kept'));
  /** As many editors save: another file, with the same words in it. */
  const saveFile = async (room: string): Promise<void> => {
    await writeFile(join(room, 'd/fresh'), 'inside');
    await rename(join(room, 'd/fresh'), join(room, 'd/f.txt'));
  };

  it('and rights that come in between are seen, and a file saved anew with the same words is the same', async () => {
    assert.equal(await race(lockFile, 'aimed', 'd/f.txt'), 'readonly');
    assert.equal(await race(linkFile, 'aimed', 'd/f.txt'), 'outside');
    assert.equal(await race(saveFile, 'aimed', 'd/f.txt'), 'ok');
  });

  it('do not win by being put in between the look and the use', async () => {
    assert.equal(await race(swapFile, 'read', 'd/f.txt'), 'disk');
    assert.equal(await race(swapFolder, 'read', 'd/f.txt'), 'disk');
    assert.equal(await race(swapPlain, 'read', 'd/f.txt'), 'disk');
    assert.equal(await race(swapFolder, 'write', 'd/f.txt'), 'disk');
    assert.equal(await race(swapFolder, 'write', 'd/new/g.txt'), 'disk');
    assert.equal(await race(swapFile, 'write', 'd/f.txt'), 'ok');
    assert.equal(await race(swapFolder, 'aimed', 'd/f.txt'), 'outside');
    assert.equal(await race(swapPlain, 'aimed', 'd/f.txt'), 'changed');
    assert.equal(await race(swapFile, 'aimed', 'd/f.txt'), 'outside');
    assert.equal(await race(swapFolder, 'remove', 'd/f.txt'), 'disk');
    assert.equal(await race(swapPlain, 'remove', 'd/f.txt'), 'disk');
    assert.equal(await race(swapFile, 'remove', 'd/f.txt'), 'ok', 'the link goes, not what it leads to');
  });
});

/** Folders and files the person may not read: the room does without them, and says so when one is asked for. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Files } from '../../../../src/engine/ports';
import { createRoom } from '../../../../src/engine/room/createRoom';
import { openWorkspace } from '../../../../src/engine/room/openWorkspace';
import { createFiles } from '../../../../src/node/files';
import { harvest, inTemporaryFolder, plant } from '../../../support/temporary';

const real = createFiles();
const tree = { 'ws/a.py': 'a', 'ws/locked/b.py': 'b', 'ws/node_modules/shut/c.js': 'c', 'ws/.venv/x': 'x', 'ws/z.py': 'z' };

/** The disk as it is for somebody without rights on some folders: tests may run as root, whom no mode stops. */
function denying(pattern: RegExp): Files {
  const deny = (path: string): void => {
    if (pattern.test(path)) throw Object.assign(new Error(`EACCES: permission denied, scandir '${path}'`), { code: 'EACCES' });
  };
  return { ...real, list: async (path) => { deny(path); return real.list(path); }, stat: async (path) => { deny(`${path}#stat`); return real.stat(path); } };
}

const walked = async (files: Files, workspace: string): Promise<readonly string[]> => (await (await openWorkspace({ files, workspace })).walk('.')).map((file) => file.path);

describe('a folder without the right to read it', () => {
  it('is left out of the room by name, and the rest is there', () => inTemporaryFolder(async (folder) => {
    await plant(folder, tree);
    const files = denying(/ws\/(?:locked|\.venv)$/u);
    const room = await createRoom({ files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'r1', signal: new AbortController().signal });
    assert.deepEqual(Object.keys(await harvest(room.folder)).filter((path) => path.endsWith('.py')), ['a.py', 'z.py']);
    const vetted = await room.vet('locked/b.py', 'read');
    assert.match(vetted.ok ? 'ok' : vetted.refusal.text, /locked can't be read with the person's own rights/u);
    assert.deepEqual((await room.changes()).files, []);
  }));

  it('has no files for a task that only reads', () => inTemporaryFolder(async (folder) => {
    await plant(folder, tree);
    assert.deepEqual(await walked(denying(/ws\/locked$/u), join(folder, 'ws')), ['a.py', 'z.py']);
    // Listed, but not to be entered.
    assert.deepEqual(await walked(denying(/ws\/locked\/b\.py#stat$/u), join(folder, 'ws')), ['a.py', 'z.py']);
  }));

  it('stops the work where it is the project itself', () => inTemporaryFolder(async (folder) => {
    await plant(folder, tree);
    const making = createRoom({ files: denying(/ws$/u), roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'r1', signal: new AbortController().signal });
    await assert.rejects(making, /EACCES/u);
  }));

  it('is named where a command locked it up inside the room', () => inTemporaryFolder(async (folder) => {
    await plant(folder, tree);
    const room = await createRoom({ files: denying(/r1\/ws\/locked$/u), roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'r1', signal: new AbortController().signal });
    await assert.rejects(room.changes(), /locked in the room can't be read any more/u);
  }));
});

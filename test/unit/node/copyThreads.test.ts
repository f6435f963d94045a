/** Many files copied on threads are what they would be one by one, faults included, and a thread that dies costs nothing but time. */
import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Copied } from '../../../src/engine/ports';
import { createRoom } from '../../../src/engine/room/createRoom';
import { createFiles } from '../../../src/node/files';
import { inTemporaryFolder } from '../../support/temporary';
import { threadScript } from '../../support/threadScript';

const count = 300;
const textOf = (at: number): string => `${String(at)}\n`.repeat(at === 7 ? 200_000 : at % 90);

/** A folder `from` of `count` files, with one large, one executable, one a link, and one gone; `to` is empty. */
async function inFolders(work: (folder: string, paths: readonly string[], script: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    for (const name of ['from/sub', 'to/sub']) await mkdir(join(folder, name), { recursive: true });
    const paths = Array.from({ length: count }, (_, at) => (at % 2 === 0 ? `f${String(at)}` : `sub/f${String(at)}`));
    for (const [at, path] of paths.entries()) await writeFile(join(folder, 'from', path), textOf(at));
    await chmod(join(folder, 'from', 'f2'), 0o750);
    await unlink(join(folder, 'from', 'f4'));
    await unlink(join(folder, 'from', 'f6'));
    await symlink('f0', join(folder, 'from', 'f6'));
    await work(folder, paths, await threadScript(folder, 'copyThread'));
  });
}

async function copied(folder: string, paths: readonly string[], script: string, told?: (path: string) => void): Promise<Map<string, Copied | Error>> {
  const { copyFiles } = createFiles(undefined, undefined, script);
  const heard = new Map<string, Copied | Error>();
  await copyFiles?.(join(folder, 'from'), join(folder, 'to'), paths, 300_000, (path, copy) => {
    assert.ok(!heard.has(path), `${path} is told of once`);
    told?.(path);
    heard.set(path, copy);
    return undefined;
  });
  return heard;
}

async function assertCopied(folder: string, paths: readonly string[], heard: ReadonlyMap<string, Copied | Error>): Promise<void> {
  assert.deepEqual([...heard.keys()].sort(), [...paths].sort());
  for (const [at, path] of paths.entries()) {
    const copy = heard.get(path);
    if (at === 4 || at === 6 || at === 7) {
      assert.ok(copy instanceof Error, path);
      assert.equal((copy as NodeJS.ErrnoException).code, { 4: 'ENOENT', 6: 'ELOOP', 7: 'EFBIG' }[at]);
      continue;
    }
    assert.ok(copy !== undefined && !(copy instanceof Error), path);
    assert.equal(await readFile(join(folder, 'to', path), 'utf8'), textOf(at));
    if (copy.bytes) assert.equal(new TextDecoder().decode(copy.bytes), textOf(at));
    const there = await stat(join(folder, 'to', path), { bigint: true });
    assert.deepEqual([copy.stat.identity, copy.stat.size, copy.stat.mode], [`${String(there.dev)}:${String(there.ino)}`, textOf(at).length, Number(there.mode) & 0o7777]);
    assert.equal((await stat(join(folder, 'from', path))).mtimeMs.toFixed(0), (await stat(join(folder, 'to', path))).mtimeMs.toFixed(0));
  }
}

describe('files copied on threads', function () {
  this.timeout(30_000);

  it('are all told of once, each with its bytes, what it is, or what went wrong', () => inFolders(async (folder, paths, script) => {
    const heard = await copied(folder, paths, script);
    await assertCopied(folder, paths, heard);
    const executable = heard.get('f2');
    assert.ok(executable && !(executable instanceof Error) && executable.stat.mode === 0o750);
  }));

  it('are copied all the same where a thread dies or there is none', () => inFolders(async (folder, paths, script) => {
    await assertCopied(folder, paths, await copied(folder, paths, join(folder, 'none.js')));
    const dying = join(folder, 'dying.js');
    await writeFile(dying, `${await readFile(script, 'utf8')}\nlet heard = 0; require('node:worker_threads').parentPort.prependListener('message', () => { if (++heard === 2) process.exit(1); });`);
    await assertCopied(folder, paths, await copied(folder, paths, dying));
    await writeFile(dying, `${await readFile(script, 'utf8')}\nlet heard = 0; require('node:worker_threads').parentPort.prependListener('message', () => { if (++heard === 2) throw new Error('x'); });`);
    await assertCopied(folder, paths, await copied(folder, paths, dying));
  }));

  it('end with what the listener threw, and nothing is begun after it', () => inFolders(async (folder, paths, script) => {
    let told = 0;
    await assert.rejects(copied(folder, paths, script, () => { if (++told === 10) throw new Error('enough'); }), /^Error: enough$/u);
    assert.equal(told, 10);
  }));

  it('make the same room', () => inTemporaryFolder(async (folder) => {
    const script = await threadScript(folder, 'copyThread');
    await mkdir(join(folder, 'ws/sub'), { recursive: true });
    const paths = Array.from({ length: 1_100 }, (_, at) => (at % 2 === 0 ? `f${String(at)}` : `sub/f${String(at)}`));
    for (const [at, path] of paths.entries()) await writeFile(join(folder, 'ws', path), textOf(at));
    const files = createFiles(undefined, undefined, script);
    const progress: number[] = [];
    const room = await createRoom({ files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 'r', signal: new AbortController().signal, onProgress: (done) => { progress.push(done); } });
    assert.deepEqual(progress, [250, 500, 750, 1000]);
    assert.deepEqual((await room.changes()).files, []);
    for (const at of [0, 7, 1_099]) await room.write(paths[at] ?? '', new TextEncoder().encode('changed'));
    assert.deepEqual((await room.changes()).files.map(({ path, before }) => [path, new TextDecoder().decode(before ?? undefined)]), [0, 1_099, 7].map((at) => [paths[at], textOf(at)]));
    const stop = new AbortController();
    await assert.rejects(createRoom({ files, roomsFolder: join(folder, 'rooms'), workspace: join(folder, 'ws'), id: 's', signal: stop.signal, onProgress: () => { stop.abort(); } }));
    assert.equal(await files.stat(join(folder, 'rooms/s')), undefined);
  }));
});

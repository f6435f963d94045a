/** The disk port: whole writes, kept modes, and missing as a value. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFiles } from '../../../src/node/files';
import { inTemporaryFolder, plant } from '../../support/temporary';

const files = createFiles();
const bytes = (words: string): Uint8Array => new TextEncoder().encode(words);

describe('createFiles', () => {
  it('writes whole files, makes folders, keeps the mode, leaves no temporary file', () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, 'a/b/run.sh');
      await files.write(path, bytes('1'));
      await chmod(path, 0o755);
      await files.write(path, bytes('2'));
      assert.equal(await readFile(path, 'utf8'), '2');
      assert.equal((await stat(path)).mode & 0o777, 0o755);
      await files.write(path, bytes('3'), 0o600);
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      assert.deepEqual(await readdir(join(folder, 'a/b')), ['run.sh']);
    }));

  it('leaves the old file and no temporary one when a write fails', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { 'd/x': 'x' });
      await assert.rejects(files.write(join(folder, 'd'), bytes('1')));
      assert.deepEqual(await readdir(folder), ['d']);
    }));

  it('gives undefined for what is not there, a dangling and a circular link included', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { f: 'f', dangling: { link: 'none' }, a: { link: 'b' }, b: { link: 'a' } });
      assert.equal(await files.stat(join(folder, 'none')), undefined);
      assert.equal(await files.stat(join(folder, 'f/below')), undefined);
      assert.equal(await files.read(join(folder, 'none')), undefined);
      assert.equal(await files.realPath(join(folder, 'dangling')), undefined);
      assert.equal(await files.realPath(join(folder, 'a')), undefined);
      assert.equal((await files.stat(join(folder, 'a')))?.kind, 'link');
      await assert.rejects(files.list(join(folder, 'f')));
      await files.remove(join(folder, 'none'));
    }));

  it('waits for no pipe, reads no device, and copies neither', async function () {
    if (process.platform === 'win32') return this.skip();
    await inTemporaryFolder(async (folder) => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      await assert.rejects(files.read(pipe), /a device or a pipe/);
      await assert.rejects(files.read(pipe, 100), /a device or a pipe/);
      await assert.rejects(files.read('/dev/zero'), /a device or a pipe/);
      await assert.rejects(files.read(folder), { code: 'EISDIR' });
      await assert.rejects(files.copyFile(pipe, join(folder, 'copy')), { code: 'ENOENT' });
    });
  });

  it('reads all of a file that says it has nothing, or that is longer than one read', () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, 'large');
      const large = Uint8Array.from({ length: 300_001 }, (_, at) => at % 251);
      await writeFile(path, large);
      assert.deepEqual(Buffer.from((await files.read(path)) ?? []), Buffer.from(large));
      await writeFile(path, '');
      assert.equal((await files.read(path))?.length, 0);
      if (process.platform === 'linux') assert.match(Buffer.from((await files.read('/proc/self/status')) ?? []).toString(), /^Name:[^]*ctxt_switches:/);
    }));

  it('reads no more than asked', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { f: 'abcdef' });
      assert.equal(Buffer.from((await files.read(join(folder, 'f'), 3)) ?? []).toString(), 'abc');
      assert.equal(Buffer.from((await files.read(join(folder, 'f'), 99)) ?? []).toString(), 'abcdef');
    }));

  it('copies mode and time, and removes a link without what it leads to', () =>
    inTemporaryFolder(async (folder) => {
      const from = join(folder, 'from');
      await writeFile(from, 'x');
      await chmod(from, 0o750);
      await utimes(from, 1000, 2000);
      await files.copyFile(from, join(folder, 'to'));
      const copy = await stat(join(folder, 'to'));
      assert.equal(copy.mode & 0o777, 0o750);
      assert.equal(copy.mtimeMs, 2_000_000);
      await files.link('from', join(folder, 'l'));
      await files.remove(join(folder, 'l'));
      assert.equal(await readFile(from, 'utf8'), 'x');
    }));

  it('copies empty, small, large and read-only files with their bytes at hand where they are small', () =>
    inTemporaryFolder(async (folder) => {
      const wanted: [string, number, number][] = [['empty', 0, 0o644], ['small', 5_000, 0o666], ['tight', 700, 0o400], ['large', 300_000, 0o755]];
      for (const [name, size, mode] of wanted) {
        await writeFile(join(folder, name), name.padEnd(size, name));
        await chmod(join(folder, name), mode);
        const copy = await files.copyFile(join(folder, name), join(folder, `${name}.copy`));
        const made = await readFile(join(folder, `${name}.copy`));
        assert.deepEqual(made, await readFile(join(folder, name)));
        assert.equal(copy.stat.mode, mode);
        assert.deepEqual(copy.stat, await files.stat(join(folder, `${name}.copy`)));
        assert.deepEqual(copy.bytes && Buffer.from(copy.bytes), size > 256 * 1024 ? undefined : made);
      }
      for (const name of ['small', 'large']) {
        await symlink(name, join(folder, `link-${name}`));
        await assert.rejects(files.copyFile(join(folder, `link-${name}`), join(folder, 'through')), 'what is a link by now is not copied');
      }
      await assert.rejects(files.copyFile(join(folder, 'large'), join(folder, 'never'), 299_999), { code: 'EFBIG' });
    }));

  it('writes many parts in a row, for nobody else to read', () =>
    inTemporaryFolder(async (folder) => {
      const parts = Array.from({ length: 3_000 }, (_, index) => bytes(`${String(index)};`));
      await files.writeParts(join(folder, 'pack'), parts);
      assert.equal(await readFile(join(folder, 'pack'), 'utf8'), Array.from({ length: 3_000 }, (_, index) => `${String(index)};`).join(''));
      assert.equal((await stat(join(folder, 'pack'))).mode & 0o777, 0o600);
    }));

  it('removes a whole tree and nothing that its links lead to; what can\'t go is a fault', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { kept: 'k', 'out/kept': 'k', 'tree/link': { link: '../kept' }, 'tree/a/folder': { link: '../../out' }, 'tree/a/b/c/f': 'f', 'tree/a/locked': 'l', 'tree/dangling': { link: 'none' } });
      await mkdir(join(folder, 'tree/a/empty'));
      await chmod(join(folder, 'tree/a/locked'), 0o400);
      await files.remove(join(folder, 'tree'));
      assert.deepEqual((await readdir(folder)).sort(), ['kept', 'out']);
      assert.deepEqual(await readdir(join(folder, 'out')), ['kept']);
      await plant(folder, { 'one/f': 'f', alias: { link: 'one' } });
      await files.remove(join(folder, 'alias'));
      assert.deepEqual(await readdir(join(folder, 'one')), ['f'], 'a link goes alone');
    }));

  it('makes nothing where it writes before the last look was heard, and leaves nothing aside', () =>
    inTemporaryFolder(async (folder) => {
      await plant(folder, { 'room/d/f': 'old', 'aside/kept': '' });
      await chmod(join(folder, 'room/d/f'), 0o640);
      const [at, aside] = [join(folder, 'room/d'), join(folder, 'aside')];
      const anchor = { folder: at, identity: (await files.stat(at))?.identity ?? '', aside };
      let seen: string[] = [];
      const ready = async (): Promise<void> => {
        seen = [...(await readdir(at)), String((await readdir(aside)).length), await readFile(join(at, 'f'), 'utf8')];
      };
      await files.write(join(at, 'f'), bytes('new'), 0o640, { ...anchor, ready });
      assert.deepEqual(seen, ['f', '2', 'old']);
      await files.write(join(at, 'e/n/g'), bytes('deep'), undefined, anchor);
      await assert.rejects(files.write(join(at, 'f'), bytes('never'), 0o640, { ...anchor, ready: () => Promise.reject(new Error('looked')) }), /looked/);
      await assert.rejects(files.write(join(at, 'f'), bytes('never'), 0o640, { ...anchor, identity: 'another' }), /was replaced/);
      await files.settled();
      assert.equal(await readFile(join(at, 'f'), 'utf8'), 'new');
      assert.equal((await stat(join(at, 'f'))).mode & 0o777, 0o640);
      assert.equal(await readFile(join(at, 'e/n/g'), 'utf8'), 'deep');
      assert.deepEqual([await readdir(aside), (await readdir(at)).sort()], [['kept'], ['e', 'f']]);
    }));

  it('writes where the folder aside turns out to be on another disk', async function () {
    const other = '/dev/shm';
    const there = await files.stat(other);
    if (there === undefined || there.identity.split(':')[0] === (await files.stat(tmpdir()))?.identity.split(':')[0]) this.skip();
    await inTemporaryFolder(async (folder) => {
      const aside = await mkdtemp(join(other, 'whittle-aside-'));
      await files.write(join(folder, 'f'), bytes('new'), 0o600, { folder, identity: (await files.stat(folder))?.identity ?? '', aside });
      assert.equal(await readFile(join(folder, 'f'), 'utf8'), 'new');
      assert.deepEqual([await readdir(aside), await readdir(folder)], [[], ['f']]);
      await rm(aside, { recursive: true });
    });
  });

  it('removes nothing outside when a folder is swapped for a link while its tree goes', function () {
    if (process.platform !== 'linux') this.skip();
    return inTemporaryFolder(async (folder) => {
      const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`tree/d${String(index)}/f`, 'f']));
      await plant(folder, { 'out/f': 'OUTSIDE', ...many });
      let at = 399;
      const swapping = (async () => {
        // From the end on, so that it meets the removal somewhere in the middle.
        for (; at >= 0; at--) {
          const name = join(folder, `tree/d${String(at)}`);
          await rename(name, join(folder, `was${String(at)}`)).then(() => symlink(join(folder, 'out'), name)).catch(() => undefined);
        }
      })();
      await files.remove(join(folder, 'tree')).catch(() => undefined);
      await swapping;
      assert.equal(await readFile(join(folder, 'out/f'), 'utf8'), 'OUTSIDE');
    });
  });
});

/** The disk for the engine, on node:fs: whole writes that survive a crash, copies by reflink where the disk can. */
import { randomBytes } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fchmodSync, fstatSync, futimesSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Anchor, FileStat, Files, Platform } from '../engine/ports';
import { changedSince } from './changedSince';
import { findRipgrep, ripgrepSearch } from './ripgrep';

const MISSING = new Set(['ENOENT', 'ENOTDIR']);
/** On Windows another program (a scanner, an editor) may hold the target for a moment. */
const BUSY = new Set(['EPERM', 'EACCES', 'EBUSY']);

function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
}

/** Turns "not there" into undefined and lets every other fault through. */
async function ifThere<T>(work: Promise<T>, alsoMissing: readonly string[] = []): Promise<T | undefined> {
  try {
    return await work;
  } catch (fault) {
    if (MISSING.has(codeOf(fault)) || alsoMissing.includes(codeOf(fault))) return undefined;
    throw fault;
  }
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): FileStat['kind'] {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other';
}

async function statOf(path: string): Promise<FileStat | undefined> {
  const stat = await ifThere(fs.lstat(path, { bigint: true }));
  return stat === undefined ? undefined : factsOf(stat);
}

function factsOf(stat: BigIntStats): FileStat {
  return {
    kind: kindOf(stat),
    size: Number(stat.size),
    modified: Number(stat.mtimeNs) / 1e6,
    mode: Number(stat.mode) & 0o7777,
    links: Number(stat.nlink),
    identity: `${String(stat.dev)}:${String(stat.ino)}`,
  };
}

/** Windows knows neither flag; a link as the last segment is the only thing they refuse. */
const NO_LINK = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;

async function readAll(path: string, limit: number | undefined, identity: string | undefined): Promise<Uint8Array> {
  if (limit === undefined && identity === undefined) return fs.readFile(path);
  const handle = await fs.open(path, identity === undefined ? constants.O_RDONLY : constants.O_RDONLY | NO_LINK);
  try {
    await check(handle, identity, path);
    if (limit === undefined) return await handle.readFile();
    const buffer = new Uint8Array(limit);
    let filled = 0;
    while (filled < limit) {
      const { bytesRead } = await handle.read(buffer, filled, limit - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  } finally {
    await handle.close();
  }
}

/** What was opened is what was looked at before, whatever the name means by now. */
async function check(handle: fs.FileHandle, identity: string | undefined, path: string): Promise<void> {
  if (identity === undefined) return;
  const { dev, ino } = await handle.stat({ bigint: true });
  if (`${String(dev)}:${String(ino)}` !== identity) throw new Error(`${path} was replaced while it was being used. Try again.`);
}

/** Makes a rename durable; Windows can't open folders and doesn't need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await fs.rename(from, to);
      return;
    } catch (fault) {
      if (process.platform !== 'win32' || !BUSY.has(codeOf(fault)) || attempt === 6) throw fault;
      await new Promise((wake) => setTimeout(wake, 20 * 2 ** attempt));
    }
  }
}

async function writeWhole(path: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  const folder = dirname(path);
  await fs.mkdir(folder, { recursive: true });
  const kept = mode ?? (await statOf(path))?.mode;
  const temporary = join(folder, `.whittle-${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await fs.open(temporary, 'wx', kept === undefined ? 0o666 : 0o600);
    try {
      await handle.writeFile(bytes);
      if (kept !== undefined) await handle.chmod(kept);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameOver(temporary, path);
  } catch (fault) {
    await fs.rm(temporary, { force: true });
    throw fault;
  }
  await syncFolder(folder);
}

/** Linux can name a file below an opened folder; elsewhere the folder is looked at once more, right before. */
async function writeBelow(path: string, bytes: Uint8Array, mode: number | undefined, anchor: Anchor): Promise<void> {
  if (process.platform === 'win32') {
    if ((await statOf(anchor.folder))?.identity !== anchor.identity) throw new Error(`${anchor.folder} was replaced while it was being used. Try again.`);
    return writeWhole(path, bytes, mode);
  }
  const handle = await fs.open(anchor.folder, constants.O_RDONLY | constants.O_DIRECTORY | NO_LINK);
  try {
    await check(handle, anchor.identity, anchor.folder);
    const folder = process.platform === 'linux' ? `/proc/self/fd/${String(handle.fd)}` : anchor.folder;
    await writeWhole(join(folder, relative(anchor.folder, path)), bytes, mode);
  } finally {
    await handle.close();
  }
}

/** Larger files are copied by the system itself, beside the event loop. */
const SMALL = 128 * 1024;
/** How long small files are copied in a row before other work gets its turn, in milliseconds. */
const TURN_MS = 8;

/** A small file costs less than the way to a worker thread and back, so it is copied on the spot, and the turns are kept short. */
function createCopier(): Files['copyFile'] {
  let turnEnds = 0;
  return async (from, to, most) => {
    if (performance.now() >= turnEnds) {
      await new Promise((wake) => setImmediate(wake));
      turnEnds = performance.now() + TURN_MS;
    }
    return copySmall(from, to) ?? copyLarge(from, to, most);
  };
}

function copySmall(from: string, to: string): { readonly stat: FileStat; readonly bytes: Uint8Array } | undefined {
  const source = openSync(from, constants.O_RDONLY | NO_LINK);
  try {
    const { size, mode, atimeMs, mtimeMs } = fstatSync(source);
    if (size > SMALL) return undefined;
    const bytes = readFileSync(source);
    const copy = openSync(to, 'w', mode | 0o200);
    try {
      if (bytes.length > 0) writeFileSync(copy, bytes);
      futimesSync(copy, atimeMs / 1000, mtimeMs / 1000);
      fchmodSync(copy, mode & 0o7777);
      return { stat: factsOf(fstatSync(copy, { bigint: true })), bytes };
    } finally {
      closeSync(copy);
    }
  } finally {
    closeSync(source);
  }
}

async function copyLarge(from: string, to: string, most = Infinity): Promise<{ readonly stat: FileStat }> {
  const { atime, mtime, size } = await fs.stat(from);
  if (size > most) throw Object.assign(new Error(`EFBIG: ${from} has ${String(size)} bytes. Leave it out.`), { code: 'EFBIG' });
  await fs.copyFile(from, to, constants.COPYFILE_FICLONE);
  await fs.utimes(to, atime, mtime);
  return { stat: factsOf(await fs.lstat(to, { bigint: true })) };
}

async function linkTo(target: string, path: string): Promise<void> {
  // Windows lets only administrators make links to folders; a junction does the same for anyone, by absolute path.
  if (process.platform === 'win32') {
    const absolute = resolve(dirname(path), target);
    if ((await ifThere(fs.stat(absolute)))?.isDirectory() === true) return fs.symlink(absolute, path, 'junction');
  }
  return fs.symlink(target, path);
}

/** `Files` on the real disk; `ripgrep` gives its program where there is one. */
export function createFiles(platform: NodeJS.Platform = process.platform, ripgrep: () => Promise<string | undefined> = findRipgrep): Files {
  const known: Platform = platform === 'win32' || platform === 'darwin' ? platform : 'linux';
  return {
    platform: known,
    stat: statOf,
    changedSince,
    realPath: (path) => ifThere(fs.realpath(path), ['ELOOP']),
    list: async (path) =>
      (await fs.readdir(path, { withFileTypes: true })).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
    readLink: (path) => fs.readlink(path),
    read: (path, limit, identity) => ifThere(readAll(path, limit, identity)),
    write: (path, bytes, mode, anchor) => (anchor === undefined ? writeWhole(path, bytes, mode) : writeBelow(path, bytes, mode, anchor)),
    remove: (path) => fs.rm(path, { recursive: true, force: true, maxRetries: 3 }),
    makeFolder: async (path, mode) => {
      await fs.mkdir(path, { recursive: true, ...(mode === undefined ? {} : { mode }) });
    },
    copyFile: createCopier(),
    link: linkTo,
    holding: ripgrepSearch(ripgrep),
  };
}

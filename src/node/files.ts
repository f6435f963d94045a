/** The disk for the engine, on node:fs: whole writes that survive a crash, copies by reflink where the disk can. */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, fsync, lstat, open, read, realpath } from 'node:fs';
import * as fs from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Anchor, FileStat, Files, Platform } from '../engine/ports';
import { changedSince } from './changedSince';
import { createCopier } from './copyFile';
import { copyOnThreads } from './copyThreads';
import { findRipgrep, ripgrepSearch } from './ripgrep';
import { removeTree } from './removeTree';
import { factsOf, kindOf, NO_LINK, NO_WAIT } from './stats';

// What an edit and a search do most: these cost the thread less than the same of fs/promises.
const [lookAt, lead, openFile, readFrom, sync] = [promisify(lstat), promisify(realpath.native), promisify(open), promisify(read), promisify(fsync)];

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

async function statOf(path: string): Promise<FileStat | undefined> {
  const stat = await ifThere(lookAt(path, { bigint: true }));
  return stat === undefined ? undefined : factsOf(stat);
}

async function readAll(path: string, limit: number | undefined, known: FileStat | undefined): Promise<Uint8Array> {
  const file = await openFile(path, constants.O_RDONLY | NO_WAIT | (known === undefined ? 0 : NO_LINK));
  try {
    // What is open tells of itself, and is let go, without a wait for the disk.
    const stat = fstatSync(file, { bigint: true });
    if (known !== undefined && !sameFile(factsOf(stat), known)) throw replaced(path);
    if (!stat.isFile()) throw Object.assign(new Error(`${path} is ${stat.isDirectory() ? 'a folder' : 'a device or a pipe'}. Use an ordinary file.`), { code: stat.isDirectory() ? 'EISDIR' : 'EINVAL' });
    const size = Number(stat.size);
    // One byte more tells that this was all; a file that says it has none (in /proc), or that grows, is read as it comes.
    // Filled before anyone sees it.
    const buffer = new Uint8Array(Buffer.allocUnsafeSlow(limit ?? size + 1).buffer);
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await readFrom(file, buffer, filled, buffer.length - filled, filled);
      filled += bytesRead;
      if (bytesRead === 0 || (size > 0 && filled === size)) return buffer.subarray(0, filled);
    }
    return limit === undefined ? await whole(file, buffer) : buffer;
  } finally {
    closeSync(file);
  }
}

/** The rest of a file that is longer than it said. */
async function whole(file: number, begin: Uint8Array): Promise<Uint8Array> {
  const parts = [begin];
  for (let at = begin.length; ; at += parts.at(-1)?.length ?? 0) {
    const buffer = new Uint8Array(64 * 1024);
    const { bytesRead } = await readFrom(file, buffer, 0, buffer.length, at);
    if (bytesRead === 0) return Buffer.concat(parts);
    parts.push(buffer.subarray(0, bytesRead));
  }
}

/** What was opened is what was looked at before, whatever the name means by now. */
function sameFile(one: FileStat, other: FileStat): boolean {
  return one.identity === other.identity && one.mode === other.mode && one.links === other.links;
}

function replaced(path: string): Error {
  return new Error(`${path} was replaced while it was being used. Try again.`);
}

/** Makes the names in a folder durable; some network disks don't know how, and have nothing to lose by it. */
async function syncNames(opened: number): Promise<void> {
  try {
    await sync(opened);
  } catch (fault) {
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes(codeOf(fault))) throw fault;
  } finally {
    closeSync(opened);
  }
}

/** Windows can't open folders and doesn't need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await syncNames(await openFile(folder, constants.O_RDONLY));
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

/** A new file; its folders are made where they aren't there. */
async function created(path: string, mode: number): Promise<fs.FileHandle> {
  const handle = await ifThere(fs.open(path, 'wx', mode));
  if (handle !== undefined) return handle;
  await fs.mkdir(dirname(path), { recursive: true });
  return fs.open(path, 'wx', mode);
}

/** `look` runs while the bytes go to the disk, where this thread has nothing else to do. */
async function onDisk(path: string, bytes: Uint8Array, mode: number | undefined, look?: () => Promise<void>): Promise<void> {
  const handle = await created(path, mode === undefined ? 0o666 : 0o600);
  try {
    await handle.writeFile(bytes);
    if (mode !== undefined) await handle.chmod(mode);
    await Promise.all([handle.sync(), look?.()]);
  } finally {
    await handle.close();
  }
}

function temporaryIn(folder: string): string {
  return join(folder, `.whittle-${randomBytes(6).toString('hex')}.tmp`);
}

async function writeWhole(path: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  const folder = dirname(path);
  const kept = mode ?? (await statOf(path))?.mode;
  const temporary = temporaryIn(folder);
  try {
    await onDisk(temporary, bytes, kept);
    await renameOver(temporary, path);
  } catch (fault) {
    await fs.rm(temporary, { force: true });
    throw fault;
  }
  await syncFolder(folder);
}

/** Nothing is made below the anchor before the last look was heard. `later` gets what is left to be done there. */
async function writeBelow(path: string, bytes: Uint8Array, mode: number | undefined, anchor: Anchor, later: (rest: Promise<void>) => void): Promise<void> {
  let looked: Promise<void> | undefined;
  const look = (): Promise<void> => (looked ??= anchor.ready?.() ?? Promise.resolve());
  const temporary = temporaryIn(anchor.aside);
  const made = onDisk(temporary, bytes, mode, look);
  made.catch(() => undefined);
  try {
    await below(path, anchor, async (at) => {
      await made;
      await named(temporary, at, bytes, mode);
    }, later);
  } catch (fault) {
    await made.catch(() => undefined);
    await fs.rm(temporary, { force: true });
    // What the look sees is nearer to the cause.
    await look();
    throw fault;
  }
}

/** Gives what lies aside its name, in a folder that may not be there yet, or be another disk's after all. */
async function named(temporary: string, path: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  try {
    await renameOver(temporary, path);
  } catch (fault) {
    if (codeOf(fault) === 'EXDEV') {
      await writeWhole(path, bytes, mode);
      return fs.rm(temporary, { force: true });
    }
    if (codeOf(fault) !== 'ENOENT') throw fault;
    await fs.mkdir(dirname(path), { recursive: true });
    await renameOver(temporary, path);
    await syncFolder(dirname(path));
  }
}

/** Linux can name a file below an opened folder; elsewhere the folder is looked at once more, right before. `work` gets the path to use; `after` what is left to do with the folder. */
async function below(path: string, anchor: Anchor, work: (path: string) => Promise<void>, after: (rest: Promise<void>) => void): Promise<void> {
  if (process.platform === 'win32') {
    if ((await statOf(anchor.folder))?.identity !== anchor.identity) throw replaced(anchor.folder);
    return work(path);
  }
  const opened = await openFile(anchor.folder, constants.O_RDONLY | constants.O_DIRECTORY | NO_LINK);
  try {
    if (factsOf(fstatSync(opened, { bigint: true })).identity !== anchor.identity) throw replaced(anchor.folder);
    await work(process.platform === 'linux' ? join(`/proc/self/fd/${String(opened)}`, relative(anchor.folder, path)) : path);
  } catch (fault) {
    closeSync(opened);
    throw fault;
  }
  after(syncNames(opened));
}

/** How many parts one call of the system takes. */
const PARTS = 512;

async function writeParts(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const handle = await fs.open(path, 'w', 0o600);
  try {
    for (let at = 0; at < parts.length; at += PARTS) {
      const some = parts.slice(at, at + PARTS);
      const { bytesWritten } = await handle.writev(some);
      if (bytesWritten < some.reduce((sum, part) => sum + part.length, 0)) throw Object.assign(new Error(`ENOSPC: ${path} could not be written whole. Make room on the disk and try again.`), { code: 'ENOSPC' });
    }
  } finally {
    await handle.close();
  }
}

async function linkTo(target: string, path: string): Promise<void> {
  // Windows lets only administrators make links to folders; a junction does the same for anyone, by absolute path.
  if (process.platform === 'win32') {
    const absolute = resolve(dirname(path), target);
    if ((await ifThere(fs.stat(absolute)))?.isDirectory() === true) return fs.symlink(absolute, path, 'junction');
  }
  return fs.symlink(target, path);
}

/** `Files` on the real disk; `ripgrep` gives its program where there is one. `copyThread`: the built script of that name, absolute; without it many files are copied here. */
export function createFiles(platform: NodeJS.Platform = process.platform, ripgrep: () => Promise<string | undefined> = findRipgrep, copyThread?: string): Files {
  const copyFile = createCopier();
  const unsettled = new Set<Promise<void>>();
  const later = (rest: Promise<void>): void => {
    unsettled.add(rest);
    rest.then(() => unsettled.delete(rest), () => undefined);
  };
  const known: Platform = platform === 'win32' || platform === 'darwin' ? platform : 'linux';
  return {
    platform: known,
    stat: statOf,
    changedSince,
    realPath: (path) => ifThere(lead(path), ['ELOOP']),
    list: async (path) =>
      (await fs.readdir(path, { withFileTypes: true })).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
    readLink: (path) => fs.readlink(path),
    read: (path, limit, known) => ifThere(readAll(path, limit, known)),
    write: (path, bytes, mode, anchor) => (anchor === undefined ? writeWhole(path, bytes, mode) : writeBelow(path, bytes, mode, anchor, later)),
    settled: async () => {
      const all = [...unsettled];
      await Promise.all(all).finally(() => { all.forEach((one) => unsettled.delete(one)); });
    },
    remove: (path, anchor) => (anchor === undefined ? removeTree(path) : below(path, anchor, removeTree, later)),
    makeFolder: async (path, mode) => {
      await fs.mkdir(path, { recursive: true, ...(mode === undefined ? {} : { mode }) });
    },
    copyFile,
    // One thread more than there are cores would only wait.
    ...(copyThread === undefined ? {} : { copyFiles: copyOnThreads(copyThread, Math.min(4, availableParallelism()), copyFile) }),
    writeParts,
    link: linkTo,
    holding: ripgrepSearch(ripgrep),
  };
}

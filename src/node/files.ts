/** The disk for the engine, on node:fs: whole writes that survive a crash, copies by reflink where the disk can. */
import { randomBytes } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Anchor, FileStat, Files, Platform } from '../engine/ports';
import { changedSince } from './changedSince';
import { createCopier } from './copyFile';
import { copyOnThreads } from './copyThreads';
import { findRipgrep, ripgrepSearch } from './ripgrep';
import { removeTree } from './removeTree';
import { factsOf, kindOf, NO_LINK, NO_WAIT } from './stats';

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
  const stat = await ifThere(fs.lstat(path, { bigint: true }));
  return stat === undefined ? undefined : factsOf(stat);
}

async function readAll(path: string, limit: number | undefined, identity: string | undefined): Promise<Uint8Array> {
  const handle = await fs.open(path, constants.O_RDONLY | NO_WAIT | (identity === undefined ? 0 : NO_LINK));
  try {
    const stat = await handle.stat({ bigint: true });
    check(stat, identity, path);
    if (!stat.isFile()) throw Object.assign(new Error(`${path} is ${stat.isDirectory() ? 'a folder' : 'a device or a pipe'}. Use an ordinary file.`), { code: stat.isDirectory() ? 'EISDIR' : 'EINVAL' });
    const size = Number(stat.size);
    // One byte more tells that this was all; a file that says it has none (in /proc), or that grows, is read as it comes.
    const buffer = new Uint8Array(limit ?? size + 1);
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, filled);
      filled += bytesRead;
      if (bytesRead === 0 || (size > 0 && filled === size)) return buffer.subarray(0, filled);
    }
    return limit === undefined ? await whole(handle, buffer) : buffer;
  } finally {
    await handle.close();
  }
}

/** The rest of a file that is longer than it said. */
async function whole(handle: fs.FileHandle, begin: Uint8Array): Promise<Uint8Array> {
  const parts = [begin];
  for (let at = begin.length; ; at += parts.at(-1)?.length ?? 0) {
    const buffer = new Uint8Array(64 * 1024);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return Buffer.concat(parts);
    parts.push(buffer.subarray(0, bytesRead));
  }
}

/** What was opened is what was looked at before, whatever the name means by now. */
function check({ dev, ino }: BigIntStats, identity: string | undefined, path: string): void {
  if (identity === undefined) return;
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

/** A new file; its folders are made where they aren't there. */
async function created(path: string, mode: number): Promise<fs.FileHandle> {
  const handle = await ifThere(fs.open(path, 'wx', mode));
  if (handle !== undefined) return handle;
  await fs.mkdir(dirname(path), { recursive: true });
  return fs.open(path, 'wx', mode);
}

async function onDisk(path: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  const handle = await created(path, mode === undefined ? 0o666 : 0o600);
  try {
    await handle.writeFile(bytes);
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** `opened`: the file's folder. `looked`: heard before the file gets its name. */
async function writeWhole(path: string, bytes: Uint8Array, mode: number | undefined, opened?: fs.FileHandle, looked?: Promise<void>): Promise<void> {
  const folder = dirname(path);
  const kept = mode ?? (await statOf(path))?.mode;
  const temporary = join(folder, `.whittle-${randomBytes(6).toString('hex')}.tmp`);
  try {
    await onDisk(temporary, bytes, kept);
    await looked;
    await renameOver(temporary, path);
  } catch (fault) {
    await fs.rm(temporary, { force: true });
    throw fault;
  }
  await (opened === undefined ? syncFolder(folder) : opened.sync());
}

/** Linux can name a file below an opened folder; elsewhere the folder is looked at once more, right before. `work` gets the path to use, and the folder where the file lies right in it. */
async function below(path: string, anchor: Anchor, work: (path: string, opened?: fs.FileHandle) => Promise<void>): Promise<void> {
  if (process.platform === 'win32') {
    if ((await statOf(anchor.folder))?.identity !== anchor.identity) throw new Error(`${anchor.folder} was replaced while it was being used. Try again.`);
    return work(path);
  }
  const handle = await fs.open(anchor.folder, constants.O_RDONLY | constants.O_DIRECTORY | NO_LINK);
  try {
    check(await handle.stat({ bigint: true }), anchor.identity, anchor.folder);
    const folder = process.platform === 'linux' ? `/proc/self/fd/${String(handle.fd)}` : anchor.folder;
    const rest = relative(anchor.folder, path);
    await work(join(folder, rest), basename(rest) === rest ? handle : undefined);
  } finally {
    await handle.close();
  }
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
    write: async (path, bytes, mode, anchor) => {
      if (anchor === undefined) return writeWhole(path, bytes, mode);
      const looked = anchor.ready?.();
      looked?.catch(() => undefined);
      await below(path, anchor, (at, opened) => writeWhole(at, bytes, mode, opened, looked)).catch(async (fault: unknown) => {
        // What the look saw is nearer to the cause.
        await looked;
        throw fault;
      });
    },
    remove: (path, anchor) => (anchor === undefined ? removeTree(path) : below(path, anchor, removeTree)),
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

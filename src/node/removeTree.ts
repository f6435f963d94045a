/** Removes a folder a few entries at a time: asked for all at once, a large one keeps the program's thread from everything else. */
import { constants } from 'node:fs';
import { lstat, open, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { inParallel } from '../shared/inParallel';
import { NO_LINK } from './stats';

const AT_ONCE = 8;
const GONE = new Set<unknown>(['ENOENT', 'ENOTDIR']);

/** A file, a link or a whole folder; links are never followed, on Linux not even one that takes a folder's place meanwhile. Nothing there is no error. */
export async function removeTree(path: string): Promise<void> {
  if (process.platform === 'linux') return unlessGone(removeEntry(path));
  // On Windows a scanner may hold a file for a moment, which the system's own way knows how to wait for.
  if (process.platform === 'darwin') await unlessGone(removeEntry(path)).catch(() => undefined);
  // What is left, with the reason why it can't go.
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

async function removeEntry(path: string): Promise<void> {
  return (await lstat(path)).isDirectory() ? removeFolder(path) : unlink(path);
}

async function removeFolder(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | NO_LINK);
  try {
    // Linux looks every name below up in the folder that is held, whatever its own name leads to by now.
    await empty(process.platform === 'linux' ? `/proc/self/fd/${String(handle.fd)}` : path);
  } finally {
    await handle.close();
  }
  await rmdir(path);
}

/** Throws at the first thing that can't be removed. */
async function empty(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await inParallel(entries.filter((entry) => !entry.isDirectory()), AT_ONCE, ({ name }) => unlessGone(unlink(join(folder, name))));
  for (const entry of entries) if (entry.isDirectory()) await unlessGone(removeFolder(join(folder, entry.name)));
}

async function unlessGone(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && GONE.has(fault.code))) throw fault;
  }
}

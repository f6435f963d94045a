/** Removes a folder a few entries at a time: asked for all at once, a large one keeps the program's thread from everything else. */
import { lstat, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { inParallel } from '../engine/snapshot/inParallel';

const AT_ONCE = 8;

/** A file, a link or a whole folder; links are never followed. Nothing there is no error. */
export async function removeTree(path: string): Promise<void> {
  // There a scanner may hold a file for a moment, which the system's own way knows how to wait for.
  if (process.platform !== 'win32') await lstat(path).then((stat) => (stat.isDirectory() ? emptied(path) : undefined)).catch(() => undefined);
  // What is left, with the reason why it can't go.
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Throws at the first thing that can't be removed. */
async function emptied(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await inParallel(entries.filter((entry) => !entry.isDirectory()), AT_ONCE, ({ name }) => unlink(join(folder, name)));
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const inner = join(folder, entry.name);
    await emptied(inner);
    await rmdir(inner);
  }
}

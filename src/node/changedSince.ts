/** Finds what was written below a folder since a moment, by one look at each entry: how a command is caught writing into what is only linked. */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds of looking before others get their turn. */
const SLICE = 8;
/** Rewritten by any run, and no harm: compiled files, caches. */
const LEAVINGS = /^(?:__pycache__|\.cache|\.vite|\.vite-temp|\.package-lock\.json\.\w+)$|\.py[co]$/;

/** Relative paths with `/`; a folder stands for what was removed from it or replaced in it where none of its files shows. */
export async function changedSince(folder: string, since: number, most: number): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [''];
  let until = performance.now() + SLICE;
  for (const at of folders) {
    if (performance.now() > until) {
      await new Promise((wake) => setImmediate(wake));
      until = performance.now() + SLICE;
    }
    const before = found.length;
    for (const entry of entriesOf(join(folder, at))) {
      if (LEAVINGS.test(entry.name)) continue;
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (writtenAt(join(folder, path)) >= since) found.push(path);
    }
    if (found.length === before && writtenAt(join(folder, at)) >= since) found.push(`${at}/`);
    if (found.length >= most) return found.slice(0, most);
  }
  return found;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone or locked since it was listed: the folder above tells of it.
    return [];
  }
}

/** The time of the entry itself, which no program can set: a file that was put there with an old date shows too. */
function writtenAt(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
}

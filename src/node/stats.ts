/** What the disk says of an entry, in the engine's words. */
import { type BigIntStats, constants } from 'node:fs';
import type { FileStat } from '../engine/ports';

/** Windows knows no such flag; a link as the last segment is the only thing it refuses. */
export const NO_LINK = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;
/** A pipe that nobody writes to is opened at once, and then told by its kind; otherwise the open itself would never end. */
export const NO_WAIT = process.platform === 'win32' ? 0 : constants.O_NONBLOCK;

export function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): FileStat['kind'] {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other';
}

export function factsOf(stat: BigIntStats): FileStat {
  return {
    kind: kindOf(stat),
    size: Number(stat.size),
    modified: Number(stat.mtimeNs) / 1e6,
    mode: Number(stat.mode) & 0o7777,
    links: Number(stat.nlink),
    identity: `${String(stat.dev)}:${String(stat.ino)}`,
  };
}

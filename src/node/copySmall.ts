/** Copies one small file at the least cost: nine calls of the system, its bytes read straight into memory that many share. */
import { closeSync, constants, fchmodSync, fstatSync, futimesSync, openSync, readSync, writeSync } from 'node:fs';
import type { FileStat } from '../engine/ports';
import { factsOf, NO_LINK, NO_WAIT } from './stats';

/** Larger files are copied by the system itself, beside the event loop. */
const SMALL = 256 * 1024;
/** One piece of memory for the bytes of many files: thousands of own ones keep the garbage collector busy. */
const SLAB = 4 * 2 ** 20;

export interface SmallCopy {
  readonly stat: FileStat;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Memory for so many bytes; what was given stays its taker's. */
export type Memory = (size: number) => Uint8Array<ArrayBuffer>;

export function slabs(): Memory {
  let slab = new Uint8Array(0);
  let used = 0;
  return (size) => {
    if (used + size > slab.length) {
      slab = new Uint8Array(SLAB);
      used = 0;
    }
    return slab.subarray(used, (used += size));
  };
}

/** Keeps mode and times; undefined where the file is not small. A link in its place is refused by the system. */
export function copySmall(from: string, to: string, memory: Memory): SmallCopy | undefined {
  const source = openSync(from, constants.O_RDONLY | NO_LINK | NO_WAIT);
  try {
    const facts = fstatSync(source);
    // Put there since the folder was listed: the file itself is gone.
    if (!facts.isFile()) throw Object.assign(new Error(`ENOENT: ${from} is no ordinary file any more. Look again.`), { code: 'ENOENT' });
    const { size, mode, atimeMs, mtimeMs } = facts;
    if (size > SMALL) return undefined;
    const bytes = readWhole(source, memory(size));
    const copy = openSync(to, 'w', mode | 0o200);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(copy, bytes, at);
      futimesSync(copy, atimeMs / 1000, mtimeMs / 1000);
      const made = factsOf(fstatSync(copy, { bigint: true }));
      // The bits a new file may have are not always all it is to have.
      if (made.mode !== (mode & 0o7777)) fchmodSync(copy, mode & 0o7777);
      return { stat: { ...made, mode: mode & 0o7777 }, bytes };
    } finally {
      closeSync(copy);
    }
  } finally {
    closeSync(source);
  }
}

/** Less than `memory` where the file has shrunk since it was looked at. */
function readWhole(file: number, memory: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let filled = 0;
  while (filled < memory.length) {
    const count = readSync(file, memory, filled, memory.length - filled, null);
    if (count === 0) break;
    filled += count;
  }
  return memory.subarray(0, filled);
}

/** Copies files for a room: small ones on the spot, large ones by the system itself. */
import { constants } from 'node:fs';
import { copyFile, lstat, open, utimes } from 'node:fs/promises';
import type { Files } from '../engine/ports';
import { copySmall, slabs } from './copySmall';
import { factsOf, NO_LINK, NO_WAIT } from './stats';

/** How long small files are copied in a row before other work gets its turn, in milliseconds. */
const TURN_MS = 8;

/** A small file costs less than the way to a worker of the pool and back, so it is copied on the spot, and the turns are kept short; many files are for `copyThreads.ts`. */
export function createCopier(): Files['copyFile'] {
  const memory = slabs();
  let turnEnds = 0;
  let next: Promise<void> | undefined;
  return async (from, to, most) => {
    // One turn for all that are waiting: with one each, they would hold the thread in a row.
    while (performance.now() >= turnEnds) {
      await (next ??= new Promise((wake) => {
        setImmediate(() => {
          next = undefined;
          turnEnds = performance.now() + TURN_MS;
          wake();
        });
      }));
    }
    return copySmall(from, to, memory) ?? copyLarge(from, to, most);
  };
}

/** Through an opened file, so that a link put in its place meanwhile doesn't win where the system can name an opened file. */
async function copyLarge(from: string, to: string, most = Infinity): ReturnType<Files['copyFile']> {
  const source = await open(from, constants.O_RDONLY | NO_LINK | NO_WAIT);
  try {
    const { atime, mtime, size } = await source.stat();
    if (size > most) throw Object.assign(new Error(`EFBIG: ${from} has ${String(size)} bytes. Leave it out.`), { code: 'EFBIG' });
    await copyFile(process.platform === 'linux' ? `/proc/self/fd/${String(source.fd)}` : from, to, constants.COPYFILE_FICLONE);
    await utimes(to, atime, mtime);
    return { stat: factsOf(await lstat(to, { bigint: true })) };
  } finally {
    await source.close();
  }
}

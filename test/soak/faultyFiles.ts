/** The real disk with faults: full, broken or forbidding, at a chosen call. */
import type { Files } from '../../src/engine/ports';
import { createFiles } from '../../src/node/files';

export type DiskFault = 'ENOSPC' | 'EIO' | 'EACCES';

export interface FaultyFiles extends Files {
  /** From the `after`-th writing call on, `times` of them fail. */
  arm(fault: DiskFault, after: number, times: number): void;
  /** The disk is well again; gives back how many calls failed. */
  disarm(): number;
  /** Removals that failed: what they left lies there until it is cleared away by age. */
  kept(): number;
}

export function createFaultyFiles(): FaultyFiles {
  const files = createFiles();
  let armed: { readonly fault: DiskFault; after: number; times: number; hit: number } | undefined;
  const faulty = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => async (...args: A): Promise<R> => {
    if (armed !== undefined && armed.after-- <= 0 && armed.times-- > 0) {
      armed.hit += 1;
      throw Object.assign(new Error(`${armed.fault}: ${armed.fault === 'ENOSPC' ? 'no space left on device' : armed.fault === 'EIO' ? 'i/o error' : 'permission denied'}, '${String(args[0])}'`), { code: armed.fault });
    }
    return work(...args);
  };
  let kept = 0;
  const remove = faulty(files.remove);
  return {
    ...files,
    kept: () => kept,
    write: faulty(files.write), copyFile: faulty(files.copyFile), writeParts: faulty(files.writeParts), makeFolder: faulty(files.makeFolder), link: faulty(files.link), remove: (...args) => remove(...args).catch((fault: unknown) => {
      kept += 1;
      throw fault;
    }),
    arm: (fault, after, times) => { armed = { fault, after, times, hit: 0 }; },
    disarm: () => {
      const hit = armed?.hit ?? 0;
      armed = undefined;
      return hit;
    },
  };
}

/** A thread that copies small files for its owner, many to a message: the editor's own thread waits for no disk. */
import { parentPort, workerData } from 'node:worker_threads';
import { copySmall } from './copySmall';
import type { CopyFault, CopyJob, Copies } from './copyThreads';

/** Bytes of one message at first. */
const ROOM = 256 * 1024;

function copied({ from, to }: CopyJob, paths: readonly string[]): Copies {
  let memory = new Uint8Array(ROOM);
  let used = 0;
  const take = (size: number): Uint8Array<ArrayBuffer> => {
    if (used + size > memory.length) {
      const larger = new Uint8Array(2 * (used + size));
      larger.set(memory.subarray(0, used));
      memory = larger;
    }
    return memory.subarray(used, (used += size));
  };
  const stats: Copies['stats'] = [];
  const ends: number[] = [];
  const large: number[] = [];
  const faults: CopyFault[] = [];
  for (const [at, path] of paths.entries()) {
    const start = used;
    try {
      const copy = copySmall(`${from}/${path}`, `${to}/${path}`, take);
      // What was asked for and not filled is the next one's.
      used = start + (copy?.bytes.length ?? 0);
      stats.push(copy?.stat);
      if (copy === undefined) large.push(at);
    } catch (fault) {
      used = start;
      stats.push(undefined);
      const { message, code } = fault as NodeJS.ErrnoException;
      faults.push({ at, message, code });
    }
    ends.push(used);
  }
  return { stats, ends, large, faults, memory: memory.buffer };
}

const job = workerData as CopyJob;
parentPort?.on('message', (paths: readonly string[]) => {
  const copies = copied(job, paths);
  parentPort?.postMessage(copies, [copies.memory]);
});

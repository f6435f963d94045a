/** Copies the many files of a room on threads side by side, and tells of them in the order they come. */
import { Worker } from 'node:worker_threads';
import type { Copied, Files, FileStat } from '../engine/ports';
import { inParallel } from '../shared/inParallel';

/** Folders that a thread copies from and to. */
export interface CopyJob {
  readonly from: string;
  readonly to: string;
}

export interface CopyFault {
  readonly at: number;
  readonly message: string;
  readonly code: string | undefined;
}

/** What came of the files of one message, in their order. */
export interface Copies {
  /** Undefined where the file is large, or was not copied. */
  readonly stats: (FileStat | undefined)[];
  /** Where the bytes of each end in `memory`. */
  readonly ends: readonly number[];
  /** Those that are no small files, by their place. */
  readonly large: readonly number[];
  readonly faults: readonly CopyFault[];
  readonly memory: ArrayBuffer;
}

/** Files of one message: a few milliseconds of work on either side. */
const TOGETHER = 64;
/** Messages a thread has at once: it never waits for the next one. */
const AHEAD = 2;
/** Large files at once. */
const LARGE_AT_ONCE = 4;

type CopyFiles = NonNullable<Files['copyFiles']>;

/** `script`: the built copyThread, absolute. `copyFile` copies what is large, and all that is left where a thread can't start or dies. */
export function copyOnThreads(script: string, count: number, copyFile: Files['copyFile']): CopyFiles {
  return async (from, to, paths, most, told) => {
    const left: string[] = [];
    await new Crew({ script, count, job: { from, to }, paths, told, left }).work();
    await inParallel(left, LARGE_AT_ONCE, async (path) => {
      await told(path, await copyFile(`${from}/${path}`, `${to}/${path}`, most).catch((fault: unknown) => (fault instanceof Error ? fault : new Error(String(fault)))));
    });
  };
}

interface CrewOptions {
  readonly script: string;
  readonly count: number;
  readonly job: CopyJob;
  readonly paths: readonly string[];
  readonly told: Parameters<CopyFiles>[4];
  /** Gets what the threads don't copy. */
  readonly left: string[];
}

class Crew {
  private next = 0;
  private broken = false;
  private fault: unknown;

  constructor(private readonly options: CrewOptions) {}

  /** Resolves when each file was told of or is left over. */
  async work(): Promise<void> {
    const { count, paths } = this.options;
    await Promise.all(Array.from({ length: Math.min(count, Math.ceil(paths.length / TOGETHER)) }, () => this.run()));
    if (this.fault !== undefined) throw this.fault instanceof Error ? this.fault : new Error(String(this.fault));
    // Copied once more: no file is known to be whole.
    while (this.next < paths.length) this.options.left.push(...this.batch());
  }

  private batch(): readonly string[] {
    const some = this.options.paths.slice(this.next, this.next + TOGETHER);
    this.next += some.length;
    return some;
  }

  private async run(): Promise<void> {
    const worker = new Worker(this.options.script, { workerData: this.options.job, execArgv: [] });
    const sent: (readonly string[])[] = [];
    const send = (): void => {
      if (this.broken || this.fault !== undefined || this.next >= this.options.paths.length) return;
      const some = this.batch();
      sent.push(some);
      worker.postMessage(some);
    };
    try {
      await new Promise<void>((resolve) => {
        let hearing = Promise.resolve();
        worker.on('error', () => {
          this.broken = true;
          resolve();
        });
        worker.on('exit', () => { resolve(); });
        worker.on('message', (copies: Copies) => {
          const some = sent.shift() ?? [];
          send();
          hearing = hearing.then(() => this.hear(some, copies)).then(() => { if (sent.length === 0) resolve(); });
        });
        for (let ahead = 0; ahead < AHEAD; ahead++) send();
        if (sent.length === 0) resolve();
      });
      this.options.left.push(...sent.flat());
    } finally {
      await worker.terminate();
    }
  }

  private async hear(paths: readonly string[], { stats, ends, large, faults, memory }: Copies): Promise<void> {
    const { left, told } = this.options;
    for (const at of large) left.push(paths[at] ?? '');
    const failed = new Map(faults.map(({ at, message, code }) => [at, Object.assign(new Error(message), code === undefined ? {} : { code })]));
    for (const [at, path] of paths.entries()) {
      if (this.fault !== undefined) return;
      const stat = stats[at];
      const start = at === 0 ? 0 : (ends[at - 1] ?? 0);
      const copy: Copied | Error | undefined = stat === undefined ? failed.get(at) : { stat, bytes: new Uint8Array(memory, start, (ends[at] ?? start) - start) };
      if (copy === undefined) continue;
      try {
        const waits = told(path, copy);
        if (waits) await waits;
      } catch (fault) {
        this.fault ??= fault;
      }
    }
  }
}

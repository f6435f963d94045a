/** Threads beside the editor's own that read large files, and others while that one is busy: it never waits for a parser. */
import { Worker } from 'node:worker_threads';
import type { OtherThreads, ThreadQuestion } from '../engine/code/otherThreads';

export type Question = ThreadQuestion | { readonly kind: 'next' };

/** An array comes in parts; `fault` is what went wrong. */
export interface Answer {
  readonly value?: unknown;
  readonly fault?: string;
  readonly more: boolean;
}

export interface ParserThreadsOptions {
  /** The built parserThread, absolute. */
  readonly script: string;
  /** Where the languages lie: what languageFiles takes. */
  readonly folder: string;
  readonly threads: number;
  readonly log: (line: string) => void;
}

/** Milliseconds without a question until a thread is ended and its memory is free. */
const IDLE = 60_000;

/** Starts nothing until the first question. A thread that can't start, or dies, answers nothing more: the caller reads by itself. */
export function parserThreads(options: ParserThreadsOptions): OtherThreads {
  const threads = Array.from({ length: options.threads }, () => new Thread(options));
  return {
    ask: async (question) => {
      const [least] = threads.filter((one) => !one.broken).sort((a, b) => a.waiting - b.waiting);
      return least?.ask(question);
    },
    idle: () => threads.some((one) => !one.broken && one.waiting === 0),
  };
}

class Thread {
  broken = false;
  waiting = 0;
  private worker: Worker | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: ParserThreadsOptions) {}

  /** Undefined where the thread can't tell. */
  async ask(question: ThreadQuestion): Promise<unknown> {
    this.waiting += 1;
    const mine = this.turn.then(() => this.whole(question));
    this.turn = mine.catch(() => undefined);
    try {
      return await mine;
    } catch (fault) {
      this.options.log(`A parser thread failed, so the editor's own reads the files: ${fault instanceof Error ? fault.message : String(fault)}`);
      return undefined;
    } finally {
      this.waiting -= 1;
      if (this.waiting === 0) this.timer = setTimeout(() => { this.end(); }, IDLE).unref();
    }
  }

  private async whole(question: ThreadQuestion): Promise<unknown> {
    clearTimeout(this.timer);
    const parts: unknown[] = [];
    for (let next: Question = question; ; next = { kind: 'next' }) {
      const { value, fault, more } = await this.exchange(next);
      if (fault !== undefined) throw new Error(fault);
      if (!Array.isArray(value)) return value;
      for (const one of value as unknown[]) parts.push(one);
      if (!more) return parts;
    }
  }

  private exchange(question: Question): Promise<Answer> {
    const { script, folder } = this.options;
    const worker = (this.worker ??= new Worker(script, { workerData: { folder } }));
    return new Promise((resolve, reject) => {
      const settle = (then: () => void): void => {
        worker.off('message', heard).off('error', failed).off('exit', ended);
        // Between two questions a thread keeps no program from ending.
        worker.unref();
        then();
      };
      const heard = (answer: Answer): void => { settle(() => { resolve(answer); }); };
      const failed = (fault: Error): void => { settle(() => { this.give(fault, reject); }); };
      const ended = (): void => { settle(() => { this.give(new Error('It ended by itself. Restart the window to get it back.'), reject); }); };
      worker.on('message', heard).on('error', failed).on('exit', ended);
      worker.ref();
      worker.postMessage(question);
    });
  }

  private give(fault: Error, reject: (fault: Error) => void): void {
    this.broken = true;
    this.end();
    reject(fault);
  }

  private end(): void {
    const { worker } = this;
    this.worker = undefined;
    // It holds nothing that must be written.
    worker?.on('error', () => undefined);
    void worker?.terminate();
  }
}

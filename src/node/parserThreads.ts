/** Threads beside the editor's own that read large files, and others while that one is busy: it never waits for a parser. */
import { Worker } from 'node:worker_threads';
import type { OtherThreads, ThreadQuestion } from '../engine/code/otherThreads';
import { unpacked } from '../engine/code/packedOutline';

/** Without a question it asks for the next part of an answer. */
export interface Letter {
  readonly id: number;
  readonly question?: ThreadQuestion;
}

/** An array comes in parts, one of symbols packed; `fault` is what went wrong. */
export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly packed?: string;
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
/** Questions a thread has at once: it never waits for the next one, and no more texts than these are held twice. */
const AHEAD = 8;

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

interface Asked {
  readonly question: ThreadQuestion;
  /** What came of the answer so far. */
  readonly parts: unknown[];
  readonly settle: (answer: unknown) => void;
}

class Thread {
  broken = false;
  private last = 0;
  private planned = false;
  private readonly queue: Asked[] = [];
  private readonly sent = new Map<number, Asked>();
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: ParserThreadsOptions) {}

  get waiting(): number {
    return this.queue.length + this.sent.size;
  }

  /** Undefined where the thread can't tell. */
  ask(question: ThreadQuestion): Promise<unknown> {
    clearTimeout(this.timer);
    return new Promise((settle) => {
      this.queue.push({ question, parts: [], settle });
      this.soon();
    });
  }

  /** What is asked in one turn goes in one message. */
  private soon(): void {
    if (this.planned) return;
    this.planned = true;
    setImmediate(() => {
      this.planned = false;
      this.send();
    });
  }

  private send(): void {
    const letters: Letter[] = [];
    for (const next of this.queue.splice(0, AHEAD - this.sent.size)) {
      this.sent.set(++this.last, next);
      letters.push({ id: this.last, question: next.question });
    }
    this.post(letters);
    if (this.waiting > 0) return;
    // Without a question a thread keeps no program from ending.
    this.worker?.unref();
    this.timer = setTimeout(() => { this.end(); }, IDLE).unref();
  }

  private post(letters: readonly Letter[]): void {
    if (letters.length === 0) return;
    const worker = (this.worker ??= this.started());
    worker.ref();
    worker.postMessage(letters);
  }

  private started(): Worker {
    const { script, folder } = this.options;
    const worker = new Worker(script, { workerData: { folder } });
    return worker
      .on('message', (answers: readonly Answer[]) => {
        for (const answer of answers) this.hear(answer);
        this.soon();
      })
      .on('error', (fault) => { if (this.worker === worker) this.give(fault.message); })
      .on('exit', () => { if (this.worker === worker) this.give('It ended by itself. Restart the window to get it back.'); });
  }

  private hear({ id, value, packed, fault, more }: Answer): void {
    const asked = this.sent.get(id);
    if (asked === undefined) return;
    const part = packed === undefined ? value : unpacked(packed);
    if (Array.isArray(part)) for (const one of part as readonly unknown[]) asked.parts.push(one);
    if (more) return void this.post([{ id }]);
    this.sent.delete(id);
    if (fault !== undefined) this.tell(fault);
    asked.settle(fault === undefined ? (Array.isArray(part) ? asked.parts : part) : undefined);
  }

  private tell(fault: string): void {
    this.options.log(`A parser thread failed, so the editor's own reads the files: ${fault}`);
  }

  private give(fault: string): void {
    if (this.broken) return;
    this.broken = true;
    this.end();
    this.tell(fault);
    const left = [...this.sent.values(), ...this.queue.splice(0)];
    this.sent.clear();
    for (const { settle } of left) settle(undefined);
  }

  private end(): void {
    const { worker } = this;
    this.worker = undefined;
    // It holds nothing that must be written.
    void worker?.terminate();
  }
}

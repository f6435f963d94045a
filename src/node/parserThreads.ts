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
/** Megabytes for what a thread makes and soon forgets, as the editor's own thread has: with fewer it collects all the time. */
const YOUNG = 48;
/** Messages a thread has at once: while it answers one the next is on its way. */
const AHEAD = 2;
/** Questions of one message, and characters of them unless one alone has more: each message wakes the other side, and its first answer waits for its last. */
const TOGETHER = 16;
const CHARACTERS = 64_000;

interface Asked {
  /** By which its answer is known. */
  readonly id: number;
  readonly question: ThreadQuestion;
  /** What came of the answer so far. */
  readonly parts: unknown[];
  readonly settle: (answer: unknown) => void;
}

/** Starts nothing until the first question. A thread that can't start, or dies, answers nothing more: the caller reads by itself. */
export function parserThreads(options: ParserThreadsOptions): OtherThreads {
  const queue: Asked[] = [];
  let planned = false;
  /** Whoever has least takes the next ones, and fewer the fewer are left, so that all end at the same time. */
  const soon = (): void => {
    if (planned) return;
    planned = true;
    setImmediate(() => {
      planned = false;
      const living = threads.filter((one) => !one.broken);
      for (let round = 0; round < AHEAD; round++) for (const thread of living.sort((a, b) => a.waiting - b.waiting)) thread.take(queue, Math.ceil(queue.length / (2 * AHEAD * living.length)));
      if (living.length === 0) for (const { settle } of queue.splice(0)) settle(undefined);
    });
  };
  let last = 0;
  const threads = Array.from({ length: options.threads }, () => new Thread(options, soon));
  return {
    ask: (question) => new Promise((settle) => {
      queue.push({ id: ++last, question, parts: [], settle });
      soon();
    }),
    idle: () => queue.length < threads.filter((one) => !one.broken && one.waiting === 0).length,
  };
}

class Thread {
  broken = false;
  /** Its messages among them. */
  private messages = 0;
  /** What it hasn't answered. */
  private sent: readonly Asked[] = [];
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** `soon`: it could take more. */
  constructor(private readonly options: ParserThreadsOptions, private readonly soon: () => void) {}

  get waiting(): number {
    return this.sent.length;
  }

  /** One message of the first of those that wait, at most so many. */
  take(queue: Asked[], most: number): void {
    const next: Asked[] = [];
    let characters = 0;
    while (this.messages < AHEAD && next.length < Math.min(most, TOGETHER)) {
      const [first] = queue;
      if (first === undefined || (next.length > 0 && characters + first.question.text.length > CHARACTERS)) break;
      queue.shift();
      characters += first.question.text.length;
      next.push(first);
    }
    this.sent = [...this.sent, ...next];
    this.post(next.map(({ id, question }) => ({ id, question })));
    if (this.waiting > 0 || this.worker === undefined || this.timer !== undefined) return;
    // Without a question a thread keeps no program from ending.
    this.worker.unref();
    this.timer = setTimeout(() => { this.end(); }, IDLE).unref();
  }

  private post(letters: readonly Letter[]): void {
    if (letters.length === 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    const worker = (this.worker ??= this.started());
    worker.ref();
    worker.postMessage(letters);
    this.messages += 1;
  }

  private started(): Worker {
    const { script, folder } = this.options;
    const worker = new Worker(script, { workerData: { folder }, resourceLimits: { maxYoungGenerationSizeMb: YOUNG } });
    return worker
      .on('message', (answers: readonly Answer[]) => {
        this.messages -= 1;
        for (const answer of answers) this.hear(answer);
        this.soon();
      })
      .on('error', (fault) => { if (this.worker === worker) this.give(fault.message); })
      .on('exit', () => { if (this.worker === worker) this.give('It ended by itself. Restart the window to get it back.'); });
  }

  private hear({ id, value, packed, fault, more }: Answer): void {
    const asked = this.sent.find((one) => one.id === id);
    if (asked === undefined) return;
    const part = packed === undefined ? value : unpacked(packed);
    if (Array.isArray(part)) for (const one of part as readonly unknown[]) asked.parts.push(one);
    if (more) return void this.post([{ id }]);
    this.sent = this.sent.filter((one) => one !== asked);
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
    for (const { settle } of this.sent) settle(undefined);
    this.sent = [];
    // What waits may be another's, or nobody's.
    this.soon();
  }

  private end(): void {
    const { worker } = this;
    this.worker = undefined;
    this.messages = 0;
    clearTimeout(this.timer);
    this.timer = undefined;
    // It holds nothing that must be written.
    void worker?.terminate();
  }
}

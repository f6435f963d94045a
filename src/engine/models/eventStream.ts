/** Bytes of a streamed answer to its payloads, with the clock that ends a silent one. */
import { Cancelled, ModelUnavailable } from '../errors';

/** Bytes keep a connection alive; only content is progress. */
export interface IdleLimits {
  /** Milliseconds until the first content. A long prefill is not an error, and signs of life don't stretch it. */
  readonly beforeFirst: number;
  /** Milliseconds without a byte once there was content. */
  readonly between: number;
}

export const DEFAULT_IDLE: IdleLimits = { beforeFirst: 600_000, between: 120_000 };

export class IdleClock {
  private started = false;
  private content = performance.now();

  constructor(private readonly limits: IdleLimits) {}

  /** Words, thoughts, a piece of a call or the end came; a comment or an empty event is none of these. */
  progress(): void {
    this.started = true;
    this.content = performance.now();
  }

  /** Whether anything of the answer has come. */
  get begun(): boolean {
    return this.started;
  }

  /** Milliseconds until the server counts as silent, if no byte comes until then. With signs of life the wait for content is as long as for the first. */
  left(): number {
    const content = this.content + this.limits.beforeFirst - performance.now();
    return Math.max(0, this.started ? Math.min(this.limits.between, content) : content);
  }
}

/** Characters of one line of an answer. Whole replies come as one line where a server doesn't stream, and are far shorter. */
const MOST_LINE = 4_000_000;

/** Lines of one event. More come from something that is no event stream, and would be looked through again with each. */
const MOST_DATA = 50;

/** Cuts text into lines wherever the bytes were cut: in a character, between CR and LF. */
export class LineDecoder {
  private readonly decoder = new TextDecoder('utf-8');
  private rest = '';

  /** Throws ModelUnavailable where a line has no end. */
  push(bytes: Uint8Array): readonly string[] {
    return this.split(this.decoder.decode(bytes, { stream: true }), false);
  }

  end(): readonly string[] {
    return this.split(this.decoder.decode(), true);
  }

  private split(text: string, last: boolean): readonly string[] {
    const all = this.rest + text;
    // A line of many pieces is looked through when its end has come, not with each of them.
    if (!last && !/[\r\n]/.test(text) && !this.rest.endsWith('\r')) {
      this.rest = all;
      if (all.length > MOST_LINE) throw new ModelUnavailable('stream-broken', `The server sent a line of more than ${MOST_LINE / 1e6} MB without an end.`, 'Look at the server\'s own log, and try again; if it stays, choose another model.', 'retry');
      return [];
    }
    // A CR at the end may be half a CR LF.
    const lines = (!last && all.endsWith('\r') ? all.slice(0, -1) : all).split(/\r\n|\n|\r/);
    this.rest = (lines.pop() ?? '') + (!last && all.endsWith('\r') ? '\r' : '');
    if (last && this.rest !== '') lines.push(this.rest);
    if (last) this.rest = '';
    return lines;
  }
}

/** Server-sent events to their data; a body that is one JSON object (a server that doesn't stream) or JSON lines pass too. */
export class EventDecoder {
  private readonly lines = new LineDecoder();
  private data: string[] = [];
  /** Lines that are no event: JSON, or a page that isn't meant for us. */
  readonly stray: string[] = [];

  push(bytes: Uint8Array): readonly string[] {
    return this.lines.push(bytes).flatMap((line) => this.line(line));
  }

  /** The last event counts even without its blank line. */
  end(): readonly string[] {
    return [...this.lines.end().flatMap((line) => this.line(line)), ...this.flush()];
  }

  private line(line: string): readonly string[] {
    if (line === '') return this.flush();
    const field = /^(data|event|id|retry)?:(?: )?(.*)$/s.exec(line);
    if (!field) {
      if (line.trim() !== '' && !/^(?:data|event|id|retry)$/.test(line)) this.stray.push(line);
      return [];
    }
    if (field[1] !== 'data') return [];
    const value = field[2] ?? '';
    // Servers that forget the blank line between events put one whole event on each line.
    if (this.data.length > 0 && (value === '[DONE]' || this.data.length >= MOST_DATA || (/\}\s*$/.test(this.data.at(-1) ?? '') && whole(this.data.join('\n'))))) return [...this.flush(), ...this.keep(value)];
    return this.keep(value);
  }

  private keep(value: string): readonly string[] {
    this.data.push(value);
    return [];
  }

  private flush(): readonly string[] {
    const payload = this.data.join('\n');
    this.data = [];
    return payload.trim() === '' ? [] : [payload];
  }
}

function whole(payload: string): boolean {
  try {
    return typeof JSON.parse(payload) === 'object';
  } catch {
    return false;
  }
}

/** No reply within any output limit takes this much, whatever its packaging: a server that goes on has lost its end. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The chunks of a body as they come. Throws Cancelled on abort and ModelUnavailable when the server falls silent or the
 * connection breaks. Leaving the loop early closes the connection, so that the server stops generating.
 */
export async function* readBody(body: ReadableStream<Uint8Array>, clock: IdleClock, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
  const reader = body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const chunk = await withLimit(reader.read(), clock.left(), signal, clock.begun ? 'between' : bytes > 0 ? 'alive' : 'first');
      if (chunk.done) return;
      bytes += chunk.value.length;
      if (bytes > MOST_BYTES) throw new ModelUnavailable('stream-broken', `The server does not stop: its answer is longer than ${MOST_BYTES >> 20} MB, far beyond the limit it was given.`, 'Restart the server; if it stays, choose another model.', 'choose-model');
      yield chunk.value;
    }
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    if (error instanceof ModelUnavailable || error instanceof Cancelled) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    throw new ModelUnavailable('stream-broken', `The server closed the connection in the middle of its answer (${cause}).`, 'Look at the server\'s own window or log: it may have run out of memory. Then try again.', 'retry', true);
  } finally {
    // A cancelled reader closes the socket; a closed one makes this a no-op.
    reader.cancel().catch((error: unknown) => error);
  }
}

/** Waits for one thing no longer than the limit; silence is named by what came before it (`alive`: signs of life, and nothing else). */
export async function withLimit<T>(wait: Promise<T>, milliseconds: number, signal: AbortSignal, phase: 'first' | 'alive' | 'between' = 'first'): Promise<T> {
  // Given up below, it may still fail: that is nobody's news any more.
  wait.catch((late: unknown) => late);
  if (signal.aborted) throw new Cancelled();
  const { promise, reject } = deferred();
  const seconds = Math.round(milliseconds / 1000);
  const timer = setTimeout(() => {
    const what = phase === 'first' ? `The server took the request but sent nothing for ${seconds} s.`
      : phase === 'alive' ? 'The server keeps the connection alive but has sent nothing of its answer in all the time a prompt may take to be read.'
      : `The server stopped sending in the middle of its answer (${seconds} s of silence).`;
    reject(new ModelUnavailable('timed-out', what, 'Look whether the server is still busy; a smaller prompt helps a slow machine.', 'retry'));
  }, milliseconds);
  const stop = (): void => { reject(new Cancelled()); };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([wait, promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function deferred(): { readonly promise: Promise<never>; readonly reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<never>((_, no) => { reject = no; });
  return { promise, reject };
}

/** The beginning of a body as text, at most so many bytes; what is beyond is not waited for. An error is shown by its first words. */
export async function limitedText(response: Response, most = 64 * 1024): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece?.done === false; piece = bytes < most ? await reader?.read() : undefined) {
    const part = piece.value.subarray(0, most - bytes);
    bytes += part.length;
    text += decoder.decode(part, { stream: true });
  }
  reader?.cancel().catch((error: unknown) => error);
  return text + decoder.decode();
}

/** Sees what goes over the wire to a server and what it really answers, so that a check can hold the product's reading against it. */
import { isRecord } from '../../src/engine/reply/looseJson';

export interface Exchange {
  readonly url: string;
  readonly body: Record<string, unknown>;
  /** Settles once the answer is out or broken off. */
  readonly answer: Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The parsed events of a stream (server-sent or JSON lines), or the one object. */
  readonly events: readonly Record<string, unknown>[];
}

export class WireTap {
  /** Chat requests, in order. */
  readonly chats: Exchange[] = [];
  /** Fields added to every chat request: what forces a real server into a state that can't be waited for. */
  inject: Readonly<Record<string, unknown>> = {};

  readonly fetch: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!/\/chat(?:\/completions)?$/.test(url) || typeof init?.body !== 'string') return fetch(input, init);
    const body = { ...JSON.parse(init.body) as Record<string, unknown>, ...this.inject };
    const response = await fetch(input, { ...init, body: JSON.stringify(body) });
    const { stream, text } = recorded(response.body);
    this.chats.push({ url, body, answer: text.then((said) => ({ status: response.status, text: said, events: said.split(/\r?\n/).flatMap((line) => eventOf(line)) })) });
    return new Response(stream, { status: response.status, headers: response.headers });
  };

  async lastAnswer(): Promise<Answer> {
    const last = this.chats.at(-1);
    if (!last) throw new Error('no chat request was sent; look at the check before this one');
    return last.answer;
  }
}

/** The same stream, piece by piece as it is asked for: whoever closes it closes the connection, which a copy would keep open. */
function recorded(body: ReadableStream<Uint8Array> | null): { readonly stream: ReadableStream<Uint8Array>; readonly text: Promise<string> } {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = '';
  let finish: (text: string) => void = () => undefined;
  const whole = new Promise<string>((resolve) => { finish = resolve; });
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const chunk = await reader?.read();
        if (chunk?.value === undefined) {
          finish(text);
          return controller.close();
        }
        text += decoder.decode(chunk.value, { stream: true });
        controller.enqueue(chunk.value);
      } catch (error) {
        finish(text);
        throw error;
      }
    },
    cancel: async (reason) => {
      finish(text);
      await reader?.cancel(reason);
    },
  }, { highWaterMark: 0 });
  return { stream, text: whole };
}

function eventOf(line: string): readonly Record<string, unknown>[] {
  const payload = line.replace(/^data:\s*/, '').trim();
  if (!payload.startsWith('{')) return [];
  try {
    const value: unknown = JSON.parse(payload);
    return isRecord(value) ? [value] : [];
  } catch {
    return [];
  }
}

/** The last value of a field in an answer's events. */
export function lastOf(answer: Answer, field: string): Record<string, unknown> | undefined {
  const value = answer.events.findLast((event) => isRecord(event[field]))?.[field];
  return isRecord(value) ? value : undefined;
}

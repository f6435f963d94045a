/** What every check against a running server shares: the server, a fresh connection, and words for what it can't do. */
import assert from 'node:assert/strict';
import { ModelUnavailable } from '../../src/engine/errors';
import { connect, type ConnectOptions } from '../../src/engine/models/connect';
import type { DetectedServer } from '../../src/engine/models/profiles';
import type { ChatMessage, Delta, Model, ModelReply, ModelRequest, Store } from '../../src/engine/ports';
import type { WireTap } from './wireTap';

export interface Live {
  readonly url: string;
  readonly root: string;
  readonly server: DetectedServer;
  readonly tap: WireTap;
  /** How many constrained calls are made. */
  readonly calls: number;
  /** A connection that has learned nothing. */
  readonly model: (options?: Partial<ConnectOptions>) => Promise<Model>;
  /** A GET at the server itself, past the product; undefined where it isn't a 200 with JSON. */
  readonly get: (path: string) => Promise<unknown>;
}

export interface LiveCheck {
  readonly title: string;
  /** Resolves to what was seen, in a few words; throws CannotDo or what is wrong. */
  readonly run: (live: Live) => Promise<string>;
}

/** The server has no means for this: no fault of the product's, and said in words. */
export class CannotDo extends Error {}

export const never = new AbortController().signal;
export const SYSTEM: ChatMessage = { role: 'system', content: 'You are Whittle, a careful coding agent. Answer in a few words.' };

export const user = (content: string): ChatMessage => ({ role: 'user', content });

export interface Heard {
  readonly reply: ModelReply;
  readonly deltas: readonly Delta[];
  /** Milliseconds from the request to each delta. */
  readonly at: readonly number[];
}

export async function ask(model: Model, messages: readonly ChatMessage[], request: Partial<ModelRequest> = {}, signal: AbortSignal = never): Promise<Heard> {
  const deltas: Delta[] = [];
  const at: number[] = [];
  const began = performance.now();
  const reply = await model.complete({ messages, tools: [], maxTokens: 48, thinking: 0, temperature: 0, ...request }, (delta) => {
    deltas.push(delta);
    at.push(performance.now() - began);
  }, signal);
  return { reply, deltas, at };
}

export async function failure(run: Promise<unknown>): Promise<ModelUnavailable> {
  const error: unknown = await run.then(() => undefined, (thrown: unknown) => thrown);
  assert.ok(error instanceof ModelUnavailable, `expected a named failure, got ${error === undefined ? 'an answer' : String(error)}`);
  assert.ok(error.next.length > 10, 'a failure says the next move');
  return error;
}

export function memoryStore(): Store {
  const map = new Map<string, string>();
  return { get: async (key) => map.get(key), set: async (key, value) => void (value === undefined ? map.delete(key) : map.set(key, value)) };
}

export const connectTo = (url: string, tap: WireTap, options: Partial<ConnectOptions>): Promise<Model> =>
  connect({ endpoint: url, store: memoryStore(), fetch: tap.fetch, ...options }, never);

/** Waits for a state, never longer than the limit; gives the milliseconds it took, or undefined. */
export async function until(state: () => Promise<boolean>, limit: number): Promise<number | undefined> {
  const began = performance.now();
  while (performance.now() - began < limit) {
    if (await state()) return performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return undefined;
}

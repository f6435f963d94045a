/** The part all protocol doubles share: a real HTTP server on loopback with a scripted mind and a record of what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Turn {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
  readonly finish?: 'stop' | 'length';
  /** Tokens it says it wrote. */
  readonly completion?: number;
}

export interface Quirks {
  readonly window: number;
  /** `die`: the socket is destroyed after the first piece; `hang`: nothing more comes after the headers. */
  readonly fail?: 'die' | 'hang' | 'silent-close' | undefined;
  readonly loading?: boolean;
  readonly noTools?: boolean;
  /** Tools are taken and never shown to the model. */
  readonly dropsTools?: boolean;
  readonly noSchema?: boolean;
  readonly thinks?: boolean;
  /** An overflow is cut in silence, not refused. */
  readonly truncates?: boolean;
  readonly refusesField?: string | undefined;
  readonly wholeAnswers?: boolean;
  /** The error comes as an event inside a 200. */
  readonly errorInside?: boolean;
  /** Answers on and on, one word at a time. */
  readonly endless?: boolean;
  readonly noModel?: boolean;
  /** The template raises an error where a word stands behind a tool's answer (Mistral's and Gemma's do). */
  readonly strictTurns?: boolean;
  /** Several models behind one address (llama.cpp). */
  readonly router?: boolean;
}

export interface Seen {
  readonly path: string;
  readonly body: Record<string, unknown>;
  /** Set once the client is gone or the answer is out. */
  closed: boolean;
  finished: boolean;
}

export interface Context {
  readonly quirks: Quirks;
  readonly mind: (seen: Seen, turn: number) => Turn;
  readonly asked: Seen[];
}

export interface Double {
  readonly root: string;
  readonly url: string;
  readonly asked: readonly Seen[];
  /** Chat requests only. */
  readonly chats: () => readonly Seen[];
  set(quirks: Partial<Quirks>): void;
  close(): Promise<void>;
}

export type Routes = (request: { readonly method: string; readonly path: string; readonly body: Record<string, unknown>; readonly seen: Seen }, response: ServerResponse, context: Context) => void | Promise<void>;

export async function startDouble(routes: Routes, quirks: Quirks, mind: Context['mind']): Promise<Double> {
  let current = quirks;
  const asked: Seen[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const path = request.url ?? '/';
    const seen: Seen = { path, body: text === '' ? {} : JSON.parse(text) as Record<string, unknown>, closed: false, finished: false };
    asked.push(seen);
    response.on('close', () => { seen.closed = true; });
    response.on('finish', () => { seen.finished = true; });
    await routes({ method: request.method ?? 'GET', path, body: seen.body, seen }, response, { quirks: current, mind, asked });
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const chats = (): readonly Seen[] => asked.filter(({ path }) => /\/chat(?:\/completions)?$/.test(path));
  return {
    root, url: `${root}/v1`, asked, chats,
    set: (change) => { current = { ...current, ...change }; },
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => { resolve(); });
    }),
  };
}

export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** Four characters to the token, of what the model is shown. */
export function tokensOf(body: Record<string, unknown>, withTools = true): number {
  const messages = body['messages'] as readonly { readonly content?: unknown; readonly tool_calls?: unknown }[];
  const text = messages.reduce((sum, message) => sum + String(message.content ?? '').length + (message.tool_calls === undefined ? 0 : JSON.stringify(message.tool_calls).length), 0);
  const tools = withTools && Array.isArray(body['tools']) ? JSON.stringify(body['tools']).length : 0;
  return Math.ceil((text + tools) / 4);
}

/** What every strict server checks in a history: one system message at the start, no orphan results, arguments that parse. */
export function faultInHistory(body: Record<string, unknown>): string | undefined {
  const messages = body['messages'] as readonly { readonly role: string; readonly tool_calls?: readonly { readonly function: { readonly arguments: unknown } }[] }[];
  if (messages.slice(1).some(({ role }) => role === 'system')) return 'System message must be at the beginning.';
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool' && !/assistant|tool/.test(messages[index - 1]?.role ?? '')) return 'tool message without a tool call before it';
    for (const call of message.tool_calls ?? []) {
      if (typeof call.function.arguments !== 'string') continue;
      try {
        JSON.parse(call.function.arguments);
      } catch {
        return 'Failed to parse tool call arguments as JSON';
      }
    }
  }
  return undefined;
}

export const pieces = (text: string): readonly string[] => text.match(/[^]{1,7}/gu) ?? [];

/** One contract over all servers: whatever answers, the engine sees the same model. */
import assert from 'node:assert/strict';
import { Cancelled, ModelUnavailable } from '../../../../src/engine/errors';
import { connect, type ConnectOptions } from '../../../../src/engine/models/connect';
import type { ChatMessage, Delta, Model, ModelReply, Store, ToolSpec } from '../../../../src/engine/ports';
import { readReply } from '../../../../src/engine/reply/readReply';
import { startServer, type DoubleKind } from '../../../support/servers/doubles';
import type { Context, Double, Quirks } from '../../../support/servers/protocolServer';

const KINDS: readonly DoubleKind[] = ['ollama', 'llama.cpp', 'lmstudio', 'kobold', 'vllm', 'plain'];
const TITLES: Readonly<Record<DoubleKind, RegExp>> = { ollama: /^Ollama$/, 'llama.cpp': /^llama\.cpp$/, lmstudio: /^LM Studio$/, kobold: /^KoboldCPP$/, vllm: /^vLLM$/, plain: /^127\.0\.0\.1:/ };
const TOOLS: readonly ToolSpec[] = ['read_file', 'search', 'list_dir', 'patch'].map((name) => ({
  name, description: `${name} does one thing, described in about as many words as a real tool is.`, changes: name === 'patch',
  parameters: { type: 'object', properties: { path: { type: 'string', description: 'A path in the project, from its root.' }, offset: { type: 'integer' }, text: { type: 'string' } }, required: ['path'], additionalProperties: false },
}));
const START: readonly ChatMessage[] = [{ role: 'system', content: 'You are Whittle.' }, { role: 'user', content: 'Look at a.py.' }];
const never = new AbortController().signal;

function memory(): Store & { readonly map: Map<string, string> } {
  const map = new Map<string, string>();
  return { map, get: async (key) => map.get(key), set: async (key, value) => void (value === undefined ? map.delete(key) : map.set(key, value)) };
}

interface Setting {
  readonly server: Double;
  readonly store: ReturnType<typeof memory>;
  readonly model: (options?: Partial<ConnectOptions>) => Promise<Model>;
}

async function withServer(kind: DoubleKind, mind: Context['mind'], quirks: Partial<Quirks>, test: (setting: Setting) => Promise<void>): Promise<void> {
  const server = await startServer(kind, mind, quirks);
  const store = memory();
  try {
    await test({ server, store, model: (options) => connect({ endpoint: server.url, store, idle: { beforeFirst: 10_000, between: 10_000 }, ...options }, never) });
  } finally {
    await server.close();
  }
}

interface Asked {
  readonly messages?: readonly ChatMessage[];
  readonly tools?: readonly ToolSpec[];
  readonly thinking?: number;
  readonly signal?: AbortSignal;
  readonly deltas?: Delta[];
}

const ask = (model: Model, { messages = START, tools = [], thinking = 0, signal = never, deltas = [] }: Asked = {}): Promise<ModelReply> =>
  model.complete({ messages, tools, maxTokens: 500, thinking }, (delta) => deltas.push(delta), signal);

async function failure(run: Promise<unknown>): Promise<ModelUnavailable> {
  const error: unknown = await run.then(() => undefined, (thrown: unknown) => thrown);
  assert.ok(error instanceof ModelUnavailable, `expected a named failure, got ${String(error)}`);
  assert.ok(error.next.length > 10, 'it says the next move');
  return error;
}

for (const kind of KINDS) {
  describe(`models contract: ${kind}`, () => {
    it('is known by its routes, with the window in force', () => withServer(kind, () => ({}), { window: 12288 }, async ({ model }) => {
      const { profile } = await model();
      assert.match(profile.server, TITLES[kind]);
      assert.equal(profile.window, kind === 'plain' ? 8192 : 12288);
      assert.match(profile.model, /^(?:koboldcpp\/)?tiny-coder(?:\.gguf|:latest)?$/);
      assert.equal(profile.callStyle, 'native');
      assert.equal((await model({ window: 6000 })).profile.window, 6000, 'the person’s word wins');
    }));

    it('streams text in pieces that make the whole', () => withServer(kind, () => ({ text: 'Grüße, 世界 🎉 and more words.' }), {}, async ({ model }) => {
      const deltas: Delta[] = [];
      const reply = await ask(await model(), { deltas });
      assert.equal(reply.content, 'Grüße, 世界 🎉 and more words.');
      assert.equal(reply.finish, 'stop');
      assert.equal(deltas.filter((delta) => delta.kind === 'text').map((delta) => delta.text).join(''), reply.content);
    }));

    it('keeps reasoning apart', () => withServer(kind, () => ({ reasoning: 'Let me see.', text: 'Done.' }), { thinks: true }, async ({ model }) => {
      const deltas: Delta[] = [];
      const reply = await ask(await model(), { deltas });
      assert.equal(reply.reasoning, 'Let me see.');
      assert.equal(reply.content, 'Done.');
      assert.equal(deltas.filter((delta) => delta.kind === 'reasoning').map((delta) => delta.text).join(''), 'Let me see.');
    }));

    it('carries two calls there and their results back', () => withServer(kind, (_, turn) => (turn === 1 ? { calls: [{ name: 'read_file', args: { path: 'ä "b".py' } }, { name: 'list_dir', args: { path: '.' } }] } : { text: 'Seen.' }), {}, async ({ server, model }) => {
      const one = await model();
      const reply = readReply(await ask(one, { tools: TOOLS }), TOOLS);
      assert.equal(reply.kind, 'calls');
      if (reply.kind !== 'calls') return;
      assert.deepEqual(reply.calls.map(({ name, args }) => [name, args]), [['read_file', { path: 'ä "b".py' }], ['list_dir', { path: '.' }]]);
      const history: ChatMessage[] = [...START, { role: 'assistant', content: reply.text, toolCalls: reply.calls.map(({ raw }) => raw) },
        ...reply.calls.map((call): ChatMessage => ({ role: 'tool', content: `result of ${call.name}`, toolCallId: call.id, name: call.name }))];
      assert.equal((await ask(one, { messages: history, tools: TOOLS })).content, 'Seen.');
      const sent = JSON.stringify(server.chats().at(-1)?.body);
      assert.match(sent, /result of read_file/);
      assert.equal(JSON.stringify(server.chats()[0]?.body['messages']), JSON.stringify((server.chats().at(-1)?.body['messages'] as unknown[]).slice(0, 2)), 'the prefix is unchanged');
    }));

    it('closes the connection on Stop within a second', () => withServer(kind, () => ({ text: 'On' }), { endless: true }, async ({ server, model }) => {
      const stop = new AbortController();
      const one = await model();
      const began = performance.now();
      setTimeout(() => { stop.abort(); }, 60);
      await assert.rejects(ask(one, { signal: stop.signal }), Cancelled);
      while (server.chats()[0]?.closed !== true && performance.now() - began < 1000) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.equal(server.chats()[0]?.closed, true);
      assert.equal(server.chats()[0]?.finished, false);
    }));

    it('is stopped from within a piece, even the last, and leaves no rejection behind', () => withServer(kind, () => ({ text: 'one two three four five six' }), {}, async ({ model }) => {
      const left: unknown[] = [];
      const note = (error: unknown): void => void left.push(error);
      // Such a rejection ends a terminal program.
      process.on('unhandledRejection', note);
      try {
        const one = await model();
        for (let round = 0; round < 5; round += 1) {
          const stop = new AbortController();
          await assert.rejects(one.complete({ messages: START, tools: [], maxTokens: 500, thinking: 0 }, () => { stop.abort(); }, stop.signal), Cancelled);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      } finally {
        process.off('unhandledRejection', note);
      }
      assert.deepEqual(left, []);
    }));

    it('names a death in mid-stream, a silence and an empty answer', () => withServer(kind, () => ({ text: 'Half an' }), { fail: 'die' }, async ({ server, model }) => {
      const one = await model();
      assert.equal((await failure(ask(one))).code, 'stream-broken');
      server.set({ fail: 'hang' });
      assert.equal((await failure(ask(await model({ idle: { beforeFirst: 400, between: 400 } })))).code, 'timed-out');
      server.set({ fail: 'silent-close' });
      assert.equal((await failure(ask(one))).code, 'stream-broken');
      server.set({ fail: undefined });
      assert.equal((await ask(one)).content, 'Half an', 'nothing is left of it');
    }));

    it('names a model that is still loading', () => withServer(kind, () => ({}), { loading: true }, async ({ model }) => {
      const error = await failure(model().then((one) => ask(one)));
      assert.equal(error.code, 'model-not-loaded');
      assert.equal(error.retryable, true);
    }));

    it('names an overflow that the server tells', () => withServer(kind, () => ({ text: 'x' }), { window: 2000 }, async ({ model }) => {
      const long: ChatMessage[] = [...START, { role: 'user', content: 'word '.repeat(4000) }];
      const error = await failure(ask(await model(), { messages: long }));
      assert.equal(error.code, 'window-too-small');
      assert.match(error.next, /\d{4}/, 'with a number to set');
    }));

    it('notices a prompt that is cut in silence', () => withServer(kind, () => ({ text: 'Hello! How can I help?' }), { window: 2000, truncates: true }, async ({ model }) => {
      if (kind === 'kobold') return; // It counts nothing: there is no sign to see.
      const error = await failure(ask(await model(), { messages: [...START, { role: 'user', content: 'word '.repeat(4000) }] }));
      assert.equal(error.code, 'prompt-truncated');
    }));

    it('notices that the window ended, not the output limit', () => withServer(kind, () => ({ text: 'Half', finish: 'length', completion: 100 }), {}, async ({ model }) => {
      if (kind === 'kobold') return;
      const error = await failure(ask(await model(), { messages: [...START, { role: 'user', content: 'word '.repeat(1200) }] }));
      assert.equal(error.code, 'window-too-small');
    }));

    it('falls back where tools are refused, and remembers', () => withServer(kind, (seen) => ({ text: seen.body['tools'] ? 'no' : '{"thought": "look", "tool": "read_file", "args": {"path": "a.py"}}' }), { noTools: true }, async ({ server, store, model }) => {
      const deltas: Delta[] = [];
      const reply = readReply(await ask(await model(), { tools: TOOLS, deltas }), TOOLS);
      assert.deepEqual(reply.kind === 'calls' && reply.calls.map(({ name, args }) => [name, args]), [['read_file', { path: 'a.py' }]]);
      assert.equal(reply.reasoning, 'look');
      assert.deepEqual(deltas.filter((delta) => delta.kind === 'text'), [], 'no JSON is shown');
      const body = server.chats().at(-1)?.body;
      assert.ok(kind === 'ollama' ? body?.['format'] : body?.['response_format'], 'the reply is constrained by the server’s own means');
      const before = server.chats().length;
      const again = await connect({ endpoint: server.url, store }, never);
      assert.equal(again.profile.callStyle, 'json');
      await ask(again, { tools: TOOLS });
      assert.equal(server.chats().length, before + 1, 'no second refusal');
    }));

    it('falls back to fences where a schema is refused too', () => withServer(kind, (seen) => ({ text: JSON.stringify(seen.body).includes('```tool NAME') ? 'Looking.\n```tool read_file\npath: a.py\n```' : '{}' }), { noTools: true, noSchema: true }, async ({ store, model }) => {
      const one = await model();
      const reply = readReply(await ask(one, { tools: TOOLS }), TOOLS);
      assert.deepEqual(reply.kind === 'calls' && reply.calls.map(({ name, args }) => [name, args]), [['read_file', { path: 'a.py' }]]);
      assert.equal(one.profile.callStyle, 'fenced');
      assert.equal([...store.map.values()].some((text) => text.includes('"fenced"')), true);
    }));

    it('keeps to the call style a person chose', () => withServer(kind, () => ({ text: '{"thought": "t", "tool": "answer", "args": {"text": "Four."}}' }), {}, async ({ model }) => {
      const one = await model({ callStyle: 'json' });
      assert.equal(one.profile.callStyle, 'json');
      assert.equal((await ask(one, { tools: TOOLS })).content, 'Four.');
    }));

    it('stops thinking that goes over the budget and asks again without', () => withServer(kind, (_, turn) => (turn === 1 ? { reasoning: 'hmm, '.repeat(2000), text: 'late' } : { text: 'Four.' }), { thinks: true }, async ({ server, model }) => {
      const reply = await ask(await model(), { thinking: 600 });
      assert.equal(reply.content, 'Four.');
      assert.equal(server.chats().length, 2);
      const [first, second] = server.chats();
      assert.match(JSON.stringify(second?.body['messages']), /You have thought enough/);
      const asked = (body: Record<string, unknown> | undefined): unknown => kind === 'ollama' ? body?.['think'] : (body?.['chat_template_kwargs'] as Record<string, unknown> | undefined)?.['enable_thinking'];
      if (kind !== 'plain' && kind !== 'kobold') assert.deepEqual([asked(first?.body), asked(second?.body)], [true, false]);
    }));

    it('ends a model that repeats itself without end', () => withServer(kind, () => ({ text: 'Let me check the list once more.\n'.repeat(3000) }), {}, async ({ model }) => {
      const raw = await ask(await model());
      assert.equal(readReply(raw, []).kind, 'malformed');
      if (kind !== 'kobold') assert.ok(raw.content.length < 20_000, `stopped early, not at ${raw.content.length}`);
    }));

    it('does without a field the server refuses', () => withServer(kind, () => ({ text: 'ok' }), { refusesField: kind === 'ollama' ? 'shift' : 'stream_options' }, async ({ server, model }) => {
      const one = await model();
      assert.equal((await ask(one)).content, 'ok');
      await ask(one);
      assert.equal(server.chats().length, 3, 'refused once, remembered');
    }));
  });
}

describe('models, what differs', () => {
  it('sends nothing that tells of this machine, and no key without one', () => withServer('plain', () => ({ text: 'x' }), {}, async ({ model }) => {
    const seen: Headers[] = [];
    process.env['OPENAI_ORG_ID'] = 'org-secret';
    try {
      await ask(await model({ fetch: (url, init) => { seen.push(new Headers(init?.headers)); return fetch(url, init); } }));
    } finally {
      delete process.env['OPENAI_ORG_ID'];
    }
    assert.deepEqual([...seen.at(-1)?.keys() ?? []].sort(), ['accept', 'content-type']);
  }));

  it('leaves tools out rather than sending an empty list', () => withServer('lmstudio', () => ({ text: 'x' }), {}, async ({ server, model }) => {
    await ask(await model());
    assert.equal(Object.hasOwn(server.chats()[0]?.body ?? {}, 'tools'), false);
  }));

  it('asks Ollama natively and sets the window there', () => withServer('ollama', () => ({ text: 'x' }), {}, async ({ server, model }) => {
    await ask(await model({ window: 9000 }));
    assert.equal(server.chats()[0]?.path, '/api/chat');
    assert.equal((server.chats()[0]?.body['options'] as Record<string, unknown>)['num_ctx'], 9000);
  }));

  it('does not take Ollama’s count without the cached part for a cut', () => withServer('ollama', () => ({ text: 'x' }), {}, async ({ model }) => {
    const line = JSON.stringify({ message: { role: 'assistant', content: 'x' }, done: true, done_reason: 'stop', prompt_eval_count: 40, eval_count: 2 });
    const one = await model({ fetch: async (url, init) => (String(url).endsWith('/api/chat') ? new Response(`${line}\n`) : fetch(url, init)) });
    assert.equal((await ask(one, { messages: [...START, { role: 'user', content: 'word '.repeat(2000) }] })).content, 'x');
  }));

  it('notices tools that are taken and never shown to the model', () => withServer('vllm', (seen) => ({ text: seen.body['tools'] ? 'I can not open files.' : '{"thought": "t", "tool": "read_file", "args": {"path": "a"}}' }), { dropsTools: true }, async ({ model }) => {
    const reply = readReply(await ask(await model(), { tools: TOOLS }), TOOLS);
    assert.equal(reply.kind, 'calls');
  }));

  it('reads an overflow inside a 200 stream', () => withServer('llama.cpp', () => ({ text: 'x' }), { window: 1000, errorInside: true }, async ({ model }) => {
    assert.equal((await failure(ask(await model(), { messages: [...START, { role: 'user', content: 'word '.repeat(2000) }] }))).code, 'window-too-small');
  }));

  it('reads what llama.cpp had cached and how fast it was, with and without a usage event', () => withServer('llama.cpp', () => ({ text: 'x' }), { refusesField: 'stream_options' }, async ({ server, model }) => {
    const one = await model();
    await ask(one);
    const longer = [...START, { role: 'assistant', content: 'x' }, { role: 'user', content: 'And now?' }] as const;
    const counted = await ask(one, { messages: longer });
    assert.ok((counted.usage?.cached ?? 0) > 0 && (counted.usage?.prompt ?? 0) > (counted.usage?.cached ?? 0), JSON.stringify(counted.usage));
    assert.equal(counted.tokensPerSecond, 41.5);
    server.set({ refusesField: undefined });
    assert.deepEqual((await ask(await model(), { messages: longer })).usage?.prompt, counted.usage?.prompt, 'the same count in both');
  }));

  it('takes the loaded one of llama.cpp’s router, with that model’s own window', () => withServer('llama.cpp', () => ({}), { router: true, window: 12288 }, async ({ model }) => {
    assert.deepEqual([(await model()).profile.model, (await model()).profile.window], ['tiny-coder', 12288]);
    assert.equal((await model({ model: 'big-coder' })).profile.window, 8192, 'not loaded yet: unknown');
  }));

  it('takes a server that does not stream', () => withServer('plain', () => ({ text: 'whole', calls: [{ name: 'read_file', args: { path: 'a' } }] }), { wholeAnswers: true }, async ({ model }) => {
    const reply = await ask(await model(), { tools: TOOLS });
    assert.deepEqual([reply.content, reply.toolCalls.length], ['whole', 1]);
  }));

  it('learns how many characters make a token', () => withServer('vllm', () => ({ text: 'x' }), {}, async ({ store, model }) => {
    const one = await model();
    await ask(one, { messages: [...START, { role: 'user', content: 'word '.repeat(2000) }] });
    assert.ok(Math.abs(one.profile.charsPerToken - 4) < 0.1, String(one.profile.charsPerToken));
    assert.match([...store.map.values()].join(''), /charsPerToken/);
  }));

  it('says what to do when nothing answers, a model is missing or an address is none', async () => {
    const store = memory();
    const nobody = await failure(connect({ endpoint: 'http://127.0.0.1:9/v1', store }, never));
    assert.equal(nobody.code, 'unreachable');
    assert.match(nobody.next, /ollama serve/);
    assert.equal((await failure(connect({ endpoint: 'my server', store }, never))).code, 'unreachable');
    await withServer('ollama', () => ({}), {}, async ({ model }) => {
      const error = await failure(model({ model: 'big-model' }));
      assert.equal(error.code, 'no-model');
      assert.match(error.message, /tiny-coder/);
      assert.equal((await model({ model: 'tiny-coder' })).profile.model, 'tiny-coder:latest');
    });
    await withServer('ollama', () => ({}), { noModel: true }, async ({ model }) => {
      assert.equal((await failure(model())).code, 'no-model');
    });
  });
});

/** Detection on loopback: every port at once, each program by its own routes, in the order of preference. */
import assert from 'node:assert/strict';
import { connect } from '../../../../src/engine/models/connect';
import { detect, identify, type Fetch } from '../../../../src/engine/models/detect';
import { startServer, type DoubleKind } from '../../../support/servers/doubles';

const PORTS: Readonly<Record<string, DoubleKind>> = { 11434: 'ollama', 8080: 'llama.cpp', 1234: 'lmstudio', 5001: 'kobold', 8000: 'vllm', 1337: 'plain' };
const never = new AbortController().signal;

/** Sends what is meant for a known port to the double that stands there; elsewhere nobody listens. */
async function withPorts(kinds: readonly DoubleKind[], test: (ask: Fetch, hosts: Set<string>) => Promise<void>): Promise<void> {
  const servers = new Map(await Promise.all(kinds.map(async (kind) => [kind, await startServer(kind, () => ({ text: 'x' }))] as const)));
  const hosts = new Set<string>();
  const ask: Fetch = async (input, init) => {
    const url = new URL(String(input));
    hosts.add(url.hostname);
    const server = servers.get(PORTS[url.port] ?? 'ollama');
    if (!server || PORTS[url.port] === undefined) throw new TypeError('fetch failed');
    return fetch(server.root + url.pathname, init);
  };
  try {
    await test(ask, hosts);
  } finally {
    for (const server of servers.values()) await server.close();
  }
}

describe('detect', () => {
  it('finds all of them, in the order of preference, on loopback only', () => withPorts(['plain', 'vllm', 'kobold', 'lmstudio', 'llama.cpp', 'ollama'], async (ask, hosts) => {
    const found = await detect(ask, never);
    assert.deepEqual(found.map(({ kind }) => kind), ['ollama', 'llama.cpp', 'lmstudio', 'kobold', 'vllm', 'plain']);
    assert.deepEqual(found.map(({ models }) => models.find((model) => model.window !== undefined)?.window), [16384, 16384, 16384, 16384, 16384, undefined]);
    assert.deepEqual([...hosts], ['127.0.0.1']);
    assert.ok(found.every(({ models }) => models.every(({ id }) => !id.includes('embed'))), 'no embedding model is offered');
  }));

  it('knows KoboldCPP though it answers like Ollama and llama.cpp', () => withPorts(['kobold'], async (ask) => {
    assert.deepEqual((await detect(ask, never)).map(({ title }) => title), ['KoboldCPP']);
  }));

  it('takes the model in memory', () => withPorts(['lmstudio'], async (ask) => {
    const model = await connect({ store: { get: async () => undefined, set: async () => undefined }, fetch: ask }, never);
    assert.deepEqual([model.profile.model, model.profile.window], ['tiny-coder', 16384]);
  }));

  it('gives up on a port that takes connections and says nothing', async () => {
    const mute: Fetch = (_, init) => new Promise((_resolve, reject) => { init?.signal?.addEventListener('abort', () => { reject(new Error('aborted')); }); });
    assert.deepEqual(await detect(mute, never), []);
  });

  it('reads no endless answer', async () => {
    let sent = 0;
    const endless: Fetch = async () => new Response(new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if ((sent += 65_536) > 200_000_000) controller.close();
        else controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    }));
    await identify('http://127.0.0.1:1/v1', endless, never, 1000);
    assert.ok(sent < 20_000_000, `${sent} bytes`);
  });

  it('is stopped at once', async () => {
    const stop = new AbortController();
    const mute: Fetch = (_, init) => new Promise((_resolve, reject) => { init?.signal?.addEventListener('abort', () => { reject(new Error('aborted')); }); });
    const looking = connect({ store: { get: async () => undefined, set: async () => undefined }, fetch: mute }, stop.signal);
    setTimeout(() => { stop.abort(); }, 20);
    await assert.rejects(looking, { name: 'Cancelled' });
  });
});

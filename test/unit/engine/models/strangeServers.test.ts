/** Servers that send what no model server should: named as what they are, with the next move, and never followed elsewhere. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { ModelUnavailable } from '../../../../src/engine/errors';
import { connect } from '../../../../src/engine/models/connect';
import { identify, type Fetch } from '../../../../src/engine/models/detect';
import { Ollama } from '../../../../src/engine/models/ollama';
import { OpenAICompatible, type ConnectionFacts } from '../../../../src/engine/models/openaiCompatible';
import type { Wire } from '../../../../src/engine/models/wire';
import { patientFetch } from '../../../../src/node/patientFetch';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const never = new AbortController().signal;
const store = { get: async (): Promise<undefined> => undefined, set: async (): Promise<void> => undefined };

async function withServer(answer: Answer, test: (root: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => { request.resume(); answer(request, response); });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await test(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function failure(of: Promise<unknown>): Promise<ModelUnavailable> {
  try {
    await of;
  } catch (error) {
    assert.ok(error instanceof ModelUnavailable, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'nothing was thrown' });
}

const always = (status: number, body: string, headers: Record<string, string> = {}): Answer => (_, response) => void response.writeHead(status, headers).end(body);
const factsOf = (root: string, idle: ConnectionFacts['idle']): ConnectionFacts => ({ kind: 'plain', endpoint: `${root}/v1`, model: 'm', window: 8192, apiKey: undefined, idle, fetch: patientFetch });
const WIRES: Readonly<Record<string, (root: string, idle: ConnectionFacts['idle']) => Wire>> = {
  openai: (root, idle) => new OpenAICompatible(factsOf(root, idle)),
  ollama: (root, idle) => new Ollama({ ...factsOf(root, idle), thinks: false }),
};
const ask = (wire: Wire): Promise<unknown> => wire.send({ messages: [{ role: 'user', content: 'Hi.' }], tools: [], maxTokens: 100, think: false, sampling: {}, omit: [] }, () => false, never);
const usual = { beforeFirst: 5000, between: 5000 };

describe('strange servers', () => {
  const LISTS: readonly (readonly [string, Answer, RegExp])[] = [
    ['a web page', always(200, '<!doctype html><title>Router</title>Log in'), /\/v1\/models sent a web page instead of a model's answer: Router Log in/],
    ['nothing at all', always(200, ''), /\/v1\/models sent an empty answer/],
    ['words', always(200, 'hello there'), /\/v1\/models sent something that is no model's answer: hello there/],
    ['another shape', always(200, '{"models": 3, "data": "x"}'), /\/v1\/models sent JSON without a list of models: \{"models": 3/],
    ['no such route', always(404, 'not found'), /\/v1\/models answered HTTP 404/],
    ['a wish for a key', always(401, '{"error":{"message":"missing api key"}}'), /wants a key, or refuses this one\..*missing api key/],
    ['a fault of its own', always(500, 'boom'), /answered HTTP 500: boom/],
  ];
  for (const [what, answer, words] of LISTS) {
    it(`names a list of models that is ${what}`, () => withServer(answer, async (root) => {
      const error = await failure(connect({ endpoint: root, store, fetch: patientFetch }, never));
      assert.match(error.message, words);
      assert.match(error.next, /\.$/);
    }));
  }

  for (const [name, fetching] of Object.entries<Fetch>({ 'the built-in fetch': fetch, 'the patient fetch': patientFetch })) {
    it(`follows no redirect, with ${name}`, async () => {
      let visits = 0;
      await withServer((_, response) => { visits += 1; response.end('{"data":[{"id":"elsewhere"}]}'); }, async (elsewhere) => {
        await withServer((request, response) => void response.writeHead(307, { location: `${elsewhere}${request.url ?? ''}?token=abcdefgh12345678` }).end(), async (root) => {
          const listing = await failure(connect({ endpoint: root, model: 'm', store, fetch: fetching }, never));
          assert.match(listing.message, /\/v1\/models redirects to http:\/\/127\.0\.0\.1:\d+\/v1\/models/);
          assert.match(listing.next, /set whittle\.endpoint to its own address/);
          assert.doesNotMatch(listing.message, /abcdefgh12345678/);
          for (const make of Object.values(WIRES)) {
            const error = await failure(ask(make(root, usual)));
            assert.deepEqual([error.code, /redirects to http/.test(error.message)], ['not-json', true]);
          }
        });
      });
      assert.equal(visits, 0);
    });
  }

  it('asks a server without a list for the model a person named', () => withServer((request, response) => {
    if (request.method === 'POST') response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"choices":[{"delta":{"content":"Hi."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
    else response.writeHead(404).end();
  }, async (root) => {
    const model = await connect({ endpoint: root, model: 'mine', store, fetch: patientFetch }, never);
    assert.equal((await model.complete({ messages: [{ role: 'user', content: 'Hi.' }], tools: [], maxTokens: 10, thinking: 0 }, () => undefined, never)).content, 'Hi.');
  }));

  it('takes any JSON at any route for what it is, and never breaks', async () => {
    const scalar = fc.constantFrom(0, -1, 1e300, '', 'x', null, true, [], {}, [null], { id: {} }, { id: 'm' }, [{ id: 'm' }], { n_ctx: 'x' });
    const value = fc.oneof(scalar, fc.dictionary(fc.constantFrom('data', 'models', 'default_generation_settings', 'version', 'value', 'result', 'capabilities', 'status', 'meta'), scalar));
    await fc.assert(fc.asyncProperty(fc.dictionary(fc.constantFrom('/v1/models', '/api/tags', '/props', '/api/ps', '/version', '/api/v0/models', '/api/extra/version', '/api/extra/true_max_context_length'), value), async (routes) => {
      const answer: Fetch = async (input) => {
        const found = routes[new URL(String(input)).pathname];
        return found === undefined ? new Response('', { status: 404 }) : new Response(JSON.stringify(found));
      };
      const server = await identify('http://127.0.0.1:1/v1', answer, never, 1000);
      assert.ok(server?.models.every(({ id, window }) => typeof id === 'string' && id !== '' && !id.includes('[object') && (window === undefined || (window > 0 && Number.isSafeInteger(window)))));
    }), { numRuns: 400 });
  });

  const event = (content: string): string => `data: {"choices":[{"delta":{"content":"${content}"}}]}\n\n`;

  it('does not wait for ever for a server that only shows signs of life', async () => {
    for (const [name, alive] of [['openai', ': ping\n\n'], ['openai', 'data: {"choices":[{"delta":{"role":"assistant","content":""}}]}\n\n'], ['ollama', '{"model":"m","message":{"role":"assistant","content":""},"done":false}\n']] as const) {
      let beats = 0;
      await withServer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const timer = setInterval(() => { beats += 1; response.write(alive); }, 30);
        response.on('close', () => { clearInterval(timer); });
      }, async (root) => {
        const began = performance.now();
        const error = await failure(ask((WIRES[name] ?? assert.fail())(root, { beforeFirst: 600, between: 100 })));
        assert.deepEqual([error.code, /keeps the connection alive but has sent nothing/.test(error.message)], ['timed-out', true], error.message);
        assert.ok(beats > 1 && performance.now() - began < 10_000, `${beats} beats`);
      });
    }
  });

  it('bears pings through a prefill longer than the pause between two words', () => withServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': ping\n\n');
    setTimeout(() => response.end(`${event('Late.')}data: [DONE]\n\n`), 500);
  }, async (root) => {
    assert.equal((await (WIRES['openai'] ?? assert.fail())(root, { beforeFirst: 3000, between: 100 }).send({ messages: [], tools: [], maxTokens: 1, think: false, sampling: {}, omit: [] }, () => false, never)).content, 'Late.');
  }));

  it('ends a silence in mid-answer, pings or not', async () => {
    for (const beat of ['', ': ping\n\n']) await withServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event('Half'));
      const timer = setInterval(() => { if (beat !== '') response.write(beat); }, 30);
      response.on('close', () => { clearInterval(timer); });
    }, async (root) => {
      const error = await failure(ask((WIRES['openai'] ?? assert.fail())(root, { beforeFirst: 500, between: 200 })));
      assert.deepEqual([error.code, /in the middle of its answer/.test(error.message)], ['timed-out', true]);
    });
  });

  it('ends a line without an end', async () => {
    for (const [, make] of Object.entries(WIRES)) {
      await withServer((_, response) => {
        response.writeHead(200);
        const more = (): void => { while (!response.destroyed && response.write('x'.repeat(64 * 1024))); };
        response.on('drain', more);
        more();
      }, async (root) => {
        const error = await failure(ask(make(root, usual)));
        assert.deepEqual([error.code, /a line of more than 4 MB/.test(error.message)], ['stream-broken', true], error.message);
      });
    }
  });

  it('reads only the beginning of an error, however long it is', async () => {
    for (const make of Object.values(WIRES)) {
      await withServer((_, response) => {
        response.writeHead(500);
        response.write('{"error":"out of memory"} ');
        const more = (): void => { while (!response.destroyed && response.write('x'.repeat(64 * 1024))); };
        response.on('drain', more);
        more();
      }, async (root) => {
        const error = await failure(ask(make(root, usual)));
        assert.match(error.message, /answered HTTP 500: out of memory/);
      });
    }
  });
});

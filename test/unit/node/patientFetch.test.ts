/** The fetch that waits: what a model client needs of it, against a real server. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '../../../src/engine/models/connect';
import { patientFetch } from '../../../src/node/patientFetch';
import { startStandIn } from '../../support/standIn';
import { until } from '../../support/until';

async function serving(listener: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('patientFetch', () => {
  it('sends method, headers and body, and gives back status, headers and text', () => serving((request, response) => {
    let body = '';
    request.on('data', (chunk) => { body += String(chunk); });
    request.on('end', () => {
      response.writeHead(418, { 'x-got': `${request.method} ${String(request.headers['x-own'])}` });
      response.end(`<${body}>`);
    });
  }, async (url) => {
    const answer = await patientFetch(url, { method: 'POST', headers: { 'x-own': 'ü'.normalize('NFKD').slice(0, 1) }, body: 'Grüße 🎉' });
    assert.deepEqual([answer.status, answer.ok, answer.headers.get('x-got'), await answer.text()], [418, false, 'POST u', '<Grüße 🎉>']);
  }));

  it('gives the pieces as they come', () => serving((_request, response) => {
    response.write('one');
    setTimeout(() => response.end('two'), 50);
  }, async (url) => {
    const pieces: string[] = [];
    const reader = (await patientFetch(url)).body?.getReader();
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) pieces.push(new TextDecoder().decode(piece.value));
    assert.deepEqual(pieces, ['one', 'two']);
  }));

  it('closes the connection when it is stopped, before the answer and within it', async () => {
    for (const begins of [false, true]) {
      let closed = false;
      await serving((request, response) => {
        request.on('close', () => { closed = true; });
        response.on('close', () => { closed = true; });
        if (begins) response.write('begun');
      }, async (url) => {
        const stop = new AbortController();
        const answer = patientFetch(url, { signal: stop.signal }).then((response) => response.text());
        setTimeout(() => { stop.abort(); }, 50);
        await assert.rejects(answer, { name: 'AbortError' });
        await until('the server sees the end', () => closed);
      });
    }
  });

  it('names what a refused connection is', async () => {
    await assert.rejects(patientFetch('http://127.0.0.1:9/'), (error: Error) => error instanceof TypeError && /ECONNREFUSED/u.test(error.message));
  });

  it('carries a whole conversation with a model', async () => {
    const server = await startStandIn({ sessions: [{ match: '.', turns: [{ text: 'Hello from far away.' }] }] });
    try {
      const model = await connect({ endpoint: server.url, store: { get: async () => undefined, set: async () => undefined }, fetch: patientFetch }, new AbortController().signal);
      const reply = await model.complete({ messages: [{ role: 'user', content: 'hi' }], tools: [], maxTokens: 50, thinking: 0 }, () => undefined, new AbortController().signal);
      assert.equal(reply.content, 'Hello from far away.');
    } finally {
      await server.close();
    }
  });
});

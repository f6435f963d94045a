/** Each server's own words are named as what they are, and nothing secret gets through. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { failedAnswer, faultOf, firstWords, noAnswer } from '../../../../src/engine/models/diagnose';
import { EventDecoder, LineDecoder } from '../../../../src/engine/models/eventStream';
import { redact } from '../../../../src/engine/models/redact';
import type { ServerFault } from '../../../../src/engine/models/wire';

const asked = { url: 'http://127.0.0.1:1/v1', model: 'm', window: 4096 };
const SAID: readonly (readonly [number, string, ServerFault])[] = [
  [400, '{"error":{"type":"exceed_context_size_error","message":"the request exceeds the available context size"}}', 'overflow'],
  [500, 'context shift is disabled', 'overflow'], [400, "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens", 'overflow'],
  [400, 'Trying to keep the first 5000 tokens when context the overflows', 'overflow'], [413, '', 'overflow'], [429, '', 'busy'], [429, 'token limit exceeded', 'overflow'],
  [503, '{"error":{"message":"Loading model"}}', 'loading'], [404, 'No models loaded. Please load a model', 'loading'], [404, '{"error":"model \'x\' not found, try pulling it first"}', 'no-model'],
  [400, '"x" does not support tools', 'no-tools'], [500, 'tools param requires --jinja flag', 'no-tools'], [400, '"x" does not support thinking', 'no-thinking'],
  [500, 'Failed to parse tool call arguments as JSON', 'bad-history'], [400, 'invalid response_format', 'no-schema'], [401, 'who are you', 'key'], [500, 'CUDA error', 'other'],
];

describe('diagnose', () => {
  for (const [status, body, fault] of SAID) it(`${status} ${body.slice(0, 50)} is ${fault}`, () => { assert.equal(faultOf(status, body), fault); });

  it('keeps at most 400 characters of what was said, without markup or keys', () => {
    const page = `<!doctype html><html><style>b{}</style><body>Bad <b>gateway</b> ${'x'.repeat(900)}</body></html>`;
    assert.ok(firstWords(page).startsWith('Bad gateway xx') && firstWords(page).length <= 401);
    assert.ok(!failedAnswer(500, '{"message":"key sk-abcdef0123456789 is bad"}', asked).message.includes('sk-abcdef'));
    assert.equal(failedAnswer(502, page, asked).code, 'not-json');
  });

  it('tells a refused connection from a lost and a tired one', () => {
    const thrown = (code: string): Error => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
    const never = new AbortController().signal;
    const codes = ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_HEADERS_TIMEOUT'].map((code) => noAnswer(thrown(code), asked, never));
    assert.deepEqual(codes.map((error) => 'code' in error && error.code), ['unreachable', 'stream-broken', 'timed-out']);
    assert.equal(noAnswer(new Error('x'), asked, AbortSignal.abort()).name, 'Cancelled');
  });
});

describe('event stream', () => {
  it('gives the same payloads wherever the bytes are cut', () => {
    const bytes = new TextEncoder().encode(': ping\r\n\r\ndata: {"a":"北京 🎉"}\r\n\r\nevent: x\ndata:{"b":\ndata: 2}\n\n\rdata: {"c":3}\ndata: {"d":4}\n\ndata: [DONE]');
    const wanted = ['{"a":"北京 🎉"}', '{"b":\n2}', '{"c":3}', '{"d":4}', '[DONE]'];
    fc.assert(fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), (cuts) => {
      const decoder = new EventDecoder();
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const payloads = places.slice(1).flatMap((end, index) => decoder.push(bytes.slice(places[index], end)));
      assert.deepEqual([...payloads, ...decoder.end()], wanted);
    }), { numRuns: 300 });
  });

  it('keeps a last line without its end', () => {
    const lines = new LineDecoder();
    assert.deepEqual([...lines.push(new TextEncoder().encode('a\r')), ...lines.push(new TextEncoder().encode('\nb')), ...lines.end()], ['a', 'b']);
  });
});

describe('redact', () => {
  const SECRET: readonly string[] = [
    'Authorization: Bearer abcdefgh12345678', '{"api_key": "abcdefgh12345678"}', 'OPENAI_API_KEY=abcdefgh12345678 npm test', 'curl --token abcdefgh12345678 x', 'https://bob:abcdefgh12345678@host/x',
    'GET /v1?key=abcdefgh12345678', 'export DB_PASSWORD="abcdefgh12345678"', 'x-api-key: abcdefgh12345678',
  ];
  for (const line of SECRET) it(`hides it in ${line.slice(0, 30)}`, () => { assert.ok(!redact(line).includes('abcdefgh12345678'), redact(line)); });

  it('hides known keys wherever they stand', () => { assert.equal(redact('it is p4ss/word, p4ss%2Fword', ['p4ss/word']), 'it is [secret], [secret]'); });

  it('leaves ordinary text alone', () => {
    for (const line of ['tokens: 120 of 4096', 'the token = next(stream)', 'def get_password(self): return self.password', 'max_tokens=500 for the reply', 'sort key: name', 'basic types of tokens'])
      assert.equal(redact(line), line);
  });
});

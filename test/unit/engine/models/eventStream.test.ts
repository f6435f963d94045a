import assert from 'node:assert/strict';
import { ModelUnavailable } from '../../../../src/engine/errors';
import { EventDecoder, IdleClock, readBody } from '../../../../src/engine/models/eventStream';

describe('EventDecoder', () => {
  it('takes one event over several lines, or one a line without blank lines between them', () => {
    const read = (text: string): readonly string[] => {
      const decoder = new EventDecoder();
      return [...decoder.push(new TextEncoder().encode(text)), ...decoder.end()];
    };
    assert.deepEqual(read('data: {"a":\ndata: 1}\n\ndata: {"b": 2}\ndata: {"c": 3}\ndata: [DONE]\n'), ['{"a":\n1}', '{"b": 2}', '{"c": 3}', '[DONE]']);
  });

  it('is not slowed down by an event without end', () => {
    const decoder = new EventDecoder();
    const began = performance.now();
    for (const line of ['data: }\n', 'data: x\n']) decoder.push(new TextEncoder().encode(line.repeat(30_000)));
    assert.ok(performance.now() - began < 5000, `${performance.now() - began} ms`);
  });
});

describe('readBody', () => {
  it('ends an answer that has no end, and closes it', async () => {
    let closed = false;
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
      },
      cancel: () => { closed = true; },
    });
    const read = async (): Promise<void> => {
      for await (const chunk of readBody(endless, new IdleClock({ beforeFirst: 5000, between: 5000 }), new AbortController().signal)) assert.ok(chunk.length > 0);
    };
    await assert.rejects(read(), (error: unknown) => error instanceof ModelUnavailable && error.code === 'stream-broken' && /does not stop/u.test(error.message));
    assert.equal(closed, true);
    assert.ok(sent < 30, `${sent} MB`);
  });
});

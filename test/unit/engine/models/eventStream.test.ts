import assert from 'node:assert/strict';
import { ModelUnavailable } from '../../../../src/engine/errors';
import { readBody } from '../../../../src/engine/models/eventStream';
import { IdleClock } from '../../../../src/engine/models/idleClock';

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

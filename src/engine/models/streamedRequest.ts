/** One streamed request from the first byte to the last: opened and read against the clock, closed whatever happens, each fault by its name. */
import { withLinkedSignal } from '../../shared/withLinkedSignal';
import { Cancelled } from '../errors';
import type { ModelReply } from '../ports';
import { noAnswer, notJson, type Asked } from './diagnose';
import { IdleClock, readBody, withLimit, type IdleLimits } from './eventStream';

/** What a protocol makes of the bytes. */
export interface Reading {
  /** `clock.progress()` is told of content. True ends the request there. */
  take(bytes: Uint8Array, clock: IdleClock): boolean;
  /** `stopped`: `take` ended it. Throws where nothing came. */
  reply(stopped: boolean): ModelReply;
}

/**
 * `open`: sends the request; the signal closes its connection, and an answer that is an error is thrown as such.
 * Throws ServerRefusal, ModelUnavailable or Cancelled, nothing else.
 */
export async function streamedRequest(asked: Asked, idle: IdleLimits, signal: AbortSignal, open: (signal: AbortSignal) => Promise<Response>, reading: Reading): Promise<ModelReply> {
  if (signal.aborted) throw new Cancelled();
  return withLinkedSignal(signal, undefined, async (own) => {
    try {
      const response = await withLimit(open(own.signal), idle.beforeFirst, signal);
      if (!response.body) throw notJson('', asked);
      const clock = new IdleClock(idle);
      let stopped = false;
      for await (const bytes of readBody(response.body, clock, signal)) {
        stopped = reading.take(bytes, clock);
        if (stopped) break;
      }
      const reply = reading.reply(stopped);
      // The rest may have come in the same piece as the one that was stopped at.
      if (signal.aborted) throw new Cancelled();
      return reply;
    } catch (error) {
      throw noAnswer(error, asked, signal);
    } finally {
      // Leaving early closes the connection whatever the server does.
      own.abort();
    }
  });
}

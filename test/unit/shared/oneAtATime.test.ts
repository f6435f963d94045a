/** Records, the parser and the conversation rely on it. */
import assert from 'node:assert/strict';
import { oneAtATime } from '../../../src/shared/oneAtATime';

describe('work that must not overlap', () => {
  it('begins when the work before it has ended, in the order it came', async () => {
    const inTurn = oneAtATime();
    const log: string[] = [];
    const work = (name: string) => async (): Promise<string> => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ends`);
      return name;
    };
    assert.deepEqual(await Promise.all([inTurn(work('a')), inTurn(work('b'))]), ['a', 'b']);
    assert.deepEqual(log, ['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('goes on after work that failed, whose fault only its own caller hears', async () => {
    const inTurn = oneAtATime();
    const failed = inTurn(() => Promise.reject(new Error('disk full')));
    const next = inTurn(() => Promise.resolve('next'));
    await assert.rejects(failed, /disk full/);
    assert.equal(await next, 'next');
  });
});

/** A signal that a parent or a time limit ends, also after a collection of garbage, and that leaves nothing behind. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { withLinkedSignal } from '../../../src/shared/withLinkedSignal';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const ended = (signal: AbortSignal): Promise<void> => new Promise((resolve) => { signal.addEventListener('abort', () => { resolve(); }); });

describe('withLinkedSignal', () => {
  it('is ended by its parent, by its time, and by itself, however much is collected meanwhile', async () => {
    for (const how of ['parent', 'time', 'self']) {
      const parent = new AbortController();
      await withLinkedSignal(parent.signal, how === 'time' ? 30 : undefined, async (own) => {
        const done = ended(own.signal);
        setTimeout(collect, 5);
        if (how !== 'time') setTimeout(() => { (how === 'parent' ? parent : own).abort(); }, 20);
        await done;
        assert.equal(own.signal.aborted, true);
      });
      assert.equal(parent.signal.aborted, how === 'parent');
    }
  });

  it('begins aborted where the parent is', async () => {
    assert.equal(await withLinkedSignal(AbortSignal.abort(), 1000, async ({ signal }) => signal.aborted), true);
  });

  it('leaves no listener and no timer, whatever the end', async () => {
    const parent = new AbortController();
    await withLinkedSignal(parent.signal, 60_000, async () => { assert.equal(getEventListeners(parent.signal, 'abort').length, 1); });
    await assert.rejects(withLinkedSignal(parent.signal, 60_000, async () => { throw new Error('x'); }));
    assert.equal(getEventListeners(parent.signal, 'abort').length, 0);
    let late: AbortSignal | undefined;
    await withLinkedSignal(parent.signal, 10, async ({ signal }) => { late = signal; });
    await new Promise((resolve) => setTimeout(resolve, 40));
    assert.equal(late?.aborted, false);
  });
});

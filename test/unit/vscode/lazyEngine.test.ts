/** The engine is made once, when something needs it, and a failed making is tried again. */
import assert from 'node:assert/strict';
import type { Engine } from '../../../src/engine/engine';
import { lazyEngine } from '../../../src/vscode/lazyEngine';

const real: Engine = {
  run: () => Promise.resolve({ kind: 'answered', text: 'hi' }),
  room: () => undefined, model: () => undefined,
  changes: () => Promise.resolve({ files: [{ path: 'a', before: null, after: null }] }),
  resume: () => Promise.resolve(), settle: () => Promise.resolve(), reset: () => Promise.resolve(),
  edits: () => [], takeBack: () => Promise.reject(new Error('not needed')), wasTakenBack: () => false, bringBack: () => Promise.reject(new Error('not needed')),
  code: () => Promise.reject(new Error('not needed')),
};

describe('an engine made later', () => {
  it('is not made for looking at it, settling it or beginning anew', async () => {
    const engine = lazyEngine(() => assert.fail('must not be made'));
    assert.deepEqual([engine.room(), engine.model(), await engine.changes()], [undefined, undefined, { files: [] }]);
    await engine.settle();
    await engine.reset();
  });

  it('is made once, by the first task', async () => {
    let made = 0;
    const engine = lazyEngine(() => { made += 1; return Promise.resolve(real); });
    const signal = new AbortController().signal;
    await Promise.all([engine.run({ text: 'x' }, signal), engine.run({ text: 'y' }, signal), engine.resume('r')]);
    assert.equal(made, 1);
    assert.equal((await engine.changes()).files.length, 1);
  });

  it('is made anew after a failure', async () => {
    let tries = 0;
    const engine = lazyEngine(() => { tries += 1; return tries === 1 ? Promise.reject(new Error('no chunk')) : Promise.resolve(real); });
    await assert.rejects(engine.resume('r'), /no chunk/u);
    await engine.resume('r');
  });
});

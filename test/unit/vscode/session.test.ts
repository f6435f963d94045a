/** Whatever an engine does, the window gets one outcome per task and is never stuck. */
import assert from 'node:assert/strict';
import type { Engine, TaskRequest } from '../../../src/engine/engine';
import { Cancelled, ModelUnavailable } from '../../../src/engine/errors';
import type { ChangeSet } from '../../../src/shared/changes';
import type { EngineEvent, Outcome } from '../../../src/shared/events';
import type { ToWebview } from '../../../src/shared/protocol';
import type { Applied } from '../../../src/vscode/applier';
import { Session } from '../../../src/vscode/session';

const oneFile: ChangeSet = { files: [{ path: 'a.py', before: new Uint8Array([97]), after: new Uint8Array([98]) }] };
const done: Outcome = { kind: 'done', summary: 'ok', tested: true, changes: 1 };

interface World {
  readonly session: Session;
  readonly posted: ToWebview[];
  readonly busy: boolean[];
  readonly engines: { readonly emit: (event: EngineEvent) => void; settled: number }[];
  /** Outcomes as the chat heard them. */
  outcomes(): readonly Outcome[];
}

function world(run: (request: TaskRequest, signal: AbortSignal, emit: (event: EngineEvent) => void) => Promise<Outcome>, parts: { ready?: () => Promise<void>; applied?: Applied; changes?: () => Promise<ChangeSet> } = {}): World {
  const posted: ToWebview[] = [];
  const busy: boolean[] = [];
  const engines: World['engines'] = [];
  const session = new Session({
    log: () => undefined,
    ready: parts.ready ?? (() => Promise.resolve()),
    apply: () => Promise.resolve(parts.applied ?? { kind: 'applied', files: 1, notes: [] }),
    views: {
      post: (message) => { posted.push(message); },
      event: () => undefined,
      busy: (running) => { busy.push(running); },
      review: () => Promise.resolve(),
      applied: () => undefined,
    },
    makeEngine: (emit) => {
      const record = { emit, settled: 0 };
      engines.push(record);
      return {
        run: (request, signal) => run(request, signal, emit),
        room: () => undefined,
        changes: parts.changes ?? (() => Promise.resolve(oneFile)),
        settle: () => { record.settled += 1; return Promise.resolve(); },
        reset: () => Promise.resolve(),
        model: () => undefined,
        code: () => Promise.reject(new Error('not asked for')),
      } satisfies Engine;
    },
  });
  const outcomes = (): Outcome[] => posted.flatMap((message) => (message.kind === 'event' && message.event.kind === 'finished' ? [message.event.outcome] : []));
  return { session, posted, busy, engines, outcomes };
}

describe('a session', () => {
  it('tells of the request, the events, one outcome and the review, in this order', async () => {
    const { session, posted, busy } = world((_request, _signal, emit) => {
      emit({ kind: 'text', text: 'hi' });
      emit({ kind: 'finished', outcome: done });
      return Promise.resolve(done);
    });
    assert.equal(await session.ask({ text: 'fix it' }, 'a.py:3'), true);
    assert.deepEqual(posted.map((message) => (message.kind === 'event' ? message.event.kind : message.kind)), ['asked', 'text', 'finished', 'review']);
    assert.equal(new Set(posted.map((message) => ('id' in message ? message.id : ''))).size, 1);
    assert.deepEqual(busy, [true, false]);
  });

  it('tells the outcome where an engine only returns it', async () => {
    const { session, outcomes } = world(() => Promise.resolve(done));
    await session.ask({ text: 'x' });
    assert.deepEqual(outcomes(), [done]);
  });

  for (const [name, fault, kind] of [
    ['an engine that throws', new Error('boom'), 'internal'],
    ['a model that is not there', new ModelUnavailable('unreachable', 'Nothing answers.', 'Start one.'), 'unreachable'],
    ['a Stop', new Cancelled(), 'stopped'],
  ] as const) {
    it(`outlives ${name}, and the next task runs`, async () => {
      let first = true;
      const { session, outcomes, busy } = world(() => {
        if (!first) return Promise.resolve(done);
        first = false;
        return Promise.reject(fault);
      });
      await session.ask({ text: 'x' });
      const [outcome] = outcomes();
      assert.equal(outcome?.kind === 'failed' ? outcome.code : outcome?.kind, kind);
      assert.equal(await session.ask({ text: 'y' }), true);
      assert.deepEqual(busy, [true, false, true, false]);
    });
  }

  it('outlives changes that can\'t be read', async () => {
    const { session, busy, posted } = world(() => Promise.resolve(done), { changes: () => Promise.reject(new Error('disk')) });
    await session.ask({ text: 'x' });
    assert.deepEqual(busy, [true, false]);
    const said = posted.flatMap((message) => (message.kind === 'reviewed' ? [message.text] : []));
    assert.match(said.join(), /^The changes can't be shown\. disk\. Your files are untouched\. Ask again, or discard/u);
  });

  it('says why no task begins without a model', async () => {
    const { session, outcomes } = world(() => assert.fail('must not run'), { ready: () => Promise.reject(new ModelUnavailable('no-model', 'No model.', 'Load one.', 'choose-model')) });
    await session.ask({ text: 'x' });
    assert.deepEqual(outcomes(), [{ kind: 'failed', code: 'no-model', cause: 'No model.', next: 'Load one.', fix: 'choose-model' }]);
  });

  it('runs one task at a time, and settles nothing meanwhile', async () => {
    let end: (outcome: Outcome) => void = () => undefined;
    const { session, engines } = world(() => new Promise((resolve) => { end = resolve; }));
    const running = session.ask({ text: 'x' });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await session.ask({ text: 'y' }), false);
    await session.apply();
    await session.discard();
    assert.equal(engines[0]?.settled, 0);
    end(done);
    await running;
    await session.apply();
    assert.equal(engines[0]?.settled, 1);
  });

  it('keeps the room where apply was refused', async () => {
    const { session, engines, posted } = world(() => Promise.resolve(done), { applied: { kind: 'refused', text: 'a.py has changed', conflicts: [] } });
    await session.ask({ text: 'x' });
    await session.apply();
    assert.equal(engines[0]?.settled, 0);
    assert.deepEqual(posted.filter((message) => message.kind === 'reviewed').map((message) => message.result), ['refused']);
  });

  it('leaves an engine behind that doesn\'t end after Stop, and hears nothing of it any more', async function () {
    this.timeout(10_000);
    const { session, outcomes, posted, engines } = world(() => new Promise(() => undefined));
    void session.ask({ text: 'x' });
    await new Promise((resolve) => setImmediate(resolve));
    session.stop();
    assert.equal(session.busy, true);
    await new Promise((resolve) => setTimeout(resolve, 5_200));
    assert.equal(session.busy, false);
    assert.deepEqual(outcomes(), [{ kind: 'stopped' }]);
    assert.equal(engines.length, 2);
    const heard = posted.length;
    engines[0]?.emit({ kind: 'text', text: 'late' });
    assert.equal(posted.length, heard);
  });

  it('asks the same once more on retry', async () => {
    const asked: string[] = [];
    const { session } = world((request) => { asked.push(request.text); return Promise.resolve(done); });
    await session.retry();
    await session.ask({ text: 'x' });
    await session.retry();
    assert.deepEqual(asked, ['x', 'x']);
  });
});

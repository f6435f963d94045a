/** Whatever an engine does, the window gets one outcome per task and is never stuck. */
import assert from 'node:assert/strict';
import type { Engine, TaskRequest } from '../../../src/engine/engine';
import { Cancelled, ModelUnavailable } from '../../../src/engine/errors';
import { createEditHistory } from '../../../src/engine/room/editHistory';
import type { Room } from '../../../src/engine/room/room';
import type { ChangeSet } from '../../../src/shared/changes';
import type { EngineEvent, Outcome } from '../../../src/shared/events';
import type { ToWebview } from '../../../src/shared/protocol';
import { english } from '../../../src/shared/words';
import type { Applied } from '../../../src/vscode/applier';
import { turnsOf, type KeptTurn } from '../../../src/vscode/chat/earlierTurns';
import { Session } from '../../../src/vscode/session';
import { empty, reduce } from '../../../src/webview/state';
import { until } from '../../support/until';

const oneFile: ChangeSet = { files: [{ path: 'a.py', before: new Uint8Array([97]), after: new Uint8Array([98]) }] };
const done: Outcome = { kind: 'done', summary: 'ok', tested: true, changes: 1 };

const unused = (): Promise<never> => Promise.reject(new Error('not asked for'));
const noRoom: Room = { id: '', history: createEditHistory(), folder: '/rooms/r1/p', linked: [], workspace: '/p', vet: unused, read: unused, write: unused, remove: unused, list: unused, walk: unused, holding: unused, changes: unused, keep: unused, discard: unused };

interface World {
  readonly session: Session;
  readonly posted: ToWebview[];
  readonly busy: boolean[];
  /** What was kept for a later window, in turn. */
  readonly kept: ({ readonly room: string; readonly asked: string; readonly outcome: string | undefined } | undefined)[];
  readonly engines: { readonly emit: (event: EngineEvent) => void; settled: number }[];
  /** Outcomes as the chat heard them. */
  outcomes(): readonly Outcome[];
}

function world(run: (request: TaskRequest, signal: AbortSignal, emit: (event: EngineEvent) => void) => Promise<Outcome>, parts: { settle?: () => void; resume?: (room: string) => Promise<void>; room?: () => string | undefined; ready?: () => Promise<void>; applied?: Applied; changes?: () => Promise<ChangeSet>; bringBack?: Engine['bringBack']; takeBack?: Engine['takeBack']; wasTakenBack?: () => boolean; saveEdits?: () => Promise<void>; asChosen?: () => Promise<ChangeSet>; there?: string[]; review?: () => Promise<void>; write?: Room['write'] } = {}): World {
  const posted: ToWebview[] = [];
  const busy: boolean[] = [];
  const engines: World['engines'] = [];
  const kept: World['kept'] = [];
  const session = new Session({
    log: () => undefined,
    t: english,
    stopWait: 20,
    keep: (waiting) => { kept.push(waiting && { room: waiting.room, asked: waiting.request.text, outcome: waiting.outcome?.kind }); },
    ready: parts.ready ?? (() => Promise.resolve()),
    apply: () => Promise.resolve(parts.applied ?? { kind: 'applied', files: 1, notes: [], written: [] }),
    saveEdits: parts.saveEdits ?? (() => Promise.resolve()),
    asChosen: parts.asChosen ?? ((changes) => Promise.resolve(changes)),
    alreadyThere: ({ files }) => Promise.resolve(new Set(files.map(({ path }) => path).filter((path) => parts.there?.includes(path) === true))),
    views: {
      post: (message) => { posted.push(message); },
      event: () => undefined,
      busy: (running) => { busy.push(running); },
      review: parts.review ?? (() => Promise.resolve()),
      applied: () => undefined,
    },
    makeEngine: (emit) => {
      const record = { emit, settled: 0 };
      engines.push(record);
      return {
        run: (request, signal) => run(request, signal, emit),
        room: () => { const id = parts.room?.(); return id === undefined ? undefined : { ...noRoom, id, ...(parts.write && { write: parts.write }) }; },
        resume: parts.resume ?? (() => Promise.resolve()),
        changes: parts.changes ?? (() => Promise.resolve(oneFile)),
        settle: () => { record.settled += 1; parts.settle?.(); return Promise.resolve(); },
        reset: () => Promise.resolve(),
        edits: () => [],
        takeBack: parts.takeBack ?? unused,
        wasTakenBack: parts.wasTakenBack ?? (() => false),
        bringBack: parts.bringBack ?? unused,
        model: () => undefined,
        code: () => Promise.reject(new Error('not asked for')),
      } satisfies Engine;
    },
  });
  const outcomes = (): Outcome[] => posted.flatMap((message) => (message.kind === 'event' && message.event.kind === 'finished' ? [message.event.outcome] : []));
  return { session, posted, busy, engines, kept, outcomes };
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

  for (const [name, next] of [
    ['the next task', (session: Session) => session.ask({ text: 'y' })],
    ['the next press of a button', (session: Session) => session.discard()],
  ] as const) {
    it(`drops nothing while a change set is put on show: ${name} waits for it`, async () => {
      let show: () => void = () => undefined;
      const { session, posted, outcomes } = world(() => Promise.resolve(done), {
        applied: { kind: 'refused', text: 'The file has changed.', conflicts: [] }, review: () => new Promise((resolve) => { show = resolve; }),
      });
      const applying = session.apply();
      await until('the person to hear of it', () => posted.some((message) => message.kind === 'reviewed'));
      const following = next(session);
      assert.equal(outcomes().length, 0);
      for (let open = true; open;) {
        show();
        open = await Promise.race([following.then(() => false), new Promise<boolean>((resolve) => { setTimeout(resolve, 5, true); })]);
      }
      await applying;
      assert.ok(posted.some((message) => message.kind === 'asked' || (message.kind === 'reviewed' && message.result === 'discarded')));
    });
  }

  it('tells the chat each file that stood against an apply', async () => {
    const conflict = { path: 'a.py', reason: 'lines' as const, parts: [], text: 'a.py has changed meanwhile in the same lines' };
    const { session, posted } = world(() => Promise.resolve(done), { applied: { kind: 'refused', text: 'Nothing was applied: a.py', conflicts: [conflict] } });
    await session.ask({ text: 'go' });
    await session.apply();
    const told = posted.find((message) => message.kind === 'reviewed');
    assert.deepEqual(told?.conflicts, [{ path: 'a.py', text: conflict.text }]);
    assert.match(told.text, /^Nothing was applied: .*apply again, or discard/);
  });

  it('keeps the room where apply was refused', async () => {
    const { session, engines, posted } = world(() => Promise.resolve(done), { applied: { kind: 'refused', text: 'a.py has changed', conflicts: [] } });
    await session.ask({ text: 'x' });
    await session.apply();
    assert.equal(engines[0]?.settled, 0);
    assert.deepEqual(posted.filter((message) => message.kind === 'reviewed').map((message) => message.result), ['refused']);
  });

  it('leaves an engine behind that doesn\'t end after Stop, and hears nothing of it any more', async () => {
    const { session, outcomes, posted, engines } = world(() => new Promise(() => undefined));
    void session.ask({ text: 'x' });
    await new Promise((resolve) => setImmediate(resolve));
    session.stop();
    assert.equal(session.busy, true);
    await until('the session to be free', () => !session.busy);
    assert.deepEqual(outcomes(), [{ kind: 'stopped' }]);
    assert.equal(engines.length, 2);
    const heard = posted.length;
    engines[0]?.emit({ kind: 'text', text: 'late' });
    assert.equal(posted.length, heard);
  });

  it('keeps for a later window what waits for review: from the first result on, with the outcome at the end, until it is settled', async () => {
    let room: string | undefined;
    const { session, kept } = world((_request, _signal, emit) => {
      room = 'r1';
      for (const id of ['1', '2']) emit({ kind: 'result', id, tool: 'patch', ok: true, text: '', detail: { kind: 'none' }, milliseconds: 1 });
      return Promise.resolve(done);
    }, { room: () => room });
    await session.ask({ text: 'fix it' });
    assert.deepEqual(kept, [{ room: 'r1', asked: 'fix it', outcome: undefined }, { room: 'r1', asked: 'fix it', outcome: 'done' }]);
    room = undefined;
    await session.discard();
    assert.equal(kept.at(-1), undefined);
  });

  it('takes up what an earlier window left, as the chat knew it', async () => {
    let room: string | undefined;
    const { session, posted, kept } = world(() => Promise.resolve(done), { room: () => room, resume: (id) => { room = id; return Promise.resolve(); } });
    assert.equal(await session.resume({ room: 'r7', id: 't1', request: { text: 'fix it' }, outcome: done, unsaved: [] }), undefined);
    assert.deepEqual(posted.map((message) => (message.kind === 'event' ? message.event : message)).map(({ kind }) => kind), ['asked', 'finished', 'review']);
    assert.deepEqual(kept, [{ room: 'r7', asked: 'fix it', outcome: 'done' }]);
    await session.apply();
    assert.deepEqual(posted.flatMap((message) => (message.kind === 'reviewed' ? [[message.id, message.result]] : [])), [['t1', 'applied']]);
  });

  it('says why it can\'t take it up, and forgets it', async () => {
    const { session, kept, outcomes } = world(() => Promise.resolve(done), { changes: () => Promise.resolve({ files: [] }), resume: () => Promise.reject(new Error('The scratch copy is gone. Ask again.')) });
    const words = 'The changes that waited for your review can\'t be shown again. The scratch copy is gone. Ask again.';
    assert.equal(await session.resume({ room: 'r7', id: 't1', request: { text: 'fix it' }, outcome: done, unsaved: [] }), words);
    assert.deepEqual(outcomes().map((outcome) => outcome.kind === 'failed' && outcome.cause), [words]);
    assert.deepEqual(kept, [undefined]);
    await session.retry();
    assert.equal(outcomes().at(-1)?.kind, 'done');
  });

  it('offers nothing again that was applied before the window was killed, and says so', async () => {
    let room: string | undefined;
    const { session, posted, kept, engines } = world(() => Promise.resolve(done), {
      room: () => room, resume: (id) => { room = id; return Promise.resolve(); }, there: ['a.py'], changes: () => Promise.resolve(engines[0]?.settled === 0 ? oneFile : { files: [] }),
    });
    assert.equal(await session.resume({ room: 'r7', id: 't1', request: { text: 'fix it' }, outcome: done, unsaved: [] }), undefined);
    assert.equal(engines[0]?.settled, 1);
    assert.deepEqual(kept, [undefined]);
    assert.deepEqual(posted.flatMap((message) => (message.kind === 'reviewed' ? [`${message.result}: ${message.text}`] : message.kind === 'review' ? [`${message.changes.length} to review`] : [])), [
      'applied: Applied before Whittle was interrupted: your files are as these changes made them. Whittle: Restore Snapshot takes them back.', '0 to review',
    ]);
  });

  it('offers the rest where some was applied, and what the room has changed further since', async () => {
    const two = (a: number): ChangeSet => ({ files: [{ path: 'a.py', before: new Uint8Array([97]), after: new Uint8Array([a]) }, { path: 'b.py', before: null, after: new Uint8Array([99]) }] });
    let room: string | undefined;
    let now = two(98);
    const { session, posted, kept, engines } = world(() => { now = two(100); return Promise.resolve(done); }, {
      room: () => room, resume: (id) => { room = id; return Promise.resolve(); }, there: ['a.py'], changes: () => Promise.resolve(now),
    });
    await session.resume({ room: 'r7', id: 't1', request: { text: 'fix it' }, outcome: done, unsaved: [] });
    const offered = (): readonly string[] => posted.flatMap((message) => (message.kind === 'review' ? [message.changes.map(({ path }) => path).join()] : []));
    assert.deepEqual(offered(), ['b.py']);
    assert.equal(engines[0]?.settled, 0);
    assert.equal(kept.at(-1)?.room, 'r7');
    assert.ok(posted.some((message) => message.kind === 'event' && message.event.kind === 'notice' && message.event.text.startsWith('Of these changes 1 file is in your files already')));
    await session.ask({ text: 'and more' });
    assert.deepEqual(offered(), ['b.py', 'a.py,b.py']);
  });

  it('forgets nothing of an earlier window that it was not told to take up', async () => {
    const { session, kept } = world(() => Promise.resolve({ kind: 'answered', text: 'hi' }), { changes: () => Promise.resolve({ files: [] }) });
    await session.ask({ text: 'x' });
    assert.deepEqual(kept, []);
  });

  it('keeps a turn that was taken back for a later window, and says when it is back', async () => {
    let taken = true;
    const gone: Outcome = { kind: 'failed', code: 'looping', cause: 'It went in circles.', next: 'Bring it back.', fix: 'bring-back' };
    const { session, kept, outcomes, engines } = world(() => Promise.resolve(gone), {
      room: () => 'r1', changes: () => Promise.resolve(taken ? { files: [] } : oneFile), wasTakenBack: () => taken,
      bringBack: () => { taken = false; return Promise.resolve({ restored: ['a.py'], refused: ['b.py was changed again since. Look at it.'] }); },
    });
    await session.ask({ text: 'x' });
    assert.deepEqual(kept, [{ room: 'r1', asked: 'x', outcome: 'failed' }]);
    await session.bringBack();
    assert.deepEqual(outcomes().at(-1), { kind: 'failed', code: 'looping', cause: 'It went in circles.', next: 'Brought back: a.py. Review the changes, discard them, or ask for what is missing. b.py was changed again since. Look at it.' });
    assert.equal(engines[0]?.settled, 0);
  });

  it('says of a turn how many of its files are left while its edits are taken back one by one', async () => {
    let left = ['a.py', 'b.py'];
    const { session, posted, outcomes } = world(() => Promise.resolve({ ...done, changes: 2 }), {
      room: () => 'r1', changes: () => Promise.resolve({ files: left.map((path) => ({ ...oneFile.files[0], path, before: null, after: new Uint8Array() })) }),
      takeBack: () => { left = left.slice(1); return Promise.resolve({ ok: true, path: 'a.py', merged: false }); },
    });
    await session.ask({ text: 'x' });
    await session.takeBack(1);
    assert.deepEqual(outcomes().at(-1), { ...done, changes: 1, since: { takenBack: 1, of: 2 } });
    assert.equal(posted.some(({ kind }) => kind === 'reviewed'), false);
    await session.takeBack(2);
    assert.deepEqual(outcomes().at(-1), { ...done, changes: 0, since: { takenBack: 2, of: 2 } });
    assert.match(JSON.stringify(posted.filter(({ kind }) => kind === 'reviewed')), /"discarded","text":"Nothing is left to apply: every edit was taken back\. Your files are as they were\."/);
  });

  it('says of a turn that was tested when a part of a file was taken back, of the turn it was alone, and never of the next task\'s edits', async () => {
    const held = new Map([['a.py', 1]]);
    let asked = 0;
    const { session, posted } = world(() => { if (asked++ === 1) held.set('b.py', 1); return Promise.resolve({ ...done, changes: held.size }); }, {
      room: () => 'r1', changes: () => Promise.resolve({ files: [...held].map(([path, byte]) => ({ path, before: null, after: new Uint8Array([byte]) })) }),
      takeBack: (number) => { held.set(number === 1 ? 'a.py' : 'b.py', 9); return Promise.resolve({ ok: true, path: '', merged: false }); },
    });
    const ends = (): (readonly unknown[])[] => [...new Map(posted.flatMap((one) => (one.kind === 'event' && one.event.kind === 'finished' && one.event.outcome.kind === 'done' ? [[one.id, one.event.outcome] as const] : []))).values()].map(({ changes, since }) => [changes, since]);
    await session.ask({ text: 'x' });
    await session.ask({ text: 'y' });
    assert.deepEqual(ends(), [[1, undefined], [2, undefined]]);
    await session.takeBack(2);
    assert.deepEqual(ends(), [[1, undefined], [2, { takenBack: 0, of: 2, changed: 'edited' }]]);
    await session.takeBack(1);
    assert.deepEqual(ends(), [[1, { takenBack: 0, of: 1, changed: 'edited' }], [2, { takenBack: 0, of: 2, changed: 'edited' }]]);
  });

  it('says of a turn that was tested when it was merged with the person\'s changes, undone and done again', async () => {
    let open = true;
    const { session, outcomes } = world(() => Promise.resolve(done), {
      settle: () => { open = false; }, room: () => (open ? 'r1' : undefined), changes: () => Promise.resolve(open ? oneFile : { files: [] }),
      applied: { kind: 'applied', files: 1, notes: [], written: [{ path: 'a.py', before: new Uint8Array([97]), after: new Uint8Array([98]), merged: true }] },
    });
    await session.ask({ text: 'x' });
    await session.apply();
    const merged = { ...done, since: { takenBack: 0, of: 1, changed: 'merged' } };
    assert.deepEqual(outcomes(), [done, merged]);
    session.undone(new Set(['a.py']));
    assert.deepEqual(outcomes().at(-1), { ...done, changes: 0, since: { takenBack: 1, of: 1, changed: 'merged' } });
    session.undone(new Set());
    assert.deepEqual(outcomes().at(-1), merged);
  });

  it('says of a turn that was tested what was settled of its conflicts, and what stayed the person\'s own', async () => {
    const files = ['a.py', 'b.py'].map((path) => ({ path, before: new Uint8Array([97]), after: new Uint8Array([98]) }));
    for (const [settled, written, since, left] of [
      [['a.py'], ['a.py', 'b.py'], { takenBack: 0, of: 2, changed: 'settled' }, 2],
      [['a.py'], ['b.py'], { takenBack: 1, of: 2, changed: 'settled' }, 1],
      [['a.py', 'b.py'], [], { takenBack: 2, of: 2, changed: 'settled' }, 0],
    ] as const) {
      let open = true;
      const { session, outcomes } = world(() => Promise.resolve({ ...done, changes: 2 }), {
        settle: () => { open = false; }, room: () => (open ? 'r1' : undefined), changes: () => Promise.resolve({ files: open ? files : [] } satisfies ChangeSet),
        applied: { kind: 'applied', files: written.length, notes: [], settled, written: written.map((path) => ({ path, before: new Uint8Array([99]), after: new Uint8Array([100]), merged: false })) },
      });
      await session.ask({ text: 'x' });
      await session.apply();
      const said: Outcome = { ...done, changes: left, since };
      assert.deepEqual(outcomes(), [{ ...done, changes: 2 }, said]);
      session.undone(new Set(written));
      assert.deepEqual(outcomes().at(-1), { ...said, changes: 0, since: { ...since, takenBack: 2 } });
      session.undone(new Set());
      assert.deepEqual(outcomes().at(-1), said);
    }
  });

  it('counts again what the person saved in the review, says that no tests ran on it, and applies what still stands in its editors', async () => {
    let held: ChangeSet = oneFile;
    const typed = (after: string): void => { held = { files: after === 'a' ? [] : [{ path: 'a.py', before: new Uint8Array([97]), after: Buffer.from(after) }] }; };
    const { session, posted, outcomes } = world(() => Promise.resolve(done), { room: () => 'r1', changes: () => Promise.resolve(held), saveEdits: () => { typed('a'); return Promise.resolve(); } });
    await session.ask({ text: 'x' });
    typed('b\nc\n');
    await session.recheck();
    const reviews = (): unknown => posted.flatMap((one) => (one.kind === 'review' ? [one.changes.map(({ added, removed }) => [added, removed])] : []));
    assert.deepEqual(reviews(), [[[1, 1]], [[2, 1]]]);
    assert.deepEqual(outcomes().at(-1), { ...done, since: { takenBack: 0, of: 1, changed: 'edited' } });
    typed('b');
    await session.recheck();
    assert.deepEqual(outcomes().at(-1), done, 'as it was tested');
    await session.apply();
    assert.deepEqual([...new Set(posted.flatMap((one) => (one.kind === 'reviewed' ? [`${one.result}: ${one.text}`] : [])))], ['discarded: Nothing is left to apply: every edit was taken back. Your files are as they were.']);
    assert.deepEqual(outcomes().at(-1), { ...done, changes: 0, since: { takenBack: 1, of: 1 } });
  });

  it('brings back what the person rejected in the review, byte by byte, until the next request', async () => {
    const two: ChangeSet['files'] = ['a.py', 'b.py'].map((path) => ({ path, before: new Uint8Array([97]), after: new Uint8Array([98, 13, 10, 255]) }));
    let held = two;
    const written: unknown[] = [];
    const { session, posted, outcomes } = world(() => Promise.resolve({ ...done, changes: 2 }), {
      room: () => 'r1', changes: () => Promise.resolve({ files: held }),
      write: (path, bytes) => {
        written.push([path, ...bytes]);
        held = two.filter((file) => file.path === path || held.includes(file));
        return Promise.resolve({ ok: true, path, absolute: path });
      },
    });
    const rejected = (): unknown => posted.flatMap((one) => (one.kind === 'review' ? [one.rejected] : [])).at(-1);
    await session.ask({ text: 'x' });
    assert.equal(rejected(), undefined);
    held = two.slice(1);
    await session.recheck();
    assert.deepEqual(rejected(), ['a.py']);
    held = [];
    await session.recheck();
    assert.deepEqual(rejected(), ['a.py', 'b.py']);
    assert.deepEqual(posted.reduce(reduce, empty).turns.map(({ reviewed }) => reviewed?.result), ['discarded']);
    await session.bringRejectedBack();
    assert.deepEqual(written, [['a.py', 98, 13, 10, 255], ['b.py', 98, 13, 10, 255]]);
    assert.equal(rejected(), undefined);
    assert.deepEqual(outcomes().at(-1), { ...done, changes: 2 });
    assert.deepEqual(posted.reduce(reduce, empty).turns.map(({ reviewed }) => reviewed), [undefined], 'the chat no longer says that nothing is left');
    assert.deepEqual(turnsOf(posted).map(({ open }) => open), [true]);
    held = [];
    await session.recheck();
    await session.ask({ text: 'y' });
    assert.equal(rejected(), undefined);
    await session.bringRejectedBack();
    assert.equal(written.length, 2);
  });

  it('calls nothing rejected that was taken back, applied or discarded, and keeps what can\'t be brought back', async () => {
    let held = oneFile.files;
    let open = true;
    const { session, posted } = world(() => Promise.resolve(done), {
      room: () => (open ? 'r1' : undefined), changes: () => Promise.resolve({ files: held }), settle: () => { open = false; held = []; },
      takeBack: () => { held = []; return Promise.resolve({ ok: true, path: 'a.py', merged: false }); },
      write: () => Promise.resolve({ ok: false, refusal: { code: 'outside', text: 'a.py is a folder now. Move it away first.' } }),
    });
    const rejected = (): unknown => posted.flatMap((one) => (one.kind === 'review' ? [one.rejected] : [])).at(-1);
    await session.ask({ text: 'x' });
    await session.takeBack(1);
    assert.equal(rejected(), undefined);
    held = oneFile.files;
    await session.recheck();
    held = [];
    await session.recheck();
    await session.bringRejectedBack();
    assert.deepEqual(posted.flatMap((one) => (one.kind === 'reviewed' && one.result === 'refused' ? [one.text] : [])), ['That did not work. a.py is a folder now. Move it away first. What is waiting stays as it is.']);
    assert.deepEqual(rejected(), ['a.py']);
    await session.discard();
    assert.equal(rejected(), undefined);
  });

  it('counts what would go in once conflicts are settled', async () => {
    let chosen = oneFile;
    const { session, posted } = world(() => Promise.resolve(done), { room: () => 'r1', asChosen: () => Promise.resolve(chosen) });
    await session.ask({ text: 'x' });
    chosen = { files: [{ path: 'a.py', before: Buffer.from('mine\n'), after: Buffer.from('mine\nhers\n') }] };
    session.conflictsLeft([]);
    const counts = (): unknown => posted.flatMap((one) => (one.kind === 'review' ? [one.changes.map(({ added, removed }) => [added, removed])] : []));
    await until('the counts', () => JSON.stringify(counts()) === '[[[1,1]],[[1,0]]]');
  });

  it('says that what was applied was undone, a part or all of it, and applies that again', async () => {
    let open = true;
    const two: ChangeSet = { files: ['a.py', 'b.py'].map((path) => ({ path, before: new Uint8Array([97]), after: new Uint8Array([98]) })) };
    const { session, posted } = world(() => Promise.resolve({ ...done, changes: 2 }), {
      settle: () => { open = false; }, room: () => (open ? 'r1' : undefined), changes: () => Promise.resolve(open ? two : { files: [] }),
      applied: { kind: 'applied', files: 2, notes: [], snapshot: 's1', written: two.files.map(({ path, before, after }) => ({ path, before, after, merged: false })) },
    });
    const said = (): unknown[] => posted.flatMap((one) => (one.kind === 'reviewed' ? [[one.result, one.text, one.again, one.snapshot]] : []));
    const applied = ['applied', 'Applied to 2 files. One undo takes it back.', undefined, 's1'];
    await session.ask({ text: 'x' });
    await session.apply();
    session.undone(new Set());
    await session.applyAgain();
    assert.deepEqual(said(), [applied]);
    session.undone(new Set(['b.py']));
    assert.deepEqual(said().at(-1), ['partly', 'Applied, and partly taken back since: in 1 of 2 files it is no longer.', undefined, undefined]);
    session.undone(new Set(['a.py', 'b.py']));
    const gone = ['undone', 'Taken back: what was applied is in none of the 2 files any more.', true, undefined];
    assert.deepEqual(said().slice(2), [gone]);
    await session.applyAgain();
    assert.deepEqual(said().slice(3), [applied]);
    session.undone(new Set());
    assert.equal(said().length, 4);
    session.undone(new Set(['a.py', 'b.py']));
    session.undone(new Set());
    assert.deepEqual(said().slice(4), [gone, applied]);
  });

  it('lets a turn whose changes were applied say what it said', async () => {
    let open = true;
    const { session, outcomes } = world(() => Promise.resolve(done), { settle: () => { open = false; }, room: () => (open ? 'r1' : undefined), changes: () => { const set = open ? oneFile : { files: [] }; return Promise.resolve(set); } });
    await session.ask({ text: 'x' });
    await session.apply();
    assert.deepEqual(outcomes(), [done]);
  });

  it('takes up a room whose changes were taken back', async () => {
    const { session, engines } = world(() => Promise.resolve(done), { changes: () => Promise.resolve({ files: [] }), wasTakenBack: () => true });
    await session.resume({ room: 'r1', id: '1', request: { text: 'x' }, unsaved: [] });
    assert.equal(engines[0]?.settled, 0);
  });

  it('goes on with a task that was stopped: its words, its kind, where it was, and its plan while that has open steps', async () => {
    const asked: TaskRequest[] = [];
    const plan = { steps: [{ number: 1, text: 'Read', state: 'done', after: [] }, { number: 2, text: 'Change', state: 'active', after: [1] }] } as const;
    const { session, posted } = world((request, _signal, emit) => {
      asked.push(request);
      if (asked.length > 1) emit({ kind: 'started', task: request.text, category: 'write', model: 'm' });
      emit({ kind: 'plan', plan: asked.length < 3 ? plan : { steps: [] } });
      return asked.length > 3 ? Promise.resolve(done) : Promise.reject(new Cancelled());
    });
    await session.ask({ text: 'fix it', place: { path: 'a.py' } }, 'a.py:1');
    for (let time = 0; time < 5; time++) await session.goOn();
    const text = 'Go on with this, which was interrupted; what was edited until then is in the files: fix it';
    assert.deepEqual(asked, [
      { text: 'fix it', place: { path: 'a.py' } }, { text: 'fix it', place: { path: 'a.py' } },
      { text, place: { path: 'a.py' }, category: 'write', plan }, { text, place: { path: 'a.py' }, category: 'write' },
    ], 'as it was where it had not begun; and not with a plan that is no more');
    assert.deepEqual(posted.flatMap((message) => (message.kind === 'asked' ? [message.context] : [])), Array(4).fill('a.py:1'));
  });

  it('begins anew where what a stopped task had edited was discarded', async () => {
    const asked: TaskRequest[] = [];
    const plan = { steps: [{ number: 1, text: 'Read', state: 'done', after: [] }, { number: 2, text: 'Change', state: 'active', after: [1] }] } as const;
    const { session } = world((request, _signal, emit) => {
      asked.push(request);
      emit({ kind: 'started', task: request.text, category: 'write', model: 'm' });
      emit({ kind: 'plan', plan });
      return Promise.reject(new Cancelled());
    });
    await session.ask({ text: 'fix it' });
    await session.goOn();
    await session.discard();
    await session.retry(true);
    assert.deepEqual(asked[1]?.plan, plan);
    assert.deepEqual(asked[2], { text: 'fix it', category: 'write' });
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

describe('a session after a reload of the window', () => {
  const cut: Outcome = { kind: 'stopped', interrupted: true };
  const plan = { steps: [{ number: 1, text: 'Read', state: 'done', after: [] }, { number: 2, text: 'Change', state: 'active', after: [1] }] } as const;
  const turn = (id: string, outcome: Outcome, more: Partial<KeptTurn> = {}): KeptTurn => ({ id, asked: `task ${id}`, outcome, done: [], open: true, ...more });
  const left = { room: 'r7', id: 't2', request: { text: 'task t2', place: { path: 'a.py' } }, unsaved: [] } as const;

  it('tells the engine once what was said, oldest first, and asks the last request on retry', async () => {
    const asked: TaskRequest[] = [];
    const { session } = world((request) => { asked.push(request); return Promise.resolve(done); });
    const turns = [turn('t1', { kind: 'answered', text: 'Two.' }), turn('t2', { kind: 'failed', code: 'looping', cause: '', next: '' })];
    session.recall(turns);
    await session.retry();
    await session.ask({ text: 'and now' });
    assert.deepEqual(asked, [{ text: 'task t2', earlier: turns }, { text: 'and now' }]);
  });

  it('tells nothing of it after a new conversation', async () => {
    const asked: TaskRequest[] = [];
    const { session } = world((request) => { asked.push(request); return Promise.resolve(done); });
    session.recall([turn('t1', { kind: 'answered', text: 'Two.' })]);
    await session.reset();
    await session.ask({ text: 'x' });
    assert.deepEqual(asked, [{ text: 'x' }]);
  });

  it('goes on with an interrupted turn: its words, its kind, where it was, and its plan while that has open steps', async () => {
    const asked: TaskRequest[] = [];
    let room: string | undefined;
    const { session, posted } = world((request) => { asked.push(request); return Promise.resolve(cut); }, { room: () => room, resume: (id) => { room = id; return Promise.resolve(); } });
    const turns = [turn('t1', done), turn('t2', cut, { category: 'write', plan })];
    session.recall(turns);
    await session.resume(left);
    assert.deepEqual(posted.map(({ kind }) => kind), ['review']);
    await session.goOn();
    const text = 'Go on with this, which was interrupted; what was edited until then is in the files: task t2';
    assert.deepEqual(asked, [{ text, place: { path: 'a.py' }, category: 'write', plan, earlier: turns }]);
    assert.deepEqual(posted.flatMap((message) => (message.kind === 'asked' ? [message.text] : [])), [text]);
    // Interrupted once more: the words don't pile up, and a plan that is done is none.
    const again = world((request) => { asked.push(request); return Promise.resolve(done); });
    again.session.recall([turn('t3', cut, { asked: text, category: 'write', plan: { steps: [] } })]);
    await again.session.goOn();
    assert.deepEqual([asked.at(-1)?.text, asked.at(-1)?.plan], [text, undefined]);
  });

  it('asks a turn that had not begun again as it was, and goes on with nothing that was not interrupted', async () => {
    const asked: string[] = [];
    const { session } = world((request) => { asked.push(request.text); return Promise.resolve(done); });
    session.recall([turn('t1', cut)]);
    await session.goOn();
    await session.goOn();
    assert.deepEqual(asked, ['task t1']);
  });

  it('shows no turn twice, and an end that the chat had not heard', async () => {
    let room: string | undefined;
    const { session, posted, outcomes } = world(() => Promise.resolve(done), { room: () => room, resume: (id) => { room = id; return Promise.resolve(); } });
    session.recall([turn('t1', done), turn('t2', cut)]);
    await session.resume({ ...left, outcome: done });
    assert.deepEqual(posted.map(({ kind }) => kind), ['event', 'review']);
    assert.deepEqual(outcomes(), [done]);
  });

  it('counts the files of all turns that wait for review together', async () => {
    let room: string | undefined;
    let changes = oneFile;
    const { session, outcomes } = world(() => Promise.resolve(done), {
      room: () => room, resume: (id) => { room = id; return Promise.resolve(); }, changes: () => Promise.resolve(changes),
      takeBack: () => { changes = { files: [] }; return Promise.resolve({ ok: true, path: 'a.py', merged: false }); },
    });
    session.recall([turn('t0', done, { open: false }), turn('t1', done), turn('t2', done)]);
    await session.resume({ ...left, outcome: done });
    await session.takeBack(1);
    assert.deepEqual(outcomes().map((outcome) => outcome.kind === 'done' && outcome.changes), [0, 0]);
  });

  it('knows nothing of an earlier window where the person was quicker', async () => {
    const asked: TaskRequest[] = [];
    const { session } = world((request) => { asked.push(request); return Promise.resolve(done); });
    await session.ask({ text: 'first' });
    session.recall([turn('t1', cut)]);
    await session.retry();
    assert.deepEqual(asked, [{ text: 'first' }, { text: 'first' }]);
  });

  it('tells nobody that a task was stopped which the end of the window interrupted', async () => {
    const { session, outcomes, kept } = world((_request, signal) => new Promise((_resolve, reject) => { signal.addEventListener('abort', () => { reject(new Cancelled()); }); }), { room: () => 'r1' });
    const running = session.ask({ text: 'x' });
    await new Promise((resolve) => setImmediate(resolve));
    session.dispose();
    await running;
    assert.deepEqual(outcomes(), []);
    assert.deepEqual(kept, []);
  });
});

import assert from 'node:assert/strict';
import type { EngineEvent } from '../../../src/shared/events';
import type { ToWebview } from '../../../src/shared/protocol';
import { empty, reduce, type State } from '../../../src/webview/state';
import type { Turn } from '../../../src/webview/turn';
import { event, fixMedian, hello, plan } from '../../support/chatScene';

function fold(...messages: readonly ToWebview[]): State {
  return messages.reduce(reduce, empty);
}

function turnAfter(...events: readonly EngineEvent[]): Turn {
  const turn = fold(hello(), { kind: 'asked', id: 'a', text: 'hi' }, ...event('a', ...events)).turns[0];
  assert.ok(turn);
  return turn;
}

const call = { kind: 'call', id: 'c', tool: 'read_file', args: { path: 'a' } } as const;
const result = { kind: 'result', id: 'c', tool: 'read_file', ok: true, text: 'x', detail: { kind: 'none' }, milliseconds: 1 } as const;

describe('the state of the chat page', () => {
  it('streams text into one item and keeps its key when the last word is said', () => {
    const streaming = turnAfter({ kind: 'round', number: 1 }, { kind: 'text', text: 'He' }, { kind: 'text', text: 'llo' });
    assert.deepEqual(streaming.items, [{ kind: 'said', key: 0, text: 'Hello', reasoning: '', live: true }]);
    const said = turnAfter({ kind: 'text', text: '{"tool"' }, { kind: 'said', text: 'Reading.', reasoning: 'hm' });
    assert.deepEqual(said.items, [{ kind: 'said', key: 0, text: 'Reading.', reasoning: 'hm', live: false }]);
  });

  it('says how far a large project is copied, until the model is asked', () => {
    assert.deepEqual(turnAfter({ kind: 'preparing', copied: 250, total: 1_000 }).activity, { kind: 'preparing', copied: 250, total: 1_000 });
    assert.deepEqual(turnAfter({ kind: 'preparing', copied: 250, total: 1_000 }, { kind: 'round', number: 1 }).activity, { kind: 'waiting' });
  });

  it('shows nothing of streamed text that turned out to be a call', () => {
    const turn = turnAfter({ kind: 'text', text: '{"tool":"x"}' }, { kind: 'said', text: ' ', reasoning: '' }, call);
    assert.deepEqual(turn.items.map(item => item.kind), ['call']);
  });

  it('never reuses the key of an item that is gone', () => {
    const turn = turnAfter({ kind: 'text', text: '{' }, { kind: 'said', text: '', reasoning: '' }, { kind: 'text', text: 'a' });
    assert.deepEqual(turn.items.map(item => item.key), [1]);
  });

  it('answers the earliest open call where a model uses an id twice', () => {
    const turn = turnAfter(call, { ...call, args: { path: 'b' } }, result, { ...result, ok: false });
    assert.deepEqual(turn.items.map(item => item.kind === 'call' && item.result?.ok), [true, false]);
  });

  it('ends calls that nobody will answer when the task is over', () => {
    const turn = turnAfter(call, { kind: 'finished', outcome: { kind: 'stopped' } });
    assert.deepEqual(turn.items.map(item => item.kind === 'call' && item.result), [null]);
    assert.equal(turn.activity, undefined);
  });

  it('keeps one plan, where it first stood, and current', () => {
    const turn = turnAfter({ kind: 'plan', plan: plan('active', 'pending') }, call, { kind: 'plan', plan: plan('done', 'active') });
    assert.deepEqual(turn.items.map(item => item.kind), ['plan', 'call']);
    assert.ok(turn.items[0]?.kind === 'plan' && turn.items[0].plan.steps[0]?.state === 'done');
  });

  it('knows of a plan that its task has ended, so that no step of it still runs', () => {
    const active = { kind: 'plan', plan: plan('active') } as const;
    assert.ok(turnAfter(active).items.every(item => item.kind === 'plan' && item.over === undefined));
    assert.ok(turnAfter(active, { kind: 'finished', outcome: { kind: 'stopped' } }).items.every(item => item.kind === 'plan' && item.over === true));
  });

  it('shows no plan without steps', () => {
    assert.deepEqual(turnAfter({ kind: 'plan', plan: { steps: [] } }).items, []);
    assert.deepEqual(turnAfter({ kind: 'plan', plan: plan('done') }, { kind: 'plan', plan: { steps: [] } }).items, []);
  });

  it('waits for the person while they are asked, and goes on with the tool that asked', () => {
    const call = event('a', { kind: 'call', id: 'c', tool: 'run_command', args: {} });
    const activities = (...more: readonly ToWebview[]): unknown => fold(hello(), { kind: 'asked', id: 'a', text: 'hi' }, ...more).turns[0]?.activity;
    assert.deepEqual(activities(...call, ...event('a', { kind: 'asking', on: true })), { kind: 'asking' });
    assert.deepEqual(activities(...call, ...event('a', { kind: 'asking', on: true }, { kind: 'asking', on: false })), { kind: 'tool', tool: 'run_command' });
    assert.deepEqual(activities(...event('a', { kind: 'asking', on: true }, { kind: 'asking', on: false })), { kind: 'waiting' });
  });

  it('is busy from the request to the end, whatever the end', () => {
    const asked = fold(hello(), { kind: 'asked', id: 'a', text: 'hi' });
    assert.equal(asked.busy, true);
    assert.equal(reduce(asked, { kind: 'event', id: 'a', event: { kind: 'finished', outcome: { kind: 'stopped' } } }).busy, false);
    assert.equal(reduce(asked, hello()).turns[0]?.activity, undefined);
  });

  it('keeps the changes in review when applying was refused, and drops them when it was done', () => {
    const waiting = fold(hello(), ...fixMedian());
    assert.equal(reduce(waiting, { kind: 'reviewed', id: 'a', result: 'refused', text: 'changed' }).review?.changes.length, 1);
    const conflicts = [{ path: 'a.py', text: 'a.py has been removed meanwhile' }];
    assert.deepEqual(reduce(waiting, { kind: 'reviewed', id: 'a', result: 'refused', text: 'changed', conflicts }).turns.at(-1)?.reviewed?.conflicts, conflicts);
    const refused = reduce(waiting, { kind: 'reviewed', id: 'a', result: 'refused', text: 'changed', conflicts });
    const shown = (state: State): readonly unknown[] => state.turns.map(({ reviewed }) => [reviewed?.text, reviewed?.conflicts?.length]);
    const still: ToWebview = { kind: 'review', id: 'a', changes: waiting.review?.changes ?? [] };
    assert.deepEqual(shown(reduce(refused, still)), [['changed', 1]], 'they stay while their changes wait');
    assert.deepEqual(shown(reduce(refused, { kind: 'review', id: 'a', changes: [] })), [['changed', undefined]]);
    const newer = reduce(refused, { kind: 'asked', id: 'b', text: 'more' });
    assert.deepEqual(shown(newer), [['changed', undefined], [undefined, undefined]], 'an older turn leads nowhere any more');
    assert.deepEqual(shown(reduce(refused, { ...still, id: 'b' })), [['changed', undefined]]);
    assert.equal(reduce(waiting, { kind: 'reviewed', id: 'a', result: 'applied', text: 'ok' }).review, undefined);
    assert.equal(reduce(waiting, { kind: 'review', id: 'a', changes: [] }).review, undefined);
  });

  it('ignores events of a conversation that was cleared', () => {
    const cleared = fold(hello(), ...fixMedian(), { kind: 'cleared' }, ...event('a', { kind: 'text', text: 'late' }));
    assert.deepEqual(cleared.turns, []);
    assert.equal(cleared.review, undefined);
  });

  it('keeps the identity of turns that did not change', () => {
    const before = fold(hello(), ...fixMedian('a'), { kind: 'asked', id: 'b', text: 'next' });
    const after = reduce(before, { kind: 'event', id: 'b', event: { kind: 'text', text: 'x' } });
    assert.equal(after.turns[0], before.turns[0]);
    assert.notEqual(after.turns[1], before.turns[1]);
  });

  it('stands the same after a replay as before it', () => {
    const messages = [hello(), ...fixMedian()];
    const twice = reduce(fold(...messages), { kind: 'replay', messages });
    assert.deepEqual(twice, fold(...messages));
  });
});

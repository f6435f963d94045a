import assert from 'node:assert/strict';
import type { ToWebview } from '../../../../src/shared/protocol';
import { interruptions, turnsOf } from '../../../../src/vscode/chat/earlierTurns';
import { empty, reduce } from '../../../../src/webview/state';
import { event, failure, fixMedian, hello, plan, question } from '../../../support/chatScene';

/** The sample's task up to its first edit, as a window that was closed in the middle leaves it. */
const cut: readonly ToWebview[] = fixMedian('x').slice(0, 20);

describe('the turns of an earlier window', () => {
  it('have their words, their kind, what they did, their plan and their end', () => {
    const [first, second, third] = turnsOf([...question(), ...fixMedian(), ...failure()]);
    assert.deepEqual([first?.id, first?.asked, first?.context, first?.category, first?.outcome.kind, first?.done, first?.plan], ['b', 'Where is the title of a page put together?', 'pageTitle in src/text.js', 'read', 'answered', [], undefined]);
    assert.deepEqual([second?.category, second?.outcome.kind, second?.done, second?.plan], ['write', 'done', ['edit src/stats.js', 'ran npm test: exit 0'], plan('done', 'done', 'done')]);
    assert.equal(third?.outcome.kind, 'failed');
  });

  it('are interrupted where they have no end, and end for the page too', () => {
    const messages = [...question(), ...cut];
    assert.deepEqual(turnsOf(messages)[1]?.outcome, { kind: 'stopped', interrupted: true });
    const state = [hello(), ...messages, ...interruptions(messages)].reduce(reduce, empty);
    assert.equal(state.busy, false);
    assert.deepEqual(state.turns.map(({ outcome, activity }) => [outcome?.kind, activity]), [['answered', undefined], ['stopped', undefined]]);
    assert.ok(state.turns[1]?.items.every((item) => item.kind !== 'call' || item.result !== undefined));
  });

  it('are left as they are where all have an end', () => {
    const messages = [...question(), ...fixMedian()];
    assert.deepEqual(interruptions(messages), []);
  });

  it('are open until something was applied or discarded; a refused apply leaves them so', () => {
    const applied: ToWebview = { kind: 'reviewed', id: 'a', result: 'applied', text: 'Applied.' };
    assert.deepEqual(turnsOf([...fixMedian(), applied, ...question()]).map(({ open }) => open), [false, true]);
    assert.deepEqual(turnsOf([...fixMedian(), { ...applied, result: 'refused' }, ...question()]).map(({ open }) => open), [true, true]);
    const redone: readonly ToWebview[] = [...fixMedian(), applied, ...question(), { ...applied, result: 'undone' }, applied];
    assert.deepEqual(turnsOf(redone).map(({ open }) => open), [false, true]);
  });

  it('did not do what was refused', () => {
    const refused: ToWebview[] = [{ kind: 'asked', id: 'a', text: 'x' }, ...event('a', { kind: 'result', id: 'c', tool: 'patch', ok: false, text: 'No.', detail: { kind: 'edit', path: 'a.py', before: '', after: '', line: 1 }, milliseconds: 1 })];
    assert.deepEqual(turnsOf(refused)[0]?.done, []);
  });
});

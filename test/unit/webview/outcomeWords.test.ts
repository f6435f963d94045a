/** The headline of a turn says what became of it, and nothing that isn't so. */
import assert from 'node:assert/strict';
import type { EngineEvent, Outcome } from '../../../src/shared/events';
import type { ReviewEnd, ToWebview } from '../../../src/shared/protocol';
import { doneWords } from '../../../src/webview/outcomeCard';
import { empty, reduce } from '../../../src/webview/state';
import { stoppedWords } from '../../../src/webview/stoppedCard';
import type { Turn } from '../../../src/webview/turn';
import { event, hello } from '../../support/chatScene';

function turnOf(...messages: readonly ToWebview[]): Turn {
  const turn = [hello(), { kind: 'asked', id: 'a', text: 'hi' } as const, ...messages].reduce(reduce, empty).turns[0];
  assert.ok(turn);
  return turn;
}

const ran = (id: string, detail: Extract<EngineEvent, { kind: 'result' }>['detail']): readonly ToWebview[] => event('a',
  { kind: 'call', id, tool: 'run_tests', args: {} }, { kind: 'result', id, tool: 'run_tests', ok: detail.kind === 'command', text: '', detail, milliseconds: 1 });
const declined = ran('d', { kind: 'declined', line: 'npm test' });
const passed = ran('p', { kind: 'command', line: 'npm test', cwd: '.', exitCode: 0, output: '' });

describe('the headline of a task that is done', () => {
  const check = (changes: number, tested: boolean, expected: string, before: readonly ToWebview[] = []): void => {
    const outcome: Outcome = { kind: 'done', summary: 'I changed it.', tested, changes };
    const turn = turnOf(...before, ...event('a', { kind: 'finished', outcome }));
    assert.ok(turn.outcome?.kind === 'done');
    assert.equal(doneWords(turn.outcome, turn), expected);
  };

  it('says that nothing was changed, whatever the summary says', () => {
    check(0, false, 'Done, nothing changed');
    check(0, true, 'Done, nothing changed; tests passed', passed);
  });

  it('says that nothing ran where the person said no, and what ran where they said yes later', () => {
    check(0, false, 'Not run, as you declined; nothing was changed', declined);
    check(0, true, 'Done, nothing changed; tests passed', [...declined, ...passed]);
    check(1, false, 'Done, 1 file changed, not tested', declined);
  });
});

describe('the words of a task that was stopped', () => {
  const files = (count: number): ToWebview => ({ kind: 'review', id: 'a', changes: Array.from({ length: count }, (_, at) => ({ path: `${at}.py`, kind: 'changed', added: 1, removed: 0 })) });
  const reviewed = (result: ReviewEnd): ToWebview => ({ kind: 'reviewed', id: 'a', result, text: '' });
  const check = (expected: string, ...after: readonly ToWebview[]): void => {
    assert.equal(stoppedWords(turnOf(...event('a', { kind: 'finished', outcome: { kind: 'stopped' } }), ...after)), `Stopped before it was done. ${expected}`);
  };

  it('say whether something was edited, and what is left of it', () => {
    check('Your files are as they were. Continue goes on from there.');
    check('Nothing was edited so far, and your files are as they were. Continue goes on from there.', files(0));
    check('Your files are as they were; what was edited so far waits for your review. Continue goes on from there.', files(2));
    check('Your files are as they were, and nothing of what was edited is left to review. Continue goes on from there.', files(2), files(0));
  });

  it('agree with what Apply or Discard led to', () => {
    for (const result of ['applied', 'undone', 'partly'] as const) check('What became of its edits stands below. Continue goes on from there.', files(1), reviewed(result), files(0));
    check('Start Again does it from the beginning.', files(1), reviewed('discarded'), files(0));
    check('Your files are as they were; what was edited so far waits for your review. Continue goes on from there.', files(1), reviewed('refused'));
  });

  it('say what an interruption was', () => {
    const turn = turnOf(...event('a', { kind: 'finished', outcome: { kind: 'stopped', interrupted: true } }), files(1));
    assert.equal(stoppedWords(turn), 'Interrupted: the window was closed or reloaded before this was done. Your files are as they were; what was edited so far waits for your review. Continue goes on from there, and the model reads again what it needs.');
  });
});

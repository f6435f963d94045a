import assert from 'node:assert/strict';
import type { ToWebview } from '../../../src/shared/protocol';
import { announcements } from '../../../src/webview/announce';
import { empty, reduce } from '../../../src/webview/state';
import { event, failure, fixMedian, hello } from '../../support/chatScene';

/** All that is read out when the messages come one by one. */
function readOut(...messages: readonly ToWebview[]): readonly string[] {
  let state = empty;
  return messages.flatMap(message => {
    const before = state;
    state = reduce(state, message);
    return announcements(before, state);
  });
}

const asked: ToWebview = { kind: 'asked', id: 'a', text: 'hi' };

describe('what a screen reader is told', () => {
  it('reads whole paragraphs once, not tokens', () => {
    const pieces = ['Fir', 'st.\n', '\nSec', 'ond `x`', '.'].map(text => ({ kind: 'text', text }) as const);
    assert.deepEqual(readOut(hello(), asked, ...event('a', ...pieces, { kind: 'said', text: 'First.\n\nSecond `x`.', reasoning: '' })), ['First.', 'Second x.']);
  });
  it('reads nothing of text that turned out to be a call', () => {
    assert.deepEqual(readOut(hello(), asked, ...event('a', { kind: 'text', text: '{"tool":' }, { kind: 'said', text: '', reasoning: '' })), []);
  });
  it('tells each step of a task, the end, and what waits', () => {
    assert.deepEqual(readOut(hello(), ...fixMedian()), [
      'Three steps will do.',
      'Plan, step 1 of 3: Read `median` in src/stats.js',
      'Make a plan : ok.',
      'Read median · src/stats.js: ok.',
      'Plan, step 2 of 3: Correct `median` in src/stats.js',
      'Rewrite median · src/stats.js: refused.',
      'It sorts as text, and in place; and an even count needs the mean of the middle two (src/stats.js:12).',
      'Rewrite median · src/stats.js: ok.',
      'Plan, step 3 of 3: Run the tests',
      'Run tests : ok.',
      'Done, 1 file changed, tests passed. median now sorts a copy by value and takes the mean of the middle two for an even count.',
      '1 file to review.',
    ]);
  });
  it('tells a no as the person\'s own, without the words for the model', () => {
    const result = { kind: 'result', id: 'c', tool: 'run_tests', ok: false, text: 'The person said no. Do not ask for it again.', detail: { kind: 'declined', line: 'npm test' }, milliseconds: 9 } as const;
    assert.deepEqual(readOut(hello(), asked, ...event('a', { kind: 'call', id: 'c', tool: 'run_tests', args: {} }, result)), ['You declined: npm test.']);
  });
  it('reads a failure with its next move', () => {
    assert.match(readOut(hello(), ...failure()).join(' '), /No model server answers.*Start it with/);
  });
});

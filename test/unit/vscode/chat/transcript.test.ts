import assert from 'node:assert/strict';
import type { ToWebview } from '../../../../src/shared/protocol';
import { Transcript } from '../../../../src/vscode/chat/transcript';
import { empty, reduce, type State } from '../../../../src/webview/state';
import { event, failure, fixMedian, hello, model, question } from '../../../support/chatScene';

function transcriptOf(messages: readonly ToWebview[]): Transcript {
  const transcript = new Transcript();
  for (const message of messages) transcript.add(message);
  return transcript;
}

function live(messages: readonly ToWebview[]): State {
  return messages.reduce(reduce, empty);
}

const conversations: Readonly<Record<string, readonly ToWebview[]>> = {
  'a whole task': [hello(), ...fixMedian()],
  'several turns, trust and model changing': [hello({ trusted: false }), ...question(), { kind: 'trust', trusted: true }, ...fixMedian(), { kind: 'model', model, problem: 'slow' }, ...failure()],
  'a refused apply, then a second one': [hello(), ...fixMedian(), { kind: 'reviewed', id: 'a', result: 'refused', text: 'changed' }, { kind: 'reviewed', id: 'a', result: 'applied', text: 'Applied.' }],
  'a new conversation': [hello(), ...fixMedian(), { kind: 'cleared' }, ...question()],
};

describe('the transcript', () => {
  for (const [name, messages] of Object.entries(conversations)) {
    it(`leads a new page to where the old one stood, at every point of ${name}`, () => {
      for (let length = 1; length <= messages.length; length++) {
        const sofar = messages.slice(0, length);
        const again = reduce(empty, { kind: 'replay', messages: transcriptOf(sofar).messages() });
        assert.deepEqual(visible(again), visible(live(sofar)), `after message ${length}: ${JSON.stringify(sofar.at(-1))}`);
      }
    });
  }

  it('holds a long stream as one message', () => {
    const tokens = Array.from({ length: 5000 }, (_, at) => ({ kind: 'text', text: `t${at} ` }) as const);
    const transcript = transcriptOf([hello(), { kind: 'asked', id: 'a', text: 'hi' }, ...event('a', { kind: 'round', number: 1 }, ...tokens)]);
    assert.equal(transcript.messages().length, 4);
    transcript.add({ kind: 'event', id: 'a', event: { kind: 'said', text: 'all', reasoning: '' } });
    assert.equal(transcript.messages().length, 4);
  });
});

/** Keys only have to be unique. */
function visible(state: State): unknown {
  return JSON.parse(JSON.stringify(state, (name, value: unknown) => (name === 'key' || name === 'nextKey' ? undefined : value)));
}

/** What is shown while a reply streams is what the whole reply says, whatever the pieces. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Delta } from '../../../../src/engine/ports';
import { partThinking, ThinkingStream } from '../../../../src/engine/reply/thinking';

const part = fc.constantFrom('<think>', '</think>', '<thinking>', '</thinking>', '[THINK]', '[/THINK]', '<|channel>thought', '<channel|>', 'text ', 'a < b ', '\n', '`', '```\n', '<b>', '🎉', '<th', 'ink>');

describe('ThinkingStream', () => {
  it('never gives out a tag or a piece of one', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom('plan ', 'a<b ', 'x[0] ', '\n')), fc.array(fc.constantFrom('Done. ', 'f(x) ', '1 < 2 ', '\n')), fc.nat(3), fc.integer({ min: 1, max: 5 }), (thought, said, kind, size) => {
      const [open, close] = [['<think>', '</think>'], ['<thought>', '</thought>'], ['[THINK]', '[/THINK]'], ['<|channel>thought', '<channel|>']][kind] ?? ['', ''];
      const whole = `${open ?? ''}${thought.join('')}${close ?? ''}${said.join('')}`;
      const stream = new ThinkingStream();
      const deltas: Delta[] = [];
      for (let at = 0; at < whole.length; at += size) deltas.push(...stream.push(whole.slice(at, at + size)));
      deltas.push(...stream.end());
      const of = (wanted: string): string => deltas.filter((delta) => delta.kind === wanted).map((delta) => delta.text).join('');
      assert.equal(of('text'), said.join(''));
      assert.equal(of('reasoning'), thought.join(''));
    }), { numRuns: 500 });
  });

  it('loses and invents nothing', () => {
    fc.assert(fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const whole = parts.join('');
      const { visible, reasoning } = partThinking(whole, '');
      const letters = (text: string): number => text.split('text').length;
      assert.equal(letters(visible) + letters(reasoning) - 1, letters(whole));
    }), { numRuns: 1000 });
  });

  it('leaves tags in code alone', () => {
    for (const text of ['Use `<think>` here.', '```\n<think>\n```', 'a `</think>` b']) assert.equal(partThinking(text, '').visible, text);
  });
});

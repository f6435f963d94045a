/** Nothing in foreign words hides, reorders or looks like something else. */
import assert from 'node:assert/strict';
import { visible } from '../../../src/shared/visible';

describe('visible', () => {
  const hidden = ['\u202e', '\u2066', '\u200b', '\u200d', '\u00ad', '\u034f', '\ufe0f', '\u180b', '\u3164', '\u115f', '\uffa0', '\u2800', '\u17b4', '\u00a0', '\u2028', '\u0085', '\t', '\r', '\u001b', '\u{e0041}', '\u{e0101}', '\ud800'];
  for (const character of hidden) it(`writes out U+${(character.codePointAt(0) ?? 0).toString(16)}`, () => assert.equal(visible(`a${character}b`), `a\\u{${(character.codePointAt(0) ?? 0).toString(16)}}b`));
  it('writes out marks that are heaped on a letter, or stand on none', () => {
    assert.equal(visible(`a${'\u0301'.repeat(4)}`), 'a\u0301\u0301\\u{301}\\u{301}');
    assert.equal(visible('\u0301a'), '\\u{301}a');
  });
  it('leaves writing alone', () => { for (const text of ['npm test -- "a b"', 'größe', 'cafe\u0301', 'ไม้', '日本語', '🚀', 'тест']) assert.equal(visible(text), text); });
});

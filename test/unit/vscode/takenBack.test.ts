/** What a file holds decides whether an apply was taken back; where that shows neither, nothing new is said. */
import assert from 'node:assert/strict';
import { isTakenBack } from '../../../src/vscode/takenBack';

const before = 'a\nold\nb\nc\nd\n';
const after = 'a\nnew\nb\nc\nd\n';

function check(now: string | null, was: boolean, expected: boolean, images: readonly [string | null, string | null] = [before, after]): void {
  const [from, to, there] = [...images, now].map((text) => (text === null ? null : Buffer.from(text)));
  assert.equal(isTakenBack({ before: from ?? null, after: to ?? null }, there ?? null, was), expected, `${String(now)}, was ${String(was)}`);
}

describe('what was applied', () => {
  it('is taken back where the file is as before, and there where it is as applied, whatever was said', () => {
    for (const was of [true, false]) {
      check(before, was, true);
      check(after, was, false);
    }
  });

  it('stays taken back, and stays applied, while the person types elsewhere', () => {
    for (const was of [true, false]) {
      check(`${before}my words\n`, was, true);
      check(`${after}my words\n`, was, false);
      check(`mine\n${before}`, was, true);
    }
  });

  it('is what it was said to be where the person types in the very place', () => {
    for (const now of ['a\nold, my words\nb\nc\nd\n', 'a\nnew, my words\nb\nc\nd\n', 'a\nb\nc\nd\n', '']) for (const was of [true, false]) check(now, was, was);
  });

  it('is not there again with a part of it', () => {
    const images = ['1\n2\n3\n4\n5\n', 'one\n2\n3\n4\nfive\n'] as const;
    for (const was of [true, false]) check('one\n2\n3\n4\n5\n', was, was, images);
    check('one\n2\n3!\n4\nfive\n', true, false, images);
    check('1\n2\n3!\n4\n5\n', false, true, images);
  });

  it('may be a file that came or went', () => {
    check(null, false, true, [null, 'new\n']);
    check('other\n', true, true, [null, 'new\n']);
    check('new\nmine\n', false, false, [null, 'new\n']);
    check(null, true, false, ['old\n', null]);
    check('old\nmine\n', true, true, ['old\n', null]);
  });
});

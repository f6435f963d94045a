/** Output for the model: clean, bounded, and honest about how the command ended. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { boundOutput, cleanOutput, presentRun } from '../../../../src/engine/room/output';

function check(name: string, raw: string, expected: string): void {
  it(name, () => assert.equal(cleanOutput(raw), expected));
}

describe('cleanOutput', () => {
  check('colours and erasures', '\x1b[31mFAIL\x1b[0m t.py\x1b[K\n', 'FAIL t.py\n');
  check('titles and links', '\x1b]0;title\x07a\x1b]8;;http://x.test\x1b\\b\x1b]8;;\x1b\\c\n', 'abc\n');
  check('a title that never ends stays on its line', '\x1b]0;title\nnext\n', '\nnext\n');
  check('a progress line', '1%\r 50%\r100%\r\nend\n', '100%\nend\n');
  check('spinners', '-\b\\\b|\bok\n', 'ok\n');
  check('a backspace takes a whole emoji', 'a🚀\bb\n', 'ab\n');
  check('bells and NULs', 'a\x07b\0c\td\n', 'abc\td\n');
  check('lone surrogates', 'a\ud800b\n', 'a\ufffdb\n');
  check('an escape at the very end', 'a\x1b', 'a');
});

describe('boundOutput', () => {
  it('keeps head and tail on line bounds and says what is missing', () => {
    const text = Array.from({ length: 1000 }, (_, at) => `line ${String(at)}`).join('\n');
    const bound = boundOutput(text, 500);
    assert.ok(bound.length <= 500);
    assert.match(bound, /^line 0\n[^]*\nline \d+\n\[\d+ lines left out: print less to see them\]\nline \d+\n[^]*line 999$/);
  });

  it('never exceeds its limit, never breaks a character', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('🚀', 'a', '\n', 'word '), { maxLength: 2000 }), fc.integer({ min: 200, max: 900 }), (parts, limit) => {
        const bound = boundOutput(parts.join(''), limit);
        assert.ok(bound.length <= limit);
        assert.doesNotMatch(bound, /\p{Surrogate}/u);
      }),
    );
  });
});

describe('presentRun', () => {
  const facts = { exitCode: 0, ended: 'exited', output: 'x\n', milliseconds: 1234, piped: false } as const;
  it('starts with how it ended', () => {
    assert.equal(presentRun(facts, 1000), 'exit code 0\nx');
    assert.equal(presentRun({ ...facts, exitCode: 1, output: '' }, 1000), 'exit code 1\n(no output)');
    assert.match(presentRun({ ...facts, piped: true }, 1000), /^exit code 0 \(of the last command of the pipe only\)/);
    assert.match(presentRun({ ...facts, exitCode: null, ended: 'timed-out' }, 1000), /^Timed out after 1\.2 s.*no exit code[^]*x$/);
  });
});

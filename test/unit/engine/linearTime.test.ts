/** What a repository, a program or a server can make as long as it likes is read in a time that grows with its length alone. */
import assert from 'node:assert/strict';
import { fold, trailingBlanks, typography } from '../../../src/engine/edit/view';
import { redact } from '../../../src/engine/models/redact';
import { withoutMarks } from '../../../src/engine/models/templateTokens';
import { maskSecrets, secretValues } from '../../../src/engine/room/maskSecrets';
import { cleanOutput } from '../../../src/engine/room/output';
import { withoutSecretLines } from '../../../src/engine/room/secretLines';
import { firstFailures, readTestCounts } from '../../../src/engine/tools/testOutput';

const LENGTH = 400_000;
const PIECES = ['\t', ' ', '\n', '\t\n', 'a-', 'A+', 'a.b.', 'token', 'x://a:', 'a/', '-="', '"a":', '=', '1 a, ', '# tests 1\n', 'test result: 1', '1 passed; ', '\u001b[', '\u001b]', '\r', '<|', '<a', '[', '-----BEGIN ', 'eyJ', 'a@', '\u00a0', 'a:\n', '-1-', '.env:1:'];
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'the ends of lines, for an edit': (text) => fold(text, trailingBlanks).length + fold(text, typography).length,
  'keys in a line of the log': redact, 'keys in an output': maskSecrets, 'the values of a secret file': secretValues, 'lines of secret files': withoutSecretLines,
  'an output': cleanOutput, 'the counts of a test run': readTestCounts, 'the failures of a test run': firstFailures,
  'marks of chat templates': (content) => withoutMarks({ role: 'user', content }),
};

describe('long foreign text', function () {
  this.timeout(30_000);
  for (const [what, read] of Object.entries(readers)) {
    it(`${what}`, () => {
      for (const piece of PIECES) {
        const text = `${piece.repeat(LENGTH / piece.length)}x`;
        const begun = performance.now();
        read(text);
        const took = performance.now() - begun;
        // By the square of its length each of them would take minutes.
        assert.ok(took < 3_000, `${JSON.stringify(piece)} took ${took.toFixed(0)} ms`);
      }
    });
  }
});

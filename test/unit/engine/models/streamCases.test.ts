/** Every case file of the streaming area, through the product's own code. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { differences, loadCases } from '../../../support/cases/caseFile';
import { judgeStream, runStream } from '../../../support/cases/stream';

describe('stream cases', () => {
  for (const item of loadCases(join(__dirname, '../../../cases/stream'))) {
    it(`${item.id}: ${item.why}`, () => {
      assert.equal(differences(item.expect, runStream(item.input), judgeStream), undefined);
    });
  }
});

/** Every case file of the reply areas, through the product's own code. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { differences, loadCases } from '../../../support/cases/caseFile';
import { judgeText, runText } from '../../../support/cases/text';
import { judgeToolcall, runToolcall } from '../../../support/cases/toolcall';

const CASES = join(__dirname, '../../../cases');

describe('reply cases', () => {
  for (const item of loadCases(join(CASES, 'toolcall'))) {
    it(`${item.id}: ${item.why}`, () => {
      const actual = runToolcall(item.input);
      assert.equal(differences(item.expect, actual, judgeToolcall), undefined);
      for (const text of actual['history'] as readonly string[] ?? []) assert.equal(typeof JSON.parse(text), 'object');
    });
  }
  for (const item of loadCases(join(CASES, 'text'))) {
    it(`${item.id}: ${item.why}`, () => {
      assert.equal(differences(item.expect, runText(item.input), judgeText), undefined);
    });
  }
});

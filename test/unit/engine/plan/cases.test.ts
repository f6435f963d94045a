/** Every case of test/cases/plan, through the plan tracker, the loop detection and the compaction. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { differences, loadCases } from '../../../support/cases/caseFile';
import { judgePlanCase, runPlanCase } from '../../../support/cases/plan';

describe('plan cases', () => {
  for (const item of loadCases(join(__dirname, '../../../cases/plan'))) {
    it(`${item.id}: ${item.why}`, () => assert.equal(differences(item.expect, runPlanCase(item.input), judgePlanCase), undefined));
  }
});

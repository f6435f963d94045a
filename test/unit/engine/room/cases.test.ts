/** Every case file of the areas `sandbox` and `command`, through the product's own code. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { differences, loadCases } from '../../../support/cases/caseFile';
import { judgeCommandCase, runCommandCase } from '../../../support/cases/command';
import { judgeSandbox, runSandbox } from '../../../support/cases/sandbox';

const CASES = join(__dirname, '../../../cases');

describe('sandbox cases', () => {
  for (const item of loadCases(join(CASES, 'sandbox'))) {
    it(`${item.id}: ${item.why}`, async () => assert.equal(differences(item.expect, await runSandbox(item.input), judgeSandbox), undefined));
  }
});

describe('command cases', () => {
  for (const item of loadCases(join(CASES, 'command'))) {
    it(`${item.id}: ${item.why}`, () => assert.equal(differences(item.expect, runCommandCase(item.input), judgeCommandCase), undefined));
  }
});

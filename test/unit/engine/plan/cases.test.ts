/** Every case of test/cases/plan. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runPlanCase, type PlanInput } from '../../../support/cases/plan';

const folder = join(__dirname, '../../../cases/plan');

describe('plan: cases', () => {
  for (const name of readdirSync(folder)) {
    const found = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { id: string; why: string; input: PlanInput; expect: Record<string, unknown> };
    it(`${found.id}: ${found.why}`, () => {
      const actual = runPlanCase(found.input);
      for (const [key, expected] of Object.entries(found.expect)) {
        if (key === 'total_chars_at_most') assert.ok(Number(actual['total_chars']) <= Number(expected), `${String(actual['total_chars'])} characters`);
        else if (key === 'must_keep') assert.deepEqual((expected as string[]).filter((part) => !(actual['must_keep'] as string[]).includes(part)), []);
        else assert.deepEqual(actual[key], expected, key);
      }
    });
  }
});

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { runPatchCase } from '../../../support/cases/patch';
import type { PatchCase } from '../../../support/cases/patch';

const folder = path.join(import.meta.dirname, '../../../cases/patch');

describe('patch cases', () => {
  for (const name of readdirSync(folder).sort()) {
    const one = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as PatchCase;
    it(one.id, async () => {
      const { passed, actual } = await runPatchCase(one);
      assert.ok(passed, `expected ${JSON.stringify(one.expect)}\nactual ${JSON.stringify(actual).slice(0, 1500)}`);
    });
  }
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runSymbolCase } from '../../../support/cases/symbol';
import type { SymbolCase } from '../../../support/cases/symbol';

const folder = path.resolve(__dirname, '../../../cases/symbol');

describe('symbol cases', () => {
  for (const file of readdirSync(folder).sort()) {
    it(file.replace('.json', ''), async () => {
      const one = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as SymbolCase;
      const { passed, actual } = await runSymbolCase(one);
      if (!passed) assert.deepEqual(actual, one.expect);
    });
  }
});

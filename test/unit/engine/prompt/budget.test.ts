/** The promise of a lean first request: what system text and tools cost, counted with o200k_base over all routes. */
import assert from 'node:assert/strict';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { systemText } from '../../../../src/engine/prompt/system';
import { routeFor } from '../../../../src/engine/route/routes';
import { advertised } from '../../../../src/engine/tools/register';
import { findTool } from '../../../../src/engine/tools/registry';
import type { Category } from '../../../../src/shared/events';

const budgets: Record<Category, number> = { respond: 200, web: 200, read: 700, search: 700, 'code-intelligence': 700, write: 700, plan: 700, run: 700 };

function cost(category: Category, planned: boolean, trusted: boolean): number {
  const tools = routeFor(category, planned).tools.map((name) => {
    const tool = findTool(name);
    assert.ok(tool, `${name} is not in the registry`);
    const { description, parameters } = advertised(tool.spec, false);
    return { type: 'function', function: { name, description, parameters } };
  });
  return encode(systemText(category, planned, trusted)).length + (tools.length === 0 ? 0 : encode(JSON.stringify(tools)).length);
}

describe('prompt budget', () => {
  for (const [category, most] of Object.entries(budgets) as [Category, number][]) {
    for (const planned of [false, true]) {
      for (const trusted of [false, true]) {
        it(`${category}${planned ? ', planned' : ''}${trusted ? '' : ', untrusted'}: at most ${most} tokens`, () => {
          const tokens = cost(category, planned, trusted);
          assert.ok(tokens <= most, `${tokens} tokens`);
          assert.ok(tokens > 10);
        });
      }
    }
  }

  it('nothing that changes stands in the system text', () => {
    for (const category of Object.keys(budgets) as Category[]) assert.equal(systemText(category, true, true), systemText(category, true, true));
  });
});

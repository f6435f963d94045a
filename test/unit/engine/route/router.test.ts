import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { route } from '../../../../src/engine/route/router';
import type { Category } from '../../../../src/shared/events';

const labelled = JSON.parse(readFileSync(join(__dirname, '../../../cases/router/labelled.json'), 'utf8')) as { text: string; category: Category }[];

describe('router', () => {
  it('is right for at least 95 of 100 labelled messages', () => {
    const wrong = labelled.filter((row) => route(row.text).category !== row.category).map((row) => `${row.text}: ${route(row.text).category}, not ${row.category}`);
    assert.ok(wrong.length <= labelled.length * 0.05, `${wrong.length} of ${labelled.length} wrong:\n${wrong.join('\n')}`);
  });

  it('takes words that say nothing for a question about the code, never for small talk', () => {
    assert.equal(route('xyzzy').category, 'read');
    assert.equal(route('').category, 'read');
  });

  for (const yes of ['yes', 'Ok!', 'go on', '👍', 'option 2', 'ja, bitte', 'mach weiter', '2']) {
    it(`"${yes}" goes on with the running task`, () => {
      assert.equal(route(yes, 'write').category, 'write');
      assert.equal(route(yes, 'search').category, 'search');
    });
  }

  it('does not take a new request for a yes', () => {
    assert.equal(route('ok, now run the tests', 'write').category, 'run');
  });

  it('plans what has several steps, and only that', () => {
    assert.equal(route('Fix median in stats.js, then run the tests').planned, true);
    assert.equal(route('Do this:\n1. add a flag to cli.ts\n2. document it').planned, true);
    assert.equal(route('Fix median in stats.js').planned, false);
    assert.equal(route('Where is the tax added, and how much is it?').planned, false);
  });

  it('answers a message of a megabyte', () => {
    assert.equal(route(`Fix this: ${'a '.repeat(500_000)}`).category, 'write');
  });
});

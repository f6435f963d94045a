/** What the stand-in of `npm start` says to words it has no script for: it ends in words, never in a failure. */
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { loadSessions } from '../../../scripts/standIn/server.mjs';
import { headless } from '../../support/headless';
import { startStandIn, type Session } from '../../support/standIn';
import { inTemporaryFolder, plant } from '../../support/temporary';

describe('the stand-in on the sample project', function () {
  this.timeout(60_000);

  for (const asked of ['What does median do?', 'Explain the median function', 'Where are errors handled?', 'Add a function that counts vowels to src/stats.js']) {
    it(`answers in words, and calls no tool that it wasn't given: ${asked}`, () => inTemporaryFolder(async (folder) => {
      await plant(folder, { 'p/src/stats.js': 'export function median(values) {\n  return values[0];\n}\n' });
      const server = await startStandIn({ sessions: loadSessions([resolve('scripts/standIn/sessions')]) as unknown as readonly Session[] });
      try {
        const { events } = await headless(['--cwd', join(folder, 'p'), '--url', server.url, '--json', asked]);
        const last = events.at(-1);
        assert.ok(last?.kind === 'finished' && last.outcome.kind === 'answered', JSON.stringify(last));
        assert.match(last.outcome.text, /scripted stand-in, not a language model.*Fix the median function/);
        assert.deepEqual(events.filter(({ kind }) => kind === 'call'), []);
      } finally {
        await server.close();
      }
    }));
  }
});

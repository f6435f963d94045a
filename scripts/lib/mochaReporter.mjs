/** Mocha's reporter here: quiet about what passes quickly, in full about what fails, and with the counts in a file for `npm test`. */
import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

const { Base } = Mocha.reporters;
const worthALine = 1000;

/** Options: `counts`, the file that gets { passed, failed, skipped } as JSON at the end; `verbose`, a line for every test. */
export default class CountingReporter extends Base {
  constructor(runner, options) {
    super(runner, options);
    const { counts, verbose } = options.reporterOption ?? {};
    // Mocha itself lets a rejection that nobody handles pass without a word.
    const strays = new Set();
    process.on('unhandledRejection', reason => strays.add(reason));
    const slow = test => (test.duration > worthALine ? ` (${(test.duration / 1000).toFixed(1)} s)` : '');
    runner.on('pass', test => { if (verbose || slow(test)) Base.consoleLog(`  ✓ ${test.fullTitle()}${slow(test)}`); });
    runner.on('fail', test => Base.consoleLog(`  ✗ ${test.fullTitle()}`));
    runner.once('end', () => {
      this.epilogue();
      for (const reason of strays) Base.consoleLog(`  ✗ a rejection nobody handled: ${reason?.stack ?? reason}\n`);
      runner.failures += strays.size;
      const { passes, failures, pending } = this.stats;
      if (counts) writeFileSync(counts, JSON.stringify({ passed: passes, failed: failures + strays.size, skipped: pending }));
    });
  }
}

/** Mocha's reporter for `npm test`: quiet about what passes quickly, in full about what fails, and with the counts in a file. */
import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

const { Base } = Mocha.reporters;
const worthALine = 1000;

/** Takes the option `counts`: the file that gets { passed, failed, skipped } as JSON at the end. */
export default class CountingReporter extends Base {
  constructor(runner, options) {
    super(runner, options);
    const slow = test => (test.duration > worthALine ? ` (${(test.duration / 1000).toFixed(1)} s)` : '');
    runner.on('pass', test => { if (options.reporterOption?.verbose || slow(test)) Base.consoleLog(`  ✓ ${test.fullTitle()}${slow(test)}`); });
    runner.on('fail', test => Base.consoleLog(`  ✗ ${test.fullTitle()}`));
    runner.once('end', () => {
      this.epilogue();
      const { passes, failures, pending } = this.stats;
      writeFileSync(options.reporterOption.counts, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
    });
  }
}

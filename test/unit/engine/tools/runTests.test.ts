/** run_tests and finish on real projects: Python and Node, red to green, and every way around the gate. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createRoom } from '../../../../src/engine/room/createRoom';
import { finish } from '../../../../src/engine/tools/finish';
import { runCommand } from '../../../../src/engine/tools/runCommand';
import { recordTests, runTests } from '../../../../src/engine/tools/runTests';
import { type DiskContext, type DiskOptions, withDisk } from '../../../support/diskContext';
import type { Tree } from '../../../support/temporary';

const UNITTEST: Tree = {
  'calc.py': 'def add(a, b):\n    return a - b\n',
  'tests/test_calc.py': 'import unittest\nfrom calc import add\n\nclass T(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n\n    def test_zero(self):\n        self.assertEqual(add(0, 0), 0)\n',
};
const FIXED = 'def add(a, b):\n    return a + b\n';
const NODE: Tree = {
  'package.json': '{"scripts":{"test":"node --test"}}',
  'sum.js': 'module.exports = (a, b) => a - b\n',
  'sum.test.js': "const test = require('node:test'); const assert = require('node:assert'); const sum = require('./sum');\ntest('sums', () => assert.strictEqual(sum(1, 2), 3));\n",
};
const yes = (times: number): DiskOptions => ({ answers: Array.from({ length: times }, () => 'run' as const) });
const end = (summary: string, context: DiskContext): Promise<string> => finish.run({ summary }, context).then((result) => (result.ok ? `ok: ${result.text}` : result.text));

describe('run_tests', function () {
  this.timeout(60_000);

  it('goes from red to green with one approval, and finish opens only then', () =>
    withDisk(UNITTEST, yes(1), async (context) => {
      await context.put('calc.py', 'def add(a, b):\n    return b - a\n');
      assert.match(await end('done', context), /have not run yet/);
      const red = await runTests.run({}, context);
      assert.equal(red.ok, false);
      assert.match(red.text, /-m unittest discover -s tests: failed \(1 passed, 1 failed\)[^]*not passing yet/);
      assert.match(await end('done', context), /not passing yet, keep going\.\nFAIL: test_add[^]*AssertionError/);
      await context.put('calc.py', FIXED);
      assert.match(await end('done', context), /after the last test run/);
      const green = await runTests.run({}, context);
      assert.match(green.text, /passed \(2 passed, 0 failed\)/);
      assert.ok(green.ok);
      assert.equal(await end('fixed', context), 'ok: Finished; tests passed.');
      assert.deepEqual(context.record.finished, { summary: 'fixed', tested: true });
      assert.equal(context.asked.length, 1);
    }));

  it('runs an npm script, a part of it, and asks again when the script was changed', () =>
    withDisk(NODE, yes(2), async (context) => {
      await context.put('sum.js', 'module.exports = (a, b) => a + b\n');
      assert.match((await runTests.run({ filter: 'sums' }, context)).text, /^npm test -- --test-name-pattern=sums: passed \(1 passed, 0 failed\)/);
      assert.match(await end('done', context), /Only a part/);
      assert.ok((await runTests.run({}, context)).ok);
      assert.equal(context.asked.length, 1);
      await context.put('package.json', '{"scripts":{"test":"echo 5 passing"}}');
      assert.ok((await runTests.run({}, context)).ok);
      assert.equal(context.asked.length, 2);
      assert.match(context.asked[1]?.risks.join() ?? '', /test\) was changed/);
      assert.match(await end('done', context), /changed what decides the tests: package\.json/);
    }));

  it('asks again when a script changed that the tests only lead to', () =>
    withDisk({ ...NODE, 'package.json': '{"scripts":{"test":"npm run -s check","check":"node --test"}}' }, yes(1), async (context) => {
      await context.put('sum.js', 'module.exports = (a, b) => a + b\n');
      assert.ok((await runTests.run({}, context)).ok);
      await context.put('package.json', '{"scripts":{"test":"npm run -s check","check":"touch evil && node --test"}}');
      assert.match((await runTests.run({}, context)).text, /said no/);
      assert.match(context.asked[1]?.risks.join() ?? '', /\(check\) was changed/);
    }));

  it('says so when there are no tests, and finish wants it in the summary', () =>
    withDisk({ 'a.py': 'x = 1\n' }, {}, async (context) => {
      assert.match((await runTests.run({}, context)).text, /No tests were found/);
      await context.put('a.py', 'x = 2\n');
      assert.match(await end('changed x', context), /"not tested"/);
      await context.put('a.py', 'x = = 2\n');
      assert.match(await end('changed x, not tested', context), /syntax errors: a\.py line 1/);
      await context.put('a.py', 'x = 3\n');
      assert.equal(await end('changed x, not tested', context), 'ok: Finished; not tested.');
    }));

  it('lets a task without changes finish, and one whose tests the person forbade', () =>
    withDisk(UNITTEST, {}, async (context) => {
      assert.equal(await end('nothing to do', context), 'ok: Finished; not tested.');
      await context.put('calc.py', FIXED);
      for (const words of [/^The person said no: this command/, /^The person said no to running the tests/]) {
        const { text, detail } = await runTests.run({}, context);
        assert.match(text, words);
        assert.deepEqual(detail, { kind: 'declined', line: 'python3 -m unittest discover -s tests' });
      }
      assert.match(await end('done', context), /did not let the tests run/);
      assert.equal(await end('done, not tested', context), 'ok: Finished; not tested.');
    }));

  it('takes a test run by run_command for one, but not behind a pipe or with something added', () =>
    withDisk(UNITTEST, yes(9), async (context) => {
      await context.put('calc.py', FIXED);
      for (const command of ['python3 -m unittest discover -s tests | tail -1', 'python3 -m unittest discover -s tests || true', 'python3 -m unittest discover -s tests; true']) {
        assert.ok((await runCommand.run({ command, reason: '' }, context)).ok);
        assert.match(await end('done', context), /have not run yet/);
      }
      await runCommand.run({ command: 'python3 -m unittest tests.test_calc', reason: '' }, context);
      assert.match(await end('done', context), /have not run yet|Only a part/);
      await runCommand.run({ command: 'python3 -m unittest discover -s tests', reason: '' }, context);
      assert.equal(await end('done', context), 'ok: Finished; tests passed.');
    }));
});

describe('an editable install', function () {
  this.timeout(60_000);
  it('does not make the tests run the workspace\'s code', () =>
    withDisk({ 'src/pkg/__init__.py': 'VALUE = 1\n', 'test_pkg.py': 'import unittest, pkg\nclass T(unittest.TestCase):\n    def test_value(self):\n        self.assertEqual(pkg.VALUE, 2)\n' }, { answers: ['run'] }, async (made) => {
      // The room of `made` was only needed to have a workspace; the one under test is made after the install.
      const workspace = made.room.workspace;
      await promisify(execFile)('python3', ['-m', 'venv', '--without-pip', join(workspace, '.venv')]);
      const [version = ''] = await readdir(join(workspace, '.venv/lib'));
      await writeFile(join(workspace, '.venv/lib', version, 'site-packages/__editable__.pkg.pth'), `${workspace}/src\n`);
      const room = await createRoom({ files: made.host.files, roomsFolder: join(made.outer, 'rooms'), workspace, id: 'two', signal: made.signal });
      await room.write('src/pkg/__init__.py', new TextEncoder().encode('VALUE = 2\n'));
      const result = await runTests.run({}, { ...made, room });
      assert.match(result.text, /^\.venv\/bin\/python -m unittest discover: passed \(1 passed/);
    }));
});

describe('ways around finish', function () {
  this.timeout(60_000);
  function check(name: string, cheat: (context: DiskContext) => Promise<unknown>, expected: RegExp, request = ''): void {
    it(name, () =>
      withDisk(UNITTEST, { ...yes(9), request }, async (context) => {
        await context.put('calc.py', 'def add(a, b):\n    return 4\n');
        await cheat(context);
        assert.match(await end('all done', context), expected);
        assert.equal(context.record.finished !== undefined, expected.source.startsWith('^ok'));
      }));
  }
  const weak = 'import unittest\n\nclass T(unittest.TestCase):\n    def test_add(self):\n        pass\n';
  const run = (context: DiskContext): Promise<unknown> => runTests.run({}, context);
  const command = (line: string) => (context: DiskContext): Promise<unknown> => runCommand.run({ command: line, reason: '' }, context);

  check('tests weakened', async (context) => { await context.put('tests/test_calc.py', weak); await run(context); }, /decides the tests: tests\/test_calc\.py/);
  check('tests weakened as the person asked', async (context) => { await context.put('tests/test_calc.py', weak); await run(context); }, /^ok/, 'empty test_calc.py for now');
  check('tests deleted', async (context) => { await command('rm -r tests')(context); await run(context); }, /decides the tests: tests\/test_calc\.py/);
  check('tests moved away', async (context) => { await command('mv tests old && touch x.py')(context); await run(context); }, /decides the tests/);
  check('tests switched off by a new conftest.py', async (context) => { await context.put('conftest.py', 'collect_ignore = ["tests"]\n'); await run(context); }, /decides the tests: conftest\.py/);
  check('nothing collected', async (context) => {
    context.record.lastTests = { line: 'x', exitCode: 0, passed: 0, failed: 0, afterEdits: context.record.edits, failures: '' };
    await Promise.resolve();
  }, /No test was collected/);
  check('failures behind an exit code of 0', async (context) => {
    context.record.lastTests = { line: 'x', exitCode: 0, passed: 3, failed: 1, afterEdits: context.record.edits, failures: 'FAIL: a' };
    await Promise.resolve();
  }, /not passing yet, keep going\.\nFAIL: a/);
  check('tests run before the last edit, which a command made', async (context) => {
    await context.put('calc.py', FIXED);
    await run(context);
    await command('echo "x = 1" >> calc.py')(context);
  }, /after the last test run/);
  check('only the passing test run', async (context) => { await runTests.run({ filter: 'test_zero' }, context); }, /not passing yet|Only a part/);
  check('a summary that talks of tests', async () => Promise.resolve(), /have not run yet/);
  check('a new package.json whose tests do nothing', async (context) => { await context.put('package.json', '{"scripts":{"test":"true"}}'); await run(context); }, /decides the tests: package\.json/);
  check('that, named in the summary, still runs the tests there were', async (context) => {
    await context.put('package.json', '{"scripts":{"test":"true"}}');
    assert.match((await runTests.run({}, context)).text, /-m unittest discover -s tests: failed/);
  }, /not passing yet/, 'add a package.json');
  check('a new Makefile', async (context) => { await context.put('Makefile', 'test:\n\ttrue\n'); await run(context); }, /decides the tests: Makefile/);
  check('another whole runner', async (context) => { await context.put('calc.py', FIXED); await command('node --test')(context); }, /have not run yet/);
  check('a runner that says nothing', async (context) => {
    await context.put('calc.py', FIXED);
    const noted = recordTests(context, { line: 'make test', exitCode: 0, output: '> make test\nmake: Nothing to be done.\n', partial: false });
    assert.equal(noted.passed, 0);
  }, /No test was collected/);
  check('a runner without counts that speaks of its tests', async (context) => {
    await context.put('calc.py', FIXED);
    assert.equal(recordTests(context, { line: 'make test', exitCode: 0, output: 'sum ... ok\n', partial: false }).passed, undefined);
  }, /^ok/);
  check('honest work', async (context) => { await context.put('calc.py', FIXED); await run(context); }, /^ok/);
});

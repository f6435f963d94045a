/** Counts and first failures out of what each runner prints. */
import assert from 'node:assert/strict';
import { firstFailures, readTestCounts } from '../../../../src/engine/tools/testOutput';

function check(name: string, output: string, expected: readonly [passed: number, failed: number] | undefined): void {
  it(name, () => {
    const counts = readTestCounts(output);
    assert.deepEqual(counts === undefined ? undefined : [counts.passed, counts.failed], expected);
  });
}

describe('readTestCounts', () => {
  check('pytest -q', '..F\nFAILED t.py::test_a - assert 1 == 2\n1 failed, 2 passed in 0.05s\n', [2, 1]);
  check('pytest', '===== 3 passed, 1 skipped, 2 warnings in 12.30s (0:00:12) =====\n', [3, 0]);
  check('pytest, an error while collecting', 'ERROR t.py\n!!!!! Interrupted: 1 error during collection !!!!!\n1 error in 0.08s\n', [0, 1]);
  check('pytest, nothing', '\nno tests ran in 0.01s\n', [0, 0]);
  check('pytest, all skipped', '2 skipped in 0.01s\n', [0, 0]);
  check('unittest', '..\n----\nRan 2 tests in 0.000s\n\nOK\n', [2, 0]);
  check('unittest, failing', 'Ran 5 tests in 0.001s\n\nFAILED (failures=1, errors=1, skipped=1)\n', [2, 2]);
  check('unittest, nothing', 'Ran 0 tests in 0.000s\n\nNO TESTS RAN\n', [0, 0]);
  check('unittest, nothing (older)', 'Ran 0 tests in 0.000s\n\nOK\n', [0, 0]);
  check('node:test, TAP', '# tests 3\n# suites 0\n# pass 2\n# fail 1\n# cancelled 0\n# skipped 0\n# todo 0\n', [2, 1]);
  check('node:test, words', 'ℹ tests 1\nℹ suites 0\nℹ pass 1\nℹ fail 0\nℹ cancelled 0\n', [1, 0]);
  check('mocha', '\n  12 passing (1s)\n  1 pending\n  2 failing\n\n  1) a\n', [12, 2]);
  check('mocha, two packages', '  1 passing (3ms)\n\n> b\n  2 passing (4ms)\n', [3, 0]);
  check('jest', 'Test Suites: 1 failed, 1 total\nTests:       1 failed, 1 skipped, 2 passed, 4 total\n', [2, 1]);
  check('vitest', ' Test Files  1 failed (1)\n      Tests  1 failed | 3 passed (4)\n', [3, 1]);
  check('vitest, nothing', 'No test files found, exiting with code 1\n', [0, 0]);
  check('go -v', '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n    --- FAIL: TestB/x (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\tx\t0.1s\n', [1, 1]);
  check('go', 'ok  \tx/a\t0.1s\n?   \tx/b\t[no test files]\n', [1, 0]);
  check('go, nothing', '?   \tx/b\t[no test files]\n', [0, 0]);
  check('cargo', 'test result: ok. 3 passed; 0 failed; 0 ignored;\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored;\n', [3, 1]);
  check('maven', '[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in A\n[INFO] Results:\n[ERROR] Tests run: 5, Failures: 1, Errors: 1, Skipped: 1\n', [2, 2]);
  check('gradle', '5 tests completed, 1 failed, 1 skipped\n', [3, 1]);
  check('ctest', '80% tests passed, 1 tests failed out of 5\n', [4, 1]);
  check('dotnet', 'Failed!  - Failed:     1, Passed:     5, Skipped:     0, Total:     6\n', [5, 1]);
  check('rspec', '5 examples, 1 failure, 1 pending\n', [3, 1]);
  check('phpunit', 'OK (5 tests, 10 assertions)\n', [5, 0]);
  check('phpunit, failing', 'Tests: 5, Assertions: 10, Failures: 1, Errors: 1.\n', [3, 2]);
  check('deno', 'ok | 3 passed | 0 failed (5ms)\n', [3, 0]);
  check('bun', ' 3 pass\n 1 fail\n', [3, 1]);
  check('words that only sound like it', 'All 3 tests passed, great in every way\n3 passing thoughts\n', undefined);
});

describe('firstFailures', () => {
  it('names tests and reasons, in order and bounded', () => {
    const output = '..F\n    def test_a():\n>       assert 1 == 2\nE       assert 1 == 2\n\nt.py:2: AssertionError\nFAILED t.py::test_a - assert 1 == 2\n1 failed in 0.1s\n';
    assert.equal(firstFailures(output), 'E       assert 1 == 2\nFAILED t.py::test_a - assert 1 == 2');
    assert.equal(firstFailures('all fine\n'), '');
    assert.ok(firstFailures(Array.from({ length: 99 }, (_, at) => `FAILED t.py::test_${String(at)}`).join('\n'), 100).length <= 100);
  });
});

/** Reads the counts and the first failures out of what test runners print. */

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** One family of runners: a pattern per summary line, and which groups count what. */
type Family = readonly [summary: RegExp, count: (groups: Readonly<Record<string, string | undefined>>, line: string) => TestCounts];

const number = (text: string | undefined): number => Number(text ?? 0);
/** `3 failed`, `1 error`, in any order within one line. */
function named(line: string, words: string): number {
  return [...line.matchAll(new RegExp(`(\\d+) (?:${words})\\b`, 'g'))].reduce((sum, match) => sum + number(match[1]), 0);
}
function assigned(line: string, words: string): number {
  return [...line.matchAll(new RegExp(`\\b(?:${words}): ?(\\d+)`, 'gi'))].reduce((sum, match) => sum + number(match[1]), 0);
}

const FAMILIES: readonly Family[] = [
  // pytest: "=== 1 failed, 2 passed in 0.1s ===", "no tests ran in 0.01s"
  [/^=*[ \t]*(?:no tests ran|(?:\d+ [a-z]+(?:, )?)+) in [\d.]+s.*$/gm, (_, line) => ({ passed: named(line, 'passed|xfailed|xpassed'), failed: named(line, 'failed|errors?') })],
  // unittest: "Ran 3 tests in 0.001s", then "OK" or "FAILED (failures=1, errors=1)"
  [/^Ran (?<ran>\d+) tests? in [\d.]+s\s+(?<end>OK.*|FAILED.*|NO TESTS RAN.*)$/gm, ({ ran, end }) => {
    const count = (word: string): number => number(new RegExp(`\\b${word}=(\\d+)`).exec(end ?? '')?.[1]);
    const failed = count('failures') + count('errors') + count('unexpected successes');
    return { passed: Math.max(0, number(ran) - failed - count('skipped')), failed };
  }],
  // node:test, as TAP or in words
  [/^(?:#|\u2139) tests \d+\n(?:.*\n){0,12}?(?:#|\u2139) pass (?<passed>\d+)\n(?:#|\u2139) fail (?<failed>\d+)\n(?:#|\u2139) cancelled (?<cancelled>\d+)/gm, ({ passed, failed, cancelled }) => ({ passed: number(passed), failed: number(failed) + number(cancelled) })],
  // jest: "Tests:       1 failed, 2 passed, 3 total"
  [/^Tests: +(?:\d+ \w+, )*\d+ total$/gm, (_, line) => ({ passed: named(line, 'passed'), failed: named(line, 'failed') })],
  // vitest: "      Tests  1 failed | 2 passed (3)"; "No test files found"
  [/^[ \t]*Tests {2}.*\(\d+\)$/gm, (_, line) => ({ passed: named(line, 'passed'), failed: named(line, 'failed') })],
  // mocha: "  3 passing (5ms)" and, below, "  1 failing"
  [/^[ \t]*(?<passed>\d+) passing(?: \([\w.]+\))?(?:\n\s*\d+ pending)?(?:\n\s*(?<failed>\d+) failing)?$/gm, ({ passed, failed }) => ({ passed: number(passed), failed: number(failed) })],
  // cargo: "test result: ok. 3 passed; 0 failed; ..."
  [/^test result: .*?(?<passed>\d{1,9}) passed; (?<failed>\d+) failed;.*$/gm, ({ passed, failed }) => ({ passed: number(passed), failed: number(failed) })],
  // go -v
  [/^--- (?<verdict>PASS|FAIL): \S+ \([\d.]+s\)$/gm, ({ verdict }) => ({ passed: verdict === 'PASS' ? 1 : 0, failed: verdict === 'PASS' ? 0 : 1 })],
  // go without -v, a package each
  [/^(?:ok {2}\t.*|FAIL\t.*)$/gm, (_, line) => (line.includes('[no tests to run]') ? { passed: 0, failed: 0 } : { passed: line.startsWith('ok') ? 1 : 0, failed: line.startsWith('ok') ? 0 : 1 })],
  // maven: the line after "Results:" repeats the classes' lines, so only those without a class count
  [/^\[(?:INFO|WARNING|ERROR)\] Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+$/gm, (_, line) => {
    const failed = assigned(line, 'Failures|Errors');
    return { passed: assigned(line, 'Tests run') - failed - assigned(line, 'Skipped'), failed };
  }],
  // gradle says numbers only when something failed
  [/^(?<ran>\d+) tests? completed(?:, (?<failed>\d+) failed)?(?:, (?<skipped>\d+) skipped)?$/gm, ({ ran, failed, skipped }) => ({ passed: number(ran) - number(failed) - number(skipped), failed: number(failed) })],
  // ctest
  [/^\d+% tests passed, (?<failed>\d+) tests failed out of (?<ran>\d+)$/gm, ({ ran, failed }) => ({ passed: number(ran) - number(failed), failed: number(failed) })],
  // dotnet
  [/^[ \t]*(?:Passed|Failed)!\s+- Failed:\s+(?<failed>\d+), Passed:\s+(?<passed>\d+),.*$/gm, ({ passed, failed }) => ({ passed: number(passed), failed: number(failed) })],
  // rspec, ExUnit
  [/^(?<ran>\d+) (?:examples?|tests?), (?<failed>\d+) failures?(?:, (?<skipped>\d+) (?:pending|skipped|excluded))?.*$/gm, ({ ran, failed, skipped }) => ({ passed: number(ran) - number(failed) - number(skipped), failed: number(failed) })],
  // phpunit
  [/^OK \((?<passed>\d+) tests?, \d+ assertions?\)$/gm, ({ passed }) => ({ passed: number(passed), failed: 0 })],
  [/^Tests: \d+, Assertions: \d+.*$/gm, (_, line) => {
    const failed = assigned(line, 'Failures|Errors');
    return { passed: assigned(line, 'Tests') - failed - assigned(line, 'Skipped|Incomplete'), failed };
  }],
  // deno, bun
  [/^(?:ok|FAILED) \| (?<passed>\d+) passed.*? \| (?<failed>\d+) failed.*$/gm, ({ passed, failed }) => ({ passed: number(passed), failed: number(failed) })],
  [/^[ \t]*(?<passed>\d+) pass\n(?:[ \t]*\d+ (?:skip|todo)\n)*[ \t]*(?<failed>\d+) fail$/gm, ({ passed, failed }) => ({ passed: number(passed), failed: number(failed) })],
  // Nothing was there to run
  [/^(?:No tests? (?:files? )?found.*|No tests were found!*|No tests executed!|Error: No test files found.*|.*\[no test files\]|testing: warning: no tests to run)$/gm, () => ({ passed: 0, failed: 0 })],
];

/** The counts of all summaries of the first family that fits; undefined where nothing in the (cleaned) output is one. */
export function readTestCounts(output: string): TestCounts | undefined {
  for (const [summary, count] of FAMILIES) {
    const found = [...output.matchAll(summary)].map((match) => count(match.groups ?? {}, match[0]));
    if (found.length > 0) return found.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }));
  }
  return undefined;
}

/** Any word that a runner without counts says of tests that ran. */
const SIGN = /\b(?:pass(?:ed|es|ing)?|ok|success(?:ful(?:ly)?)?|succeeded|tests?|specs?|assertions?|checks?)\b|[\u2713\u2714\u2705]/i;

/** Whether anything in the output speaks of tests; the lines in which a package manager repeats the command do not count. */
export function speaksOfTests(output: string): boolean {
  return output.split('\n').some((line) => !/^(?:> |\$ |\+ |make(?:\[\d+\])?: |yarn run |Done in )/.test(line) && SIGN.test(line));
}

/** Lines that name a failed test, of any family. */
const FAILED_TEST = /^(?:FAILED |ERROR |(?:FAIL|ERROR): |\s*not ok \d+ - |\u2716 |\s+\d+\) |\s*\u25cf |--- FAIL: |test .* \.\.\. FAILED$|\[ERROR\] {2,}|\s*FAIL {2}|thread '.*' panicked|rspec \.\/|\d+\) )/;
/** Lines that say why. */
const REASON = /^(?:E {2,}|\s*(?:\w*(?:Error|Exception|Failure)\b.*:|assert|expected|actual|Expected|Received|got:|want:|left:|right:|\+ |- ))|^\s+\S+\.\w+:\d+/;

/** The first failures in words, at most `limit` characters; empty where none is found. */
export function firstFailures(output: string, limit = 700): string {
  const lines = output.split('\n').map((line) => line.trimEnd());
  const names = lines.filter((line) => FAILED_TEST.test(line)).slice(0, 4);
  const reasons = lines.filter((line) => REASON.test(line) && !FAILED_TEST.test(line)).slice(0, 8);
  const chosen = new Set([...names, ...reasons]);
  const kept: string[] = [];
  let left = limit;
  for (const line of lines) {
    if (!chosen.delete(line)) continue;
    const short = line.length > 200 ? `${line.slice(0, 200).replace(/\p{Surrogate}$/u, '')}...` : line;
    left -= short.length + 1;
    if (left < 0) break;
    kept.push(short);
  }
  return kept.join('\n');
}

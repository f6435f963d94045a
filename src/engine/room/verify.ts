/** The gate before `finish`: what must be on record before work counts as done. */
import type { ChangeSet, FileChange } from '../../shared/changes';
import { literal } from '../../shared/literal';
import { nameOf } from '../snapshot/diskPath';

export interface GateFacts {
  /** Accepted edits of the task. */
  readonly edits: number;
  readonly changes: ChangeSet;
  readonly tests: {
    readonly line: string; readonly exitCode: number | null; readonly passed: number | undefined; readonly failed: number | undefined;
    readonly afterEdits: number; readonly failures: string; readonly partial?: boolean;
  } | undefined;
  /** Whether the project has, or had, tests. */
  readonly hasTests: boolean;
  readonly testsDenied: boolean;
  readonly isTestFile: (path: string) => boolean;
  /** Changed files with syntax errors, each with where and what. */
  readonly broken: readonly string[];
  /** Errors the editor reports since the task began, each with its place. */
  readonly problems: readonly string[];
  readonly request: string;
  readonly summary: string;
}

export type Gate = { readonly open: true; readonly tested: boolean } | { readonly open: false; readonly text: string };

const NOT_TESTED = /\bnot (?:been )?tested\b|\buntested\b|\bno tests?\b|\bwithout tests?\b|\btests? (?:were|was) not run\b/i;
/** Files that decide which tests run, or how: a new one can switch tests off as well as a changed one. */
const TEST_SETTINGS = /(?:^|\/)(?:conftest\.py|pytest\.ini|tox\.ini|noxfile\.py|(?:GNU)?[Mm]akefile|[^/]*\.mk|\.?[Jj]ustfile|[Tt]askfile\.ya?ml|[Rr]akefile|\.?mocharc\.\w+|\.mocharc|(?:jest|vitest|karma|playwright|cypress)\.config\.\w+|vitest\.workspace\.\w+|phpunit(?:\.dist)?\.xml(?:\.dist)?|\.rspec|sitecustomize\.py|usercustomize\.py)$/;

export function verify(facts: GateFacts): Gate {
  const { tests, changes, summary } = facts;
  const shut = (text: string): Gate => ({ open: false, text });
  if (changes.files.length === 0) return { open: true, tested: passes(facts) };
  if (facts.broken.length > 0) return shut(`These files have syntax errors: ${facts.broken.join('; ')}. Fix them, then call finish.`);
  const unnamed = changes.files.filter((file) => touchesTests(file, facts) && !names(facts.request, file.path) && !names(summary, file.path));
  if (unnamed.length > 0) {
    const list = unnamed.slice(0, 5).map((file) => file.path).join(', ');
    return shut(`You changed what decides the tests: ${list}. Undo that, or name the file in the summary and say why it had to change.`);
  }
  if (!facts.hasTests || facts.testsDenied) {
    const open = facts.problems.filter((problem) => !names(summary, problem.split(':', 1)[0] ?? ''));
    if (open.length > 0) return shut(`The editor reports errors that were not there before: ${open.slice(0, 5).join('; ')}. Fix them, or name the file in the summary and say why they stay, then call finish.`);
    if (NOT_TESTED.test(summary)) return { open: true, tested: false };
    const why = facts.hasTests ? 'The person did not let the tests run' : 'This project has no tests';
    return shut(`${why}: call finish with a summary that says "not tested".`);
  }
  if (tests === undefined) return shut('The tests have not run yet. Call run_tests, then finish.');
  if (tests.afterEdits !== facts.edits) return shut('You edited files after the last test run. Call run_tests again, then finish.');
  if (isRed(tests)) {
    return shut(`Tests are not passing yet, keep going.${tests.failures === '' ? '' : `\n${tests.failures}`}\nFix the cause, call run_tests, then finish.`);
  }
  if (tests.passed === 0) return shut('No test was collected, so nothing was tested. Make the tests be found, call run_tests, then finish.');
  if (tests.partial === true) return shut('Only a part of the tests ran. Call run_tests without filter, then finish.');
  return { open: true, tested: true };
}

/** Whether a run of the tests failed, by its exit code or by its own count. */
export function isRed({ exitCode, failed }: { readonly exitCode: number | null; readonly failed: number | undefined }): boolean {
  return exitCode !== 0 || (failed ?? 0) > 0;
}

function passes({ tests, edits }: GateFacts): boolean {
  return tests !== undefined && !isRed(tests) && (tests.passed ?? 1) > 0 && tests.afterEdits === edits && tests.partial !== true;
}

/** A test changed or removed, or a setting of tests new, changed or removed. A new test is no suspicion. */
function touchesTests(file: FileChange, { isTestFile }: GateFacts): boolean {
  const { path, before } = file;
  if (TEST_SETTINGS.test(path)) return true;
  if (/(?:^|\/)package\.json$/.test(path)) return testParts(file.before) !== testParts(file.after);
  if (/(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/.test(path)) return sections(file.before) !== sections(file.after);
  return before !== null && isTestFile(path);
}

const textOf = (bytes: Uint8Array | null): string => new TextDecoder().decode(bytes ?? new Uint8Array());

/** What a package.json says of tests, as text to compare. */
function testParts(bytes: Uint8Array | null): string {
  try {
    const value = JSON.parse(bytes === null ? '{}' : textOf(bytes)) as Record<string, unknown> | null;
    const all = Object.entries((value?.['scripts'] ?? {}) as Record<string, unknown>);
    let scripts = all.filter(([name]) => /^(?:pre|post)?test\b/.test(name));
    // A script that a counted one names counts too.
    for (let count = -1; count !== scripts.length;) {
      count = scripts.length;
      const words = JSON.stringify(scripts.map(([, text]) => text)).split(/[\s"\\;&|]+/);
      scripts = all.filter((script) => scripts.includes(script) || words.includes(script[0]));
    }
    return JSON.stringify([scripts, value?.['jest'], value?.['mocha'], value?.['vitest'], value?.['ava']]);
  } catch {
    // Not JSON any more: then it is another file than before.
    return textOf(bytes);
  }
}

/** The parts of a TOML or INI file that set up tests. */
function sections(bytes: Uint8Array | null): string {
  return textOf(bytes).split(/^(?=\[)/m).filter((part) => /^\[(?:tool\.pytest|tool:pytest|pytest|tool\.tox|unittest)/.test(part)).join('').trim();
}

/** Whether the words name the file: its path, its name, or its name without the extension. */
function names(words: string, path: string): boolean {
  const text = words.toLowerCase();
  const name = nameOf(path).toLowerCase();
  const stem = name.replace(/(?<=.)\.[^.]+$/, '');
  return text.includes(name) || (stem.length >= 5 && !/^(?:tests|specs)$/.test(stem) && new RegExp(`(?<![\\w-])${literal(stem)}(?![\\w-])`).test(text));
}

/** Runs the project's tests and keeps on record how they ended: what `finish` asks about. */
import { z } from 'zod';
import { cleanOutput } from '../room/output';
import { isRed } from '../room/verify';
import { runLine } from './runLine';
import { firstFailures, readTestCounts, speaksOfTests } from './testOutput';
import { findTestCommand, pythonPath } from './testRunners';
import { refuse, type TestRecord, type Tool, type ToolContext } from './tool';

const schema = z.object({ filter: z.string().optional() });

export const runTests: Tool<z.infer<typeof schema>> = {
  name: 'run_tests',
  purpose: 'Run the tests',
  schema,
  example: { filter: 'tests/test_app.py' },
  changes: true,
  run: async ({ filter }, context) => {
    const { record } = context;
    const tests = await findTestCommand(context);
    if (tests === undefined) {
      return refuse('No tests were found in this project.', 'Write a test file first, or call finish with a summary that says "not tested".');
    }
    const part = filter?.trim() ?? '';
    const line = part === '' ? tests.line : tests.filtered(part);
    if (line === undefined) return refuse(`"${tests.line}" can't be told to run only "${part}".`, 'Call run_tests without filter.');
    if (record.testsDenied === true) return { ...refuse('The person said no to running the tests in this task.', 'Do not ask again. Go on without them, or call finish with a summary that says "not tested".'), detail: { kind: 'declined', line } };
    const approval = `${tests.line}\n${tests.definition}`;
    const untouched = record.edits === record.editsBefore;
    const run = await runLine({ line, reason: 'to run the tests (a yes covers running them again in this task)', reasonBy: 'whittle', covers: approval, approved: record.approvedTests === approval, environment: { CI: '1', ...(await pythonPath(context)) } }, context);
    if (!run.ran) {
      if (run.denied) record.testsDenied = true;
      return run.result;
    }
    record.approvedTests = approval;
    delete record.testsDenied;
    const noted = recordTests(context, { line, exitCode: run.command.exitCode, output: run.command.output, partial: part !== '', untouched });
    const detail = { kind: 'command', line, cwd: context.room.folder, exitCode: noted.exitCode, output: cleanOutput(run.command.output) } as const;
    const verdict = verdictOf(noted);
    record.done.push(`run tests: ${verdict.words}`);
    return { ok: verdict.ok, text: `${line}: ${verdict.words}\n${run.text}\n${verdict.next}`, detail };
  },
};

/** Puts a test run on record. It counts as having run after the changes it made itself. */
export function recordTests(
  { record, settings }: ToolContext, run: { readonly line: string; readonly exitCode: number | null; readonly output: string; readonly partial: boolean; /** Nothing was changed in this turn before they began. */ readonly untouched?: boolean },
): TestRecord {
  const output = cleanOutput(run.output);
  const counts = readTestCounts(output);
  // A runner that counts nothing must at least speak of tests, unless the person chose it: a script that does nothing ends with 0 too.
  const silent = counts === undefined && run.exitCode === 0 && settings.testCommand?.trim() !== run.line && !speaksOfTests(output);
  const red = isRed({ exitCode: run.exitCode, failed: counts?.failed });
  record.lastTests = {
    line: run.line, exitCode: run.exitCode, passed: silent ? 0 : counts?.passed, failed: counts?.failed, afterEdits: record.edits,
    failures: red ? firstFailures(output) || output.trimEnd().slice(-500) : '', partial: run.partial,
  };
  if (run.untouched === true && !run.partial) record.testsBefore = record.lastTests;
  return record.lastTests;
}

function verdictOf(run: TestRecord): { readonly ok: boolean; readonly words: string; readonly next: string } {
  const { exitCode, passed, failed, partial } = run;
  const counts = passed === undefined ? (exitCode === 0 ? ' (exit 0, no counts)' : '') : ` (${String(passed)} passed, ${String(failed ?? 0)} failed)`;
  if (exitCode === null) return { ok: false, words: 'did not end', next: 'Find what hangs, or run a part with filter.' };
  if (passed === 0 && (failed ?? 0) === 0) return { ok: false, words: 'no test was collected', next: 'Check names and places of the test files, then run them again.' };
  if (isRed(run)) return { ok: false, words: `failed${counts}`, next: 'Tests are not passing yet: fix the cause and run them again.' };
  return { ok: true, words: `passed${counts}`, next: partial === true ? 'Run all tests (no filter) before finish.' : 'If all is done, call finish.' };
}

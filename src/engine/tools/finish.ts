/** Ends a task, and only with the proof on record that the work is done. */
import { z } from 'zod';
import { verify } from '../room/verify';
import type { ChangeSet } from '../../shared/changes';
import { problemsOfTask } from './getDiagnostics';
import { findTestCommand, isTestFile } from './testRunners';
import { tell, type Tool, type ToolContext } from './tool';

const schema = z.object({ summary: z.string() });

export const finish: Tool<z.infer<typeof schema>> = {
  name: 'finish',
  purpose: 'End the task',
  schema,
  example: { summary: 'Fixed median for lists of even length; all tests pass.' },
  changes: false,
  run: async ({ summary }, context) => {
    const { record, room } = context;
    const changes = await room.changes();
    const hadTests = changes.files.some((file) => file.before !== null && isTestFile(file.path));
    const gate = verify({
      edits: record.edits, changes, tests: record.lastTests, hasTests: hadTests || (await findTestCommand(context)) !== undefined,
      testsDenied: record.testsDenied === true, isTestFile, broken: await brokenFiles(changes, context), problems: await problemsOfTask(context), request: record.request, summary,
    });
    if (!gate.open) return { ok: false, text: gate.text, detail: { kind: 'none' } };
    record.finished = { summary, tested: gate.tested };
    return tell(gate.tested ? 'Finished; tests passed.' : 'Finished; not tested.');
  },
};

/** Changed files that parse worse than before. */
async function brokenFiles(changes: ChangeSet, { code }: ToolContext): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { path, before, after } of changes.files) {
    if (after === null || code.languageOf(path) === undefined || after.length > 2_000_000) continue;
    const report = await code.check(path, new TextDecoder().decode(after));
    if (report.state !== 'broken') continue;
    const was = before === null ? undefined : await code.check(path, new TextDecoder().decode(before));
    if (was?.state === 'broken' && was.problems.length >= report.problems.length) continue;
    const [first] = report.problems;
    broken.push(first === undefined ? path : `${path} line ${String(first.line)}, column ${String(first.column)}: ${first.message}`);
  }
  return broken;
}

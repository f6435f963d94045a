/** Ends a task, and only with the proof on record that the work is done. */
import { z } from 'zod';
import { verify } from '../room/verify';
import { brokenFiles } from './brokenFiles';
import { problemsOfTask } from './getDiagnostics';
import { onlyAnswered } from './record';
import { findTestCommand, isTestFile } from './testRunners';
import { tell, type Tool } from './tool';

const schema = z.object({ summary: z.string() });

export const finish: Tool<z.infer<typeof schema>> = {
  name: 'finish',
  purpose: 'End the task',
  schema,
  example: { summary: 'Fixed median for lists of even length; all tests pass.' },
  changes: false,
  run: async ({ summary }, context) => {
    const { record, room } = context;
    if (onlyAnswered(record)) {
      record.finished = { summary, tested: false };
      return tell('Finished.');
    }
    const changes = await room.changes();
    const hadTests = changes.files.some((file) => file.before !== null && isTestFile(file.path));
    const gate = verify({
      edits: record.edits, changes, tests: record.lastTests, hasTests: hadTests || (await findTestCommand(context)) !== undefined,
      testsDenied: record.testsDenied === true, isTestFile, broken: await brokenFiles(changes.files, context.code), problems: await problemsOfTask(context), request: record.request, summary,
    });
    if (!gate.open) return { ok: false, text: gate.text, detail: { kind: 'none' } };
    record.finished = { summary, tested: gate.tested };
    return tell(gate.tested ? 'Finished; tests passed.' : 'Finished; not tested.');
  },
};

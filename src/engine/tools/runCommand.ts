/** Runs a shell command in the room after a person's yes, and tells exit code and output as they are. */
import { z } from 'zod';
import { readLine } from '../room/commandPolicy';
import { cleanOutput } from '../room/output';
import { recordTests } from './runTests';
import { runLine } from './runLine';
import { findTestCommand } from './testRunners';
import { refuse, type Tool, type ToolContext } from './tool';

const schema = z.object({ command: z.string(), reason: z.string() });

/** Characters: nobody says yes to what doesn't fit on a screen, and Windows takes no more either. */
const LONGEST = 8000;

export const runCommand: Tool<z.infer<typeof schema>> = {
  name: 'run_command',
  purpose: 'Run a shell command',
  schema,
  example: { command: 'python3 -m pytest -q', reason: 'see whether the tests pass' },
  changes: true,
  run: async ({ command, reason }, context) => {
    const line = command.trim();
    if (line === '') return refuse('The command is empty.', 'Give the whole command line.');
    if (line.includes('\0')) return refuse('The command holds a NUL character.', 'Give it as plain text.');
    const untouched = context.record.edits === context.record.editsBefore;
    if (line.length > LONGEST) return refuse(`The command has ${String(line.length)} characters, more than a person can look through.`, 'Write a script with write_file and run that.');
    const run = await runLine({ line, reason, reasonBy: 'model' }, context);
    if (!run.ran) return run.result;
    const { exitCode, ended, output } = run.command;
    context.record.done.push(`run ${line}: ${exitCode === null ? ended : `exit code ${String(exitCode)}`}`);
    await noteTests(line, context, { ...run.command, untouched });
    const ok = exitCode === 0;
    return {
      ok,
      text: ok ? run.text : `${run.text}\n${ended === 'exited' ? 'Read why it failed, change that, then run it again.' : 'Run something that ends sooner, or go on without it.'}`,
      detail: { kind: 'command', line, cwd: context.room.folder, exitCode, output: cleanOutput(output) },
    };
  },
};

/** The project's own test command counts as a test run; one that pipes it or adds to it, and another runner, does not. */
async function noteTests(line: string, context: ToolContext, result: { readonly exitCode: number | null; readonly output: string; readonly untouched: boolean }): Promise<void> {
  const { commands, doubts } = await readLine(line, context.host.shell.kind, context.code);
  const [command] = commands;
  if (command === undefined || commands.length !== 1 || doubts.length > 0 || command.assignments.length + command.writes.length > 0) return;
  const tests = await findTestCommand(context);
  if (line === tests?.line) recordTests(context, { line, ...result, partial: false });
}

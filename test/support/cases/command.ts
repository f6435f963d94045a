/** Runs a `command` case through the command policy and the output's cleaning; maps names, and nothing more. */
import { type CommandRules, habitsOfLine, judgeCommand, parseLine } from '../../../src/engine/room/commandPolicy';
import { cleanOutput, presentRun } from '../../../src/engine/room/output';
import type { Shell } from '../../../src/engine/ports';
import type { Actual, CaseFile, Judge } from './caseFile';

interface Spec {
  readonly prefix: string;
  readonly repeat: string;
  readonly times: number;
  readonly suffix: string;
}
interface Result {
  readonly command?: string;
  readonly exit_code: number | null;
  readonly stdout?: string;
  readonly stdout_spec?: Spec;
  readonly stderr: string;
  readonly timed_out: boolean;
}

/** The share of a window of 32k tokens that one result may have. */
const LIMIT = 24_000;

export function runCommandCase(input: CaseFile['input']): Actual {
  const line = String(input['command'] ?? '');
  const shell = (input['shell'] ?? 'bash') as Shell['kind'];
  switch (input['op']) {
    case 'clean_output': return { text: cleanOutput(String(input['raw'])) };
    case 'present': return present(input['result'] as Result);
    case 'classify': {
      const habits = habitsOfLine(parseLine(line, shell));
      return { interactive: habits.interactive, long_running: habits.longRunning, pager_must_be_off: habits.pager };
    }
    default: return approve(line, shell, input);
  }
}

function approve(line: string, shell: Shell['kind'], input: CaseFile['input']): Actual {
  const policy = input['policy'] as { readonly auto_approve?: readonly string[]; readonly deny?: readonly string[] };
  const session = input['session'] as { readonly files_changed_by_agent?: readonly string[]; readonly package_json_scripts_changed?: readonly string[] } | undefined;
  const rules: CommandRules = {
    shell, platform: shell === 'bash' ? 'linux' : 'win32', folder: shell === 'bash' ? '/w/ws' : 'C:/w/ws', allow: policy.auto_approve ?? [], deny: policy.deny ?? [],
    changedScripts: [...(session?.files_changed_by_agent ?? []), ...(session?.package_json_scripts_changed ?? [])],
  };
  const verdict = judgeCommand(parseLine(line, shell), rules);
  const { commands } = parseLine(line, shell);
  return { decision: verdict.decision, commands: commands.length, command_names: commands.map((command) => command.words[0]?.text), shown: line, risks: verdict.risks };
}

function present({ command, exit_code: exitCode, stdout, stdout_spec: spec, stderr, timed_out: timedOut }: Result): Actual {
  const output = (spec === undefined ? (stdout ?? '') : spec.prefix + spec.repeat.repeat(spec.times) + spec.suffix) + stderr;
  const piped = command !== undefined && parseLine(command, 'bash').piped;
  return { shown: presentRun({ exitCode, ended: timedOut ? 'timed-out' : 'exited', output, milliseconds: 120_000, piped }, LIMIT) };
}

/** The cases write `(?i)` for a pattern that ignores case. */
function pattern(wanted: unknown): RegExp {
  const text = String(wanted);
  return text.startsWith('(?i)') ? new RegExp(text.slice(4), 'i') : new RegExp(text);
}

export const judgeCommandCase: Judge = (key, wanted, actual) => {
  const shown = String(actual['shown']);
  const all = (Array.isArray(wanted) ? wanted : [wanted]) as readonly unknown[];
  switch (key) {
    case 'must_match': return all.every((one) => pattern(one).test(shown));
    case 'must_not_match': return all.every((one) => !pattern(one).test(shown));
    case 'must_contain': case 'shown_must_contain': return all.every((one) => shown.includes(String(one)));
    case 'must_not_contain': case 'shown_must_not_contain': return all.every((one) => !shown.includes(String(one)));
    case 'max_chars': return shown.length <= Number(wanted);
    case 'well_formed': return !/\p{Surrogate}/u.test(shown) === wanted;
    default: return undefined;
  }
};

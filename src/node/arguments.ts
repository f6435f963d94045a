/** Reads the command line of `whittle`. */
import { parseArgs } from 'node:util';
import type { Category } from '../shared/events';

export interface CommandLine {
  readonly task: string | undefined;
  readonly taskFile: string | undefined;
  readonly cwd: string;
  readonly url: string | undefined;
  readonly model: string | undefined;
  readonly category: Category | undefined;
  readonly answer: 'yes' | 'no' | 'ask';
  readonly apply: boolean;
  readonly maxRounds: number;
  readonly json: boolean;
}

export const usage = `Usage: whittle [options] ["task"]

Works on a task in a scratch copy of a folder and applies the result; without a task it asks for one after the other.

  --cwd FOLDER        the project (default: this folder)
  --url URL           the model server, such as http://127.0.0.1:8080/v1 (default: found on this machine)
  --model NAME        one of the server's models (default: its first)
  --role ROLE         architect (reads and plans), coder (edits), tester (runs); default: chosen by the words
  --task-file FILE    takes the task from a file
  --yes               says yes to every command
  --deny              says no to every command
  --no-apply          leaves the folder as it is
  --max-rounds N      most model requests for a task (default 25)
  --json              prints events as JSON lines
  --help, --version

Exit codes: 0 done, 1 gave up, 2 wrong usage, 3 no model.`;

const roles: Readonly<Record<string, Category>> = { architect: 'read', coder: 'write', tester: 'run' };

/** A problem is one sentence that names the option. */
export type Parsed = { readonly kind: 'run'; readonly line: CommandLine } | { readonly kind: 'help' } | { readonly kind: 'version' } | { readonly kind: 'problem'; readonly text: string };

export function parseCommandLine(args: readonly string[]): Parsed {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args], allowPositionals: true,
      options: {
        cwd: { type: 'string' }, url: { type: 'string' }, model: { type: 'string' }, role: { type: 'string' }, 'task-file': { type: 'string' },
        yes: { type: 'boolean' }, deny: { type: 'boolean' }, 'no-apply': { type: 'boolean' }, 'max-rounds': { type: 'string' },
        json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' },
      },
    });
  } catch (error) {
    // Node's words, without its advice on how to write a task that begins with a dash.
    const words = (error instanceof Error ? error.message : String(error)).replace(/\.? To specify a positional.*$/su, '');
    return { kind: 'problem', text: /[.?]$/u.test(words) ? words : `${words}.` };
  }
  const { values, positionals } = parsed;
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  const problem = (text: string): Parsed => ({ kind: 'problem', text });
  if (values.yes === true && values.deny === true) return problem('--yes and --deny contradict each other: give one.');
  if (positionals.length > 0 && values['task-file'] !== undefined) return problem('A task and --task-file were both given: give one.');
  const rounds = values['max-rounds'] ?? '25';
  if (!/^[1-9]\d{0,3}$/u.test(rounds)) return problem(`--max-rounds takes a whole number from 1 to 9999, not "${rounds}".`);
  const category = values.role === undefined ? undefined : roles[values.role];
  if (values.role !== undefined && category === undefined) return problem(`--role is one of ${Object.keys(roles).join(', ')}, not "${values.role}".`);
  if (values.url !== undefined && !URL.canParse(values.url)) return problem(`--url takes an address such as http://127.0.0.1:8080/v1, not "${values.url}".`);
  const task = positionals.join(' ').trim();
  if (positionals.length > 0 && task === '') return problem('The task is empty.');
  return {
    kind: 'run',
    line: {
      task: task === '' ? undefined : task, taskFile: values['task-file'], cwd: values.cwd ?? '.', url: values.url, model: values.model, category,
      answer: values.yes === true ? 'yes' : values.deny === true ? 'no' : 'ask',
      apply: values['no-apply'] !== true, maxRounds: Number(rounds), json: values.json === true,
    },
  };
}

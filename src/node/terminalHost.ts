/** The Host port for a terminal: Node's disk and shell, questions on the terminal where there is one. */
import type { Approval, ApprovalRequest, Files, Host } from '../engine/ports';
import type { EngineEvent } from '../shared/events';
import { visible } from '../shared/visible';
import { createJsonStore, storePath } from './jsonStore';
import { languageFiles } from './languageFiles';
import { oneLine, printable } from './printable';
import { createShell } from './shell';

export interface TerminalHostOptions {
  readonly files: Files;
  /** Holds `syntaxes/` and `grammars/`. */
  readonly product: string;
  readonly roomsFolder: string;
  readonly answer: 'yes' | 'no' | 'ask';
  /** Asks one line; undefined where nobody is there to answer. */
  readonly question: ((text: string) => Promise<string | undefined>) | undefined;
  readonly print: (event: EngineEvent) => void;
  /** For a person only: what a question needs to be understood. */
  readonly say: (text: string) => void;
  readonly log: (line: string) => void;
}

export function createTerminalHost(options: TerminalHostOptions): Host {
  const { files, question } = options;

  async function approve(request: ApprovalRequest): Promise<Approval> {
    if (options.answer !== 'ask') return options.answer === 'yes' ? 'run' : 'no';
    if (question === undefined) {
      options.say(`There is no terminal to ask in, so this is not run: ${oneLine(request.line)}\nStart whittle in a terminal to be asked, or with --yes to allow every command.`);
      return 'no';
    }
    // The command last, each of its lines marked: what the model says of it can't stand in its place.
    options.say(['', 'Whittle asks to run a command.', `  in ${oneLine(request.cwd, 1000)}`, `  ${request.reasonBy === 'model' ? 'the model\'s reason:' : 'reason:'} ${oneLine(request.reason)}`, ...request.risks.map((risk) => `  note: ${oneLine(risk)}`),
      '  the command:', ...request.line.split('\n').map((line) => `  | ${visible(line)}`)].join('\n'));
    const answer = (await question('Run it? [y]es, [a]lways this very command in this project, [N]o: ')) ?? '';
    if (/^\s*a(lways)?\s*$/iu.test(answer)) return 'always';
    return /^\s*y(es)?\s*$/iu.test(answer) ? 'run' : 'no';
  }

  async function ask(text: string, choices: readonly string[]): Promise<string | undefined> {
    if (question === undefined) return undefined;
    options.say([printable(text), ...choices.map((choice, at) => `  ${at + 1}. ${oneLine(choice)}`)].join('\n'));
    const answer = (await question('> '))?.trim();
    if (answer === undefined || answer === '') return undefined;
    return choices[Number(answer) - 1] ?? answer;
  }

  return {
    files,
    shell: createShell(),
    store: createJsonStore(files, storePath(), options.log),
    languages: languageFiles(options.product),
    roomsFolder: options.roomsFolder,
    unsaved: () => Promise.resolve(undefined),
    diagnostics: () => Promise.resolve([]),
    approve,
    ask,
    emit: options.print,
    log: options.log,
    now: Date.now,
  };
}

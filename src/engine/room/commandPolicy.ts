/** Decides whether a command line may run without a question, must be asked, or is denied; what isn't certain asks. */
import type { CodeReader, SyntaxNode } from '../code/codeReader';
import type { Platform, Shell } from '../ports';
import { callRisks, fullName, isLoosePattern } from './cmdlets';
import { parseCmdLine } from './cmdLine';
import { parsePath } from './paths';
import { parsePowerShellLine } from './powerShellLine';
import { builtinRisk, embeddedRisk } from './embeddedText';
import { habitsOf, INTERPRETERS, type RunningHabits, WRAPPERS } from './programs';
import { isSecretPath } from './secretNames';
import { parseShellLine, type ShellLine, type SimpleCommand } from './shellLine';
import { optionPattern, runnerWords, startingOption } from './startingOptions';

/** Files that say what a command of a build tool does. */
export const DEFINITIONS = /(?:^|\/)(?:(?:GNU)?makefile|.*\.mk|\.?justfile|taskfile\.ya?ml|tox\.ini|noxfile\.py|rakefile|.*\.gradle(?:\.kts)?|pom\.xml|build\.rs)$/i;
/** Programs that run a file they are given. */
const RUNS_FILES = /^(?:\.|source|exec|command|env|sudo|nohup|time|timeout|xargs|(?:ba|da|z|k|fi|c|tc)?sh|cmd|powershell|pwsh|python[\d.]*|pypy\d?|py|node|nodejs|deno|bun|bunx|npx|tsx|ts-node|ruby|perl|php|lua|Rscript|julia|java|go|swift|elixir|awk|gawk|uv|poetry|pipenv)(?:\.exe)?$/i;

/** cmd programs whose options begin with a slash. */
const SWITCHED = /^(?:dir|type|findstr|where|tree|find|fc)$/;
/** What stands behind them is a command, whatever option is before it. */
const WINDOWS_SHELLS = /^(?:pwsh|powershell|cmd)$/;

export interface CommandRules {
  readonly shell: Shell['kind'];
  readonly platform: Platform;
  /** Prefixes in whole words. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** The room's folder: a path outside it is worth a question. */
  readonly folder: string;
  /** Scripts and files that say what a command does and were changed in this task: `test`, `Makefile`. */
  readonly changedScripts: readonly string[];
  /** Room paths of all files changed in this task. */
  readonly changedFiles?: readonly string[];
}

export interface Verdict {
  readonly decision: 'auto' | 'ask' | 'deny';
  /** Why a person should look twice, in words; for `deny` what is denied. */
  readonly risks: readonly string[];
  /** What it runs is not what it was when the task began: no earlier yes covers that. `file`: a file it names. */
  readonly changed: 'script' | 'file' | undefined;
  readonly parsed: ShellLine;
}

export function judgeCommand(parsed: ShellLine, rules: CommandRules): Verdict {
  const denied = parsed.commands.map((command) => deniedBy(command, rules)).find((entry) => entry !== undefined);
  if (denied !== undefined) return { decision: 'deny', risks: [`"${denied}" is on the list of denied commands`], changed: undefined, parsed };
  const risks = new Set(parsed.doubts);
  for (const command of parsed.commands) {
    for (const risk of risksOf(command, rules)) risks.add(risk);
  }
  const known = parsed.commands.length > 0 && parsed.commands.every((command) => isAllowed(command, rules));
  return { decision: known && risks.size === 0 ? 'auto' : 'ask', risks: [...risks], changed: changedBy(parsed, rules), parsed };
}

function changedBy({ commands }: ShellLine, rules: CommandRules): Verdict['changed'] {
  const parts = commands.map((command) => textsOf(command));
  if (parts.some(([first = '', ...args]) => changedScript(plainName(first, rules), args, rules.changedScripts) !== undefined)) return 'script';
  return commands.some((command) => changedFile(command, rules) !== undefined) ? 'file' : undefined;
}

/** What the whole line is known to do when it runs. */
export function habitsOfLine(parsed: ShellLine): RunningHabits {
  const habits = parsed.commands.map((command) => habitsOf(textsOf(command), command.input !== undefined));
  return {
    interactive: habits.some((habit) => habit.interactive),
    longRunning: habits.some((habit) => habit.longRunning),
    pager: habits.some((habit) => habit.pager),
  };
}

/** `tree`: of the line by PowerShell's grammar, where that is the shell; without it every PowerShell line is asked for. */
export function parseLine(line: string, shell: Shell['kind'], tree?: SyntaxNode): ShellLine {
  return shell === 'bash' ? parseShellLine(line) : shell === 'cmd' ? parseCmdLine(line) : parsePowerShellLine(line, tree);
}

/** The line as the shell will read it. */
export async function readLine(line: string, shell: Shell['kind'], code: Pick<CodeReader, 'tree'>): Promise<ShellLine> {
  return parseLine(line, shell, shell === 'powershell' ? await code.tree('line.ps1', line) : undefined);
}

function textsOf(command: SimpleCommand): readonly string[] {
  return command.words.map((word) => word.text);
}

function plainName(text: string, { platform, shell }: CommandRules): string {
  const windows = platform === 'win32' || shell !== 'bash';
  const name = text.slice(Math.max(text.lastIndexOf('/'), windows ? text.lastIndexOf('\\') : -1) + 1);
  if (shell === 'powershell') return fullName(name.replace(/\.(?:exe|cmd|bat|com|ps1)$/i, ''));
  return platform === 'win32' ? name.toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1)$/, '') : platform === 'darwin' ? name.toLowerCase() : name;
}

const wordsOf = (entry: string): readonly string[] => entry.trim().split(/\s+/).filter((word) => word !== '');

/** Denied wherever it may come to run: under any path, behind a wrapper, in the text for an interpreter. */
function deniedBy(command: SimpleCommand, rules: CommandRules): string | undefined {
  const words = textsOf(command);
  const [first = '', ...rest] = words;
  const name = plainName(first, rules);
  const inner = INTERPRETERS.test(name) ? rest.filter((arg, at) => /\s/.test(arg) || /^-\w*c$/.test(rest[at - 1] ?? '')) : [];
  for (const text of name === 'eval' ? [rest.join(' '), ...inner] : inner) {
    const denied = parseShellLine(text).commands.map((found) => deniedBy(found, rules)).find((entry) => entry !== undefined);
    if (denied !== undefined) return denied;
  }
  const wraps = WRAPPERS.has(name) || WINDOWS_SHELLS.test(name) || startingOption(name, rest) !== undefined;
  return rules.deny.find((entry) => {
    const prefix = wordsOf(entry);
    if (prefix.length === 0) return false;
    return words.some((_, at) => (at === 0 || wraps) && prefix.every((word, index) => {
      const text = words[at + index] ?? '';
      if (index > 0) return rules.shell === 'bash' ? text === word : text.toLowerCase() === word.toLowerCase();
      return text === word || plainName(text, rules) === plainName(word, rules) || (WINDOWS_SHELLS.test(name) && fullName(text) === fullName(word));
    }));
  });
}

function isAllowed(command: SimpleCommand, rules: CommandRules): boolean {
  const words = textsOf(command);
  // What such a program runs must be among the words that were allowed.
  const handedOn = runnerWords([plainName(words[0] ?? '', rules), ...words.slice(1)]);
  return rules.allow.some((entry) => {
    const prefix = wordsOf(entry);
    const fold = (word: string): string => (rules.platform === 'win32' ? word.toLowerCase() : word);
    // On Windows a short name is the command it stands for; elsewhere `ls` and `sort` are programs.
    const alike = (a: string, b: string): boolean => fold(a) === fold(b) || (rules.shell === 'powershell' && (rules.platform === 'win32' ? fullName(a) === fullName(b) : a.includes('-') && a.toLowerCase() === b.toLowerCase()));
    return prefix.length > handedOn && prefix.every((word, index) => (index === 0 ? alike(words[0] ?? '', word) : fold(words[index] ?? '') === fold(word)));
  });
}

function* risksOf(command: SimpleCommand, rules: CommandRules): Generator<string> {
  const [first = '', ...args] = textsOf(command);
  const name = plainName(first, rules);
  if (command.assignments.length > 0) yield `it sets ${command.assignments.map((text) => text.split('=')[0] ?? text).join(', ')} for the command`;
  for (const file of command.writes) yield `it writes to the file ${file}`;
  if (name === 'sudo' || name === 'doas' || name === 'su') yield 'it runs with the rights of another user';
  else if (WRAPPERS.has(name)) yield `${name} starts another command`;
  const option = startingOption(name, args);
  if (option !== undefined) yield `${name} with ${option} may start another program or write a file`;
  if (INTERPRETERS.test(name) && (WINDOWS_SHELLS.test(name) || feedsInterpreter(command, name, args))) yield `${name} runs text it is given as a program`;
  const pattern = optionPattern(name, command.words.slice(1));
  if (pattern !== undefined) yield `the names that ${pattern} stands for may be read as options of ${name}`;
  const text = embeddedRisk(name, args) ?? (rules.shell === 'bash' ? builtinRisk(name, args) : undefined);
  if (text !== undefined) yield text;
  if (/[^\0-\x7f]/.test(first)) yield 'the name of the program holds letters that may look like others';
  if (/[*?[]/.test(command.words[0]?.raw ?? '') && !(rules.shell === 'powershell' && first === '?')) yield 'the name of the program is a pattern';
  if (rules.shell === 'powershell') yield* callRisks(rules.platform === 'win32' ? name : first.toLowerCase(), args, command.input !== undefined);
  if (rules.shell === 'cmd' && /^(?:type|more|findstr|find)$/.test(name) && args.some(isLoosePattern)) yield 'the pattern in it may stand for a file that holds keys';
  const script = changedScript(name, args, rules.changedScripts);
  if (script !== undefined) yield `what it runs (${script}) was changed in this task`;
  const file = changedFile(command, rules);
  if (file !== undefined) yield `it runs ${file}, which was changed in this task`;
  // A switch of a program that has no path for one.
  const paths = rules.shell === 'cmd' && SWITCHED.test(name) ? args.filter((arg) => !/^\/[A-Za-z?]$/.test(arg)) : args;
  for (const word of [...paths, ...command.reads, ...command.writes]) yield* pathRisks(rules.shell === 'bash' ? word : word.replaceAll('\\', '/'), rules);
}

/** Options with a program behind them, or a file that is run before the one that is named. */
function codeOption(name: string): RegExp {
  if (/^(?:python|pypy)/.test(name)) return /^(?:-|-(?![WXQ])[a-zA-Z]*c.*)$/;
  // Nothing that begins so is without a value that may be one.
  if (/^(?:perl|ruby|php|lua|node|deno|bun)$/.test(name)) return /^(?:-|-[A-Za-z0-9]*[ceErRMmBlipsSFn].*|--(?:eval|print|require|import|loader|experimental-loader|env-file|command|run|process-.*|preload|config)(?:=.*)?)$/;
  return /^(?:-|-[a-zA-Z]*[cesrpkO].*|--(?:eval|print|command|rcfile|init-file|expression|file)(?:=.*)?|\/c|\/k)$/i;
}

function feedsInterpreter(command: SimpleCommand, name: string, args: readonly string[]): boolean {
  if (/^(?:deno|bun)$/.test(name) && args[0] === 'eval') return true;
  const end = args.findIndex((arg) => !arg.startsWith('-') || arg === '-m');
  const options = end < 0 ? args : args.slice(0, end);
  return command.input !== undefined || args.length === 0 || options.some((arg) => codeOption(name).test(arg));
}

function changedScript(name: string, args: readonly string[], changed: readonly string[]): string | undefined {
  if (changed.length === 0) return undefined;
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name)) {
    const words = args.filter((arg) => !arg.startsWith('-'));
    const script = words[0] === 'run' || words[0] === 'run-script' ? words[1] : words[0] === 't' || words[0] === 'tst' ? 'test' : words[0];
    // One script may lead to any other, so each of them counts; the one that was named is told first.
    return changed.find((entry) => entry === script || entry === `pre${script ?? ''}` || entry === `post${script ?? ''}`) ?? changed.find((entry) => !DEFINITIONS.test(entry));
  }
  const files: Readonly<Record<string, RegExp>> = {
    make: /(?:^|\/)(?:GNU)?makefile$|\.mk$/i, gmake: /(?:^|\/)(?:GNU)?makefile$|\.mk$/i, just: /(?:^|\/)\.?justfile$/i, task: /(?:^|\/)taskfile\.ya?ml$/i, tox: /(?:^|\/)tox\.ini$/,
    nox: /(?:^|\/)noxfile\.py$/, rake: /(?:^|\/)rakefile$/i, gradle: /\.gradle(?:\.kts)?$/, gradlew: /\.gradle(?:\.kts)?$/, mvn: /(?:^|\/)pom\.xml$/, cargo: /(?:^|\/)build\.rs$/,
  };
  return changed.find((entry) => files[name]?.test(entry) === true);
}

/** A file of the project that the command runs, or hands to an interpreter, and that is new or changed. */
function changedFile(command: SimpleCommand, { changedFiles = [], platform, shell }: CommandRules): string | undefined {
  if (changedFiles.length === 0) return undefined;
  const words = textsOf(command);
  const programs = words.filter((word, at) => /[/\\]/.test(word) || words.slice(0, at).some((before) => RUNS_FILES.test(before.slice(before.lastIndexOf('/') + 1))));
  // cmd looks in the folder it is in before it looks anywhere else, and knows these ends of a name by itself.
  const here = shell === 'cmd' && words[0] !== undefined ? ['', '.com', '.exe', '.bat', '.cmd', '.vbs', '.vbe', '.js', '.jse', '.wsf', '.wsh', '.msc', '.py', '.ps1'].map((end) => `${words[0] ?? ''}${end}`) : [];
  const names = [...programs, ...here, ...command.reads].flatMap((word) => {
    const path = word.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
    const module = path.replaceAll('.', '/');
    return [path, `${path}.js`, `${path}/index.js`, `${module}.py`, `${module}/__main__.py`];
  });
  // By its end: after a `cd`, and by an absolute path, it is the same file.
  return changedFiles.find((file) => names.some((name) => {
    const [a, b] = platform === 'linux' ? [file, name] : [file.toLowerCase(), name.toLowerCase()];
    return b !== '' && (a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`));
  }));
}

/** A word may be a path, or hold one behind `=`, `@`, `:` or a one-letter option. */
function* pathRisks(word: string, rules: CommandRules): Generator<string> {
  if (/^https?:\/\//i.test(word)) return;
  const onDrive = rules.platform === 'win32' && /^[A-Za-z]:/.test(word);
  if (onDrive && !/^..[/\\]/.test(word)) yield `it names ${word}, which may be outside the scratch copy`;
  const parts = new Set(onDrive && !/[:=@,]/.test(word.slice(2)) ? [word] : [word, ...word.split(/[=:@,]/), /^-[A-Za-z](.+)$/.exec(word)?.[1] ?? '']);
  for (const part of parts) {
    if (part === '' || /^https?:/i.test(part) || (part.startsWith('//') && /https?:$/i.test(word.slice(0, word.indexOf(part))))) continue;
    if (isSecretPath(part) || (/[*?[]/.test(part) && /(?:^|\/)\.[^/]*[*?[]/.test(part))) {
      yield `it may show ${part}, which may hold keys`;
      return;
    }
    if (!/[/\\]|^\.\.$|^~/.test(part) || (part !== word && !/^(?:\/|~|\.\.)/.test(part))) continue;
    const path = parsePath({ platform: rules.platform, roots: [rules.folder] }, part);
    if (!path.ok && path.refusal.code === 'outside') {
      yield `it names ${part}, which is outside the scratch copy`;
      return;
    }
  }
}

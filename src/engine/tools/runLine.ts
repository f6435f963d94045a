/** The one way a command line runs: judged, asked for, run in the room, its changes counted, its output made fit for the model. */
import type { ChangeSet, FileChange } from '../../shared/changes';
import { sameBytes } from '../../shared/sameBytes';
import type { CommandResult } from '../ports';
import { allowedLines, allowLine } from '../room/approvals';
import { DEFINITIONS, habitsOfLine, judgeCommand, readLine } from '../room/commandPolicy';
import { knownSecrets } from '../room/knownSecrets';
import { leadsTo } from '../room/leadsTo';
import { maskSecrets } from '../room/maskSecrets';
import { joinPath, nameOf, parentOf, pathBelow } from '../snapshot/diskPath';
import { presentRun } from '../room/output';
import { withoutSecretLines } from '../room/secretLines';
import { isSecretPath } from '../room/secretNames';
import { shadowedProgram } from '../room/shadowedProgram';
import { originOfCommand } from '../room/wishOrigin';
import { refuse, type ToolContext, type ToolResult } from './tool';

export interface LineRequest {
  readonly line: string;
  readonly reason: string;
  /** Whose words that is: the model's, or the tool's own. */
  readonly reasonBy: 'model' | 'whittle';
  /** What the approval covers beside the line itself; a test script's text, so that a changed one is asked again. */
  readonly covers?: string;
  /** Set where a person said yes to this in this task. */
  readonly approved?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

export type LineRun =
  | { readonly ran: false; readonly result: ToolResult; /** The person said no. */ readonly denied: boolean }
  | { readonly ran: true; /** Its output without keys. */ readonly command: CommandResult; /** For the model. */ readonly text: string; readonly changed: readonly string[] };

/** A folder of the project that looks like a bare repository could name programs for git to run. */
const NO_BARE = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.bareRepository', GIT_CONFIG_VALUE_0: 'explicit' };

/** No pager, no editor, no colour, no question; git looks no higher than the room; Python takes no stale bytecode for new code. */
function quietEnvironment(folder: string): Record<string, string> {
  return {
    PAGER: 'cat', GIT_PAGER: 'cat', MANPAGER: 'cat', GIT_EDITOR: 'false', EDITOR: 'false', VISUAL: 'false', GIT_TERMINAL_PROMPT: '0',
    GIT_CEILING_DIRECTORIES: parentOf(folder), ...NO_BARE, NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1', DEBIAN_FRONTEND: 'noninteractive',
  };
}

export async function runLine(request: LineRequest, context: ToolContext): Promise<LineRun> {
  const { host, room, settings, signal, record } = context;
  const { line } = request;
  const before = await room.changes();
  const verdict = judgeCommand(await readLine(line, host.shell.kind, context.code), {
    shell: host.shell.kind, platform: host.files.platform, allow: settings.allow, deny: settings.deny, folder: room.folder, changedScripts: changedScripts(before), changedFiles: before.files.map((file) => file.path),
  });
  const stop = (result: ToolResult, denied = false): LineRun => ({ ran: false, result: denied ? { ...result, detail: { kind: 'declined', line } } : result, denied });
  if (verdict.decision === 'deny') {
    return stop(refuse(`Not run: ${verdict.risks.join('; ')}.`, 'Reach the goal without that command, or call finish and say what is missing.'));
  }
  const habits = habitsOfLine(verdict.parsed);
  if (habits.interactive) {
    return stop(refuse('Not run: it would wait for input or open an editor, and nobody is there to type.', 'Use a form that asks nothing, with its values as arguments.'));
  }
  const seconds = Math.round(settings.commandTimeout / 1000);
  // The line of the project's tests is not the model's own.
  const origin = request.covers === undefined ? originOfCommand(line, verdict.parsed, record.heard ?? [], record.request) : undefined;
  const led = await leadsTo(verdict.parsed, before.files.map((file) => file.path), async (path) => {
    const text = isSecretPath(path) ? undefined : await room.read(path);
    return text?.ok === true && text.bytes.length < 500_000 ? new TextDecoder().decode(text.bytes) : undefined;
  });
  const shadowed = host.shell.kind === 'cmd' ? await shadowedProgram(verdict.parsed, async (path) => (await host.files.stat(joinPath(room.folder, path))) !== undefined) : undefined;
  const risks = [...(shadowed === undefined ? [] : [`${shadowed} of this project would run in place of the program of that name`]), ...(origin === undefined ? [] : [origin]), ...(led === undefined ? [] : [`it runs ${led.script}, which leads to ${led.file}, and that was changed in this task`]), ...verdict.risks, ...(habits.longRunning ? [`it does not end by itself and is ended after ${String(seconds)} s`] : [])];
  // What the settings allow to begin with is one thing; that a file says how it goes on is another.
  const ordered = origin !== undefined && !settings.allow.some((entry) => spaced(entry) === spaced(line));
  // A yes to the tests is one to what they test, but not to another script in their place.
  if ((verdict.decision === 'ask' || ordered || shadowed !== undefined || led !== undefined) && (request.approved !== true || verdict.changed === 'script' || led !== undefined)) {
    const known = await allowedLines(host.store, room.workspace);
    const key = request.covers ?? line;
    if (!known.includes(key) || verdict.changed !== undefined || led !== undefined) {
      if (record.denied?.has(line) === true) return stop(refuse('The person said no to this command before, and was not asked again.', 'Go on without it, or call finish and say what could not be done.'), true);
      const asked = host.now();
      const answer = await host.approve({ line, cwd: room.folder, reason: request.reason, reasonBy: request.reasonBy, risks }, signal);
      record.waited = (record.waited ?? 0) + host.now() - asked;
      if (signal.aborted) return stop(refuse('Stopped before it ran.', 'Nothing was run.'));
      if (answer === 'no') {
        record.denied?.add(line);
        record.done.push(`asked to run ${line}: the person said no`);
        return stop(refuse('The person said no: this command was not run.', 'Do not ask for it again. Go on without it, or call finish and say what could not be done.'), true);
      }
      if (answer === 'always') await allowLine(host.store, room.workspace, key);
    }
  }
  const environment = { ...quietEnvironment(room.folder), ...request.environment };
  // Those of the workspace too: a file that git ignores is in no room, but a command can name it.
  const secrets = [...(await knownSecrets(host.files, room.workspace)), ...(await knownSecrets(host.files, room.folder))];
  const since = host.now();
  const raw = await host.shell.run({ line, cwd: room.folder, environment, timeoutMs: settings.commandTimeout }, signal);
  // Once, before anybody sees it: what a command removed, and what it made, included.
  const command = { ...raw, output: maskSecrets(withoutSecretLines(raw.output), [...secrets, ...(await knownSecrets(host.files, room.folder))]) };
  const changed = differing(before, await room.changes());
  if (changed.length > 0) record.edits += 1;
  const installed = await writtenInstalled(context, since);
  if (installed !== undefined) host.emit({ kind: 'notice', text: `"${line}" changed installed packages, which the scratch copy only links to, so those of your project are changed: ${installed}. Discarding the task does not take that back; install them again if it was not meant.` });
  const text = wordsFor({ ...command, piped: verdict.parsed.piped }, changed, context);
  return { ran: true, command, changed, text: installed === undefined ? text : `${text}\nIt wrote into installed packages (${installed}), which are the person's own: do not do that again.` };
}

const spaced = (text: string): string => text.trim().replace(/\s+/g, ' ');

function wordsFor(command: CommandResult & { readonly piped: boolean }, changed: readonly string[], context: ToolContext): string {
  const shown = changed.length > 8 ? [...changed.slice(0, 8), `${String(changed.length - 8)} more`] : changed;
  const tail = (changed.length > 0 ? `\nIt changed: ${shown.join(', ')}` : '') +
    (command.background === true ? '\nSomething it started still runs and is ended with the task.' : '');
  return presentRun(command, context.resultLimit - tail.length) + tail;
}

/** What a command wrote through the room's links; undefined where it did not. */
async function writtenInstalled({ host, room }: ToolContext, since: number): Promise<string | undefined> {
  const found: string[] = [];
  for (const folder of room.linked) {
    // The clock of a disk may lag a little behind.
    for (const path of (await host.files.changedSince?.(folder, since - 10, 6)) ?? []) found.push(joinPath(pathBelow(host.files.platform, room.workspace, folder) ?? folder, path.replace(/^\/$/, '.')));
  }
  return found.length === 0 ? undefined : found.length > 5 ? `${found.slice(0, 5).join(', ')} and more` : found.join(', ');
}

/** Paths that differ between two states of the room. */
function differing(before: ChangeSet, after: ChangeSet): readonly string[] {
  const then = new Map(before.files.map((file) => [file.path, file]));
  const now = new Map(after.files.map((file) => [file.path, file]));
  return [...new Set([...then.keys(), ...now.keys()])].filter((path) => !sameFile(then.get(path), now.get(path)));
}

function sameFile(a: FileChange | undefined, b: FileChange | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.mode === b.mode && sameBytes(a.after, b.after);
}

/** Names of package.json scripts, and files that say what a command does, that differ from the workspace's. */
export function changedScripts(changes: ChangeSet): readonly string[] {
  const names: string[] = [];
  for (const { path, before, after } of changes.files) {
    if (DEFINITIONS.test(path)) names.push(path);
    if (nameOf(path) !== 'package.json') continue;
    const then = scriptsOf(before);
    const now = scriptsOf(after);
    for (const name of new Set([...Object.keys(then), ...Object.keys(now)])) if (then[name] !== now[name]) names.push(name);
  }
  return names;
}

/** The scripts of a package.json by name; none where it can't be read. */
export function scriptsOf(bytes: Uint8Array | null): Readonly<Record<string, string>> {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array())) as { scripts?: Record<string, unknown> } | null;
    return Object.fromEntries(Object.entries(value?.scripts ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    // Not JSON (yet): npm can't read it either.
    return {};
  }
}

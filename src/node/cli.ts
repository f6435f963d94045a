/** The `whittle` command: the same engine in a terminal. */
import { existsSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { summarise } from '../engine/edit/summarise';
import { createEngine, type Engine } from '../engine/engine';
import { faultTrace, faultWords } from '../engine/errors';
import { connect } from '../engine/models/connect';
import type { Store } from '../engine/ports';
import { cleanRooms } from '../engine/room/rooms';
import { applyChanges, recover } from '../engine/snapshot/applyChanges';
import type { Outcome } from '../shared/events';
import { visible } from '../shared/visible';
import { parseCommandLine, usage, type CommandLine } from './arguments';
import { createFiles } from './files';
import { createJsonStore, storePath } from './jsonStore';
import { patientFetch } from './patientFetch';
import { createPrinter } from './printer';
import { rememberingReader, type RememberingReader } from './rememberingReader';
import { roomsFolderFor } from './roomsFolder';
import { createTerminalHost } from './terminalHost';
import manifest from '../../package.json';

const exit = { done: 0, gaveUp: 1, usage: 2, noModel: 3 } as const;

/** Failures that mean: there was no model to ask. */
const noModel: ReadonlySet<string> = new Set(['unreachable', 'no-model', 'model-not-loaded']);

async function main(): Promise<number> {
  const parsed = parseCommandLine(process.argv.slice(2));
  if (parsed.kind === 'help') return say(usage, exit.done);
  if (parsed.kind === 'version') return say(manifest.version, exit.done);
  if (parsed.kind === 'problem') return complain(`${parsed.text}\nRun whittle --help for the options.`);
  return run(parsed.line);
}

async function run(line: CommandLine): Promise<number> {
  const folder = await stat(line.cwd).then((found) => (found.isDirectory() ? realpath(line.cwd) : undefined), () => undefined);
  if (folder === undefined) return complain(`--cwd ${line.cwd} is no folder. Name an existing one.`);
  const task = line.taskFile === undefined ? line.task : await readTask(line.taskFile);
  if (task !== undefined && task.trim() === '') return complain(`${line.taskFile ?? 'The task'} is empty or can't be read. Give a file with the task in words.`);

  const files = createFiles(undefined, undefined, besideBundle('copyThread.js'));
  const atTerminal = process.stdin.isTTY;
  const lines = task === undefined || atTerminal ? createInterface({ input: process.stdin, output: line.json ? process.stderr : process.stdout, terminal: atTerminal }) : undefined;
  const ask = lines === undefined ? undefined : askLine(lines);
  const stop = new AbortController();
  const current = { stop };
  const onInterrupt = (): void => {
    if (current.stop.signal.aborted) process.exit(exit.gaveUp);
    current.stop.abort();
    ask?.giveUp();
    if (task === undefined) lines?.close();
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onInterrupt);
  process.on('SIGHUP', onInterrupt);
  lines?.on('SIGINT', onInterrupt);
  const print = createPrinter((text) => process.stdout.write(text), { json: line.json, colour: process.stdout.isTTY && process.env['NO_COLOR'] === undefined });
  const roomsFolder = roomsFolderFor(folder);
  await cleanUp(roomsFolder);
  const host = createTerminalHost({
    files, product: productFolder(), roomsFolder, answer: line.answer, question: atTerminal ? ask?.line : undefined, print,
    say: (text) => process.stderr.write(`${text}\n`), log: (text) => { if (process.env['WHITTLE_LOG'] !== undefined) process.stderr.write(`${text}\n`); },
  });
  await finishInterrupted(folder, host.store);
  let reader: Promise<RememberingReader> | undefined;
  const engine = createEngine({
    host, workspace: folder, code: async () => (await (reader ??= rememberingReader(host, manifest.version))).code, trusted: () => true,
    settings: () => ({ maxRounds: line.maxRounds, thinkingBudget: undefined, twoStage: 'auto', testCommand: undefined, sandboxPython: undefined, allow: [], deny: [], commandTimeout: 120_000 }),
    connect: (signal) => connect({ endpoint: line.url, model: line.model, store: host.store, fetch: patientFetch }, signal),
  });
  try {
    if (task !== undefined) return await once(engine, task, line, folder, stop.signal, atTerminal ? ask?.line : undefined);
    return await interactive(engine, line, folder, ask?.line, current);
  } finally {
    // Whatever ended the work, nothing it started outlives it.
    await host.shell.endBackground?.();
    await reader?.then((one) => one.save(), () => undefined);
    lines?.close();
  }
}

/** What is left of earlier tasks may stay lying: no reason not to work. */
async function cleanUp(roomsFolder: string): Promise<void> {
  try {
    await cleanRooms(createFiles(), roomsFolder, { now: Date.now(), maxAge: 7 * 24 * 3_600_000, keep: 20, maxBytes: 10 * 2 ** 30, inUse: new Set() });
  } catch (fault) {
    process.stderr.write(`Old scratch copies could not be cleared away. ${faultWords(fault)} Remove ${roomsFolder} by hand when no whittle is at work.\n`);
  }
}

/** An apply that a crash interrupted; where the disk still stands against it, the work goes on and the person knows. */
async function finishInterrupted(folder: string, store: Store): Promise<void> {
  try {
    for (const id of await recover(createFiles(), folder, store)) process.stderr.write(`An apply that was interrupted has been finished: .agent/snapshots/${id}.\n`);
  } catch (fault) {
    process.stderr.write(`An apply that was interrupted could not be finished. ${faultWords(fault)} Both states of each file are in ${join(folder, '.agent/snapshots')} (before, after). Set right what the disk refuses; the next start tries again.\n`);
  }
}

/** One line from the person; undefined where nobody is there. */
type Ask = ((text: string) => Promise<string | undefined>) | undefined;

async function once(engine: Engine, text: string, line: CommandLine, folder: string, signal: AbortSignal, ask: Ask): Promise<number> {
  const outcome = await engine.run({ text, ...(line.category === undefined ? {} : { category: line.category }) }, signal);
  const applied = await keep(engine, line, folder, outcome, text, ask);
  if (applied && line.apply) await engine.settle();
  if (outcome.kind === 'failed') return noModel.has(outcome.code) ? exit.noModel : exit.gaveUp;
  return outcome.kind === 'stopped' || (outcome.kind === 'answered' && outcome.undone === true) || !applied ? exit.gaveUp : exit.done;
}

/** Applies what a finished task changed; what an unfinished one changed stays out of the folder. */
async function keep(engine: Engine, line: CommandLine, folder: string, outcome: Outcome, title: string, ask: Ask): Promise<boolean> {
  const report = (text: string): void => { process.stderr.write(`${text}\n`); };
  let changes;
  try {
    changes = await engine.changes();
  } catch (fault) {
    report(`What the task changed can't be read, so nothing was applied. ${faultWords(fault)} What is left of its work is in ${engine.room()?.folder ?? 'its room'}.`);
    return false;
  }
  if (changes.files.length === 0) return true;
  if (!line.apply) {
    report(`Not applied (--no-apply): ${changes.files.map((change) => change.path).join(', ')}. The changed files are in ${engine.room()?.folder ?? 'its room'}.`);
    return true;
  }
  if (outcome.kind !== 'done' && outcome.kind !== 'answered') {
    report(`The task did not finish, so nothing was applied. What it changed is in ${engine.room()?.folder ?? 'its room'}.`);
    return false;
  }
  const alarms = summarise(changes).filter(({ alarm }) => alarm !== undefined);
  if (alarms.length > 0 && line.answer !== 'yes') {
    report(['These files are more than text to look at:', ...alarms.map(({ path, alarm }) => `  ${visible(path)}: ${alarm ?? ''}`)].join('\n'));
    const said = line.answer === 'ask' ? await ask?.('Apply all changes, these too? [y]es, [N]o: ') : undefined;
    if (!/^\s*y(es)?\s*$/iu.test(said ?? '')) {
      report(`Nothing was applied. What the task changed is in ${engine.room()?.folder ?? 'its room'}: take it from there, or start again with --yes.`);
      return false;
    }
  }
  const now = Date.now();
  const id = `${new Date(now).toISOString().replaceAll(/[:.]/gu, '-')}-${process.pid}`;
  const place = engine.room()?.folder ?? 'its room';
  let result;
  try {
    result = await applyChanges({ files: createFiles(), store: createJsonStore(createFiles(), storePath(), () => undefined), workspace: folder, changes, id, title, now });
  } catch (fault) {
    report(`The changes could not all be applied. ${faultWords(fault)} The result is in ${place}; what was there before is in ${join(folder, '.agent/snapshots', id)}, as far as the disk took it. Set right what the disk refuses, then start whittle again: it finishes an apply that was begun.`);
    return false;
  }
  if (result.kind === 'applied') {
    report(`Applied: ${result.paths.join(', ')}${result.merged.length > 0 ? ` (merged with other changes: ${result.merged.join(', ')})` : ''}. What was there before is in .agent/snapshots/${id}.`);
    return true;
  }
  report(`Nothing was applied: ${result.conflicts.map((conflict) => `${conflict.path} (${conflict.reason})`).join(', ')} stands against what is in the folder now. The result is in ${engine.room()?.folder ?? 'its room'}: merge it by hand, or run the task again.`);
  return false;
}

async function interactive(engine: Engine, line: CommandLine, folder: string, ask: Ask, current: { stop: AbortController }): Promise<number> {
  process.stderr.write('Whittle. A task in words; Ctrl-C stops it, an empty line or "exit" ends.\n');
  let last: number = exit.done;
  for (;;) {
    current.stop = new AbortController();
    const text = (await ask?.('\n> '))?.trim();
    if (text === undefined || text === '' || text === 'exit' || text === 'quit') return last;
    last = await once(engine, text, line, folder, current.stop.signal, ask);
  }
}

/** One answer from the terminal; undefined at the end of input. */
function askLine(lines: ReturnType<typeof createInterface>): { line(text: string): Promise<string | undefined>; /** Nobody answers any more what is being asked. */ giveUp(): void } {
  const waiting: string[] = [];
  const takers: ((line: string | undefined) => void)[] = [];
  let ended = false;
  lines.on('line', (line) => {
    const taker = takers.shift();
    if (taker === undefined) waiting.push(line);
    else taker(line);
  });
  const giveUp = (): void => { for (const taker of takers.splice(0)) taker(undefined); };
  lines.on('close', () => {
    ended = true;
    giveUp();
  });
  return {
    giveUp,
    line: async (text) => {
      process.stderr.write(text);
      const ready = waiting.shift();
      if (ready !== undefined || ended) return ready;
      return new Promise((done) => takers.push(done));
    },
  };
}

/** Undefined in development, where there is no bundle. */
function besideBundle(name: string): string | undefined {
  const file = join(dirname(__filename), name);
  return existsSync(file) ? file : undefined;
}

/** Beside the bundle when installed; the repository's root in development. */
function productFolder(): string {
  const beside = dirname(__filename);
  return existsSync(join(beside, 'syntaxes')) ? beside : resolve(beside, '..', '..');
}

const readTask = (file: string): Promise<string> => readFile(resolve(file), 'utf8').catch(() => '');

function say(text: string, code: number): number {
  process.stdout.write(`${text}\n`);
  return code;
}

function complain(text: string): number {
  process.stderr.write(`${text}\n`);
  return exit.usage;
}

// Should the process ever end with work unfinished, that is no success.
process.exitCode = exit.gaveUp;
main().then((code) => {
  process.exitCode = code;
}, (error: unknown) => {
  const logged = process.env['WHITTLE_LOG'] !== undefined;
  const next = logged ? 'Set right what it names and try again.' : 'Set right what it names and try again; with WHITTLE_LOG=1 whittle says where it happened.';
  process.stderr.write(`whittle met a fault it can't work with. ${faultWords(error)} ${next}\n${logged ? `${faultTrace(error)}\n` : ''}`);
  process.exitCode = exit.gaveUp;
});

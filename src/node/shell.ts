/** Runs command lines in a process group of their own: no terminal, no input, no keys, and nothing left when it is stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { CommandRequest, CommandResult, Shell } from '../engine/ports';
import { guardGroup } from './guardGroup';
import { findMarked, type Mark, newMark } from './markedProcesses';
import { isSecretName, withoutKeys } from './secretVariables';

/** What a command prints beyond this is kept as head and tail only, in UTF-16 units each. */
const KEPT = 1_000_000;
/** Time between asking a process tree to end and ending it. */
const MERCY_MS = 2_000;
/** After the shell itself ended, how long to wait for what is still in the pipes. */
const DRAIN_MS = 300;
/** How often what was left running is looked at. */
const LOOK_MS = 1_000;
/** What an editor sets for its own children. */
const EDITOR = /^(?:ELECTRON_RUN_AS_NODE|VSCODE_.*|FORCE_COLOR)$/i;

/** What a command line left running. */
export interface Running {
  readonly id: number;
  readonly line: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

export interface NodeShell extends Shell {
  /** `onOutput` sees the text as it comes, escape codes and all; that of what is left running too. */
  run(request: CommandRequest, signal: AbortSignal, onOutput?: (chunk: string) => void): Promise<CommandResult>;
  running(): readonly Running[];
  /** Ends one of them; an id that is gone is no error. */
  end(id: number): Promise<void>;
  endBackground(): Promise<void>;
  /**
   * Lists what a command that was run in another way left running, whatever group or session it went to; `end`s it at once where the command itself was ended.
   * `mark` was part of its environment; `shell` is the process it was typed into. Whether there was any.
   */
  adopt(line: string, mark: Mark, shell: number | undefined, end: boolean): Promise<boolean>;
}

/** `onRunning` hears of each change in what is left running. */
export function createShell(onRunning: (running: readonly Running[]) => void = () => undefined): NodeShell {
  const background = new Map<number, Running & { readonly release: () => void }>();
  let watch: NodeJS.Timeout | undefined;
  const running = (): readonly Running[] => [...background.values()].map(({ id, line, since }) => ({ id, line, since }));
  const dropped = (group: number): void => {
    const entry = background.get(group);
    if (!entry) return;
    entry.release();
    background.delete(group);
    if (background.size === 0) clearInterval(watch);
    onRunning(running());
  };
  const end = async (group: number): Promise<void> => {
    if (!background.has(group)) return;
    await endTree(group);
    dropped(group);
  };
  const list = (group: number, line: string, release: () => void): void => {
    if (background.size === 0) {
      watch = setInterval(() => { for (const one of [...background.keys()]) if (!isAlive(one)) dropped(one); }, LOOK_MS);
      watch.unref();
    }
    background.set(group, { id: group, line, since: Date.now(), release });
    onRunning(running());
  };
  const adopt: NodeShell['adopt'] = async (line, mark, shell, ending) => {
    const left = (await findMarked(mark)).filter(({ group, pids }) => !background.has(group) && (shell === undefined || !pids.includes(shell)));
    for (const { group, program } of left) list(group, `${line} (${program})`, guardGroup(group));
    if (ending) await Promise.all(left.map(({ group }) => end(group)));
    return left.length > 0;
  };
  return {
    kind: process.platform === 'win32' ? 'cmd' : 'bash',
    adopt,
    run: async (request, signal, onOutput) => {
      const mark = newMark();
      const { result, group, release } = await runInGroup({ ...request, environment: { ...request.environment, ...mark } }, signal, onOutput);
      if (group === undefined) return result;
      const ended = result.ended !== 'exited';
      const stays = isAlive(group) && !ended;
      // What it was ended with may take a moment longer than the shell.
      if (ended && isAlive(group)) await endTree(group);
      if (stays) list(group, request.line, release);
      else release();
      // A server may leave the group of the script that starts it.
      const others = await adopt(request.line, mark, undefined, ended);
      return (stays || others) && !ended ? { ...result, background: true } : result;
    },
    running,
    end,
    endBackground: async () => { await Promise.all([...background.keys()].map(end)); },
  };
}

async function runInGroup(
  request: CommandRequest, signal: AbortSignal, onOutput: ((chunk: string) => void) | undefined,
): Promise<{ readonly result: CommandResult; readonly group: number | undefined; /** Ends the watch over the group, and its output. */ readonly release: () => void }> {
  const started = performance.now();
  const output = keepEnds();
  const result = (ended: CommandResult['ended'], exitCode: number | null): CommandResult => ({
    exitCode, output: withoutKeys(output.text()), ended, milliseconds: Math.round(performance.now() - started),
  });
  if (signal.aborted) return { result: result('stopped', null), group: undefined, release: () => undefined };
  const child = start(request);
  let over = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (chunk: string) => {
      if (!over) output.add(chunk);
      onOutput?.(chunk);
    });
  }
  let cut: 'timed-out' | 'stopped' | undefined;
  const group = child.pid;
  const unguard = group === undefined ? (): void => undefined : guardGroup(group);
  // Not before: a server whose output nobody takes any more dies of its next line.
  const release = (): void => {
    unguard();
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  const end = (why: 'timed-out' | 'stopped'): void => {
    cut ??= why;
    if (group !== undefined) void endTree(group);
  };
  const stop = (): void => end('stopped');
  const timer = setTimeout(() => end('timed-out'), request.timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const exitCode = await ended(child);
    return { result: cut === undefined ? result('exited', exitCode) : result(cut, null), group, release };
  } catch (fault) {
    output.add(`The shell could not be started in ${request.cwd}: ${fault instanceof Error ? fault.message : String(fault)}\n`);
    release();
    return { result: result('exited', null), group: undefined, release };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    over = true;
    for (const stream of [child.stdout, child.stderr]) if (stream && 'unref' in stream && typeof stream.unref === 'function') stream.unref();
  }
}

function start({ line, cwd, environment }: CommandRequest): ChildProcess {
  const env = { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !EDITOR.test(name) && !isSecretName(name))), ...environment };
  if (process.platform === 'win32') return spawn(line, { cwd, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find((path) => existsSync(path)) ?? 'bash';
  // One pipe for both streams, so that they come in the order they were written.
  return spawn(bash, ['-c', `exec 2>&1; ${line}`], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The exit code; null where a signal ended the shell. A background process that holds the pipe is not waited for. */
function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
    child.once('exit', (code) => setTimeout(() => resolve(code), DRAIN_MS));
  });
}

function isAlive(group: number): boolean {
  if (process.platform === 'win32') return false;
  return send(group, 0);
}

/** Whether the group was there to get the signal. */
function send(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, name);
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ESRCH') return false;
    throw fault;
  }
}

async function endTree(group: number): Promise<void> {
  if (process.platform === 'win32') {
    await new Promise((resolve) => spawn('taskkill', ['/pid', String(group), '/t', '/f'], { stdio: 'ignore' }).once('close', resolve).once('error', resolve));
    return;
  }
  send(group, 'SIGTERM');
  for (const deadline = performance.now() + MERCY_MS; performance.now() < deadline; ) {
    if (!isAlive(group)) return;
    await new Promise((wake) => setTimeout(wake, 20));
  }
  send(group, 'SIGKILL');
}

/** Collects text without letting an endless command fill the memory. */
function keepEnds(): { add(chunk: string): void; text(): string } {
  let head = '';
  let tail = '';
  let dropped = 0;
  return {
    add(chunk) {
      const room = KEPT - head.length;
      head += chunk.slice(0, room);
      tail += chunk.slice(room);
      if (tail.length <= 2 * KEPT) return;
      dropped += tail.length - KEPT;
      tail = tail.slice(-KEPT);
    },
    text: () => head + (dropped > 0 ? `\n[${String(dropped)} characters left out]\n` : '') + tail,
  };
}

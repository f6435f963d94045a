/** Runs approved commands in the integrated terminal, with output and exit code through shell integration. */
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import type { CommandRequest, CommandResult, Shell } from '../engine/ports';
import { type Mark, newMark } from '../node/markedProcesses';
import { isSecretName, withoutKeys } from '../node/secretVariables';
import { createShell, type NodeShell, type Running } from '../node/shell';
import { OwnTerminal } from './ownTerminal';
import { looksLikeQuestion } from './question';
import { shellIntegrationIsOff } from './settings';
import { keepsShellState, mayLeaveRunning, survivesTyping } from './typedLine';
import { BoundedOutput } from './boundedOutput';

/** How long a new terminal may take until its shell reports itself. */
const integrationWait = 8_000;
const mostMisses = 2;
/** How long a command may take to end after Ctrl-C before its terminal is closed. */
const interruptWait = 2_000;
/** How long the last output may come after the end. */
const outputWait = 1_000;
/** A question that nobody answers for so long is reported to the model. */
const questionWait = 30_000;

interface Opened {
  readonly terminal: vscode.Terminal;
  /** What it was made for. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What runs in it is found by. */
  readonly mark: Mark;
  /** Nothing ran in it yet that could change what later commands mean. */
  pristine: boolean;
}

/** The shell commands run in: bash where it is not Windows, as its lines were judged by bash's rules. */
export function createTerminalShell(log: (line: string) => void, onRunning?: (running: readonly Running[]) => void): TerminalShell {
  const runner = createShell(onRunning);
  if (process.platform === 'win32') return new TerminalShell(new OwnTerminal('cmd', 'cmd.exe', runner.run), runner, log);
  const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find((path) => existsSync(path));
  return new TerminalShell(new OwnTerminal('bash', bash, runner.run), runner, log);
}

/** Falls back to a terminal of our own where shell integration is missing, the line can't be typed as it stands, or it leaves something running. */
export class TerminalShell implements Shell, vscode.Disposable {
  readonly kind: Shell['kind'];
  private opened: Opened | undefined;
  /** How often no shell reported itself in time; a slow machine gets a second chance. */
  private misses: number;
  private readonly ours = new WeakSet<vscode.TerminalShellExecution>();
  private readonly watch: vscode.Disposable;

  constructor(private readonly own: OwnTerminal, private readonly left: Pick<NodeShell, 'running' | 'end' | 'endBackground' | 'adopt'>, private readonly log: (line: string) => void) {
    this.kind = own.kind;
    this.misses = own.kind === 'cmd' ? mostMisses : 0;
    this.watch = vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
      // What the person typed there may have changed what a command means.
      if (terminal === this.opened?.terminal && !this.ours.has(execution)) this.opened.pristine = false;
    });
  }

  async run(request: CommandRequest, signal: AbortSignal): Promise<CommandResult> {
    // A person looks at one terminal: what is open is stayed in.
    if (this.own.open || this.misses >= mostMisses || shellIntegrationIsOff() || !survivesTyping(request.line, this.kind) || mayLeaveRunning(request.line)) {
      return this.runInOwn(request, signal, this.left.running().length === 0);
    }
    const { opened, line } = this.open(request);
    const integration = await integrationOf(opened.terminal, signal);
    if (signal.aborted) return { exitCode: null, output: '', ended: 'stopped', milliseconds: 0 };
    if (!integration) {
      this.log('The terminal has no shell integration: the command runs in a terminal of Whittle\'s own.');
      this.misses += 1;
      return this.runInOwn(request, signal, true);
    }
    opened.pristine = opened.pristine && keepsShellState(request.line);
    const execution = (): vscode.TerminalShellExecution => {
      const begun = integration.executeCommand(line);
      this.ours.add(begun);
      return begun;
    };
    const result = await execute(opened.terminal, execution, request, signal);
    const exited = result.ended === 'exited';
    if (!exited) opened.pristine = false;
    // A script may put a server in the background by itself.
    const left = await this.left.adopt(request.line, opened.mark, await opened.terminal.processId, !exited);
    return left && exited ? { ...result, background: true } : result;
  }

  /** What commands left running. */
  running(): readonly Running[] {
    return this.left.running();
  }

  async end(id: number): Promise<void> {
    await this.left.end(id);
  }

  async endBackground(): Promise<void> {
    await this.left.endBackground();
  }

  dispose(): void {
    void this.left.endBackground();
    this.watch.dispose();
    this.close();
    this.own.dispose();
  }

  private async runInOwn(request: CommandRequest, signal: AbortSignal, alone: boolean): Promise<CommandResult> {
    await this.own.show();
    if (alone) this.close();
    return this.own.run(request, signal);
  }

  /** The last terminal again, where a command in it means the same as in a new one. */
  private open(request: CommandRequest): { readonly opened: Opened; /** What is typed there. */ readonly line: string } {
    const { cwd, line, environment = {} } = request;
    const known = this.opened;
    const more = known?.cwd === cwd && known.pristine && known.terminal.exitStatus === undefined ? assignments(known.environment, environment) : undefined;
    const typed = more === '' ? line : `${more ?? ''} ${line}`;
    if (known && more !== undefined && (more === '' || (this.kind === 'bash' && keepsShellState(line) && survivesTyping(typed, this.kind)))) {
      known.terminal.show(true);
      return { opened: known, line: typed };
    }
    const shellPath = this.own.shellPath;
    const mark = newMark();
    const terminal = vscode.window.createTerminal({
      name: 'Whittle',
      cwd: request.cwd,
      env: { ...quiet, ...hiddenKeys(), ...request.environment, ...mark },
      iconPath: new vscode.ThemeIcon('edit-sparkle'),
      isTransient: true,
      ...(shellPath === undefined ? {} : { shellPath }),
    });
    terminal.show(true);
    this.opened = { terminal, cwd, environment, mark, pristine: true };
    // Not before: with its last terminal the panel closes, and the keyboard goes from the chat to an editor.
    if (known) void terminal.processId.then(() => { known.terminal.dispose(); });
    return { opened: this.opened, line };
  }

  private close(): void {
    this.opened?.terminal.dispose();
    this.opened = undefined;
  }
}

/** What stands before one plain command to give it what `wanted` has more than `there`, as bash reads it; undefined where it must have less. */
function assignments(there: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): string | undefined {
  if (Object.keys(there).some((name) => !(name in wanted))) return undefined;
  return Object.entries(wanted).filter(([name, value]) => there[name] !== value).map(([name, value]) => `${name}='${value.replaceAll('\'', '\'\\\'\'')}'`).join(' ');
}

/** Programs that would wait for a key show everything at once. */
const quiet = { PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' };

/** A null takes a variable away: the person's keys are no business of a command's. */
function hiddenKeys(): Record<string, null> {
  return Object.fromEntries(Object.keys(process.env).filter(isSecretName).map((name) => [name, null]));
}

function integrationOf(terminal: vscode.Terminal, signal: AbortSignal): Promise<vscode.TerminalShellIntegration | undefined> {
  if (terminal.shellIntegration) return Promise.resolve(terminal.shellIntegration);
  return new Promise((resolve) => {
    const done = (integration: vscode.TerminalShellIntegration | undefined): void => {
      clearTimeout(timer);
      listeners.forEach((listener) => { listener.dispose(); });
      signal.removeEventListener('abort', stop);
      resolve(integration);
    };
    const stop = (): void => { done(undefined); };
    const timer = setTimeout(stop, integrationWait);
    const listeners = [
      vscode.window.onDidChangeTerminalShellIntegration((event) => { if (event.terminal === terminal) done(event.shellIntegration); }),
      vscode.window.onDidCloseTerminal((closed) => { if (closed === terminal) done(undefined); }),
    ];
    signal.addEventListener('abort', stop);
  });
}

async function execute(terminal: vscode.Terminal, begin: () => vscode.TerminalShellExecution, request: CommandRequest, signal: AbortSignal): Promise<CommandResult> {
  const begun = Date.now();
  const output = new BoundedOutput();
  const watch = new CommandWatch(terminal);
  try {
    const execution = begin();
    watch.execution = execution;
    const reading = readAll(execution, output);
    const ended = await Promise.race([
      watch.ended.then(() => 'exited' as const),
      after(request.timeoutMs, watch.over).then(() => 'timed-out' as const),
      aborted(signal, watch.over).then(() => 'stopped' as const),
      unanswered(output, watch.over).then(() => 'waiting-for-input' as const),
    ]);
    if (ended !== 'exited') {
      terminal.sendText('\u0003', false);
      await Promise.race([watch.ended, after(interruptWait, watch.over)]);
      if (!watch.isOver) terminal.dispose();
    }
    await Promise.race([reading, after(outputWait)]);
    const exitCode = ended === 'exited' ? watch.exitCode : null;
    return { exitCode, output: withoutKeys(output.text()), ended: watch.closed && ended === 'exited' ? 'stopped' : ended, milliseconds: Date.now() - begun };
  } finally {
    watch.dispose();
  }
}

/** Knows when one execution is over: its end was reported, or its terminal was closed. */
class CommandWatch implements vscode.Disposable {
  execution: vscode.TerminalShellExecution | undefined;
  exitCode: number | null = null;
  isOver = false;
  closed = false;
  readonly ended: Promise<void>;
  private readonly controller = new AbortController();
  /** Aborted when there is nothing left to wait for. */
  readonly over = this.controller.signal;
  private readonly listeners: vscode.Disposable[];

  constructor(terminal: vscode.Terminal) {
    let resolve: () => void = () => undefined;
    this.ended = new Promise((settle) => { resolve = settle; });
    const end = (): void => {
      this.isOver = true;
      resolve();
    };
    this.listeners = [
      vscode.window.onDidEndTerminalShellExecution((event) => {
        if (event.execution !== this.execution) return;
        this.exitCode = event.exitCode ?? null;
        end();
      }),
      vscode.window.onDidCloseTerminal((other) => {
        if (other !== terminal) return;
        this.closed = true;
        end();
      }),
    ];
  }

  dispose(): void {
    this.controller.abort();
    for (const listener of this.listeners) listener.dispose();
  }
}

async function readAll(execution: vscode.TerminalShellExecution, output: BoundedOutput): Promise<void> {
  for await (const chunk of execution.read()) output.add(chunk);
}

/** Resolves after so many milliseconds; never once `over` is aborted. */
function after(milliseconds: number, over?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    over?.addEventListener('abort', () => { clearTimeout(timer); });
  });
}

function aborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => { resolve(); }, { signal: over });
  });
}

/** Resolves when the output has ended in a question for too long. */
function unanswered(output: BoundedOutput, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (output.quietFor() < questionWait || !looksLikeQuestion(output.tail())) return;
      clearInterval(timer);
      resolve();
    }, 1_000);
    over.addEventListener('abort', () => { clearInterval(timer); });
  });
}

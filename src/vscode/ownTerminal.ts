/** The terminal for shells without integration: it shows the same and runs the commands itself, so that exit codes are known. */
import * as vscode from 'vscode';
import type { CommandRequest, CommandResult, Shell } from '../engine/ports';
import { withLinkedSignal } from '../shared/withLinkedSignal';

/** Runs a command line and hands its output on as it comes. */
export type Runner = (request: CommandRequest, signal: AbortSignal, onOutput: (chunk: string) => void) => Promise<CommandResult>;

/** How long the view may take to open before the command runs unseen; what it missed is shown later. */
const openWait = 3_000;

export class OwnTerminal implements Shell, vscode.Disposable {
  private view: View | undefined;

  /** `shellPath`: the program that runs the lines, where it is a file of its own. */
  constructor(readonly kind: Shell['kind'], readonly shellPath: string | undefined, private readonly runner: Runner) {}

  /** Its view is on the screen. */
  get open(): boolean {
    return this.view?.closed === false;
  }

  /** Resolves once its view is on the screen. */
  async show(): Promise<void> {
    await this.opened();
  }

  async run(request: CommandRequest, signal: AbortSignal): Promise<CommandResult> {
    const view = await this.opened();
    view.write(`\u001b[1m${view.folder(request.cwd)}$ ${request.line}\u001b[0m\n`);
    return withLinkedSignal(signal, undefined, async (stop) => {
      view.interrupt = () => { stop.abort(); };
      try {
        const result = await this.runner(request, stop.signal, (chunk) => { view.write(chunk); });
        view.write(`\n\u001b[2m${endLine(result)}\u001b[0m\n\n`);
        return result;
      } finally {
        view.interrupt = undefined;
      }
    });
  }

  dispose(): void {
    this.view?.dispose();
  }

  private async opened(): Promise<View> {
    if (!this.view || this.view.closed) this.view = new View();
    await this.view.ready();
    return this.view;
  }
}

function endLine(result: CommandResult): string {
  switch (result.ended) {
    case 'exited': return vscode.l10n.t('[exit code {0}]', String(result.exitCode));
    case 'timed-out': return vscode.l10n.t('[ended after its time was up]');
    case 'stopped': return vscode.l10n.t('[stopped]');
    case 'waiting-for-input': return vscode.l10n.t('[ended: it waited for input]');
  }
}

/** One pseudoterminal on the screen. */
class View implements vscode.Pseudoterminal, vscode.Disposable {
  private readonly writing = new vscode.EventEmitter<string>();
  readonly onDidWrite = this.writing.event;
  closed = false;
  /** Called for Ctrl-C and when the person closes the terminal. */
  interrupt: (() => void) | undefined;
  private waiting: string[] | undefined = [];
  private opened: () => void = () => undefined;
  private readonly opening = new Promise<void>((resolve) => { this.opened = resolve; });
  private readonly terminal = vscode.window.createTerminal({ name: 'Whittle', pty: this, iconPath: new vscode.ThemeIcon('edit-sparkle') });

  async ready(): Promise<void> {
    this.terminal.show(true);
    await Promise.race([this.opening, new Promise((resolve) => setTimeout(resolve, openWait))]);
  }

  open(): void {
    this.waiting?.forEach((text) => { this.writing.fire(text); });
    this.waiting = undefined;
    this.opened();
  }

  close(): void {
    this.closed = true;
    this.interrupt?.();
  }

  handleInput(data: string): void {
    if (data === '\u0003') this.interrupt?.();
  }

  write(text: string): void {
    const shown = text.replace(/\r?\n/g, '\r\n');
    if (this.waiting) this.waiting.push(shown);
    else this.writing.fire(shown);
  }

  folder(cwd: string): string {
    return cwd.slice(Math.max(cwd.lastIndexOf('/'), cwd.lastIndexOf('\\')) + 1);
  }

  dispose(): void {
    this.terminal.dispose();
    this.writing.dispose();
  }
}

/** Shows the running task's plan as a tree view. */
import * as vscode from 'vscode';
import type { Plan, Step, StepState } from '../shared/plan';
import type { ToWebview } from '../shared/protocol';

const icons: Record<StepState, readonly [id: string, color?: string]> = {
  pending: ['circle-large-outline'],
  active: ['arrow-circle-right', 'charts.blue'],
  done: ['pass', 'testing.iconPassed'],
  failed: ['error', 'testing.iconFailed'],
  skipped: ['debug-step-over', 'disabledForeground'],
};

export class PlanTree implements vscode.TreeDataProvider<Step> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private steps: readonly Step[] = [];
  private busy = false;
  /** The turn it is of, and what became of all it had changed. */
  private turn: string | undefined;
  private gone: string | undefined;
  /** What was changed is something else now than it was tested. */
  private since = false;

  /** Replaces what is shown; undefined empties the view, and its welcome text appears. */
  show(plan: Plan | undefined): void {
    this.steps = plan?.steps ?? [];
    this.changed.fire(undefined);
  }

  /** What the chat is told of the turn: where its changes are gone, nothing stays ticked. */
  follow(message: ToWebview): void {
    if (message.kind === 'event' && message.event.kind === 'plan') {
      this.turn = message.id;
      this.gone = undefined;
      this.since = false;
      this.show(message.event.plan);
    } else if (message.kind === 'event' && message.id === this.turn && message.event.kind === 'finished') {
      const { outcome } = message.event;
      this.since = outcome.kind === 'done' && outcome.since !== undefined;
      // What was rejected was brought back.
      if (outcome.kind === 'done' && outcome.changes > 0) this.gone = undefined;
      this.changed.fire(undefined);
    } else if (message.kind === 'reviewed' && message.id === this.turn) {
      this.gone = message.result === 'undone' ? vscode.l10n.t('taken back since') : message.result === 'discarded' ? vscode.l10n.t('discarded') : undefined;
      this.changed.fire(undefined);
    }
  }

  /** Whether a task runs: of one that has ended no step is still running. */
  work(busy: boolean): void {
    this.busy = busy;
    this.changed.fire(undefined);
  }

  getChildren(step?: Step): Step[] {
    return step ? [] : [...this.steps];
  }

  getTreeItem(step: Step): vscode.TreeItem {
    // A model's marks of code; a row shows them as they stand.
    const text = step.text.replaceAll('`', '');
    const item = new vscode.TreeItem(`${step.number}. ${text}`);
    const left = step.state === 'active' && !this.busy;
    const back = step.state === 'done' ? this.gone : undefined;
    const state = left ? vscode.l10n.t('not finished') : back ?? stateWord(step.state);
    const [icon, color] = left ? ['debug-pause'] as const : back === undefined ? icons[step.state] : ['discard'] as const;
    item.id = String(step.number);
    item.iconPath = color === undefined ? new vscode.ThemeIcon(icon) : new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
    const evidence = step.evidence !== undefined && step.state === 'done' && this.since ? vscode.l10n.t('{0}; changed since', step.evidence) : step.evidence;
    const description = back ?? evidence ?? waits(step);
    if (description !== undefined) item.description = description;
    item.tooltip = [`${step.number}. ${text}`, state, description].filter((line) => line !== undefined).join('\n');
    item.contextValue = `step.${step.state}`;
    item.accessibilityInformation = { label: vscode.l10n.t('Step {0}, {1}: {2}', step.number, state, text) };
    return item;
  }
}

function waits(step: Step): string | undefined {
  if (step.state !== 'pending' || step.after.length === 0) return undefined;
  return step.after.length === 1 ? vscode.l10n.t('after step {0}', step.after.join()) : vscode.l10n.t('after steps {0}', step.after.join(', '));
}

function stateWord(state: StepState): string {
  switch (state) {
    case 'pending': return vscode.l10n.t('to do');
    case 'active': return vscode.l10n.t('running');
    case 'done': return vscode.l10n.t('done');
    case 'failed': return vscode.l10n.t('failed');
    case 'skipped': return vscode.l10n.t('skipped');
  }
}

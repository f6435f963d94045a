/** The status bar item: which model answers, with how much window, and whether a task runs. */
import * as vscode from 'vscode';
import type { ModelState } from '../shared/protocol';
import { count } from './numbers';

export interface StatusFacts {
  readonly model: ModelState | undefined;
  /** Why no model answers, in words. */
  readonly problem: string | undefined;
  readonly busy: boolean;
  /** The person has to look: changes wait for review. */
  readonly review: boolean;
}

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('whittle.status', vscode.StatusBarAlignment.Right, 90);

  constructor() {
    this.item.name = 'Whittle';
    this.item.command = 'whittle.menu';
    this.show({ model: undefined, problem: undefined, busy: false, review: false });
    this.item.show();
  }

  show(facts: StatusFacts): void {
    const { text, tooltip, warn } = statusText(facts);
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label: tooltip.replace(/\n/g, '. ') };
    this.item.backgroundColor = warn ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  }

  dispose(): void {
    this.item.dispose();
  }
}

/** The item's words for a state. A stand-in is never shown as a model. */
export function statusText(facts: StatusFacts): { readonly text: string; readonly tooltip: string; readonly warn: boolean } {
  const { model, problem, busy, review } = facts;
  const icon = busy ? '$(sync~spin)' : review ? '$(diff-multiple)' : '$(edit-sparkle)';
  const state = busy ? vscode.l10n.t('A task is running.') : review ? vscode.l10n.t('Changes wait for your review.') : vscode.l10n.t('Ready.');
  if (problem !== undefined) return { text: '$(warning) Whittle', tooltip: `Whittle\n${problem}`, warn: true };
  if (!model) return { text: `${icon} Whittle`, tooltip: `Whittle\n${vscode.l10n.t('No model has been asked yet.')}`, warn: false };
  const window = tokens(model.window);
  if (model.standIn) {
    return {
      text: `${icon} ${vscode.l10n.t('Stand-in, no model')}`,
      tooltip: `Whittle\n${vscode.l10n.t('A scripted stand-in answers. It is not a model: start a model server, then choose its model.')}\n${state}`,
      warn: true,
    };
  }
  return { text: `${icon} ${model.model} · ${window}`, tooltip: `Whittle\n${vscode.l10n.t('{0} at {1}, window {2} tokens', model.model, model.server, count(model.window))}\n${state}`, warn: false };
}

function tokens(count: number): string {
  return count >= 1024 ? `${Math.round(count / 1024)}k` : String(count);
}

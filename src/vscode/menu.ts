/** The menu behind the status bar item: what can be done in the present state, the likeliest first. */
import * as vscode from 'vscode';
import type { Running } from '../node/shell';
import { visible } from '../shared/visible';

export interface MenuState {
  readonly busy: boolean;
  readonly review: boolean;
  /** What commands left running. */
  readonly running: readonly Running[];
  /** The model line, or why there is none. */
  readonly title: string;
}

/** Shows the menu and runs what was chosen. */
export async function showMenu(state: MenuState): Promise<void> {
  const row = (icon: string, label: string, command: string, argument?: unknown): vscode.QuickPickItem & { readonly command: string; readonly argument?: unknown } =>
    ({ label: `$(${icon}) ${label}`, command, argument });
  const rows = [
    ...(state.busy ? [row('debug-stop', vscode.l10n.t('Stop the task'), 'whittle.stop')] : []),
    ...state.running.map((one) => row('debug-stop', vscode.l10n.t('End what runs: {0}', shortened(visible(one.line))), 'whittle.endRunning', one)),
    ...(state.review ? [row('diff-multiple', vscode.l10n.t('Review changes'), 'whittle.review.open')] : []),
    ...(state.review && !state.busy ? [
      row('check-all', vscode.l10n.t('Apply changes'), 'whittle.review.apply'),
      row('discard', vscode.l10n.t('Discard changes'), 'whittle.review.discard'),
    ] : []),
    row('comment-discussion', vscode.l10n.t('Ask in chat'), 'whittle.ask'),
    row('history', vscode.l10n.t('Restore snapshot'), 'whittle.restoreSnapshot'),
    row('server-process', vscode.l10n.t('Choose model'), 'whittle.chooseModel'),
    row('plug', vscode.l10n.t('Test connection'), 'whittle.testConnection'),
    row('info', vscode.l10n.t('Show model profile'), 'whittle.showProfile'),
    row('gear', vscode.l10n.t('Open settings'), 'whittle.openSettings'),
    row('output', vscode.l10n.t('Show log'), 'whittle.showLog'),
  ];
  const chosen = await vscode.window.showQuickPick(rows, { title: 'Whittle', placeHolder: state.title });
  if (chosen) await vscode.commands.executeCommand(chosen.command, chosen.argument);
}

function shortened(line: string): string {
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

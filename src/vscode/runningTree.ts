/** Lists what approved commands left running, such as a development server, so that nothing runs unseen. */
import * as vscode from 'vscode';
import type { Running } from '../node/shell';
import { visible } from '../shared/visible';
import { timeLanguage } from './numbers';

export class RunningTree implements vscode.TreeDataProvider<Running> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private rows: readonly Running[] = [];

  /** The view is there only while it has rows. */
  show(rows: readonly Running[]): void {
    this.rows = rows;
    this.changed.fire(undefined);
    void vscode.commands.executeCommand('setContext', 'whittle.running', rows.length > 0);
  }

  getChildren(row?: Running): Running[] {
    return row ? [] : [...this.rows];
  }

  getTreeItem(row: Running): vscode.TreeItem {
    const line = visible(row.line);
    const item = new vscode.TreeItem(line);
    const since = new Date(row.since).toLocaleTimeString(timeLanguage(), { hour: '2-digit', minute: '2-digit' });
    item.id = String(row.id);
    item.iconPath = new vscode.ThemeIcon('server-process');
    item.description = vscode.l10n.t('since {0}', since);
    item.tooltip = `${line}\n${vscode.l10n.t('Runs since {0} in the scratch copy and is ended with the task.', since)}`;
    item.contextValue = 'running';
    return item;
  }
}

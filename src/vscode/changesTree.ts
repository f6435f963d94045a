/** Lists the files that wait for review; a click compares one with the person's own. */
import * as vscode from 'vscode';
import type { ChangeSummary } from '../shared/changes';
import { heard } from '../shared/heard';
import { visible } from '../shared/visible';
import { fileIn } from './folders';

export class ChangesTree implements vscode.TreeDataProvider<ChangeSummary> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private rows: readonly ChangeSummary[] = [];

  constructor(private readonly workspace: () => vscode.Uri | undefined) {}

  show(rows: readonly ChangeSummary[]): void {
    this.rows = rows;
    this.changed.fire(undefined);
  }

  getChildren(row?: ChangeSummary): ChangeSummary[] {
    return row ? [] : [...this.rows];
  }

  getTreeItem(row: ChangeSummary): vscode.TreeItem {
    const slash = row.path.lastIndexOf('/');
    const item = new vscode.TreeItem(visible(row.path.slice(slash + 1)));
    const workspace = this.workspace();
    // The icon theme goes by the name; the file itself need not exist.
    if (workspace) item.resourceUri = fileIn(workspace, row.path);
    item.iconPath = row.alarm === undefined ? vscode.ThemeIcon.File : new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
    item.id = row.path;
    item.description = [row.alarm === undefined ? '' : vscode.l10n.t('look twice'), kindWord(row), counts(row), visible(row.path.slice(0, Math.max(slash, 0)))].filter((part) => part !== '').join('  ');
    item.tooltip = [visible(row.path), item.description, heard(row.alarm ?? '', vscode.l10n.t)].filter((part) => part !== '').join('\n');
    item.contextValue = `change.${row.kind}`;
    item.command = { command: 'whittle.review.openFile', title: vscode.l10n.t('Compare with Your File'), arguments: [row.path] };
    return item;
  }
}

function kindWord(row: ChangeSummary): string {
  if (row.kind === 'added') return vscode.l10n.t('new');
  return row.kind === 'removed' ? vscode.l10n.t('removed') : '';
}

function counts(row: ChangeSummary): string {
  return [row.added > 0 ? `+${row.added}` : '', row.removed > 0 ? `−${row.removed}` : ''].filter((part) => part !== '').join(' ');
}

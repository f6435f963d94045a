/** Remembers the files a refused apply stumbled over, and shows each with Whittle's version beside the person's own. */
import * as vscode from 'vscode';
import type { ChangeSet } from '../shared/changes';
import { conflictView, type Side } from './conflictView';
import type { NamedConflict } from './conflictWords';
import { fileIn } from './folders';
import type { VirtualTexts } from './virtualTexts';

export class Conflicts {
  private found: readonly NamedConflict[] = [];
  private changes: ChangeSet = { files: [] };

  constructor(private readonly texts: VirtualTexts, private readonly workspace: () => vscode.Uri | undefined) {}

  /** Of the last apply, and what was to be applied; empty where it went through. */
  async set(conflicts: readonly NamedConflict[], changes: ChangeSet): Promise<void> {
    this.found = conflicts;
    this.changes = changes;
    await vscode.commands.executeCommand('setContext', 'whittle.conflicts', conflicts.length > 0);
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  /** The person's own file is at the right, where it can be edited. */
  async show(): Promise<void> {
    const workspace = this.workspace();
    if (!workspace) return;
    const rows: { readonly title: string; readonly own: vscode.Uri; readonly left: vscode.Uri; readonly right: vscode.Uri }[] = [];
    for (const conflict of this.found) {
      const change = this.changes.files.find(({ path }) => path === conflict.path);
      if (!change) continue;
      const own = fileIn(workspace, conflict.path);
      const { title, left, right } = await conflictView(conflict, change, (bytes) => vscode.workspace.decode(bytes, { uri: own }));
      rows.push({ title, own, left: this.uriOf(left, conflict.path, own, 'conflict'), right: this.uriOf(right, conflict.path, own, 'yours') });
    }
    const [first] = rows;
    if (!first) void vscode.window.showInformationMessage(vscode.l10n.t('No conflicts wait: apply the changes, and Whittle tells where they meet yours.'));
    else if (rows.length === 1) await vscode.commands.executeCommand('vscode.diff', first.left, first.right, first.title);
    else await vscode.commands.executeCommand('vscode.changes', vscode.l10n.t('Whittle: conflicts, and your files'), rows.map(({ own, left, right }) => [own, left, right]));
  }

  private uriOf(side: Side, path: string, own: vscode.Uri, kind: string): vscode.Uri {
    if (side.kind === 'own') return own;
    // Words are in no programming language.
    return this.texts.put(side.kind === 'words' ? `${path}.txt` : path, kind, side.text);
  }
}

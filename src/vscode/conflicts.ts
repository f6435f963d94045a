/** Remembers the files a refused apply stumbled over, and shows each merge with its conflicts beside the person's own file. */
import * as vscode from 'vscode';
import { withMarkers } from '../engine/edit/merge3';
import type { Conflict } from '../engine/snapshot/planWrites';
import { fileIn } from './folders';
import type { VirtualTexts } from './virtualTexts';

export class Conflicts {
  private found: readonly Conflict[] = [];

  constructor(private readonly texts: VirtualTexts, private readonly workspace: () => vscode.Uri | undefined) {}

  /** Of the last apply; empty where it went through. */
  async set(conflicts: readonly Conflict[]): Promise<void> {
    this.found = conflicts;
    await vscode.commands.executeCommand('setContext', 'whittle.conflicts', this.shown.length > 0);
  }

  /** Those of which there is something to see. */
  get shown(): readonly Conflict[] {
    return this.found.filter((conflict) => conflict.parts.length > 0);
  }

  /** The person's own file is at the right, where it can be edited. */
  async show(): Promise<void> {
    const workspace = this.workspace();
    if (!workspace) return;
    const rows = this.shown.map(({ path, parts }) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      merge: this.texts.put(path, 'conflict', withMarkers(parts, { ours: 'Whittle', theirs: vscode.l10n.t('your file') })),
      own: fileIn(workspace, path),
    }));
    const [first] = rows;
    if (first && rows.length === 1) await vscode.commands.executeCommand('vscode.diff', first.merge, first.own, vscode.l10n.t('{0}: conflicts with Whittle, and your file', first.name));
    else if (first) await vscode.commands.executeCommand('vscode.changes', vscode.l10n.t('Whittle: conflicts, and your files'), rows.map(({ merge, own }) => [own, merge, own]));
  }
}

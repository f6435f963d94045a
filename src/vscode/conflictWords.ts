/** Says why one file can't take a change, as a sentence without its stop that begins with the path. */
import * as vscode from 'vscode';
import type { Conflict } from '../engine/snapshot/planWrites';

export interface NamedConflict extends Conflict {
  /** What stands against the change is in an editor, not saved. */
  readonly unsaved?: boolean;
  /** The change takes the file away. */
  readonly removes?: boolean;
}

export function conflictWords({ path, reason, unsaved = false, removes = false }: NamedConflict): string {
  switch (reason) {
    case 'lines': return unsaved ? vscode.l10n.t('{0} has unsaved changes in the same lines', path) : vscode.l10n.t('{0} has changed meanwhile in the same lines', path);
    case 'both-added': return vscode.l10n.t('{0} has been created meanwhile', path);
    case 'removed-and-changed': return removes ? vscode.l10n.t('{0} is to be removed, but has changed meanwhile', path) : vscode.l10n.t('{0} has been removed meanwhile', path);
    case 'binary': return vscode.l10n.t('{0} has changed meanwhile, and it is no text that could be merged', path);
    case 'encoding': return vscode.l10n.t('{0} has changed meanwhile in its encoding', path);
    case 'too-large': return vscode.l10n.t('{0} has changed meanwhile too much to be merged', path);
    case 'folder': return vscode.l10n.t('{0} is no longer a plain file: a folder is in its place, or a file in place of its folder', path);
    case 'link': return vscode.l10n.t('{0} is a link now', path);
    case 'readonly': return vscode.l10n.t('{0} is read-only', path);
    case 'outside': return vscode.l10n.t('{0} leads out of the workspace', path);
    case 'unsaved': return vscode.l10n.t('{0} has unsaved changes that can\'t be merged', path);
  }
}

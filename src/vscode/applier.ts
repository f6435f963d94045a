/** Brings a reviewed change set into the workspace: one WorkspaceEdit, one undo step, or nothing at all. */
import { chmod } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import * as vscode from 'vscode';
import type { Files } from '../engine/ports';
import type { ChangeSet, FileChange } from '../shared/changes';
import { applyFiles, type FileEdit } from './applyFiles';
import { heldText, sameBytes } from './heldText';
import { textEdits } from './textEdits';

export type Applied =
  /** `notes` tells what differs from what was reviewed, in sentences; usually empty. */
  | { readonly kind: 'applied'; readonly files: number; readonly notes: readonly string[] }
  /** Nothing was written. `text` names the reason and the next move. */
  | { readonly kind: 'refused'; readonly text: string };

interface Target extends FileChange {
  readonly uri: vscode.Uri;
  /** The unsaved text it stands on. */
  readonly base: string | undefined;
}

/**
 * Refuses as a whole where any file is no longer what it was when the room was made, on disk or in an editor.
 * `unsaved` gives the text a change stands on where that was typed and not saved.
 */
export async function applyChanges(workspace: vscode.Uri, changes: ChangeSet, files: Files, unsaved: (path: string) => string | undefined = () => undefined): Promise<Applied> {
  const targets = changes.files.map((change) => ({ ...change, uri: vscode.Uri.joinPath(workspace, change.path), base: unsaved(change.path) }));
  const faults: string[] = [];
  for (const target of targets) {
    const fault = await unfit(target, workspace, files);
    if (fault !== undefined) faults.push(fault);
  }
  if (faults.length > 0) return refusal(faults);

  const edits: FileEdit[] = [];
  const asText: Target[] = [];
  for (const target of targets) {
    if (sameBytes(target.before, target.after)) continue;
    const text = await asTextEdits(target);
    if (text) asText.push(target);
    edits.push(text ? { uri: target.uri, edits: text } : { uri: target.uri, exists: target.before !== null, after: target.after });
  }
  if (edits.length > 0 && !(await applyFiles(edits))) {
    return refusal([vscode.l10n.t('the editor refused the edit, most likely because a file changed at this moment')]);
  }
  const notes: string[] = [];
  for (const target of asText) await save(target, files, notes);
  for (const { uri, after, mode } of targets) if (after && mode !== undefined) await chmod(uri.fsPath, mode);
  return { kind: 'applied', files: targets.length, notes };
}

function refusal(faults: readonly string[]): Applied {
  const shown = faults.slice(0, 5);
  if (faults.length > shown.length) shown.push(vscode.l10n.t('and {0} more', faults.length - shown.length));
  return {
    kind: 'refused',
    text: vscode.l10n.t('Nothing was applied: {0}. Undo what was changed there and apply again, or discard these changes and ask again.', shown.join('; ')),
  };
}

/** Why a file can't take its change now, in words; undefined where it can. */
async function unfit({ path, uri, before, after, base }: Target, workspace: vscode.Uri, files: Files): Promise<string | undefined> {
  const stat = await files.stat(uri.fsPath);
  if (!(await isInside(uri.fsPath, workspace.fsPath, files))) return vscode.l10n.t('{0} leads out of the workspace', path);
  const document = openDocument(uri);
  if (base !== undefined && document?.getText() === base) return undefined;
  if (document?.isDirty) return vscode.l10n.t('{0} has unsaved changes', path);
  if (before === null) return stat ? vscode.l10n.t('{0} has been created meanwhile', path) : undefined;
  if (!stat) return vscode.l10n.t('{0} has been removed meanwhile', path);
  if (stat.kind !== 'file') return vscode.l10n.t('{0} is no longer a plain file', path);
  if (after && (stat.mode & 0o222) === 0) return vscode.l10n.t('{0} is read-only', path);
  if (!sameBytes(await files.read(uri.fsPath), before)) return vscode.l10n.t('{0} has changed meanwhile', path);
  return undefined;
}

/** The nearest folder that is there decides: a link to outside must not carry a write with it. */
async function isInside(path: string, workspace: string, files: Files): Promise<boolean> {
  const root = (await files.realPath(workspace)) ?? workspace;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const real = await files.realPath(folder);
    if (real !== undefined) return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
    if (folder === dirname(folder)) return false;
  }
}

/** The change as edits of the text; undefined where the text model doesn't hold both versions unchanged. */
async function asTextEdits({ uri, before, after, base }: Target): Promise<vscode.TextEdit[] | undefined> {
  if (!before || !after) return undefined;
  const document = await textDocument(uri);
  if (!document || (base ?? (await heldText(document, before))) !== document.getText()) return undefined;
  const text = await heldText(document, after);
  return text === undefined ? undefined : textEdits(document, text);
}

async function save({ path, uri, after }: Target, files: Files, notes: string[]): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.isDirty && !(await document.save())) notes.push(vscode.l10n.t('{0} is changed in the editor but could not be saved.', path));
  else if (!sameBytes(await files.read(uri.fsPath), after)) notes.push(vscode.l10n.t('Your settings changed {0} further when it was saved.', path));
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** Undefined where the editor takes the file for no text. */
async function textDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

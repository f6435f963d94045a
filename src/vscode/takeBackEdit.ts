/** Lets the person take back one edit of several that wait for review. */
import * as vscode from 'vscode';
import { decode } from '../engine/edit/textFile';
import { changedRegion } from '../shared/changedRegion';
import { heard } from '../shared/heard';
import type { RoomEdit } from '../engine/room/room';
import type { Session } from './session';

interface Row extends vscode.QuickPickItem {
  readonly number: number;
}

/** Newest first; what came later in the same file stays. */
export async function chooseAndTakeBack(session: Session): Promise<void> {
  const rows = session.edits().map(editRow).reverse();
  if (session.editsLost !== undefined) void vscode.window.showWarningMessage(heard(session.editsLost, vscode.l10n.t));
  if (rows.length === 0 && session.editsLost !== undefined) return;
  if (rows.length === 0) return void vscode.window.showInformationMessage(vscode.l10n.t('There is no single edit to take back. Ask for changes first, and wait until the task has ended.'));
  const chosen = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t('Take Back One Edit'), placeHolder: vscode.l10n.t('Choose the edit to take back; the others stay'), matchOnDescription: true, matchOnDetail: true,
  });
  if (!chosen) return;
  const done = await session.takeBack(chosen.number);
  if (!done.ok) return void vscode.window.showWarningMessage(heard(done.text, vscode.l10n.t));
  void vscode.window.showInformationMessage(vscode.l10n.t('Took back edit {0} of {1}. Your files change only when you apply.', chosen.number, done.path));
}

/** The first line an edit changed says best which one it was. */
function editRow({ number, path, before, after }: RoomEdit): Row {
  const region = changedRegion(textOf(before), textOf(after));
  const first = (region.after.trim() === '' ? region.before : region.after).split('\n').find((line) => line.trim() !== '') ?? '';
  return { number, label: `${number}. ${path}`, description: vscode.l10n.t('line {0}', region.line), detail: first.trim().slice(0, 100) };
}

function textOf(bytes: Uint8Array | null): string {
  const decoded = decode(bytes ?? new Uint8Array());
  return decoded.ok ? decoded.file.text : '';
}

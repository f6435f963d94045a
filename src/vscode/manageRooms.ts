/** Shows the scratch copies on this machine, and removes those the person picks. */
import * as vscode from 'vscode';
import { faultWords } from '../engine/errors';
import type { Files } from '../engine/ports';
import { listRooms, removeRoom, type RoomRecord } from '../engine/room/rooms';
import { nameOf } from '../engine/snapshot/diskPath';
import { timeLanguage } from './numbers';

interface Row extends vscode.QuickPickItem {
  readonly id: string;
}

/** `inUse`: what waits for review or is worked in here; it is not offered. */
export async function manageRooms(files: Files, roomsFolder: string, inUse: ReadonlySet<string>, window: Pick<typeof vscode.window, 'showQuickPick'> = vscode.window): Promise<void> {
  const rooms = await listRooms(files, roomsFolder);
  const rows = rooms.filter(({ id }) => !inUse.has(id)).map(roomRow);
  if (rows.length === 0) {
    return void vscode.window.showInformationMessage(rooms.length === 0 ? vscode.l10n.t('There is no scratch copy. Each task that may change something makes one.')
      : vscode.l10n.t('The only scratch copy is the one in use here. Apply or discard its changes, or start a new conversation, to be rid of it.'));
  }
  const chosen = await window.showQuickPick(rows, {
    canPickMany: true, matchOnDescription: true, matchOnDetail: true,
    title: vscode.l10n.t('Scratch copies, newest first'),
    placeHolder: vscode.l10n.t('Pick those to remove; your projects stay as they are'),
  });
  if (!chosen || chosen.length === 0) return;
  const left: string[] = [];
  for (const { id, label } of chosen) {
    try {
      await removeRoom(files, roomsFolder, id);
    } catch (fault) {
      left.push(`${label}: ${faultWords(fault)}`);
    }
  }
  if (left.length > 0) return void vscode.window.showWarningMessage(vscode.l10n.t('Not removed: {0} Close what uses it, or remove it by hand in {1}.', left.join(' '), roomsFolder));
  void vscode.window.showInformationMessage(chosen.length === 1 ? vscode.l10n.t('1 scratch copy was removed.') : vscode.l10n.t('{0} scratch copies were removed.', chosen.length));
}

/** Another window may be at work in a young one, which only its person knows. */
export function roomRow({ id, workspace, folder, created, size }: RoomRecord): Row {
  const made = created === 0 ? vscode.l10n.t('of unknown age') : new Date(created).toLocaleString(timeLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
  return {
    id, label: workspace === '' ? id : nameOf(workspace),
    description: [made, size === undefined ? '' : bytes(size)].filter((part) => part !== '').join('  ·  '),
    detail: folder === '' ? vscode.l10n.t('Its record is damaged, so nothing can take it up again.') : vscode.l10n.t('of {0}; another window may still need it', workspace),
  };
}

function bytes(size: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const at = size < 1000 ? 0 : Math.min(Math.floor(Math.log10(size) / 3), units.length - 1);
  return `${(size / 1000 ** at).toLocaleString(timeLanguage(), { maximumFractionDigits: at < 2 ? 0 : 1 })} ${units[at] ?? ''}`;
}

/** Shows which commands were allowed for good in this workspace, and takes back those the person picks. */
import { realOrAsWritten } from '../engine/snapshot/diskPath';
import * as vscode from 'vscode';
import type { Files, Store } from '../engine/ports';
import { allowedLines, revokeLine } from '../engine/room/approvals';
import { visible } from '../shared/visible';
import { openSettings } from './settings';

interface Row extends vscode.QuickPickItem {
  readonly line: string;
}

/** `prefixes`: what the settings allow besides, which is changed there. */
export async function manageAllowed(workspace: vscode.Uri, files: Files, store: Store, prefixes: readonly string[], window: Pick<typeof vscode.window, 'showQuickPick'> = vscode.window): Promise<void> {
  const folder = await realOrAsWritten(files, workspace.fsPath);
  const lines = await allowedLines(store, folder);
  if (lines.length === 0) return nothingAllowed(prefixes);
  const rows = lines.map(allowedRow);
  const chosen = await window.showQuickPick(rows, {
    canPickMany: true,
    title: vscode.l10n.t('Commands that run without asking in this workspace'),
    placeHolder: vscode.l10n.t('Pick those that shall be asked for again'),
  });
  if (!chosen || chosen.length === 0) return;
  for (const { line } of chosen) await revokeLine(store, folder, line);
  void vscode.window.showInformationMessage(chosen.length === 1
    ? vscode.l10n.t('"{0}" is asked for again.', chosen[0]?.label ?? '')
    : vscode.l10n.t('{0} commands are asked for again.', chosen.length));
}

/** A yes to the tests covers the scripts behind them, which are kept below their line. */
export function allowedRow(line: string): Row {
  const shown = (text: string): string => visible(text.trim().replaceAll('\n', ' ⏎ '));
  const [, first = '', scripts = ''] = /^(.+)\n((?:\{.*\})?)$/u.exec(line) ?? [];
  if (first === '') return { label: shown(line), line };
  return { label: shown(first), ...(scripts === '' ? {} : { description: vscode.l10n.t('as long as it runs {0}', shown(scripts)) }), line };
}

async function nothingAllowed(prefixes: readonly string[]): Promise<void> {
  const settings = vscode.l10n.t('Open Settings');
  const none = vscode.l10n.t('No command was allowed for good in this workspace: each is asked for.');
  const besides = prefixes.length === 0 ? '' : vscode.l10n.t('Your settings allow what begins with: {0}.', prefixes.join(', '));
  const answer = await vscode.window.showInformationMessage([none, besides].filter((part) => part !== '').join(' '), ...(besides === '' ? [] : [settings]));
  if (answer === settings) await openSettings('@id:whittle.commands.allow');
}

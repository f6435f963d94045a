/** Shows which commands were allowed for good in this workspace, and takes back those the person unticks. */
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
  const ticked = await window.showQuickPick(rows, {
    canPickMany: true,
    title: vscode.l10n.t('Commands that run without asking in this workspace'),
    placeHolder: vscode.l10n.t('Untick what shall be asked for again'),
  });
  const revoked = ticked === undefined ? [] : rows.filter(({ line }) => !ticked.some((kept) => kept.line === line));
  if (revoked.length === 0) return;
  for (const { line } of revoked) await revokeLine(store, folder, line);
  void vscode.window.showInformationMessage(revoked.length === 1
    ? vscode.l10n.t('"{0}" is asked for again.', revoked[0]?.label ?? '')
    : vscode.l10n.t('{0} commands are asked for again.', revoked.length));
}

/** A yes to the tests covers the scripts behind them, which are kept below their line as JSON. */
export function allowedRow(line: string): Row {
  const shown = (text: string): string => visible(text.trim().replaceAll('\n', ' ⏎ '));
  const [, first = '', scripts = ''] = /^(.+)\n((?:\{.*\})?)$/u.exec(line) ?? [];
  const record = scriptsOf(scripts);
  if (first === '' || record === undefined) return { label: shown(line), line, picked: true };
  const behind = record.map(([name, script]) => vscode.l10n.t('“{0}” is “{1}”', shown(name), shown(script)));
  return { label: shown(first), ...(behind.length === 0 ? {} : { description: vscode.l10n.t('as long as {0}', behind.join(', ')) }), line, picked: true };
}

/** By name; undefined where it is no such record. */
function scriptsOf(json: string): readonly (readonly [string, string])[] | undefined {
  try {
    const scripts: unknown = JSON.parse(json === '' ? '{}' : json);
    return typeof scripts === 'object' && scripts !== null ? Object.entries(scripts).map(([name, script]) => [name, String(script)] as const) : undefined;
  } catch {
    // A line that only looks like one.
    return undefined;
  }
}

async function nothingAllowed(prefixes: readonly string[]): Promise<void> {
  const settings = vscode.l10n.t('Open Settings');
  const none = vscode.l10n.t('No command was allowed for good in this workspace: each is asked for.');
  const besides = prefixes.length === 0 ? '' : vscode.l10n.t('Your settings allow what begins with: {0}.', prefixes.join(', '));
  const answer = await vscode.window.showInformationMessage([none, besides].filter((part) => part !== '').join(' '), ...(besides === '' ? [] : [settings]));
  if (answer === settings) await openSettings('@id:whittle.commands.allow');
}

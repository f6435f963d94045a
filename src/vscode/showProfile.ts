/** Shows the model's profile as a list in which each fact leads to the setting that overrides it. */
import * as vscode from 'vscode';
import { factRows, type FactRow, type ModelFacts } from './modelFacts';

/** What the person wants done next; undefined where they only looked. */
export type ProfileChoice = { readonly kind: 'setting'; readonly setting: string } | { readonly kind: 'forget' } | { readonly kind: 'copy' } | undefined;

interface Row extends vscode.QuickPickItem {
  readonly choice?: ProfileChoice;
}

export async function showProfile(facts: ModelFacts): Promise<ProfileChoice> {
  const learned = Object.keys(facts.learned).length > 0;
  const rows: Row[] = [
    ...factRows(facts).map(rowOf),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    ...(learned ? [{ label: vscode.l10n.t('$(clear-all) Forget What Was Learned'), detail: vscode.l10n.t('The next request tries this server as if for the first time.'), choice: { kind: 'forget' as const } }] : []),
    { label: vscode.l10n.t('$(copy) Copy as Text'), choice: { kind: 'copy' } },
  ];
  const chosen = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t('Model profile'), placeHolder: vscode.l10n.t('Choose a fact to open the setting that overrides it'), matchOnDescription: true, matchOnDetail: true,
  });
  return chosen?.choice;
}

/** For a bug report: no path and nothing of the person's code is in it. */
export function profileText(facts: ModelFacts): string {
  return factRows(facts).map(({ label, value, source }) => `${label}: ${value}${source === '' ? '' : ` (${source})`}`).join('\n');
}

function rowOf({ label, value, source, setting }: FactRow): Row {
  const override = setting === undefined ? '' : vscode.l10n.t('override: {0}', setting);
  return {
    label: `${label}: ${value}`,
    description: override,
    detail: source,
    ...(setting === undefined ? {} : { choice: { kind: 'setting' as const, setting } }),
  };
}

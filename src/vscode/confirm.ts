/** The one way to a modal question: none of its buttons counts before it can have been read. */
import * as vscode from 'vscode';
import { readFirst } from './readFirst';

/** Stands before what is asked once more. */
export function hurriedWords(): string {
  return vscode.l10n.t('Not taken: that answer came the moment this question did. Read it, then answer.');
}

/** The button that was pressed; undefined where the question was closed. */
export async function confirm(message: string, detail: string, ...buttons: readonly string[]): Promise<string | undefined> {
  return readFirst((hurried) => vscode.window.showWarningMessage(message, { modal: true, detail: hurried ? `${hurriedWords()}\n\n${detail}` : detail }, ...buttons));
}

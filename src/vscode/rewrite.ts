/** "Rewrite This Function": finds the symbol at the cursor, asks what is to become of it, and makes a task of that. */
import * as vscode from 'vscode';
import type { CodeReader } from '../engine/code/codeReader';
import type { TaskRequest } from '../engine/engine';
import { pathInWorkspace } from './folders';
import { symbolAt } from './place';

export interface Rewrite {
  readonly request: TaskRequest;
  /** What the chat shows beside the request. */
  readonly context: string;
}

/** Undefined where there is nothing to rewrite (the person is told why) or the person changed their mind. */
export async function askForRewrite(code: CodeReader, workspace: vscode.Uri | undefined, uri?: vscode.Uri, at?: vscode.Position): Promise<Rewrite | undefined> {
  if (!vscode.workspace.isTrusted) return complain(vscode.l10n.t('Whittle edits nothing in Restricted Mode. Trust this folder first.'));
  const editor = vscode.window.activeTextEditor;
  const target = uri ?? editor?.document.uri;
  if (!target) return complain(vscode.l10n.t('Open a file and put the cursor into a function first.'));
  const path = pathInWorkspace(target, workspace);
  if (path === undefined) return complain(vscode.l10n.t('Whittle works on files of the open folder, and this one lies outside.'));
  const document = await vscode.workspace.openTextDocument(target);
  const active = editor?.document.uri.toString() === target.toString() ? editor.selection.active : undefined;
  const position = at ?? active ?? new vscode.Position(0, 0);
  const symbol = await symbolAt(code, document, position);
  if (!symbol) {
    return complain(code.languageOf(path) === undefined
      ? vscode.l10n.t('Whittle does not know the language of this file. Describe the change in the chat instead.')
      : vscode.l10n.t('There is no function at the cursor. Put it into one and try again.'));
  }
  const instruction = await vscode.window.showInputBox({
    title: vscode.l10n.t('Rewrite {0}', symbol.path),
    prompt: vscode.l10n.t('What should change? The function is rewritten in a scratch copy and shown to you first.'),
    placeHolder: vscode.l10n.t('for example: return the mean of the two middle values when the count is even'),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Say what should change, or press Escape to leave the function as it is.') : undefined),
  });
  if (instruction === undefined) return undefined;
  return {
    request: {
      text: `Rewrite ${symbol.path} in ${path}: ${instruction.trim()}`,
      place: { path, symbol: symbol.path, line: symbol.declarationLine },
      category: 'write',
    },
    context: `${path}:${symbol.declarationLine}`,
  };
}

function complain(text: string): undefined {
  void vscode.window.showInformationMessage(text);
  return undefined;
}

/** Offers "Rewrite" where the light bulb is, on the function around the cursor. */
import * as vscode from 'vscode';
import type { CodeReader, CodeSymbol } from '../engine/code/codeReader';
import { pathInWorkspace } from './folders';
import { symbolAt } from './place';

/** Parsing a larger file at each move of the cursor would be felt. */
const largestDocument = 200_000;

export class RewriteActions implements vscode.CodeActionProvider {
  static readonly metadata: vscode.CodeActionProviderMetadata = { providedCodeActionKinds: [vscode.CodeActionKind.RefactorRewrite] };

  constructor(private readonly code: () => Promise<CodeReader>, private readonly workspace: () => vscode.Uri | undefined) {}

  async provideCodeActions(document: vscode.TextDocument, range: vscode.Range, _context: vscode.CodeActionContext, token: vscode.CancellationToken): Promise<vscode.CodeAction[]> {
    if (!vscode.workspace.isTrusted || pathInWorkspace(document.uri, this.workspace()) === undefined) return [];
    if (document.offsetAt(document.lineAt(document.lineCount - 1).range.end) > largestDocument) return [];
    const symbol = await symbolAt(await this.code(), document, range.start);
    if (token.isCancellationRequested || !symbol || !isCallable(symbol)) return [];
    const action = new vscode.CodeAction(vscode.l10n.t('Whittle: Rewrite {0}', symbol.path), vscode.CodeActionKind.RefactorRewrite);
    action.command = { command: 'whittle.rewriteFunction', title: action.title, arguments: [document.uri, range.start] };
    return [action];
  }
}

function isCallable(symbol: CodeSymbol): boolean {
  return /function|method|constructor/.test(symbol.kind);
}

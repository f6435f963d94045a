/** Asks the editor's language servers, whichever extension brings them, without waiting for one that is still starting. */
import * as vscode from 'vscode';
import type { CodePlace, CodeRange, LanguageServer } from '../engine/ports';
import { withLinkedSignal } from '../shared/withLinkedSignal';

/** Milliseconds a server has for one answer. */
const limit = 3_000;

export const editorLanguageServer: LanguageServer = {
  references: async (place, signal) => {
    const found = await answer<vscode.Location[]>(place, signal, 'vscode.executeReferenceProvider');
    return found && found.length > 0 ? found.map((one) => rangeOf(one.uri, one.range)) : undefined;
  },
  rename: async (place, name, signal) => {
    const edit = await answer<vscode.WorkspaceEdit>(place, signal, 'vscode.executeDocumentRenameProvider', name);
    const edits = edit?.entries().flatMap(([uri, changes]) => changes.map((change) => ({ ...rangeOf(uri, change.range), text: change.newText })));
    return edits && edits.length > 0 ? edits : undefined;
  },
};

/** Undefined where nothing answers in time, or the server refuses: a rename of what can't be renamed is an error to it. */
async function answer<T>({ path, line, column, related }: CodePlace, signal: AbortSignal, command: string, ...more: readonly unknown[]): Promise<T | undefined> {
  const uri = vscode.Uri.file(path);
  const asked = async (): Promise<T | undefined> => {
    // A server knows the files of a folder it was never told of only once they are open.
    await Promise.allSettled([uri, ...related.map((one) => vscode.Uri.file(one))].map((one) => vscode.workspace.openTextDocument(one)));
    return vscode.commands.executeCommand<T | undefined>(command, uri, new vscode.Position(line - 1, column - 1), ...more);
  };
  return withLinkedSignal(signal, limit, async (tooLate) => new Promise((resolve) => {
    const giveUp = (): void => { resolve(undefined); };
    if (tooLate.signal.aborted) giveUp();
    tooLate.signal.addEventListener('abort', giveUp, { once: true });
    asked().then(resolve, giveUp);
  }));
}

function rangeOf(uri: vscode.Uri, range: vscode.Range): CodeRange {
  return { path: uri.fsPath, line: range.start.line + 1, column: range.start.character + 1, endLine: range.end.line + 1, endColumn: range.end.character + 1 };
}

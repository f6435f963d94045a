/** Applies text edits and whole files as one WorkspaceEdit that one undo takes back, bytes included. */
import * as vscode from 'vscode';

export type FileEdit =
  | { readonly uri: vscode.Uri; readonly edits: vscode.TextEdit[] }
  /** Bytes as they are; null removes the file. `exists`: something is there now. */
  | { readonly uri: vscode.Uri; readonly exists: boolean; readonly after: Uint8Array | null };

const divider = 'whittle-divider';

/** False where the editor refused. */
export async function applyFiles(files: readonly FileEdit[]): Promise<boolean> {
  const wholes = files.filter((file) => 'after' in file);
  const texts = files.filter((file) => 'edits' in file);
  const edit = new vscode.WorkspaceEdit();
  // An overwriting creation is undone by deleting the file, a deletion by restoring it: so a file is replaced by
  // both. The editor undoes neighbouring file operations first to last, but groups of them last to first, and a text
  // edit parts the groups.
  for (const { uri, exists } of wholes) if (exists) edit.deleteFile(uri);
  if (texts.length === 0) edit.insert(vscode.Uri.from({ scheme: divider, path: '/nothing' }), new vscode.Position(0, 0), '');
  for (const { uri, edits } of texts) edit.set(uri, edits);
  for (const { uri, after } of wholes) if (after) edit.createFile(uri, { contents: after });
  const empty = vscode.workspace.registerTextDocumentContentProvider(divider, { provideTextDocumentContent: () => '' });
  try {
    return await vscode.workspace.applyEdit(edit);
  } finally {
    empty.dispose();
  }
}

/** File operations of a WorkspaceEdit that carry bytes as they are and whose undo brings the earlier bytes back. */
import type * as vscode from 'vscode';

/** Adds to `edit` what gives `uri` the bytes `after`; null removes it. `exists` says whether something is there now. */
export function addWholeFile(edit: vscode.WorkspaceEdit, uri: vscode.Uri, exists: boolean, after: Uint8Array | null): void {
  // The editor undoes an overwriting creation by deleting the file. It undoes a deletion by restoring what was there.
  if (exists) edit.deleteFile(uri);
  if (after) edit.createFile(uri, { contents: after });
}

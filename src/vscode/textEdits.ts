/** Turns a document's new text into edits of only the lines that differ, so that cursors and folds elsewhere stay. */
import * as vscode from 'vscode';
import { lineHunks } from '../engine/edit/lineHunks';

/** `text` must use the document's line ends. */
export function textEdits(document: vscode.TextDocument, text: string): vscode.TextEdit[] {
  return lineHunks(document.getText(), text).map((hunk) => {
    const range = document.validateRange(new vscode.Range(hunk.start, 0, hunk.end, 0));
    return vscode.TextEdit.replace(range, hunk.text);
  });
}

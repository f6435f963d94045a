/** Tells whether the editor's text model can hold a file's bytes without changing any of them. */
import * as vscode from 'vscode';
import { sameBytes } from '../shared/sameBytes';

/**
 * The text of `bytes` as `document` would hold it, or undefined where saving that text would write other bytes:
 * mixed line ends, bytes foreign to the document's encoding, a byte order mark it wouldn't keep.
 */
export async function heldText(document: vscode.TextDocument, bytes: Uint8Array): Promise<string | undefined> {
  const { encoding } = document;
  const text = await vscode.workspace.decode(bytes, { encoding });
  const lineEnd = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  if (text.replace(/\r\n|\r|\n/g, lineEnd) !== text) return undefined;
  return sameBytes(await vscode.workspace.encode(text, { encoding }), bytes) ? text : undefined;
}

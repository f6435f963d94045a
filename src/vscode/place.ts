/** Says where in the workspace the person is: file, line, selection, and the symbol around the cursor. */
import * as vscode from 'vscode';
import type { CodeReader, CodeSymbol } from '../engine/code/codeReader';
import type { TaskRequest } from '../engine/engine';
import { pathInWorkspace } from './folders';

type Place = NonNullable<TaskRequest['place']>;

/** Longer selections are left to the model's own reading. */
const longestSelection = 4_000;

/** Where the active editor stands, for a request typed in the chat. */
export function activePlace(workspace: vscode.Uri | undefined): Place | undefined {
  const editor = vscode.window.activeTextEditor;
  const path = editor && pathInWorkspace(editor.document.uri, workspace);
  if (!editor || path === undefined) return undefined;
  const selection = editor.document.getText(editor.selection);
  return {
    path,
    line: editor.selection.active.line + 1,
    ...(selection.trim() === '' || selection.length > longestSelection ? {} : { selection }),
  };
}

/** The innermost function or method around a position, else the innermost symbol; undefined outside of all. */
export async function symbolAt(code: CodeReader, document: vscode.TextDocument, position: vscode.Position): Promise<CodeSymbol | undefined> {
  const path = document.uri.path;
  if (code.languageOf(path) === undefined) return undefined;
  // In the indentation of a line the person means what the line holds.
  const indented = document.lineAt(position.line).firstNonWhitespaceCharacterIndex;
  const offset = document.offsetAt(position.with(position.line, Math.max(position.character, indented)));
  const around = enclosing((await code.symbols(path, document.getText())) ?? [], offset);
  return around.findLast((symbol) => /function|method|constructor/.test(symbol.kind)) ?? around.at(-1);
}

/** From the outermost to the innermost. */
function enclosing(symbols: readonly CodeSymbol[], offset: number): CodeSymbol[] {
  const outer = symbols.find((symbol) => symbol.start <= offset && offset <= symbol.end);
  return outer ? [outer, ...enclosing(outer.children, offset)] : [];
}

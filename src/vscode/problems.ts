/** What the editor's language servers say of a file; a language that has no server is waited for once in a while, not at each edit. */
import * as vscode from 'vscode';
import type { Diagnostic } from '../engine/ports';
import { createTypeScriptProblems, typeScriptSources } from './typeScriptProblems';
import { within } from './within';

/** All in milliseconds. */
export interface Patience {
  /** What a server may take to look at a file it hasn't seen. */
  firstLook: number;
  /** And at one it has, or that another server is asked about. */
  nextLook: number;
  /** How long a language whose server said nothing is not waited for again: one may be starting. */
  rest: number;
}

/** Opens the file for the servers, gives those a moment to speak, and resolves to all they say; undefined where that isn't known within `most` milliseconds, or the editor opens no such text. */
export function createProblems(patience: Patience = { firstLook: 1_500, nextLook: 500, rest: 60_000 }): (path: string, most: number) => Promise<readonly Diagnostic[] | undefined> {
  const silentSince = new Map<string, number>();
  const typeScript = createTypeScriptProblems();

  async function look(path: string, most: number): Promise<readonly Diagnostic[] | undefined> {
    const uri = vscode.Uri.file(path);
    const known = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
    // Listening begins before the file is opened: a quick server has spoken by then.
    const ear = listen(uri);
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      const asked = typeScript(document, most);
      const speech = rested(document.languageId) ? ear.heard(known || asked !== undefined ? patience.nextLook : patience.firstLook) : undefined;
      const told = await asked;
      if (told === 'not yet') return undefined;
      if (speech !== undefined) note(document, await speech);
      return [...(told ?? []), ...shown(uri).filter(({ source }) => told === undefined || !typeScriptSources.has(source)).map((problem) => diagnosticOf(path, problem))];
    } finally {
      ear.dispose();
    }
  }

  const rested = (language: string): boolean => Date.now() - (silentSince.get(language) ?? -Infinity) >= patience.rest;
  const note = ({ languageId, uri }: vscode.TextDocument, spoke: boolean): void => {
    if (spoke || shown(uri).length > 0) silentSince.delete(languageId);
    else silentSince.set(languageId, Date.now());
  };
  return (path, most) => within(look(path, most), most);
}

interface Ear extends vscode.Disposable {
  /** Whether somebody spoke of the file since, or does within these milliseconds. */
  heard(milliseconds: number): Promise<boolean>;
}

function listen(uri: vscode.Uri): Ear {
  let hear: () => void = () => undefined;
  const spoken = new Promise<true>((resolve) => { hear = () => { resolve(true); }; });
  const listener = vscode.languages.onDidChangeDiagnostics(({ uris }) => { if (uris.some((one) => one.toString() === uri.toString())) hear(); });
  let timer: NodeJS.Timeout | undefined;
  return {
    heard: (milliseconds) => Promise.race([spoken, new Promise<false>((resolve) => { timer = setTimeout(resolve, milliseconds, false); })]),
    dispose: () => {
      clearTimeout(timer);
      listener.dispose();
    },
  };
}

const shown = (uri: vscode.Uri): readonly vscode.Diagnostic[] => vscode.languages.getDiagnostics(uri);

function diagnosticOf(path: string, { range, severity, message }: vscode.Diagnostic): Diagnostic {
  return { path, line: range.start.line + 1, column: range.start.character + 1, severity: severityOf(severity), message };
}

function severityOf(severity: vscode.DiagnosticSeverity): Diagnostic['severity'] {
  if (severity === vscode.DiagnosticSeverity.Error) return 'error';
  return severity === vscode.DiagnosticSeverity.Warning ? 'warning' : 'info';
}

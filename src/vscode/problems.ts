/** What the editor's language servers say of files; a language that has no server is waited for once in a while, not at each edit. */
import * as vscode from 'vscode';
import type { Diagnostic } from '../engine/ports';
import { createTypeScriptProblems, typeScriptSources } from './typeScriptProblems';

/** All in milliseconds. */
export interface Patience {
  /** What a server may take to look at a file it hasn't seen. */
  firstLook: number;
  /** And at one it has. */
  nextLook: number;
  /** How long a language whose server said nothing is not waited for again: one may be starting. */
  rest: number;
}

/** Opens the files for the servers, gives those a moment to speak, and resolves to all they say. */
export function createProblems(patience: Patience = { firstLook: 1_500, nextLook: 500, rest: 60_000 }): (paths: readonly string[]) => Promise<readonly Diagnostic[]> {
  const silentSince = new Map<string, number>();
  const typeScript = createTypeScriptProblems();
  return async (paths) => {
    const uris = paths.map((path) => vscode.Uri.file(path));
    const documents = await looked(uris, patience, silentSince);
    const asked = await Promise.all(documents.map(async (document) => (document === undefined ? undefined : typeScript(document))));
    return uris.flatMap((uri, index) => {
      const path = paths[index] ?? uri.fsPath;
      const told = asked[index]?.map((problem) => ({ ...problem, path }));
      const shown = vscode.languages.getDiagnostics(uri).filter(({ source }) => told === undefined || !typeScriptSources.has(source));
      return [...(told ?? []), ...shown.map((problem) => ({
        path,
        line: problem.range.start.line + 1,
        column: problem.range.start.character + 1,
        severity: severityOf(problem.severity),
        message: problem.message,
      }))];
    });
  };
}

/** Gives back the documents, undefined for what the editor takes for no text. */
async function looked(uris: readonly vscode.Uri[], patience: Patience, silentSince: Map<string, number>): Promise<readonly (vscode.TextDocument | undefined)[]> {
  const known = new Set(vscode.workspace.textDocuments.map((document) => document.uri.toString()));
  const names = new Set(uris.map((uri) => uri.toString()));
  let heard: () => void = () => undefined;
  const spoken = new Promise<true>((resolve) => { heard = () => { resolve(true); }; });
  // Listening begins before the files are opened: a quick server has spoken by then.
  const listener = vscode.languages.onDidChangeDiagnostics((event) => { if (event.uris.some((uri) => names.has(uri.toString()))) heard(); });
  let timer: NodeJS.Timeout | undefined;
  try {
    const opened = await Promise.allSettled(uris.map((uri) => vscode.workspace.openTextDocument(uri)));
    const documents = opened.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
    const languages = new Set(documents.flatMap((one) => one?.languageId ?? []));
    const awaited = [...languages].filter((language) => Date.now() - (silentSince.get(language) ?? -Infinity) >= patience.rest);
    if (awaited.length === 0) return documents;
    const most = uris.some((uri) => !known.has(uri.toString())) ? patience.firstLook : patience.nextLook;
    const spoke = await Promise.race([spoken, new Promise<false>((resolve) => { timer = setTimeout(resolve, most, false); })]);
    for (const language of awaited) {
      if (spoke || uris.some((uri) => vscode.languages.getDiagnostics(uri).length > 0)) silentSince.delete(language);
      else silentSince.set(language, Date.now());
    }
    return documents;
  } finally {
    clearTimeout(timer);
    listener.dispose();
  }
}

function severityOf(severity: vscode.DiagnosticSeverity): Diagnostic['severity'] {
  if (severity === vscode.DiagnosticSeverity.Error) return 'error';
  return severity === vscode.DiagnosticSeverity.Warning ? 'warning' : 'info';
}

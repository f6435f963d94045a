/** Asks the editor's TypeScript server for a file's problems: by itself it speaks only of files in a tab, and a room's have none. */
import * as vscode from 'vscode';
import type { Diagnostic } from '../engine/ports';

const EXTENSION = 'vscode.typescript-language-features';
const languages: ReadonlyMap<string, string> = new Map([['typescript', 'typescript'], ['typescriptreact', 'typescript'], ['javascript', 'javascript'], ['javascriptreact', 'javascript']]);
/** What the server's own diagnostics are marked with where the editor shows them. */
export const typeScriptSources: ReadonlySet<string | undefined> = new Set(['ts', 'js', 'javascript', 'typescript']);

/** Milliseconds: a server that starts reads the project first. */
const FIRST_ANSWER = 10_000;
const ANSWER = 3_000;

interface Told {
  readonly start: { readonly line: number; readonly offset: number };
  readonly text: string;
  readonly category: string;
}

/** Undefined for another language, where there is no server, and where it doesn't answer in time; the document must be open. */
export function createTypeScriptProblems(): (document: vscode.TextDocument) => Promise<readonly Diagnostic[] | undefined> {
  let answered = false;
  return async (document) => {
    const section = languages.get(document.languageId);
    const extension = vscode.extensions.getExtension(EXTENSION);
    if (section === undefined || extension === undefined) return undefined;
    if (vscode.workspace.getConfiguration(section, document.uri).get<boolean>('validate.enable') === false) return undefined;
    const asked = async (): Promise<readonly Diagnostic[] | undefined> => {
      await extension.activate();
      const all = await Promise.all(['syntacticDiagnosticsSync', 'semanticDiagnosticsSync'].map((request) => ask(request, document.uri)));
      return all.includes(undefined) ? undefined : all.flatMap((told) => told ?? []).map((one) => diagnosticOf(document.uri.fsPath, one));
    };
    const told = await within(asked(), answered ? ANSWER : FIRST_ANSWER);
    answered ||= told !== undefined;
    return told;
  };
}

async function ask(request: string, file: vscode.Uri): Promise<readonly Told[] | undefined> {
  const response: unknown = await vscode.commands.executeCommand('typescript.tsserverRequest', request, { file });
  if (typeof response !== 'object' || response === null || !('body' in response) || !Array.isArray(response.body)) return undefined;
  return response.body.filter(isTold);
}

function isTold(value: unknown): value is Told {
  if (typeof value !== 'object' || value === null) return false;
  const { start, text, category } = value as Record<string, unknown>;
  return typeof text === 'string' && typeof category === 'string' && typeof start === 'object' && start !== null
    && 'line' in start && typeof start.line === 'number' && 'offset' in start && typeof start.offset === 'number';
}

function diagnosticOf(path: string, { start, text, category }: Told): Diagnostic {
  return { path, line: start.line, column: start.offset, severity: category === 'error' ? 'error' : category === 'warning' ? 'warning' : 'info', message: text };
}

/** A server that refuses, or an editor whose TypeScript extension knows no such request, says nothing. */
async function within<T>(work: Promise<T | undefined>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => { timer = setTimeout(resolve, milliseconds, undefined); });
  return Promise.race([work.catch(() => undefined), late]).finally(() => { clearTimeout(timer); });
}

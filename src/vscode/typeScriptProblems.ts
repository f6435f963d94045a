/** Asks the editor's TypeScript server for a file's problems: by itself it speaks only of files in a tab, and a room's have none. */
import * as vscode from 'vscode';
import type { Diagnostic } from '../engine/ports';
import { within } from './within';

const EXTENSION = 'vscode.typescript-language-features';
const languages: ReadonlyMap<string, string> = new Map([['typescript', 'typescript'], ['typescriptreact', 'typescript'], ['javascript', 'javascript'], ['javascriptreact', 'javascript']]);
/** What the server's own diagnostics are marked with where the editor shows them. */
export const typeScriptSources: ReadonlySet<string | undefined> = new Set(['ts', 'js', 'javascript', 'typescript']);

/** Milliseconds: a server that has never answered is probably starting, and its first answer is not waited for. */
const FIRST_ANSWER = 1_000;
/** Milliseconds after which a server that refuses is no longer taken for one that is starting. */
const START = 60_000;

type Said = readonly Diagnostic[] | 'refused';

interface Told {
  readonly start: { readonly line: number; readonly offset: number };
  readonly text: string;
  readonly category: string;
}

/**
 * Undefined for another language and where no server answers; `not yet` where one is starting or busy, which is asked no
 * more until it has answered what it was asked last. The document must be open.
 */
export function createTypeScriptProblems(): (document: vscode.TextDocument, most: number) => Promise<readonly Diagnostic[] | 'not yet' | undefined> | undefined {
  let answered = false;
  /** The question that took too long. */
  let open: Promise<Said> | undefined;
  let refusedSince: number | undefined;

  function note(said: Said): void {
    if (said === 'refused') refusedSince ??= Date.now();
    else [answered, refusedSince] = [true, undefined];
  }

  async function told(document: vscode.TextDocument, extension: vscode.Extension<unknown>, most: number): Promise<readonly Diagnostic[] | 'not yet' | undefined> {
    if (open !== undefined) return 'not yet';
    const asked = problemsOf(document.uri, extension).catch((): Said => 'refused');
    const said = await within(asked, answered ? most : Math.min(most, FIRST_ANSWER));
    if (said === undefined) {
      open = asked;
      void asked.then((late) => {
        note(late);
        if (open === asked) open = undefined;
      });
      return 'not yet';
    }
    note(said);
    if (said !== 'refused') return said;
    return Date.now() - (refusedSince ?? 0) < START ? 'not yet' : undefined;
  }

  return (document, most) => {
    const section = languages.get(document.languageId);
    const extension = vscode.extensions.getExtension(EXTENSION);
    if (section === undefined || extension === undefined) return undefined;
    if (vscode.workspace.getConfiguration(section, document.uri).get<boolean>('validate.enable') === false) return undefined;
    return told(document, extension, most);
  };
}

async function problemsOf(file: vscode.Uri, extension: vscode.Extension<unknown>): Promise<Said> {
  await extension.activate();
  const all = await Promise.all(['syntacticDiagnosticsSync', 'semanticDiagnosticsSync'].map((request) => ask(request, file)));
  return all.includes(undefined) ? 'refused' : all.flatMap((told) => told ?? []).map((one) => diagnosticOf(file.fsPath, one));
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

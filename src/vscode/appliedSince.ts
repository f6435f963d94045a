/** Notices when files of the last apply become again what they were before it, by undo or by a restored snapshot. */
import * as vscode from 'vscode';
import type { Files } from '../engine/ports';
import { oneAtATime } from '../shared/oneAtATime';
import { sameBytes } from '../shared/sameBytes';
import type { Written } from './applier';
import { fileIn } from './folders';

type Before = Pick<Written, 'path' | 'before'>;

export class AppliedSince implements vscode.Disposable {
  private written: readonly Before[] = [];
  private readonly listeners: vscode.Disposable;
  private readonly inTurn = oneAtATime();

  /** `tell` hears which files of the apply are as before, whenever that may have changed. */
  constructor(private readonly workspace: () => vscode.Uri | undefined, private readonly files: Pick<Files, 'read'>, private readonly tell: (paths: ReadonlySet<string>) => void) {
    const ours = (uris: readonly vscode.Uri[]): boolean => uris.some((uri) => this.written.some(({ path }) => this.uriOf(path)?.toString() === uri.toString()));
    this.listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document, reason }) => { if (reason !== undefined && ours([document.uri])) void this.look(); }),
      // A window opened again brings back what was typed and not saved.
      vscode.workspace.onDidOpenTextDocument((document) => { if (document.isDirty && ours([document.uri])) void this.look(); }),
      vscode.workspace.onDidDeleteFiles(({ files: gone }) => { if (ours(gone)) void this.look(); }),
      vscode.workspace.onDidCreateFiles(({ files: made }) => { if (ours(made)) void this.look(); }),
    );
  }

  /** An apply went through. */
  set(written: readonly Before[]): void {
    this.written = written;
  }

  /** One look after the other. */
  look(): Promise<void> {
    return this.inTurn(async () => {
      const { written } = this;
      if (written.length === 0) return;
      const back = await Promise.all(written.map(async (file) => ((await this.isAsBefore(file).catch(() => false)) ? [file.path] : [])));
      if (this.written === written) this.tell(new Set(back.flat()));
    });
  }

  dispose(): void {
    this.listeners.dispose();
  }

  /** An open editor's text counts, saved or not. */
  private async isAsBefore({ path, before }: Before): Promise<boolean> {
    const uri = this.uriOf(path);
    if (uri === undefined) return false;
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString() && open.isDirty);
    const now = document ? await vscode.workspace.encode(document.getText(), { encoding: document.encoding }) : ((await this.files.read(uri.fsPath)) ?? null);
    return sameBytes(now, before);
  }

  private uriOf(path: string): vscode.Uri | undefined {
    const folder = this.workspace();
    return folder && fileIn(folder, path);
  }
}

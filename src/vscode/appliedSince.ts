/** Notices when what the last apply wrote is taken out of its files again, and put back in: by undo and redo, by hand, by a restored snapshot. */
import * as vscode from 'vscode';
import type { Files } from '../engine/ports';
import { oneAtATime } from '../shared/oneAtATime';
import type { Written } from './applier';
import { fileIn } from './folders';
import { isTakenBack } from './takenBack';

type Images = Pick<Written, 'path' | 'before' | 'after'>;

export class AppliedSince implements vscode.Disposable {
  private written: readonly Images[] = [];
  private back: ReadonlySet<string> = new Set();
  private readonly listeners: vscode.Disposable;
  private readonly inTurn = oneAtATime();

  /** `tell` hears of which files the apply was taken back, whenever that may have changed. */
  constructor(private readonly workspace: () => vscode.Uri | undefined, private readonly files: Pick<Files, 'read'>, private readonly tell: (paths: ReadonlySet<string>) => void) {
    const ours = (uris: readonly vscode.Uri[]): boolean => uris.some((uri) => this.written.some(({ path }) => this.uriOf(path)?.toString() === uri.toString()));
    this.listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document, reason }) => { if (reason !== undefined && ours([document.uri])) void this.look(); }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => { if (ours([uri])) void this.look(); }),
      // A window opened again brings back what was typed and not saved.
      vscode.workspace.onDidOpenTextDocument((document) => { if (document.isDirty && ours([document.uri])) void this.look(); }),
      vscode.workspace.onDidDeleteFiles(({ files: gone }) => { if (ours(gone)) void this.look(); }),
      vscode.workspace.onDidCreateFiles(({ files: made }) => { if (ours(made)) void this.look(); }),
    );
  }

  /** An apply went through. `back`: it was said to be taken back since. */
  set(written: readonly Images[], back = false): void {
    this.written = written;
    this.back = new Set(back ? written.map(({ path }) => path) : []);
  }

  /** One look after the other. */
  look(): Promise<void> {
    return this.inTurn(async () => {
      const { written } = this;
      if (written.length === 0) return;
      const back = await Promise.all(written.map(async (file) => ((await this.isBack(file).catch(() => false)) ? [file.path] : [])));
      if (this.written !== written) return;
      this.back = new Set(back.flat());
      this.tell(this.back);
    });
  }

  dispose(): void {
    this.listeners.dispose();
  }

  /** An open editor's text counts, saved or not. */
  private async isBack(file: Images): Promise<boolean> {
    const uri = this.uriOf(file.path);
    if (uri === undefined) return false;
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString() && open.isDirty);
    const now = document ? await vscode.workspace.encode(document.getText(), { encoding: document.encoding }) : ((await this.files.read(uri.fsPath)) ?? null);
    return isTakenBack(file, now, this.back.has(file.path));
  }

  private uriOf(path: string): vscode.Uri | undefined {
    const folder = this.workspace();
    return folder && fileIn(folder, path);
  }
}

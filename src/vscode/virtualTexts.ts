/** Read-only texts that exist in no file, shown in the editor's own views: merges with markers, files as they were. */
import * as vscode from 'vscode';

const scheme = 'whittle-text';

export class VirtualTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly texts = new Map<string, string>();
  private readonly parts: vscode.Disposable;

  constructor() {
    this.parts = vscode.Disposable.from(
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument((document) => { if (document.uri.scheme === scheme) this.texts.delete(document.uri.toString()); }),
    );
  }

  /** `path` ends in the file's name, by which its language is known; `kind` tells several texts of one path apart. */
  put(path: string, kind: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: path.startsWith('/') ? path : `/${path}`, query: kind });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.parts.dispose();
  }
}

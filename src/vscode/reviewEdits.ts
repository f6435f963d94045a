/** What the person saves at the right side of the review is in the scratch copy, and so part of what is to be decided. */
import * as vscode from 'vscode';

export class ReviewEdits implements vscode.Disposable {
  private readonly listener: vscode.Disposable;

  /** `room`: absolute; undefined while there is none. `saved` hears of each file of it. */
  constructor(private readonly room: () => string | undefined, saved: () => void) {
    this.listener = vscode.workspace.onDidSaveTextDocument(({ uri }) => { if (this.isInRoom(uri)) saved(); });
  }

  /** Before the review ends: what stands in its editors is what the person sees. */
  async save(): Promise<void> {
    for (const document of vscode.workspace.textDocuments) if (document.isDirty && this.isInRoom(document.uri)) await document.save();
  }

  dispose(): void {
    this.listener.dispose();
  }

  private isInRoom({ scheme, path }: vscode.Uri): boolean {
    const room = this.room();
    return room !== undefined && scheme === 'file' && path.startsWith(`${vscode.Uri.file(room).path}/`);
  }
}

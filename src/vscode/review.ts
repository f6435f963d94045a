/** Shows what a room holds against what the workspace held, in the editor's own diff editors. */
import * as vscode from 'vscode';
import { summarise } from '../engine/edit/summarise';
import type { ChangeSet, FileChange } from '../shared/changes';

const scheme = 'whittle-before';

/** The before-images come from a content provider, the after-images are the room's files themselves. */
export class Review implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registration: vscode.Disposable;
  private readonly before = new Map<string, Uint8Array>();
  private room: vscode.Uri | undefined;
  private files: readonly FileChange[] = [];

  constructor() {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  /** Takes the change set that is now up for review; an empty one ends the review and closes its editors. */
  async set(room: string | undefined, changes: ChangeSet): Promise<void> {
    const ended = this.room;
    this.room = room === undefined || changes.files.length === 0 ? undefined : vscode.Uri.file(room);
    this.files = this.room ? changes.files : [];
    this.before.clear();
    for (const file of this.files) {
      const uri = beforeUri(file);
      this.before.set(uri.toString(), file.before ?? new Uint8Array());
      this.changed.fire(uri);
    }
    const paths = this.files.map((file) => this.after(file)?.path ?? '').filter((path) => path !== '');
    await vscode.commands.executeCommand('setContext', 'whittle.reviewPending', this.files.length > 0);
    await vscode.commands.executeCommand('setContext', 'whittle.roomPaths', paths);
    if (ended && !this.room) await closeEditorsBelow(ended);
  }

  get pending(): boolean {
    return this.files.length > 0;
  }

  /** All files in the multi-file diff editor. */
  async open(): Promise<void> {
    const rows = this.files.map((file) => {
      const after = this.after(file);
      return [after ?? beforeUri(file), file.before ? beforeUri(file) : undefined, after];
    });
    await vscode.commands.executeCommand('vscode.changes', title(this.files), rows);
  }

  /** One file, by its path in the workspace. */
  async openFile(path: string): Promise<void> {
    const file = this.files.find((candidate) => candidate.path === path);
    if (!file) return;
    const before = beforeUri(file);
    const name = path.slice(path.lastIndexOf('/') + 1);
    await vscode.commands.executeCommand('vscode.diff', before, this.after(file) ?? goneUri(file), vscode.l10n.t('{0} (Whittle)', name));
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const bytes = this.before.get(uri.toString());
    return bytes ? vscode.workspace.decode(bytes, { uri }) : '';
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }

  private after(file: FileChange): vscode.Uri | undefined {
    return this.room && file.after ? vscode.Uri.joinPath(this.room, file.path) : undefined;
  }
}

function beforeUri(file: FileChange): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${file.path}` });
}

/** Nothing is known under this address, so it shows as empty. */
function goneUri(file: FileChange): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${file.path}`, query: 'removed' });
}

function title(files: readonly FileChange[]): string {
  const rows = summarise({ files });
  const added = rows.reduce((sum, row) => sum + row.added, 0);
  const removed = rows.reduce((sum, row) => sum + row.removed, 0);
  return vscode.l10n.t('Whittle: review changes (+{0} −{1})', added, removed);
}

/** Tabs that would show files of a room that is gone. */
async function closeEditorsBelow(room: vscode.Uri): Promise<void> {
  const below = (uri: vscode.Uri | undefined): boolean => uri?.scheme === scheme || (uri?.path.startsWith(`${room.path}/`) ?? false);
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(({ input }) => {
    if (input instanceof vscode.TabInputText) return below(input.uri);
    return input instanceof vscode.TabInputTextDiff && (below(input.modified) || below(input.original));
  });
  const reviews = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => tab.input === undefined && tab.label.startsWith('Whittle:'));
  await vscode.window.tabGroups.close([...tabs, ...reviews]);
}

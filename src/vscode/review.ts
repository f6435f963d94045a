/** Shows what a room holds against what the workspace held, in the editor's own diff editors. */
import * as vscode from 'vscode';
import type { ChangeSet, FileChange } from '../shared/changes';

const scheme = 'whittle-before';

/** The before-images come from a content provider, the after-images are the room's files themselves. */
export class Review implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registrations: readonly vscode.Disposable[];
  private readonly before = new Map<string, Uint8Array>();
  private room: vscode.Uri | undefined;
  private files: readonly FileChange[] = [];
  /** In the multi-file diff editor. */
  private shown: readonly string[] = [];
  /** Editors that an earlier window left open were looked at. */
  private settled = false;

  /** `rooms`: the folder all rooms lie in, those of earlier windows too. */
  constructor(private readonly rooms: vscode.Uri) {
    this.registrations = [
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.window.tabGroups.onDidChangeTabs(() => void this.tellFront()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => void this.tellFront()),
    ];
  }

  /** Takes the change set that is now up for review; an empty one ends the review and closes its editors. */
  async set(room: string | undefined, changes: ChangeSet): Promise<void> {
    const ended = this.room;
    this.room = room === undefined || changes.files.length === 0 ? undefined : vscode.Uri.file(room);
    this.files = this.room ? changes.files : [];
    this.before.clear();
    for (const file of this.files) {
      const uri = this.beforeUri(file);
      this.before.set(uri.toString(), file.before ?? new Uint8Array());
      this.changed.fire(uri);
    }
    const paths = this.files.map((file) => this.after(file)?.path ?? '').filter((path) => path !== '');
    await vscode.commands.executeCommand('setContext', 'whittle.reviewPending', this.files.length > 0);
    await vscode.commands.executeCommand('setContext', 'whittle.roomPaths', paths);
    if (ended && !this.room) await this.closeEditors();
    else await this.showAnew();
  }

  /** Editors that an earlier window left open were restored before anybody knew what they show: what was in front is opened again where its changes still wait, the others are closed. Once. */
  async settleRestored(): Promise<void> {
    if (this.settled) return;
    this.settled = true;
    const front = vscode.window.tabGroups.activeTabGroup.activeTab;
    const input = front?.input;
    const whole = this.inFront;
    const one = input instanceof vscode.TabInputTextDiff && input.original.scheme === scheme ? this.files.find((file) => this.beforeUri(file).path === input.original.path) : undefined;
    await this.closeEditors();
    if (whole && this.pending) await this.open();
    else if (one) await this.openFile(one.path);
  }

  get pending(): boolean {
    return this.files.length > 0;
  }

  /** In the workspace. */
  get paths(): readonly string[] {
    return this.files.map(({ path }) => path);
  }

  /** All files in the multi-file diff editor. */
  async open(): Promise<void> {
    const rows = this.files.map((file) => {
      const after = this.after(file);
      return [after ?? this.beforeUri(file), file.before ? this.beforeUri(file) : undefined, after];
    });
    await vscode.commands.executeCommand('vscode.changes', title(), rows);
    this.shown = this.paths;
    await this.tellFront();
  }

  /** Where other files wait now than the editor in front shows, and nothing typed there would be lost. */
  private async showAnew(): Promise<void> {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    if (!this.pending || !tab || tab.isDirty || !isReview(tab) || this.shown.join('\n') === this.paths.join('\n')) return;
    await vscode.window.tabGroups.close(tab);
    await this.open();
  }

  /** One file, by its path in the workspace. */
  async openFile(path: string): Promise<void> {
    const file = this.files.find((candidate) => candidate.path === path);
    if (!file) return;
    const before = this.beforeUri(file);
    const name = path.slice(path.lastIndexOf('/') + 1);
    await vscode.commands.executeCommand('vscode.diff', before, this.after(file) ?? before.with({ query: 'removed' }), vscode.l10n.t('{0} (Whittle)', name));
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const bytes = this.before.get(uri.toString());
    return bytes ? vscode.workspace.decode(bytes, { uri }) : '';
  }

  dispose(): void {
    for (const each of this.registrations) each.dispose();
    this.changed.dispose();
  }

  /** Apply and Discard stand over the review alone: other multi-file editors, such as git's, are none of it. */
  private async tellFront(): Promise<void> {
    await vscode.commands.executeCommand('setContext', 'whittle.reviewInFront', this.inFront);
  }

  /** Whether the editor that has the focus shows all files under review. */
  get inFront(): boolean {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return tab !== undefined && isReview(tab);
  }

  /** Tabs that would show files of a room that is gone. */
  private async closeEditors(): Promise<void> {
    const below = (uri: vscode.Uri): boolean => uri.scheme === scheme || uri.path.startsWith(`${this.rooms.path}/`);
    const stale = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => {
      const { input } = tab;
      if (input instanceof vscode.TabInputText) return below(input.uri);
      if (input instanceof vscode.TabInputTextDiff) return below(input.modified) || below(input.original);
      return isReview(tab);
    });
    await vscode.window.tabGroups.close(stale);
  }

  /** With the room's own path, so that the diff doesn't take it for a renamed file. */
  private beforeUri(file: FileChange): vscode.Uri {
    return vscode.Uri.from({ scheme, path: vscode.Uri.joinPath(this.room ?? vscode.Uri.file('/'), file.path).path });
  }

  private after(file: FileChange): vscode.Uri | undefined {
    return this.room && file.after ? vscode.Uri.joinPath(this.room, file.path) : undefined;
  }
}

/** Without counts: the editor lets nobody change a title, and what is reviewed may change. */
function title(): string {
  return vscode.l10n.t('Whittle: review changes');
}

/** The stable API tells nothing of a multi-file editor but its title, to which the editor adds the number of files. */
function isReview({ label }: vscode.Tab): boolean {
  return label.startsWith(title());
}

/** Remembers the files a refused apply stumbled over, and shows each with Whittle's version beside the person's own. */
import * as vscode from 'vscode';
import type { Files } from '../engine/ports';
import type { ChangeSet, FileChange } from '../shared/changes';
import { sameBytes } from '../shared/sameBytes';
import { conflictView, type Side } from './conflictView';
import type { NamedConflict } from './conflictWords';
import { fileIn } from './folders';
import { choose, settled, type Choice, type Side as Chosen } from './settledConflicts';
import type { VirtualTexts } from './virtualTexts';

export class Conflicts implements vscode.Disposable {
  private found: readonly NamedConflict[] = [];
  private changes: ChangeSet = { files: [] };

  /** By path. */
  private readonly choices = new Map<string, Choice>();
  /** The left side's address, by the path of the conflict. */
  private readonly shown = new Map<string, string>();
  private readonly listeners = vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(() => void this.tellFront()),
    vscode.window.tabGroups.onDidChangeTabGroups(() => void this.tellFront()),
  );

  /** `based`: a change as it begins with what Whittle was given, saved or not. */
  constructor(private readonly texts: VirtualTexts, private readonly workspace: () => vscode.Uri | undefined, private readonly files: Pick<Files, 'read'>, private readonly based: (change: FileChange) => Promise<FileChange> = (change) => Promise.resolve(change)) {}

  dispose(): void {
    this.listeners.dispose();
  }

  /** Of the last apply, and what was to be applied; empty where it went through. */
  async set(conflicts: readonly NamedConflict[], changes: ChangeSet): Promise<void> {
    this.found = conflicts;
    this.changes = changes;
    for (const { path } of conflicts) this.choices.delete(path);
    if (conflicts.length === 0) {
      this.choices.clear();
      await this.close();
    }
    await vscode.commands.executeCommand('setContext', 'whittle.conflicts', conflicts.length > 0);
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  /** What is to be applied, with the sides that were taken, where the files are still as they were then; `chosen` are the paths of those. */
  async applied(changes: ChangeSet): Promise<{ readonly changes: ChangeSet; readonly chosen: ReadonlySet<string> }> {
    const { files } = await this.asChosen(changes);
    const chosen = new Set(files.filter((file, at) => file !== changes.files[at]).map(({ path }) => path));
    return { changes: { files: files.filter(({ path, before, after, mode }) => !chosen.has(path) || mode !== undefined || !sameBytes(before, after)) }, chosen };
  }

  /** File by file what an apply would make of the person's own; where their version stays, both states are that. */
  async asChosen({ files }: ChangeSet): Promise<ChangeSet> {
    return { files: await Promise.all(files.map(async (file): Promise<FileChange> => {
      const [choice, workspace] = [this.choices.get(file.path), this.workspace()];
      if (choice === undefined || workspace === undefined) return file;
      const own = await this.ownBytes(fileIn(workspace, file.path));
      const made = settled(await this.based(file), own, choice);
      return made === undefined ? file : made ?? { path: file.path, before: own, after: own };
    })) };
  }

  /** Of these, the next apply asks anew. */
  forgetChoices(paths: readonly string[]): void {
    for (const path of paths) this.choices.delete(path);
  }

  get left(): readonly NamedConflict[] {
    return this.found;
  }

  /** Settles the conflict in front, or those the person chooses where several are. Gives back whether something was. */
  async take(side: Chosen): Promise<boolean> {
    const paths = await this.chosen(side);
    const workspace = this.workspace();
    if (!workspace || paths === undefined) return false;
    const refused: string[] = [];
    for (const conflict of this.found.filter(({ path }) => paths.includes(path))) {
      const change = this.changes.files.find(({ path }) => path === conflict.path);
      const choice = change && choose(conflict, await this.based(change), await this.ownBytes(fileIn(workspace, conflict.path)), side);
      if (choice === undefined) refused.push(conflict.path);
      else if (choice !== 'met') this.choices.set(conflict.path, choice);
    }
    if (refused.length > 0) void vscode.window.showWarningMessage(vscode.l10n.t('{0} can\'t be settled so: take your own version, or change the file at the right and apply again.', refused.join(', ')));
    this.found = this.found.filter(({ path }) => !paths.includes(path) || refused.includes(path));
    await vscode.commands.executeCommand('setContext', 'whittle.conflicts', this.any);
    if (refused.length === paths.length) return false;
    await this.close();
    if (this.any) await this.show();
    return true;
  }

  /** Undefined where the person chose none. */
  private async chosen(side: Chosen): Promise<readonly string[] | undefined> {
    const front = this.inFront();
    if (front !== undefined && front.length <= 1) return front;
    if (this.found.length <= 1) return this.found.map(({ path }) => path);
    const rows = this.found.map(({ path }) => ({ label: path, picked: true }));
    const title = side === 'mine' ? vscode.l10n.t('Keep Your Lines') : side === 'whittle' ? vscode.l10n.t('Take Whittle\'s Lines') : vscode.l10n.t('Keep Both');
    return (await vscode.window.showQuickPick(rows, { title, placeHolder: vscode.l10n.t('In which files?'), canPickMany: true }))?.map(({ label }) => label);
  }

  /** As the editor holds it, saved or not. */
  private async ownBytes(uri: vscode.Uri): Promise<Uint8Array | null> {
    const document = vscode.workspace.textDocuments.find((open) => open.isDirty && open.uri.toString() === uri.toString());
    return document ? vscode.workspace.encode(document.getText(), { encoding: document.encoding }) : ((await this.files.read(uri.fsPath)) ?? null);
  }

  /** The conflicts that the editor in front shows; undefined where it shows none. */
  private inFront(): readonly string[] | undefined {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return tab && this.pathsIn(tab);
  }

  private pathsIn({ input, label }: vscode.Tab): readonly string[] | undefined {
    if (label.startsWith(manyTitle())) return this.found.map(({ path }) => path);
    if (!(input instanceof vscode.TabInputTextDiff)) return undefined;
    const of = [...this.shown].find(([, left]) => left === input.original.toString());
    return of && [of[0]];
  }

  private async tellFront(): Promise<void> {
    await vscode.commands.executeCommand('setContext', 'whittle.conflictInFront', this.any && this.inFront() !== undefined);
  }

  /** With the editors go the problems that language servers find in conflict markers. */
  private async close(): Promise<void> {
    await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => this.pathsIn(tab) !== undefined && !tab.isDirty));
    this.shown.clear();
    await this.tellFront();
  }

  /** The person's own file is at the right, where it can be edited. */
  async show(): Promise<void> {
    const workspace = this.workspace();
    if (!workspace) return;
    const rows: { readonly title: string; readonly own: vscode.Uri; readonly left: vscode.Uri; readonly right: vscode.Uri }[] = [];
    for (const conflict of this.found) {
      const change = this.changes.files.find(({ path }) => path === conflict.path);
      if (!change) continue;
      const own = fileIn(workspace, conflict.path);
      const { title, left, right } = await conflictView(conflict, change, (bytes) => vscode.workspace.decode(bytes, { uri: own }));
      const row = { title, own, left: this.uriOf(left, conflict.path, own, 'conflict'), right: this.uriOf(right, conflict.path, own, 'yours') };
      this.shown.set(conflict.path, row.left.toString());
      rows.push(row);
    }
    const [first] = rows;
    if (!first) void vscode.window.showInformationMessage(vscode.l10n.t('No conflicts wait: apply the changes, and Whittle tells where they meet yours.'));
    else if (rows.length === 1) await vscode.commands.executeCommand('vscode.diff', first.left, first.right, first.title);
    else await vscode.commands.executeCommand('vscode.changes', manyTitle(), rows.map(({ own, left, right }) => [own, left, right]));
    await this.tellFront();
  }

  private uriOf(side: Side, path: string, own: vscode.Uri, kind: string): vscode.Uri {
    if (side.kind === 'own') return own;
    // Words are in no programming language.
    return this.texts.put(side.kind === 'words' ? `${path}.txt` : path, kind, side.text);
  }
}

/** The editor adds the number of files to it. */
function manyTitle(): string {
  return vscode.l10n.t('Whittle: conflicts, and your files');
}

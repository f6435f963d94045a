/** What the person can do: the commands' and the chat's side of the session. */
import * as vscode from 'vscode';
import type { Files, Store } from '../engine/ports';
import { changedRegion } from '../shared/changedRegion';
import type { ChangeSet, FileChange } from '../shared/changes';
import type { Fix } from '../shared/events';
import type { FromWebview } from '../shared/protocol';
import { visible } from '../shared/visible';
import { withLinkedSignal } from '../shared/withLinkedSignal';
import type { Applied } from './applier';
import type { AppliedSince } from './appliedSince';
import type { ChatView } from './chat/chatView';
import { confirm } from './confirm';
import type { Conflicts } from './conflicts';
import { conflictWords } from './conflictWords';
import type { Connection } from './connection';
import { manageAllowed } from './manageAllowed';
import { manageRooms } from './manageRooms';
import { showMenu } from './menu';
import type { ModelActions } from './modelActions';
import { activePlace } from './place';
import { chooseAndRestore, confirmAndRestore } from './restoreSnapshot';
import { chooseAndTakeBack } from './takeBackEdit';
import type { Review } from './review';
import { settledText } from './reviewWords';
import { askForRewrite } from './rewrite';
import { showServerHelp } from './serverHelp';
import type { Session } from './session';
import { openSettings, readSettings } from './settings';
import { compareSnapshot, isSnapshotNode, type SnapshotsTree } from './snapshotsTree';
import type { TerminalShell } from './terminal';
import type { Typing } from './typing';
import type { VirtualTexts } from './virtualTexts';
import { fileIn, pathInWorkspace } from './folders';

interface Parts {
  readonly chat: ChatView;
  readonly session: Session;
  readonly review: Review;
  readonly connection: Connection;
  readonly models: ModelActions;
  readonly output: vscode.LogOutputChannel;
  readonly workspace: () => vscode.Uri | undefined;
  readonly conflicts: Conflicts;
  readonly applied: AppliedSince;
  readonly files: Files;
  readonly store: Store;
  readonly texts: VirtualTexts;
  readonly rooms: { readonly folder: string; /** What this window needs. */ readonly inUse: () => Promise<ReadonlySet<string>> };
  readonly snapshots: Pick<SnapshotsTree, 'refresh'>;
  readonly shell: Pick<TerminalShell, 'running' | 'end'>;
  readonly typing: Pick<Typing, 'heard' | 'focused'>;
}

export class Actions {
  constructor(private readonly parts: Parts) {}

  get models(): ModelActions {
    return this.parts.models;
  }

  /** A message of the chat's page. */
  async receive(message: FromWebview): Promise<void> {
    const { session } = this.parts;
    switch (message.kind) {
      case 'ready': return this.greet();
      case 'ask': return this.ask(message.text);
      case 'stop': session.stop(); return;
      case 'typing': this.parts.typing.heard(); return;
      case 'focus': this.parts.typing.focused(message.on); return;
      case 'review': if (message.action === 'applyAgain') return session.applyAgain();
        if (message.action === 'bringBack') return session.bringRejectedBack();
        await vscode.commands.executeCommand(`whittle.review.${message.action}`); return;
      case 'open': return this.open(message.path, message.line);
      case 'fix': return this.fix(message.fix);
      case 'copy':
      case 'trust': return;
    }
  }

  async showChat(): Promise<void> {
    await vscode.commands.executeCommand('whittle.chat.focus');
    this.parts.chat.post({ kind: 'compose' });
  }

  async rewrite(uri?: vscode.Uri, at?: vscode.Position): Promise<void> {
    const { session, workspace } = this.parts;
    if (session.busy) return void vscode.window.showInformationMessage(vscode.l10n.t('Whittle is still at work. Stop the task first, or wait for it.'));
    const rewrite = await askForRewrite(await session.code(), workspace(), uri, at);
    if (!rewrite) return;
    await vscode.commands.executeCommand('whittle.chat.focus');
    await session.ask(rewrite.request, rewrite.context);
  }

  stop(): void {
    this.parts.session.stop();
  }

  async newTask(): Promise<void> {
    const { session, review } = this.parts;
    if (review.pending) {
      const look = vscode.l10n.t('Review');
      const apply = vscode.l10n.t('Apply and Start Anew');
      const discard = vscode.l10n.t('Discard and Start Anew');
      const answer = await confirm(vscode.l10n.t('There are changes that were not applied.'), vscode.l10n.t('A new conversation discards them, unless you apply them first.'), look, apply, discard);
      if (answer === look) return this.openReview();
      if (answer === apply) await session.apply();
      // What could not be applied stays.
      if (answer === apply ? review.pending : answer !== discard) return;
    }
    await session.reset();
    await this.showChat();
  }

  async openReview(): Promise<void> {
    await this.parts.review.open();
  }

  async openFile(path: string): Promise<void> {
    await this.parts.review.openFile(path);
  }

  async apply(): Promise<void> {
    await this.parts.session.apply();
  }

  /** A task's work is thrown away for good, so it is asked for once. */
  async discard(): Promise<void> {
    const { session, review } = this.parts;
    if (session.busy) return;
    if (session.room !== undefined && !(await mayDiscard(review.paths))) return;
    await session.discard();
  }

  async showConflicts(): Promise<void> {
    await this.parts.conflicts.show();
  }

  /** Which side's lines go in where both changed them. */
  async settleConflict(side: 'mine' | 'whittle' | 'both'): Promise<void> {
    const { conflicts, session } = this.parts;
    if (!(await conflicts.take(side))) return;
    session.conflictsLeft(conflicts.left.map((conflict) => ({ path: conflict.path, text: conflictWords(conflict) })));
    if (conflicts.any) return;
    const apply = vscode.l10n.t('Apply');
    if ((await vscode.window.showInformationMessage(settledText(vscode.l10n.t), apply)) === apply) await this.apply();
  }

  /** A row of the view, or of the menu. */
  async endRunning(row: unknown): Promise<void> {
    const { shell } = this.parts;
    const found = shell.running().find(({ id }) => typeof row === 'object' && row !== null && 'id' in row && row.id === id);
    if (found) await shell.end(found.id);
  }

  async takeBackEdit(): Promise<void> {
    await chooseAndTakeBack(this.parts.session);
  }

  /** A row of the view; left out, the person chooses. */
  async restoreSnapshot(row: unknown): Promise<void> {
    const { workspace, files, store, texts, snapshots } = this.parts;
    const folder = workspace();
    if (!folder) return void vscode.window.showInformationMessage(vscode.l10n.t('Open the folder whose snapshots you want to see.'));
    if (!vscode.workspace.isTrusted) return void vscode.window.showInformationMessage(vscode.l10n.t('Whittle changes nothing in Restricted Mode. Trust this folder first.'));
    if (isSnapshotNode(row)) await confirmAndRestore(row.manifest, folder, files, store, texts);
    else await chooseAndRestore(folder, files, store, texts);
    snapshots.refresh();
    await this.parts.applied.look();
  }

  async compareSnapshot(row: unknown): Promise<void> {
    const { workspace, files, texts } = this.parts;
    const folder = workspace();
    if (folder && isSnapshotNode(row)) await compareSnapshot(row, files, folder, texts);
  }

  async manageAllowed(): Promise<void> {
    const { workspace, files, store } = this.parts;
    const folder = workspace();
    if (!folder) return void vscode.window.showInformationMessage(vscode.l10n.t('Open the folder whose allowed commands you want to see.'));
    await manageAllowed(folder, files, store, readSettings().engine.allow);
  }

  async manageRooms(): Promise<void> {
    const { files, rooms } = this.parts;
    await manageRooms(files, rooms.folder, await rooms.inUse());
  }

  async openSettings(): Promise<void> {
    await openSettings('@ext:whittle.whittle');
  }

  showLog(): void {
    this.parts.output.show(true);
  }

  async showMenu(): Promise<void> {
    const { session, review, connection, shell } = this.parts;
    const { model, problem } = connection.state;
    const line = model ? `${model.model}, ${model.server}` : vscode.l10n.t('No model has been asked yet.');
    await showMenu({ busy: session.busy, review: review.pending, running: shell.running(), title: problem ?? line });
  }

  /** Shows what came of an apply where the person looks, and puts the cursor where one undo takes it back. */
  async afterApply(changes: ChangeSet, result: Applied): Promise<void> {
    const { applied, conflicts, snapshots } = this.parts;
    snapshots.refresh();
    if (result.kind === 'applied') applied.set(result.written);
    // Refused for another reason, what was chosen still holds.
    if (result.kind !== 'refused' || result.conflicts.length > 0) await conflicts.set(result.kind === 'refused' ? result.conflicts : [], changes);
    if (result.kind === 'refused') {
      const show = vscode.l10n.t('Show Conflicts');
      if ((await vscode.window.showWarningMessage(result.text, ...(conflicts.any ? [show] : []))) === show) await this.showConflicts();
      return;
    }
    for (const note of result.notes) void vscode.window.showInformationMessage(note);
    const first = changes.files.find((file) => file.after);
    if (first) await this.open(first.path, firstChangedLine(first));
  }

  /** The page is there for the first time: say which model answers. */
  private async greet(): Promise<void> {
    const { connection } = this.parts;
    if (connection.state.model ?? connection.state.problem) return;
    try {
      await withLinkedSignal(undefined, 15_000, async ({ signal }) => connection.connect(signal));
    } catch (error) {
      this.parts.output.info(`no model yet: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private async ask(text: string): Promise<void> {
    const { session, workspace } = this.parts;
    const place = activePlace(workspace());
    const begun = await session.ask({ text, ...(place && { place }) }, place && `${place.path}:${place.line ?? 1}`);
    if (begun) return;
    this.parts.chat.post({ kind: 'compose', text });
    void vscode.window.showInformationMessage(vscode.l10n.t('Whittle is still at work. Stop the task first, or wait for it.'));
  }

  /** Opens a file of the workspace, or of the room where it is only there. */
  private async open(path: string, line?: number): Promise<void> {
    const { session, workspace } = this.parts;
    const folders = [workspace(), session.room === undefined ? undefined : vscode.Uri.file(session.room)].filter((folder) => folder !== undefined);
    for (const folder of folders) {
      const uri = fileIn(folder, path);
      if (pathInWorkspace(uri, folder) === undefined || !(await isFile(uri))) continue;
      const at = new vscode.Position(Math.max((line ?? 1) - 1, 0), 0);
      await vscode.commands.executeCommand('vscode.open', uri, { preview: true, ...(line !== undefined && { selection: new vscode.Range(at, at) }) });
      return;
    }
    void vscode.window.showInformationMessage(vscode.l10n.t('{0} is not a file of this folder now. If it was moved or renamed, look for its name with Go to File.', path));
  }

  private async fix(fix: Fix): Promise<void> {
    switch (fix) {
      case 'retry': return this.parts.session.retry();
      case 'choose-model': return this.parts.models.choose();
      case 'test-connection': return this.parts.models.test();
      case 'open-settings': return this.openSettings();
      case 'show-log': this.showLog(); return;
      case 'start-server-help': return showServerHelp();
      case 'bring-back': return this.parts.session.bringBack();
      case 'continue': return this.parts.session.goOn();
      case 'start-again': return this.parts.session.retry(true);
      case 'trust': await vscode.commands.executeCommand('workbench.trust.manage'); return;
    }
  }

}

async function mayDiscard(paths: readonly string[]): Promise<boolean> {
  const [first = '', ...more] = paths;
  const question = paths.length === 0 ? vscode.l10n.t('Discard what Whittle changed?')
    : more.length === 0 ? vscode.l10n.t('Discard the changes to {0}?', visible(first)) : vscode.l10n.t('Discard the changes to {0} files?', paths.length);
  const discard = vscode.l10n.t('Discard');
  const detail = vscode.l10n.t('They were not applied, and can\'t be brought back once they are discarded. Your own files stay as they are.');
  return await confirm(question, detail, discard) === discard;
}

/** 1-based; any single-byte reading of the bytes counts the lines alike. */
function firstChangedLine({ before, after }: FileChange): number {
  const text = (bytes: Uint8Array | null): string => new TextDecoder('latin1').decode(bytes ?? new Uint8Array());
  return changedRegion(text(before), text(after)).line;
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return false;
    throw error;
  }
}

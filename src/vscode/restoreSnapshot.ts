/** Lets the person take back an earlier apply, seeing first what that would change; and ends what a crash interrupted. */
import * as vscode from 'vscode';
import type { Files, Store } from '../engine/ports';
import { planRestore, recover, restoreSnapshot } from '../engine/snapshot/applyChanges';
import { joinPath } from '../engine/snapshot/diskPath';
import type { Conflict, PlannedWrite, WritePlan } from '../engine/snapshot/planWrites';
import { listSnapshots, type Manifest } from '../engine/snapshot/snapshots';
import { confirm } from './confirm';
import { conflictWords } from './conflictWords';
import { filesOf, timeOf, titleOf } from './snapshotsTree';
import type { VirtualTexts } from './virtualTexts';
import { fileIn, pathInWorkspace } from './folders';

interface Row extends vscode.QuickPickItem {
  readonly manifest: Manifest;
}

/** Lists what was applied, newest first, and restores what the person chooses and confirms. */
export async function chooseAndRestore(workspace: vscode.Uri, files: Files, store: Store, texts: VirtualTexts): Promise<void> {
  const folder = (await files.realPath(workspace.fsPath)) ?? workspace.fsPath;
  const rows = (await listSnapshots(files, folder)).map(snapshotRow);
  if (rows.length === 0) return void vscode.window.showInformationMessage(vscode.l10n.t('There is no snapshot yet. One is kept each time changes are applied.'));
  const chosen = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t('Restore Snapshot'), placeHolder: vscode.l10n.t('Choose the apply to take back; you see what would change first'), matchOnDescription: true, matchOnDetail: true,
  });
  if (chosen) await confirmAndRestore(chosen.manifest, workspace, files, store, texts);
}

/** Says what taking back this one would change, and does it after a yes. */
export async function confirmAndRestore(chosen: Manifest, workspace: vscode.Uri, files: Files, store: Store, texts: VirtualTexts): Promise<void> {
  const { plan, manifest } = await planRestore(files, workspace.fsPath, chosen.id, unsavedText(files, workspace));
  if (plan.writes.length === 0) {
    const why = namedConflicts(manifest, plan.conflicts).join('; ');
    return void vscode.window.showInformationMessage(why === '' ? vscode.l10n.t('Nothing to restore: the files are as they were before.') : vscode.l10n.t('Nothing can be restored: {0}.', why));
  }
  const restore = vscode.l10n.t('Restore');
  const preview = vscode.l10n.t('Preview');
  const question = vscode.l10n.t('Take back "{0}"?', titleOf(chosen));
  let answer = await confirm(question, planWords(manifest, plan), restore, preview);
  if (answer === preview) {
    await showPlan(workspace, plan, texts);
    // A notification hides after some seconds, and looking may take longer.
    answer = await vscode.window.showInformationMessage(vscode.l10n.t('{0} This question stays behind the bell in the status bar.', question), restore);
    await closePlan();
  }
  if (answer === restore) await takeBack(workspace, files, store, manifest);
}

/** What is restored is said, and what had to stay. */
export async function takeBack(workspace: vscode.Uri, files: Files, store: Store, manifest: Manifest): Promise<void> {
  const { restored, conflicts } = await restoreSnapshot(files, workspace.fsPath, manifest.id, store, unsavedText(files, workspace));
  const done = restored.length === 1 ? vscode.l10n.t('Restored {0}.', restored[0] ?? '') : vscode.l10n.t('Restored {0} files.', restored.length);
  if (conflicts.length === 0) return void vscode.window.showInformationMessage(done);
  void vscode.window.showWarningMessage(vscode.l10n.t('{0} Left as it is: {1}. Undo what was changed there and restore again.', done, namedConflicts(manifest, conflicts).join('; ')));
}

/** Ends an apply or a restore that a crash interrupted, and says so. */
export async function recoverInterrupted(workspace: vscode.Uri, files: Files, store: Store, log: (line: string) => void): Promise<void> {
  const ended = await recover(files, workspace.fsPath, store);
  if (ended.length === 0) return;
  const folder = (await files.realPath(workspace.fsPath)) ?? workspace.fsPath;
  const titles = (await listSnapshots(files, folder)).filter(({ id }) => ended.includes(id)).map(titleOf);
  log(`finished after an interruption: ${ended.join(', ')}`);
  const restore = vscode.l10n.t('Restore Snapshot');
  // Nobody waits for the answer.
  void vscode.window.showInformationMessage(vscode.l10n.t('Whittle was interrupted while it wrote files, and has finished that now: {0}.', titles.join('; ')), restore)
    .then((answer) => (answer === restore ? vscode.commands.executeCommand('whittle.restoreSnapshot') : undefined));
}

export function snapshotRow(manifest: Manifest): Row {
  const names = manifest.files.map(({ path }) => path);
  const shown = names.slice(0, 4).join(', ');
  const files = names.length > 4 ? vscode.l10n.t('{0} and {1} more', shown, names.length - 4) : shown;
  const state = manifest.state === 'undone' ? vscode.l10n.t('taken back') : '';
  return {
    label: titleOf(manifest),
    description: [timeOf(manifest), filesOf(manifest), state].filter((part) => part !== '').join('  ·  '),
    detail: files,
    manifest,
  };
}

/** One line a file: what happens to it, and what stays. */
export function planWords(manifest: Manifest, { writes, conflicts }: WritePlan): string {
  return [
    ...writes.map(({ path, after, merged }) => (after === null ? vscode.l10n.t('{0} will be removed', path)
      : merged ? vscode.l10n.t('{0} will be restored, and keeps what you changed since', path) : vscode.l10n.t('{0} will be restored', path))),
    ...namedConflicts(manifest, conflicts).map((words) => vscode.l10n.t('{0}: it stays as it is', words)),
  ].join('\n');
}

function namedConflicts({ files }: Manifest, conflicts: readonly Conflict[]): string[] {
  return conflicts.map((conflict) => conflictWords({ ...conflict, removes: files.some(({ path, before }) => path === conflict.path && before === null) }));
}

/** The person's files now, against what they would be. */
export async function showPlan(workspace: vscode.Uri, { writes }: WritePlan, texts: VirtualTexts): Promise<void> {
  const side = async (path: string, kind: string, bytes: PlannedWrite['after']): Promise<vscode.Uri | undefined> =>
    bytes ? texts.put(path, kind, await vscode.workspace.decode(bytes, { uri: fileIn(workspace, path) })) : undefined;
  const rows = await Promise.all(writes.map(async ({ path, before, after }) => {
    const [now, then] = [await side(path, 'now', before), await side(path, 'restored', after)];
    return [fileIn(workspace, path), now, then];
  }));
  await vscode.commands.executeCommand('vscode.changes', planTitle(), rows);
}

/** The question is answered: what it would have changed is no more than a tab in the way. */
export async function closePlan(): Promise<void> {
  // The editor adds the number of files to the title, and the stable API tells nothing else of such a tab.
  await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label.startsWith(planTitle())));
}

const planTitle = (): string => vscode.l10n.t('Whittle: what restoring changes');

/** By absolute path, links resolved. */
function unsavedText(files: Files, workspace: vscode.Uri): (path: string) => Promise<string | undefined> {
  return async (path) => {
    const real = (await files.realPath(workspace.fsPath)) ?? workspace.fsPath;
    const dirty = vscode.workspace.textDocuments.filter((document) => document.isDirty);
    return dirty.find((document) => {
      const own = pathInWorkspace(document.uri, workspace);
      return own !== undefined && joinPath(vscode.Uri.file(real).path, own) === vscode.Uri.file(path).path;
    })?.getText();
  };
}

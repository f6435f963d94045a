/** The snapshots of this folder as a tree: what was applied and when, below it the files, each compared as it was with what it became. */
import * as vscode from 'vscode';
import type { Files } from '../engine/ports';
import { listSnapshots, readImage, type Manifest, type SnapshotFile } from '../engine/snapshot/snapshots';
import { fileIn } from './folders';
import { timeLanguage } from './numbers';
import { askedFor } from './takeUp';
import type { VirtualTexts } from './virtualTexts';

/** A snapshot, or one file of it. */
export interface SnapshotNode {
  readonly manifest: Manifest;
  readonly file?: SnapshotFile;
}

export class SnapshotsTree implements vscode.TreeDataProvider<SnapshotNode> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly files: Files, private readonly workspace: () => vscode.Uri | undefined) {}

  /** Reads them anew when they are next looked at. */
  refresh(): void {
    this.changed.fire(undefined);
  }

  async getChildren(node?: SnapshotNode): Promise<SnapshotNode[]> {
    if (node) return node.manifest.files.map((file) => ({ manifest: node.manifest, file }));
    const folder = await realFolder(this.files, this.workspace());
    return folder === undefined ? [] : (await listSnapshots(this.files, folder)).map((manifest) => ({ manifest }));
  }

  getTreeItem({ manifest, file }: SnapshotNode): vscode.TreeItem {
    return file ? this.fileItem(manifest, file) : snapshotItem(manifest);
  }

  private fileItem(manifest: Manifest, file: SnapshotFile): vscode.TreeItem {
    const slash = file.path.lastIndexOf('/');
    const item = new vscode.TreeItem(file.path.slice(slash + 1));
    const workspace = this.workspace();
    if (workspace) item.resourceUri = fileIn(workspace, file.path);
    item.id = `${manifest.id}/${file.path}`;
    item.iconPath = vscode.ThemeIcon.File;
    item.description = [file.before === null ? vscode.l10n.t('new') : file.after === null ? vscode.l10n.t('removed') : '', file.path.slice(0, Math.max(slash, 0))].filter((part) => part !== '').join('  ');
    item.tooltip = file.path;
    item.contextValue = 'snapshotFile';
    item.command = { command: 'whittle.compareSnapshot', title: vscode.l10n.t('Compare Before and After'), arguments: [{ manifest, file } satisfies SnapshotNode] };
    return item;
  }
}

/** Whether a command was given a row of this view. */
export function isSnapshotNode(value: unknown): value is SnapshotNode {
  return typeof value === 'object' && value !== null && 'manifest' in value;
}

/** Shows one file as it was before the apply beside what that made of it. */
export async function compareSnapshot({ manifest, file }: SnapshotNode, files: Files, workspace: vscode.Uri, texts: VirtualTexts): Promise<void> {
  const folder = await realFolder(files, workspace);
  if (!file || folder === undefined) return;
  const uri = fileIn(workspace, file.path);
  const side = async (kind: string, image: string | null): Promise<vscode.Uri> => {
    const bytes = await readImage(files, folder, manifest.id, image);
    return texts.put(file.path, `${kind}-${manifest.id}`, bytes ? await vscode.workspace.decode(bytes, { uri }) : '');
  };
  await vscode.commands.executeCommand('vscode.diff', await side('before', file.before), await side('after', file.after), vscode.l10n.t('{0} (before and after, {1})', file.path, timeOf(manifest)), { preview: true });
}

/** With seconds: the same may be asked for, and applied, twice in a minute. */
export function timeOf({ created }: Manifest): string {
  return new Date(created).toLocaleString(timeLanguage(), { dateStyle: 'medium', timeStyle: 'medium' });
}

export function filesOf({ files }: Manifest): string {
  return files.length === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', files.length);
}

/** What was asked for, without the words that Continue put before it in an earlier version. */
export function titleOf({ id, title }: Manifest): string {
  return title === '' ? id : askedFor(title);
}

/** Of today the time alone: a narrow view shows little more than the first words of a row. */
function whenOf(manifest: Manifest): string {
  const made = new Date(manifest.created);
  return made.toDateString() === new Date().toDateString() ? made.toLocaleTimeString(timeLanguage(), { timeStyle: 'medium' }) : timeOf(manifest);
}

function snapshotItem(manifest: Manifest): vscode.TreeItem {
  const { id, state } = manifest;
  const item = new vscode.TreeItem(vscode.l10n.t('{0}, {1}', whenOf(manifest), filesOf(manifest)), vscode.TreeItemCollapsibleState.Collapsed);
  const back = state === 'undone' ? vscode.l10n.t('taken back') : '';
  item.id = id;
  item.iconPath = new vscode.ThemeIcon(state === 'undone' ? 'discard' : 'history');
  item.description = [back, titleOf(manifest)].filter((part) => part !== '').join('  ·  ');
  item.tooltip = [titleOf(manifest), [timeOf(manifest), filesOf(manifest), back].filter((part) => part !== '').join('  ·  '), ...manifest.files.slice(0, 10).map(({ path }) => path)].join('\n');
  item.contextValue = `snapshot.${state}`;
  return item;
}

async function realFolder(files: Files, workspace: vscode.Uri | undefined): Promise<string | undefined> {
  return workspace && ((await files.realPath(workspace.fsPath)) ?? workspace.fsPath);
}

/** The window's folders as one address: a single folder is itself, several lie under one that only Whittle knows. */
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { Files } from '../engine/ports';
import { type Joined, joinRoots, type Root } from '../engine/room/joinRoots';
import { toSlashes } from '../engine/snapshot/diskPath';
import { namedRoots } from './namedRoots';

export interface WindowFolders {
  /** What tools and views take paths from; undefined without a folder. `fileIn` and `pathInWorkspace` know what lies in it. */
  folder(): vscode.Uri | undefined;
  /** The disk on which that folder has all of the window's. */
  readonly files: Files;
  /** Undefined where there is one folder, or none. */
  roots(): readonly Root[] | undefined;
}

/** `storage`: where the shared address lies and Whittle keeps what belongs to all folders together (`.agent`). */
export function windowFolders(disk: Files, storage: vscode.Uri, subscriptions: vscode.Disposable[]): WindowFolders {
  let joined = joinedOf(disk, storage);
  subscriptions.push(vscode.workspace.onDidChangeWorkspaceFolders(() => { joined = joinedOf(disk, storage); }));
  return {
    folder: () => (joined === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.file(joined.workspace).with({ query: JSON.stringify(joined.roots) })),
    files: joinRoots(disk, () => joined),
    roots: () => joined?.roots,
  };
}

/** The same place for the same saved workspace, whatever folders it has now. */
function joinedOf(disk: Files, storage: vscode.Uri): Joined | undefined {
  const local = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (local.length < 2) return undefined;
  const roots = namedRoots(disk, local.map(({ uri, name }) => ({ name, folder: uri.fsPath })));
  const key = vscode.workspace.workspaceFile?.toString() ?? roots.map(({ folder }) => folder).join('\n');
  const folder = vscode.Uri.joinPath(storage, 'workspaces', createHash('sha256').update(key).digest('hex').slice(0, 16), 'workspace');
  return { workspace: toSlashes(disk.platform, folder.fsPath), roots };
}

function rootsOf(workspace: vscode.Uri): readonly Root[] {
  return workspace.query === '' ? [] : JSON.parse(workspace.query) as readonly Root[];
}

/** The file at a path of the workspace, `/` as separator. */
export function fileIn(workspace: vscode.Uri, path: string): vscode.Uri {
  const [name, ...rest] = path.split('/');
  const root = rootsOf(workspace).find((one) => one.name === name);
  return root === undefined ? vscode.Uri.joinPath(workspace, path) : vscode.Uri.joinPath(vscode.Uri.file(root.folder), ...rest);
}

/** The path of a file in the workspace with `/`; undefined for any other. */
export function pathInWorkspace(uri: vscode.Uri, workspace: vscode.Uri | undefined): string | undefined {
  if (!workspace || uri.scheme !== workspace.scheme) return undefined;
  if (workspace.query === '') return uri.path.startsWith(`${workspace.path}/`) ? uri.path.slice(workspace.path.length + 1) : undefined;
  for (const { name, folder } of rootsOf(workspace)) {
    const { path } = vscode.Uri.file(folder);
    if (uri.path.startsWith(`${path}/`)) return `${name}/${uri.path.slice(path.length + 1)}`;
  }
  return undefined;
}

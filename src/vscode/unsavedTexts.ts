/** Remembers which unsaved text an edit in the room stands on, so that applying it never loses what was typed. */
import * as vscode from 'vscode';
import type { Files } from '../engine/ports';
import { fileIn, pathInWorkspace } from './folders';

/** Paths are relative to the workspace, with `/`. */
export class UnsavedTexts {
  /** What a tool was last given of a file that was open and unsaved. */
  private readonly given = new Map<string, string>();
  /** What it had been given when it first wrote the file in the room. */
  private readonly bases = new Map<string, string>();

  constructor(private readonly workspace: () => vscode.Uri | undefined, private readonly files: Files) {}

  /** The unsaved text of a workspace file by its absolute path, links resolved or not; undefined where there is none. */
  async textOf(path: string): Promise<string | undefined> {
    const workspace = this.workspace();
    if (!workspace) return undefined;
    const real = (await this.files.realPath(workspace.fsPath)) ?? workspace.fsPath;
    const root = [real, workspace.fsPath].map((folder) => vscode.Uri.file(folder).path).find((folder) => vscode.Uri.file(path).path.startsWith(`${folder}/`));
    if (root === undefined) return undefined;
    const relative = vscode.Uri.file(path).path.slice(root.length + 1);
    const wanted = fileIn(workspace, relative).toString();
    const text = vscode.workspace.textDocuments.find((document) => document.isDirty && document.uri.toString() === wanted)?.getText();
    if (text === undefined) this.given.delete(relative);
    else this.given.set(relative, text);
    return text;
  }

  /** Every workspace file with unsaved text. */
  paths(): readonly string[] {
    return vscode.workspace.textDocuments.filter((document) => document.isDirty).flatMap(({ uri }) => pathInWorkspace(uri, this.workspace()) ?? []);
  }

  /** The room's copy of this file was written. */
  written(path: string): void {
    const text = this.given.get(path);
    if (text !== undefined && !this.bases.has(path)) this.bases.set(path, text);
  }

  /** The unsaved text the room's copy stands on; undefined where it stands on the saved file. */
  baseOf(path: string): string | undefined {
    return this.bases.get(path);
  }

  /** All of them, for a later window. */
  kept(): readonly (readonly [path: string, text: string])[] {
    return [...this.bases];
  }

  /** What an earlier window kept. */
  restore(kept: readonly (readonly [path: string, text: string])[]): void {
    for (const [path, text] of kept) this.bases.set(path, text);
  }

  /** A new room begins with what is on the disk. */
  clear(): void {
    this.given.clear();
    this.bases.clear();
  }
}

/** Files of the open folder for host tests: made fresh, read from disk, gone afterwards. */
import assert from 'node:assert/strict';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { FileChange } from '../../src/shared/changes';
import { until } from '../support/until';

/** A folder of its own inside the open one. */
export class Project {
  private constructor(readonly uri: vscode.Uri) {}

  static async make(): Promise<Project> {
    const open = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(open, 'the suite opens a folder');
    return new Project(vscode.Uri.file(await mkdtemp(path.join(open.fsPath, 'case-'))));
  }

  /** Outside of the open folder, as a room is. */
  static async makeOutside(): Promise<Project> {
    return new Project(vscode.Uri.file(await mkdtemp(path.join(os.tmpdir(), 'whittle-room-'))));
  }

  path(name: string): string {
    return path.join(this.uri.fsPath, name);
  }

  file(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.uri, name);
  }

  async write(name: string, content: string | Uint8Array): Promise<void> {
    await mkdir(path.dirname(this.path(name)), { recursive: true });
    await writeFile(this.path(name), content);
  }

  async read(name: string): Promise<string> {
    return (await readFile(this.path(name))).toString('latin1');
  }

  /** Closes what is open of it, unsaved changes included. */
  async remove(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(this.uri.fsPath, { recursive: true, force: true });
  }
}

/** A change of a change set; texts are taken byte for byte (latin1). */
export function change(name: string, before: string | null, after: string | null): FileChange {
  const bytes = (text: string | null): Uint8Array | null => (text === null ? null : new Uint8Array(Buffer.from(text, 'latin1')));
  return { path: name, before: bytes(before), after: bytes(after) };
}

/** Waits until something is so; the failure says what was waited for. */
export async function eventually(what: string, so: () => boolean | Promise<boolean>, milliseconds = 60_000): Promise<void> {
  await until(what, so, milliseconds);
}

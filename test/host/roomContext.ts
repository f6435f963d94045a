/** What a tool needs in the editor's own host: a real room of a project, with the editor's language servers behind it. */
import * as vscode from 'vscode';
import { createCodeReader } from '../../src/engine/code/createCodeReader';
import type { Files } from '../../src/engine/ports';
import { createRoom } from '../../src/engine/room/createRoom';
import type { ToolContext } from '../../src/engine/tools/tool';
import { languageFiles } from '../../src/node/languageFiles';
import { createHost } from '../../src/vscode/host';
import { Typing } from '../../src/vscode/typing';
import { UnsavedTexts } from '../../src/vscode/unsavedTexts';
import type { Project } from './project';

/** Nobody answers, nothing can be run. */
export async function roomContext(project: Project, rooms: Project, disk: Files): Promise<ToolContext> {
  const extensionFolder = vscode.extensions.getExtension('whittle.whittle')?.extensionPath ?? '';
  const code = await createCodeReader(languageFiles(vscode.Uri.joinPath(vscode.Uri.file(extensionFolder), 'dist').fsPath), () => undefined);
  const signal = new AbortController().signal;
  const room = await createRoom({ files: disk, roomsFolder: rooms.uri.fsPath, workspace: project.uri.fsPath, id: 'one', signal });
  const host = createHost({
    extensionFolder, roomsFolder: rooms.uri.fsPath, files: disk, emit: () => undefined, log: () => undefined,
    shell: { kind: 'bash', run: () => Promise.reject(new Error('runs nothing')) },
    store: { get: () => Promise.resolve(undefined), set: () => Promise.resolve() },
    inRoom: (path) => (path.startsWith(`${room.folder}/`) ? path.slice(room.folder.length + 1) : undefined),
    unsaved: new UnsavedTexts(() => project.uri, disk), typing: new Typing(), backToChat: () => undefined,
  });
  return {
    host, room, code, signal, resultLimit: 4_000,
    record: { read: new Map(), writeRefused: new Map(), edits: 0, done: [], doneAtStep: 0, plan: { steps: [] }, request: '' },
    settings: { testCommand: undefined, sandboxPython: undefined, allow: [], deny: [], commandTimeout: 1_000 },
  };
}

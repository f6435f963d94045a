/** What a tool needs to run, over a disk in memory: a real room of the workspace `/ws`. */
import path from 'node:path';
import { createCodeReader } from '../../src/engine/code/createCodeReader';
import type { CodeReader } from '../../src/engine/code/codeReader';
import type { Diagnostic, Host } from '../../src/engine/ports';
import { createRoom } from '../../src/engine/room/createRoom';
import type { ToolContext } from '../../src/engine/tools/tool';
import { languageFiles } from '../../src/node/languageFiles';
import { memoryFiles } from './memoryFiles';
import type { MemoryFiles } from './memoryFiles';

export interface MemoryContext extends ToolContext {
  readonly files: MemoryFiles;
  /** Changes the room's file behind the tools' back. */
  put(path: string, contents: string | Uint8Array, mode?: number): void;
  /** Unsaved editor texts by workspace-relative path. */
  readonly buffers: Map<string, string>;
  text(path: string): string | undefined;
  bytes(path: string): Uint8Array | undefined;
}

let reader: Promise<CodeReader> | undefined;

/** The real reader with the project's grammars, one for all tests of a run. */
export function codeReader(): Promise<CodeReader> {
  reader ??= createCodeReader(languageFiles(path.join(import.meta.dirname, '../..')), () => undefined);
  return reader;
}

export interface MemoryOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Links in the workspace: target by path. */
  readonly links?: Readonly<Record<string, string>>;
  /** Permission bits by path. */
  readonly modes?: Readonly<Record<string, number>>;
  readonly resultLimit?: number;
  /** The editor's encoding for every file. */
  readonly encoding?: string;
  /** The editor's problems of a file, by its text; undefined while it doesn't know. */
  readonly problems?: (path: string, text: string) => readonly Omit<Diagnostic, 'path'>[] | undefined;
  /** The real reader where left out. */
  readonly code?: CodeReader;
}

export async function memoryContext(options: MemoryOptions = {}): Promise<MemoryContext> {
  const files = memoryFiles();
  const buffers = new Map<string, string>();
  const host: Host = {
    files,
    shell: { kind: 'bash', run: () => Promise.reject(new Error('no shell in memory')) },
    store: { get: async () => undefined, set: async () => undefined },
    languages: { list: async () => [], runtime: () => Promise.reject(new Error('no grammar in memory')) },
    roomsFolder: '/rooms',
    unsaved: async (file) => buffers.get(file.slice('/ws/'.length)),
    unsavedPaths: () => [...buffers.keys()],
    diagnostics: async (one) => (options.problems === undefined ? [] : options.problems(one, files.textOf(one) ?? '')?.map((problem) => ({ ...problem, path: one }))),
    ...(options.encoding !== undefined && { encodingOf: async () => options.encoding }),
    approve: async () => 'no',
    ask: async () => undefined,
    emit: () => undefined,
    log: () => undefined,
    now: () => 0,
  };
  await files.makeFolder('/ws');
  for (const [name, contents] of Object.entries(options.files ?? {})) files.put(`/ws/${name}`, contents, options.modes?.[name]);
  for (const [name, target] of Object.entries(options.links ?? {})) await files.link(target, `/ws/${name}`);
  const signal = new AbortController().signal;
  const room = await createRoom({ files, roomsFolder: '/rooms', workspace: '/ws', id: 'one', signal });
  const inRoom = (name: string): string => `${room.folder}/${name}`;
  return {
    host, files, buffers, room,
    put: (name, contents, mode) => files.put(inRoom(name), contents, mode),
    code: options.code ?? (await codeReader()),
    record: { read: new Map(), writeRefused: new Map(), edits: 0, done: [], doneAtStep: 0, plan: { steps: [] }, request: '' },
    settings: { testCommand: undefined, sandboxPython: undefined, allow: [], deny: [], commandTimeout: 1000 },
    resultLimit: 8000,
    ...(options.resultLimit === undefined ? {} : { resultLimit: options.resultLimit }),
    signal,
    text: (name) => files.textOf(inRoom(name)),
    bytes: (name) => files.bytesOf(inRoom(name)),
  };
}

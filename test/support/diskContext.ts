/** What a tool needs to run, over the real disk and the real shell: a room of a workspace in a temporary folder. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Approval, ApprovalRequest, Files } from '../../src/engine/ports';
import type { Room } from '../../src/engine/room/room';
import { createRoom } from '../../src/engine/room/createRoom';
import type { ToolContext, ToolSettings } from '../../src/engine/tools/tool';
import { createFiles } from '../../src/node/files';
import { createShell } from '../../src/node/shell';
import { codeReader } from './memoryContext';
import { inTemporaryFolder, plant, type Tree } from './temporary';

export interface DiskContext extends ToolContext {
  /** The temporary folder; the workspace is `ws` in it. */
  readonly outer: string;
  /** What the person was asked. */
  readonly asked: ApprovalRequest[];
  /** The person's answers, in turn; `no` when they are used up. */
  readonly answers: Approval[];
  /** What outlives a window. */
  readonly stored: Map<string, string>;
  put(path: string, text: string): Promise<void>;
}

export interface DiskOptions {
  readonly settings?: Partial<ToolSettings>;
  readonly answers?: readonly Approval[];
  readonly request?: string;
  readonly resultLimit?: number;
  readonly signal?: AbortSignal;
  /** The machine's own where left out. */
  readonly files?: Files;
}

/** Paths of `tree` are below the workspace. */
export async function withDisk(tree: Tree, options: DiskOptions, work: (context: DiskContext) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (outer) => {
    await mkdir(join(outer, 'ws'));
    await plant(join(outer, 'ws'), tree);
    const files = options.files ?? createFiles();
    const shell = createShell();
    const stored = new Map<string, string>();
    const asked: ApprovalRequest[] = [];
    const answers = [...(options.answers ?? [])];
    const signal = options.signal ?? new AbortController().signal;
    const room = await createRoom({ files, roomsFolder: join(outer, 'rooms'), workspace: join(outer, 'ws'), id: 'one', signal });
    const nothing = (): undefined => undefined;
    const context: DiskContext = {
      outer, asked, answers, stored, room, signal,
      host: {
        files, shell, roomsFolder: join(outer, 'rooms'), now: Date.now, emit: nothing, log: nothing,
        store: {
          get: (key) => Promise.resolve(stored.get(key)),
          set: (key, value) => Promise.resolve(void (value === undefined ? stored.delete(key) : stored.set(key, value))),
        },
        languages: { list: () => Promise.resolve([]), runtime: () => Promise.reject(new Error('not needed')) },
        unsaved: () => Promise.resolve(undefined),
        diagnostics: () => Promise.resolve([]),
        ask: () => Promise.resolve(undefined),
        approve: (request) => {
          asked.push(request);
          return Promise.resolve(answers.shift() ?? 'no');
        },
      },
      code: await codeReader(),
      record: { read: new Map(), writeRefused: new Map(), edits: 0, done: [], doneAtStep: 0, plan: { steps: [] }, request: options.request ?? '' },
      settings: { testCommand: undefined, sandboxPython: undefined, allow: [], deny: [], commandTimeout: 30_000, ...options.settings },
      resultLimit: options.resultLimit ?? 4000,
      put: async (path, text) => {
        const written = await room.write(path, new TextEncoder().encode(text));
        if (!written.ok) throw new Error(written.refusal.text);
        context.record.edits += 1;
      },
    };
    try {
      await work(context);
    } finally {
      await shell.endBackground();
    }
  });
}

/** A context for tools that only need a room and a disk: nobody answers, nothing can be run. */
export async function emptyContext(room: Room, files: Files): Promise<ToolContext> {
  const nothing = (): undefined => undefined;
  return {
    room,
    host: {
      files, roomsFolder: '/', now: () => 0, emit: nothing, log: nothing,
      shell: { kind: 'bash', run: () => Promise.reject(new Error('no shell here')) },
      store: { get: () => Promise.resolve(undefined), set: () => Promise.resolve() },
      languages: { list: () => Promise.resolve([]), runtime: () => Promise.reject(new Error('not needed')) },
      unsaved: () => Promise.resolve(undefined),
      diagnostics: () => Promise.resolve([]),
      ask: () => Promise.resolve(undefined),
      approve: () => Promise.resolve('no'),
    },
    code: await codeReader(),
    record: { read: new Map(), writeRefused: new Map(), edits: 0, done: [], doneAtStep: 0, plan: { steps: [] }, request: '' },
    settings: { testCommand: undefined, sandboxPython: undefined, allow: [], deny: [], commandTimeout: 1000 },
    resultLimit: 8000,
    signal: new AbortController().signal,
  };
}

/** What a tool needs to run, over a disk in memory: a room `/room` of the workspace `/ws`. */
import type { CodeReader } from '../../src/engine/code/codeReader';
import type { Host } from '../../src/engine/ports';
import type { Refusal, RefusalCode, Room } from '../../src/engine/room/room';
import type { ToolContext } from '../../src/engine/tools/tool';
import { memoryFiles } from './memoryFiles';
import type { MemoryFiles } from './memoryFiles';

export interface MemoryContext extends ToolContext {
  readonly files: MemoryFiles;
  /** Same contents in workspace and room. */
  put(path: string, contents: string | Uint8Array, mode?: number): void;
  /** Unsaved editor texts by workspace-relative path. */
  readonly buffers: Map<string, string>;
  text(path: string): string | undefined;
  bytes(path: string): Uint8Array | undefined;
}

/** A reader that knows JSON only, by the language's own parser. */
export const jsonReader: CodeReader = {
  languageOf: (path) => (path.endsWith('.json') ? 'json' : undefined),
  symbols: async () => undefined,
  check: async (path, text) => {
    if (!path.endsWith('.json')) return { state: 'unknown', problems: [] };
    try {
      JSON.parse(text);
      return { state: 'valid', problems: [] };
    } catch (error) {
      const message = String(error);
      const offset = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
      const line = text.slice(0, offset).split('\n').length;
      const column = offset - text.lastIndexOf('\n', offset - 1);
      return { state: 'broken', problems: [{ line, column, message, text: text.split('\n')[line - 1] ?? '' }] };
    }
  },
};

export interface MemoryOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly code?: CodeReader;
  readonly resultLimit?: number;
}

export function memoryContext(options: MemoryOptions = {}): MemoryContext {
  const files = memoryFiles();
  const buffers = new Map<string, string>();
  const host: Host = {
    files,
    shell: { kind: 'bash', run: () => Promise.reject(new Error('no shell in memory')) },
    store: { get: async () => undefined, set: async () => undefined },
    languages: { list: async () => [], runtime: () => Promise.reject(new Error('no grammar in memory')) },
    roomsFolder: '/rooms',
    unsaved: async (path) => buffers.get(path.slice('/ws/'.length)),
    diagnostics: async () => [],
    approve: async () => 'no',
    ask: async () => undefined,
    emit: () => undefined,
    log: () => undefined,
    now: () => 0,
  };
  const put = (path: string, contents: string | Uint8Array, mode?: number): void => {
    files.put(`/ws/${path}`, contents, mode);
    files.put(`/room/${path}`, contents, mode);
  };
  for (const [path, contents] of Object.entries(options.files ?? {})) put(path, contents);
  return {
    host, files, put, buffers,
    room: memoryRoom(files),
    code: options.code ?? jsonReader,
    record: { read: new Map(), writeRefused: new Map(), edits: 0, done: [], doneAtStep: 0, plan: { steps: [] }, request: '' },
    settings: { testCommand: undefined, sandboxPython: undefined, allow: [], deny: [], commandTimeout: 1000 },
    resultLimit: 8000,
    ...(options.resultLimit === undefined ? {} : { resultLimit: options.resultLimit }),
    signal: new AbortController().signal,
    text: (path) => files.textOf(`/room/${path}`),
    bytes: (path) => files.bytesOf(`/room/${path}`),
  };
}

/** The rules of a room as far as tests of text tools need them; the room's own tests cover the rest. */
function memoryRoom(files: MemoryFiles): Room {
  const refused = (code: RefusalCode, text: string): { ok: false; refusal: Refusal } => ({ ok: false, refusal: { code, text } });
  const locate = async (path: string): Promise<{ ok: true; path: string; absolute: string } | { ok: false; refusal: Refusal }> => {
    if (path.startsWith('/') || path.split('/').includes('..')) return refused('outside', `${path} is outside the room. Use a path below the project folder.`);
    const plain = path.split('/').filter((part) => part !== '' && part !== '.').join('/');
    const absolute = (await files.realPath(`/room/${plain}`)) ?? `/room/${plain}`;
    if (absolute !== '/room' && !absolute.startsWith('/room/')) return refused('outside', `${path} leads outside the room. Use another file.`);
    return { ok: true, path: absolute.slice('/room/'.length) || '.', absolute };
  };
  return {
    id: 'memory', folder: '/room', workspace: '/ws',
    vet: locate,
    async read(path) {
      const at = await locate(path);
      if (!at.ok) return at;
      const kind = (await files.stat(at.absolute))?.kind;
      if (kind === undefined) return refused('missing', `${at.path} does not exist. Call list_dir to see what does.`);
      if (kind !== 'file') return refused('not-a-file', `${at.path} is a folder. Call list_dir.`);
      return { ok: true, path: at.path, bytes: (await files.read(at.absolute)) ?? new Uint8Array() };
    },
    async write(path, bytes) {
      const at = await locate(path);
      if (!at.ok) return at;
      const mode = (await files.stat(at.absolute))?.mode;
      if (mode !== undefined && (mode & 0o200) === 0) return refused('readonly', `${at.path} is read-only. Leave it, or ask_user.`);
      await files.write(at.absolute, bytes, mode);
      return { ok: true, path: at.path };
    },
    async remove(path) {
      const at = await locate(path);
      if (at.ok) await files.remove(at.absolute);
      return at.ok ? { ok: true, path: at.path } : at;
    },
    async list(path) {
      const at = await locate(path);
      if (!at.ok) return at;
      const kind = (await files.stat(at.absolute))?.kind;
      if (kind !== 'folder') return refused(kind ? 'not-a-folder' : 'missing', `${at.path} is no folder. Call read_file or list_dir of its parent.`);
      const names = await files.list(at.absolute);
      const entries = await Promise.all(names.map(async ({ name, kind: sort }) => ({
        path: sort === 'folder' ? `${name}/` : name,
        size: (await files.stat(`${at.absolute}/${name}`))?.size ?? 0,
      })));
      return { ok: true, path: at.path, entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)) };
    },
    async walk(path) {
      const at = await locate(path);
      if (!at.ok) return [];
      const found: { path: string; size: number }[] = [];
      const visit = async (absolute: string): Promise<void> => {
        for (const { name, kind } of await files.list(absolute)) {
          const child = `${absolute}/${name}`;
          if (kind === 'folder') await visit(child);
          if (kind === 'file') found.push({ path: child.slice('/room/'.length), size: (await files.stat(child))?.size ?? 0 });
        }
      };
      await visit(at.absolute);
      return found.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    changes: async () => ({ files: [] }),
    discard: () => files.remove('/room'),
  };
}

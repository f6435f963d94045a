/** A disk in memory with folders, links and modes, so that tools run for real without touching the machine. */
import type { Files, FileStat, Platform } from '../../src/engine/ports';

type Node =
  | { kind: 'file'; bytes: Uint8Array; mode: number; modified: number; id: number }
  | { kind: 'folder'; mode: number; modified: number; id: number }
  | { kind: 'link'; target: string; id: number };

export interface MemoryFiles extends Files {
  /** Text or bytes at an absolute path, parents included. */
  put(path: string, contents: string | Uint8Array, mode?: number): void;
  bytesOf(path: string): Uint8Array | undefined;
  textOf(path: string): string | undefined;
  modeOf(path: string): number | undefined;
}

export function memoryFiles(platform: Platform = 'linux'): MemoryFiles {
  const nodes = new Map<string, Node>();
  let serial = 0;
  nodes.set('/', { kind: 'folder', mode: 0o755, modified: 0, id: serial++ });

  const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
  const clean = (path: string): string => `/${path.split('/').filter((part) => part !== '' && part !== '.').join('/')}`;

  function resolve(path: string, depth = 0): string | undefined {
    if (depth > 40) return undefined;
    let here = '/';
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    for (const [index, part] of parts.entries()) {
      if (part === '..') {
        here = parentOf(here);
        continue;
      }
      const next = here === '/' ? `/${part}` : `${here}/${part}`;
      const node = nodes.get(next);
      if (!node) return undefined;
      if (node.kind === 'link') {
        const target = node.target.startsWith('/') ? node.target : `${here}/${node.target}`;
        return resolve([target, ...parts.slice(index + 1)].join('/'), depth + 1);
      }
      here = next;
    }
    return here;
  }

  /** The path with the links of its folders resolved, but not its own. */
  function place(path: string): string {
    const whole = clean(path);
    const parent = resolve(parentOf(whole)) ?? parentOf(whole);
    return `${parent === '/' ? '' : parent}/${whole.slice(whole.lastIndexOf('/') + 1)}`;
  }

  function makeFolders(path: string): void {
    if (nodes.has(path)) return;
    makeFolders(parentOf(path));
    nodes.set(path, { kind: 'folder', mode: 0o755, modified: serial, id: serial++ });
  }

  function put(path: string, contents: string | Uint8Array, mode?: number): void {
    const at = place(path);
    const old = nodes.get(at);
    makeFolders(parentOf(at));
    const bytes = typeof contents === 'string' ? new TextEncoder().encode(contents) : contents.slice();
    nodes.set(at, { kind: 'file', bytes, mode: mode ?? (old?.kind === 'file' ? old.mode : 0o644), modified: serial, id: serial++ });
  }

  function fileAt(path: string): (Node & { kind: 'file' }) | undefined {
    const real = resolve(path);
    const node = real === undefined ? undefined : nodes.get(real);
    return node?.kind === 'file' ? node : undefined;
  }

  function statOf(path: string): FileStat | undefined {
    const node = path === '/' ? nodes.get('/') : nodes.get(place(path));
    if (!node) return undefined;
    const size = node.kind === 'file' ? node.bytes.length : 0;
    return {
      kind: node.kind, size, modified: node.kind === 'link' ? 0 : node.modified,
      mode: node.kind === 'link' ? 0o777 : node.mode, links: 1, identity: `0:${node.id}`,
    };
  }

  return {
    platform,
    put,
    bytesOf: (path) => fileAt(path)?.bytes.slice(),
    textOf: (path) => {
      const node = fileAt(path);
      return node && new TextDecoder('utf-8', { ignoreBOM: true }).decode(node.bytes);
    },
    modeOf: (path) => fileAt(path)?.mode,
    stat: async (path) => statOf(path),
    async realPath(path) {
      return resolve(path);
    },
    async list(path) {
      const folder = resolve(path);
      if (folder === undefined || nodes.get(folder)?.kind !== 'folder') throw new Error(`ENOTDIR: ${path}`);
      const prefix = folder === '/' ? '/' : `${folder}/`;
      return [...nodes]
        .filter(([name]) => name !== '/' && name.startsWith(prefix) && !name.slice(prefix.length).includes('/'))
        .map(([name, node]) => ({ name: name.slice(prefix.length), kind: node.kind }));
    },
    async readLink(path) {
      const node = nodes.get(place(path));
      if (node?.kind !== 'link') throw new Error(`EINVAL: ${path}`);
      return node.target;
    },
    async read(path, limit) {
      const real = resolve(path);
      const node = real === undefined ? undefined : nodes.get(real);
      if (node?.kind === 'folder') throw new Error(`EISDIR: ${path}`);
      return node?.kind === 'file' ? node.bytes.slice(0, limit) : undefined;
    },
    async write(path, bytes, mode, anchor) {
      await anchor?.ready?.();
      put(path, bytes, mode);
    },
    settled: () => Promise.resolve(),
    async remove(path) {
      const at = place(path);
      for (const name of [...nodes.keys()]) if (name === at || name.startsWith(`${at}/`)) nodes.delete(name);
    },
    async makeFolder(path) {
      makeFolders(clean(path));
    },
    async copyFile(from, to) {
      const node = fileAt(from);
      if (!node) throw new Error(`ENOENT: ${from}`);
      put(to, node.bytes, node.mode);
      const stat = statOf(to);
      if (!stat) throw new Error(`ENOENT: ${to}`);
      return { stat, bytes: node.bytes.slice() };
    },
    async writeParts(path, parts) {
      put(path, Uint8Array.from(parts.flatMap((part) => [...part])), 0o600);
    },
    async link(target, path) {
      const at = place(path);
      makeFolders(parentOf(at));
      nodes.set(at, { kind: 'link', target, id: serial++ });
    },
  };
}

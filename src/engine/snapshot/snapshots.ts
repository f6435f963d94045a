/** The books of what was changed in a workspace: before-images and a readable manifest each, in `.agent/snapshots/`. */
import type { Files } from '../ports';
import { joinPath, resolveDots } from './diskPath';

export interface SnapshotFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** The file's contents before, as a file beside the manifest; null where there was none. */
  readonly before: string | null;
  /** What was written; null where it was removed. */
  readonly after: string | null;
  /** POSIX permission bits to set, where they change. */
  readonly mode?: number;
  /** The bits before. */
  readonly modeBefore?: number;
}

/** `writing`: begun and not known to be complete; the next start finishes it. `undoing`: the same of a restore. */
export type SnapshotState = 'writing' | 'applied' | 'undoing' | 'undone';

export interface Manifest {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  /** What the person asked for. */
  readonly title: string;
  readonly state: SnapshotState;
  readonly files: readonly SnapshotFile[];
  /** Folders that were not there before, outermost first. */
  readonly folders: readonly string[];
}

const encoder = new TextEncoder();

export function snapshotsFolder(workspace: string): string {
  return joinPath(workspace, '.agent/snapshots');
}

export function snapshotFolder(workspace: string, id: string): string {
  return joinPath(snapshotsFolder(workspace), id);
}

/** Makes `.agent/`, which ignores itself in git. Throws where the name is taken by a file or a link. */
export async function ensureAgentFolder(files: Files, workspace: string): Promise<void> {
  for (const name of ['.agent', '.agent/snapshots']) {
    const kind = (await files.stat(joinPath(workspace, name)))?.kind;
    if (kind !== undefined && kind !== 'folder') throw new Error(`${name} in the project is a ${kind}, not a folder. Move it away, then try again.`);
  }
  const ignore = joinPath(workspace, '.agent/.gitignore');
  if ((await files.stat(ignore)) === undefined) await files.write(ignore, encoder.encode('*\n'));
}

export async function writeManifest(files: Files, workspace: string, manifest: Manifest): Promise<void> {
  await files.write(joinPath(snapshotFolder(workspace, manifest.id), 'manifest.json'), encoder.encode(`${JSON.stringify(manifest, null, 2)}\n`), 0o600);
}

/** Newest first. A damaged or half-made snapshot is left out: nothing was written for it. */
export async function listSnapshots(files: Files, workspace: string): Promise<readonly Manifest[]> {
  const folder = snapshotsFolder(workspace);
  if ((await files.stat(folder))?.kind !== 'folder') return [];
  const found: Manifest[] = [];
  for (const { name, kind } of await files.list(folder)) {
    const manifest = kind === 'folder' ? await readManifest(files, workspace, name) : undefined;
    if (manifest !== undefined) found.push(manifest);
  }
  return found.sort((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
}

export async function readManifest(files: Files, workspace: string, id: string): Promise<Manifest | undefined> {
  if (!/^[\w-]{1,80}$/.test(id)) return undefined;
  const bytes = await files.read(joinPath(snapshotFolder(workspace, id), 'manifest.json'));
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isManifest(value) && value.id === id ? value : undefined;
  } catch {
    // Damaged: left where it is, for a person to look at.
    return undefined;
  }
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  const { id, created, title, state, files, folders } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof created === 'number' && typeof title === 'string' && typeof state === 'string' && ['writing', 'applied', 'undoing', 'undone'].includes(state) &&
    Array.isArray(files) && files.every(isSnapshotFile) && Array.isArray(folders) && folders.every(isInnerPath);
}

function isSnapshotFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { path, before, after } = value as Record<string, unknown>;
  const image = (name: unknown): boolean => name === null || (typeof name === 'string' && /^(?:before|after)\/\d+$/.test(name));
  return isInnerPath(path) && image(before) && image(after);
}

/** A manifest lies in a folder anybody can edit: its paths are believed only as far as they stay inside. */
function isInnerPath(path: unknown): boolean {
  return typeof path === 'string' && path !== '' && !path.startsWith('/') && !/^[a-z]:|\\/i.test(path) && resolveDots(path.split('/'))?.join('/') === path;
}

/** The bytes of an image; null for null. Throws where the image is gone. */
export async function readImage(files: Files, workspace: string, id: string, image: string | null): Promise<Uint8Array | null> {
  if (image === null) return null;
  const bytes = await files.read(joinPath(snapshotFolder(workspace, id), image));
  if (bytes === undefined) throw new Error(`Snapshot ${id} is damaged: ${image} is missing.`);
  return bytes;
}

/** Removes all but the newest `keep`; those that are not complete stay. */
export async function pruneSnapshots(files: Files, workspace: string, keep: number): Promise<void> {
  for (const { id, state } of (await listSnapshots(files, workspace)).slice(keep)) {
    if (state === 'applied' || state === 'undone') await files.remove(snapshotFolder(workspace, id));
  }
}

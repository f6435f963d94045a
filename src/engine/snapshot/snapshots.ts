/** The books of what was changed in a workspace: before-images and a readable manifest each, in `.agent/snapshots/`. */
import type { Files, Platform } from '../ports';
import { isInnerPath, joinPath, pathBelow, toSlashes } from './diskPath';

export interface SnapshotFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** The file's contents before, as a file beside the manifest; null where there was none. */
  readonly before: string | null;
  /** What was written; null where it was removed. */
  readonly after: string | null;
  /** SHA-256 of the images as they were made, in hex: what is written without anybody looking is nothing else. */
  readonly hashes?: { readonly before?: string; readonly after?: string };
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
  const bytes = await readOwn(files, workspace, id, 'manifest.json');
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isManifest(files.platform, value) && value.id === id ? value : undefined;
  } catch {
    // Damaged: left where it is, for a person to look at.
    return undefined;
  }
}

/** A manifest lies in a folder anybody can edit: its paths are believed only as far as they stay inside. */
function isManifest(platform: Platform, value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  const { id, created, title, state, files, folders } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof created === 'number' && typeof title === 'string' && typeof state === 'string' && ['writing', 'applied', 'undoing', 'undone'].includes(state) &&
    Array.isArray(files) && files.every((file) => isSnapshotFile(platform, file)) && Array.isArray(folders) && folders.every((folder) => isInnerPath(platform, folder));
}

function isSnapshotFile(platform: Platform, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { path, before, after, hashes, mode, modeBefore } = value as Record<string, unknown>;
  const image = (name: unknown): boolean => name === null || (typeof name === 'string' && /^(?:before|after)\/\d+$/.test(name));
  const bits = (number: unknown): boolean => number === undefined || (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 0o7777);
  return isInnerPath(platform, path) && image(before) && image(after) && bits(mode) && bits(modeBefore) && (hashes === undefined || (typeof hashes === 'object' && hashes !== null));
}

/** A file of one snapshot; undefined for anything but a plain file that really lies in that snapshot's folder. */
async function readOwn(files: Files, workspace: string, id: string, name: string): Promise<Uint8Array | undefined> {
  const folder = snapshotFolder(workspace, id);
  const path = joinPath(folder, name);
  const stat = await files.stat(path);
  const real = await files.realPath(path);
  const inside = real !== undefined && pathBelow(files.platform, folder, toSlashes(files.platform, real)) === name;
  return stat?.kind === 'file' && stat.links === 1 && inside ? files.read(path, undefined, stat) : undefined;
}

/** The bytes of an image; null for null. Throws where the image is gone or leads elsewhere. */
export async function readImage(files: Files, workspace: string, id: string, image: string | null): Promise<Uint8Array | null> {
  if (image === null) return null;
  const bytes = await readOwn(files, workspace, id, image);
  if (bytes === undefined) throw new Error(`Snapshot ${id} is damaged: ${image} is missing or no plain file. Restore what you need of ${snapshotFolder(workspace, id)} by hand.`);
  return bytes;
}

/** Whether an image is the one that was made when the writing began. Those of an older version are believed. */
export async function isUnchanged(bytes: Uint8Array | null, hash: string | undefined): Promise<boolean> {
  return bytes === null || hash === undefined || (await sha256(bytes)) === hash;
}

export async function sha256(bytes: Uint8Array): Promise<string> {
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Removes all but the newest `keep`; those that are not complete stay. */
export async function pruneSnapshots(files: Files, workspace: string, keep: number): Promise<void> {
  for (const { id, state } of (await listSnapshots(files, workspace)).slice(keep)) {
    if (state === 'applied' || state === 'undone') await files.remove(snapshotFolder(workspace, id));
  }
}

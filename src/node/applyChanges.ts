/** Writes a change set into a folder: all of it, or nothing where a file changed meanwhile. */
import { join } from 'node:path';
import type { ChangeSet } from '../shared/changes';
import type { Files } from '../engine/ports';

export type Applied =
  | { readonly ok: true; readonly paths: readonly string[] }
  /** Nothing was written; `paths` changed since the room was made. */
  | { readonly ok: false; readonly paths: readonly string[] };

/** Every file is checked before the first is written; each is written whole or not at all. */
export async function applyChanges(files: Files, folder: string, changes: ChangeSet): Promise<Applied> {
  const moved: string[] = [];
  for (const change of changes.files) {
    const now = await files.read(join(folder, change.path));
    if (!same(now, change.before)) moved.push(change.path);
  }
  if (moved.length > 0) return { ok: false, paths: moved };
  for (const change of changes.files) {
    const path = join(folder, change.path);
    if (change.after === null) await files.remove(path);
    else await files.write(path, change.after, change.mode);
  }
  return { ok: true, paths: changes.files.map((change) => change.path) };
}

function same(a: Uint8Array | undefined, b: Uint8Array | null): boolean {
  if (a === undefined || b === null) return a === undefined && b === null;
  return Buffer.compare(a, b) === 0;
}

/** Every file of a room that is the project's own: what search and outlines look through. */
import { rulesAt, type IgnoreRules } from './ignoreRules';
import { joinPath } from '../snapshot/diskPath';
import { isDenied, listReadable } from './listReadable';
import { isGitPath } from './paths';
import { resolveInRoom, type RoomPlace } from './resolveInRoom';
import type { RoomFile } from './room';
import { isSecretPath } from './secretNames';

/** Sorted by path. Links are not followed: what they lead to is met under its own name. A folder that may not be read has no files. */
export async function walkRoom(place: RoomPlace, path: string): Promise<readonly RoomFile[]> {
  const start = await resolveInRoom(place, path);
  if (!start.ok || start.stat === undefined || start.dependency) return [];
  if (start.stat.kind === 'file') return start.secret ? [] : [{ path: start.path, size: start.stat.size }];
  const found: RoomFile[] = [];
  await visit(place, start.path, await rulesAt(place.files, place.folder, start.path, place), async (file) => {
    if (isSecretPath(file)) return;
    const stat = await place.files.stat(joinPath(place.folder, file)).catch((fault: unknown) => {
      // A folder may be listed and still not be entered.
      if (isDenied(fault)) return undefined;
      throw fault;
    });
    // More than one name for one file: it may be one from outside the room.
    if (stat?.kind === 'file' && stat.links === 1) found.push({ path: file, size: stat.size });
  });
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Calls `onFile` for each file that no rule names, secret ones too, and `onDenied` for each folder that may not be read. */
export async function visit(
  place: RoomPlace, folder: string, above: IgnoreRules, onFile: (path: string) => Promise<void>, onDenied?: (folder: string) => void,
): Promise<void> {
  const entries = await listReadable(place.files, joinPath(place.folder, folder));
  if (entries === undefined) {
    onDenied?.(folder);
    return;
  }
  const rules = await above.enter(folder, entries);
  for (const { name, kind } of entries) {
    const path = folder === '.' ? name : `${folder}/${name}`;
    if (isGitPath([name]) || rules.ignores(path, kind === 'folder')) continue;
    if (kind === 'file') await onFile(path);
    else if (kind === 'folder') await visit(place, path, rules, onFile, onDenied);
  }
}

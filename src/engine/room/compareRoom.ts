/** What became of a room's files since it was made, whoever changed them: a tool or a command. */
import type { ChangeSet, FileChange } from '../../shared/changes';
import { inParallel } from '../../shared/inParallel';
import { sameBytes } from '../../shared/sameBytes';
import type { BeforeImages } from './beforeImages';
import { type BaseFile, MOST_BYTES } from './copyWorkspace';
import { rootRules } from './ignoreRules';
import { joinPath, toSlashes } from '../snapshot/diskPath';
import type { RoomPlace } from './resolveInRoom';
import { visit } from './walkRoom';

/** Compares by size, time and inode first; contents decide. `written` names files to report even where git ignores them. */
export async function compareRoom(place: RoomPlace, images: BeforeImages, written: ReadonlySet<string>): Promise<ChangeSet> {
  const { files, base } = place;
  const changes = new Map<string, FileChange>();
  // A room that is gone would look like one in which every file was removed.
  if ((await files.stat(place.folder))?.kind !== 'folder') throw new Error('The room was destroyed: its folder is gone. Ask again, without the command that removed it.');
  await inParallel([...base.files], 8, async ([path, first]) => {
    const change = await changeOf(place, images, path, first);
    if (change !== undefined) changes.set(path, change);
  });
  const added = new Set(written);
  await visit(place, '.', await rootRules(files, place.folder, place), async (path) => {
    added.add(path);
    return Promise.resolve();
  }, (path) => {
    // The room was made without such folders: what a command locked up may hold work, and must not be lost in silence.
    throw new Error(`${path} in the room can't be read any more: a command took the right to it away. Give it back (chmod), or ask again without that command.`);
  });
  for (const path of added) {
    // What a command left between the folders of a workspace has no place to go to.
    if (base.files.has(path) || place.roots?.includes(path.split('/')[0] ?? '') === false) continue;
    const after = await ownBytes(place, path);
    if (after === undefined) continue;
    const mode = ((await files.stat(joinPath(place.folder, path)))?.mode ?? 0) & BITS;
    changes.set(path, { path, before: null, after, ...((mode & 0o100) === 0 ? {} : { mode }) });
  }
  return { files: [...changes.values()].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** What a command may change of a file's rights; whose rights it runs with is none of that. */
const BITS = 0o777;

/** The bytes of a plain file under its own path; undefined for links and for files that have other names too. */
async function ownBytes({ files, folder }: RoomPlace, path: string): Promise<Uint8Array | undefined> {
  const absolute = joinPath(folder, path);
  const stat = await files.stat(absolute);
  if (stat?.kind !== 'file' || stat.links > 1) return undefined;
  if (stat.size > MOST_BYTES) throw new Error(`${path} has ${String(Math.round(stat.size / 2 ** 20))} MB now, more than a change can hold. Have it removed, or named in .gitignore.`);
  const real = await files.realPath(absolute);
  return real !== undefined && toSlashes(files.platform, real) === absolute ? files.read(absolute) : undefined;
}

async function changeOf(place: RoomPlace, images: BeforeImages, path: string, first: BaseFile): Promise<FileChange | undefined> {
  const now = await place.files.stat(joinPath(place.folder, path));
  if (now?.kind === 'file' && now.size === first.size && now.modified === first.modified && now.identity === first.identity && now.mode === first.mode) {
    return undefined;
  }
  const before = (await images.read(path)) ?? new Uint8Array();
  if (now === undefined) return { path, before, after: null };
  const after = await ownBytes(place, path);
  // A link or a folder in its place: the file itself is gone.
  if (after === undefined) return { path, before, after: null };
  const same = (now.mode & BITS) === (first.mode & BITS);
  const mode = same ? {} : { mode: now.mode & BITS };
  return sameBytes(before, after) && same ? undefined : { path, before, after, ...mode };
}

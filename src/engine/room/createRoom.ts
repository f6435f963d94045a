/** Makes the scratch copy an agent works in. */
import type { Files } from '../ports';
import { createBeforeImages } from './beforeImages';
import { copyWorkspace } from './copyWorkspace';
import { joinPath, nameOf, pathBelow, realOrAsWritten } from '../snapshot/diskPath';
import type { Root } from './joinRoots';
import type { RoomPlace } from './resolveInRoom';
import type { Room } from './room';
import { roomAt } from './roomAt';
import { EDITS } from './keptEdits';
import { BOOKS_NAME } from './roomBooks';
import { RECORD_NAME, type RoomRecord } from './rooms';

export interface RoomOptions {
  readonly files: Files;
  /** Absolute, outside every workspace. */
  readonly roomsFolder: string;
  /** Absolute; need not exist. */
  readonly workspace: string;
  /** Where the workspace has several folders, which `files` shows below it. */
  readonly roots?: readonly Root[] | undefined;
  /** Names the room's folder; letters, digits, `-` and `_`. */
  readonly id: string;
  readonly signal: AbortSignal;
  readonly now?: () => number;
  readonly onProgress?: (copied: number, total: number) => void;
  /** Files that are too large to be copied; the room does without them. */
  readonly onLeftOut?: (paths: readonly string[]) => void;
  /** A person's yes to showing one secret file to the model; without it such files are refused. */
  readonly mayShow?: (path: string) => Promise<boolean>;
}

/** The room's own books lie beside it under this name. */
export const IMAGES = 'before';

/** Throws Cancelled on Stop, and a plain Error with the cause where the disk or the folders don't allow a room. */
export async function createRoom(options: RoomOptions): Promise<Room> {
  const { files, signal } = options;
  const home = await homeOf(options);
  const workspace = await realOrAsWritten(files, options.workspace);
  const name = nameOf(workspace).replace(/[^\p{L}\p{N}._-]+/gu, '-');
  const taken = new Set([IMAGES, EDITS, RECORD_NAME, BOOKS_NAME]);
  const folder = joinPath(home, /^[. ]*$/.test(name) || taken.has(name.toLowerCase()) ? 'project' : name);
  const images = createBeforeImages(files, joinPath(home, IMAGES));
  await files.makeFolder(home, 0o700);
  const record: RoomRecord = { id: options.id, workspace, folder, created: (options.now ?? Date.now)() };
  const note = (known: RoomRecord): Promise<void> => files.write(joinPath(home, RECORD_NAME), new TextEncoder().encode(JSON.stringify(known)), 0o600);
  await note(record);
  let size = 0;
  const roots = options.roots?.map((root) => root.name);
  try {
    const base = await copyWorkspace({
      files, workspace, room: folder, roots, signal, onProgress: options.onProgress,
      onFile: (path, stat, bytes) => {
        size += stat.size;
        return bytes === undefined ? images.keepFile(path, joinPath(folder, path), stat.size) : images.keep(path, bytes);
      },
    });
    await images.flush();
    await note({ ...record, size });
    const large = [...base.blocked].flatMap(([path, why]) => (why === 'large' ? [path] : []));
    if (large.length > 0) options.onLeftOut?.(large);
    const place: RoomPlace = { files, folder, workspace, base, roots };
    return roomAt({ id: options.id, home, place, images, written: new Set(), mayShow: options.mayShow });
  } catch (fault) {
    await files.remove(home);
    throw fault;
  }
}

/** The folder of this room and its books; never inside the workspace, never around it. */
async function homeOf({ files, roomsFolder, workspace, roots = [], id }: RoomOptions): Promise<string> {
  if (!/^[\w-]{1,80}$/.test(id)) throw new Error(`"${id}" can't name a room. Take letters, digits, - and _ only.`);
  // What was readable for its owner only must not be readable for all as a copy.
  await files.makeFolder(roomsFolder, 0o700);
  const rooms = await realOrAsWritten(files, roomsFolder);
  for (const project of [workspace, ...roots.map((root) => root.folder)]) {
    const real = await realOrAsWritten(files, project);
    if (pathBelow(files.platform, real, rooms) !== undefined) throw new Error(`The project (${real}) holds the folder in which Whittle keeps its scratch copies (${rooms}). Open a folder below it instead: the one project you work on.`);
    if (pathBelow(files.platform, rooms, real) !== undefined) throw new Error(`This folder (${real}) lies inside the one in which Whittle keeps its scratch copies. Open the project itself.`);
  }
  const home = joinPath(rooms, id);
  if ((await files.stat(home)) !== undefined) throw new Error(`There is a room named "${id}" already. Try again: each try takes a new name.`);
  return home;
}

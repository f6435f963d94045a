/** Takes up a room that an earlier start left on the disk: its changes wait for review as if nothing had been closed. */
import type { Files } from '../ports';
import { joinPath, pathBelow, realOrAsWritten } from '../snapshot/diskPath';
import { createBeforeImages } from './beforeImages';
import { IMAGES } from './createRoom';
import { readEdits } from './keptEdits';
import type { RoomPlace } from './resolveInRoom';
import type { Room } from './room';
import { baseOfBooks, readBooks } from './roomBooks';
import { roomAt } from './roomAt';

export interface ReopenOptions {
  readonly files: Files;
  readonly roomsFolder: string;
  /** The project that is open; a room of another one is refused. */
  readonly workspace: string;
  readonly id: string;
  /** Asked anew for every secret file: what was shown before is forgotten. */
  readonly mayShow?: (path: string) => Promise<boolean>;
}

/** Throws a plain Error that ends with the next move where the room is gone, damaged or another project's. */
export async function reopenRoom({ files, roomsFolder, workspace, id, mayShow }: ReopenOptions): Promise<Room> {
  if (!/^[\w-]{1,80}$/.test(id)) throw new Error(`"${id}" is no scratch copy's name. Ask for the task again.`);
  const home = joinPath(await realOrAsWritten(files, roomsFolder), id);
  const books = await readBooks(files, home);
  const inside = pathBelow(files.platform, home, books.folder);
  if (inside === undefined || inside === '.' || books.workspace !== (await realOrAsWritten(files, workspace))) throw new Error('The scratch copy is one of another project. Open that project, or ask for the task again.');
  // Known by its books only, it would look like one in which every file was removed.
  if ((await files.stat(books.folder))?.kind !== 'folder') throw new Error('The scratch copy is gone: its folder was removed. Ask for the task again.');
  const images = createBeforeImages(files, joinPath(home, IMAGES), books.images);
  const place: RoomPlace = { files, folder: books.folder, workspace: books.workspace, base: baseOfBooks(books), roots: books.roots };
  return roomAt({ id, home, place, images, written: new Set(books.written), mayShow, edits: await readEdits(files, home) });
}

/** A room with its own folder and its books beside it, new or opened again. */
import type { BeforeImages } from './beforeImages';
import { compareRoom } from './compareRoom';
import { createEditHistory } from './editHistory';
import { editKeeper, type KeptEdits } from './keptEdits';
import type { RoomPlace } from './resolveInRoom';
import type { Room } from './room';
import { booksOfBase, writeBooks } from './roomBooks';
import { roomOn } from './roomOn';

export interface RoomAtOptions {
  readonly id: string;
  /** Holds the room's folder and its books. */
  readonly home: string;
  readonly place: RoomPlace;
  readonly images: BeforeImages;
  readonly written: Set<string>;
  readonly mayShow: ((path: string) => Promise<boolean>) | undefined;
  /** Those of an earlier start. */
  readonly edits?: KeptEdits;
}

export function roomAt({ id, home, place, images, written, mayShow, edits }: RoomAtOptions): Room {
  const { files, folder, workspace, base } = place;
  const history = createEditHistory(edits, editKeeper(files, home));
  return roomOn({
    id, place, images, written, mayShow, history,
    changes: () => compareRoom(place, images, written),
    discard: () => files.remove(home),
    keep: async () => {
      // The books tell of no edit that the disk may still forget.
      await files.settled();
      await history.save();
      await images.flush();
      await writeBooks(files, home, { folder, workspace, ...booksOfBase(base), written: [...written], ...(place.roots === undefined ? {} : { roots: [...place.roots] }), images: images.index() });
    },
  });
}

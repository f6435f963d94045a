/** Clears away rooms that earlier windows left behind, when nothing else is going on. */
import type { Disposable } from 'vscode';
import type { Files } from '../engine/ports';
import { cleanRooms } from '../engine/room/rooms';

const delay = 20_000;
/** A room so old is nobody's review any more. */
const maxAge = 3 * 24 * 60 * 60 * 1000;
/** Other windows share the folder: young rooms are spared up to this many. */
const keep = 40;
/** Of all together. */
const maxBytes = 10 * 2 ** 30;

/** `inUse`: ids that are spared, whatever their age. */
export function cleanOldRooms(files: Files, roomsFolder: string, inUse: () => Promise<ReadonlySet<string>>, log: (line: string) => void): Disposable {
  const timer = setTimeout(() => {
    inUse().then((spared) => cleanRooms(files, roomsFolder, { now: Date.now(), maxAge, keep, maxBytes, inUse: spared })).then(
      (gone) => { if (gone.length > 0) log(`removed ${gone.length} old rooms`); },
      (error: unknown) => { log(`old rooms could not be removed: ${error instanceof Error ? error.message : String(error)}`); },
    );
  }, delay);
  return { dispose: () => { clearTimeout(timer); } };
}

/** The rooms on the disk, so that old ones are found and cleaned up. */
import type { Files } from '../ports';
import { joinPath, toSlashes } from '../snapshot/diskPath';

/** Kept beside a room's folder. */
export interface RoomRecord {
  readonly id: string;
  readonly workspace: string;
  /** The room's folder; absolute. */
  readonly folder: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

export const RECORD_NAME = 'room.json';

function isRecord(value: unknown): value is RoomRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { id, workspace, folder, created } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof workspace === 'string' && typeof folder === 'string' && typeof created === 'number';
}

/** Newest first. A folder without a readable record counts as a room of unknown age: it is listed with `created` 0. */
export async function listRooms(files: Files, roomsFolder: string): Promise<readonly RoomRecord[]> {
  if ((await files.stat(roomsFolder))?.kind !== 'folder') return [];
  const rooms: RoomRecord[] = [];
  for (const { name, kind } of await files.list(roomsFolder)) {
    if (kind !== 'folder') continue;
    const bytes = await files.read(joinPath(joinPath(roomsFolder, name), RECORD_NAME));
    const parsed = bytes === undefined ? undefined : parse(new TextDecoder().decode(bytes));
    rooms.push(isRecord(parsed) && parsed.id === name ? parsed : { id: name, workspace: '', folder: '', created: 0 });
  }
  return rooms.sort((a, b) => b.created - a.created);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Half written or not ours: listed as a room of unknown age.
    return undefined;
  }
}

export async function removeRoom(files: Files, roomsFolder: string, id: string): Promise<void> {
  if (!/^[\w-]{1,80}$/.test(id)) throw new Error(`"${id}" is no room's name. Take one that listRooms gives.`);
  await files.remove(joinPath(toSlashes(files.platform, roomsFolder), id));
}

/** Removes rooms that are older than `maxAge` milliseconds or beyond the newest `keep`; `inUse` are spared. Gives back what went. */
export async function cleanRooms(
  files: Files, roomsFolder: string, limits: { readonly now: number; readonly maxAge: number; readonly keep: number; readonly inUse: ReadonlySet<string> },
): Promise<readonly string[]> {
  const removed: string[] = [];
  const faults: unknown[] = [];
  const idle = (await listRooms(files, roomsFolder)).filter((room) => !limits.inUse.has(room.id));
  for (const [index, room] of idle.entries()) {
    if (index < limits.keep && limits.now - room.created <= limits.maxAge) continue;
    try {
      await removeRoom(files, roomsFolder, room.id);
      removed.push(room.id);
    } catch (fault) {
      faults.push(fault);
    }
  }
  // One that can't be removed keeps no other one.
  if (faults.length > 0) throw faults[0];
  return removed;
}

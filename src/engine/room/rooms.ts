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
  /** Bytes of the files it was made with, where that is known; where the disk shares blocks it takes less. */
  readonly size?: number;
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

/** Milliseconds: a room so young may be another window's work, however much of the disk it takes. */
const young = 24 * 60 * 60 * 1000;

export interface RoomLimits {
  readonly now: number;
  /** Milliseconds. */
  readonly maxAge: number;
  /** So many of the newest stay. */
  readonly keep: number;
  /** Of all together: beyond that the oldest go, but none of the last day. */
  readonly maxBytes: number;
  /** Ids that are spared, whatever their age. */
  readonly inUse: ReadonlySet<string>;
}

/** Removes the rooms beyond any of the limits. Gives back what went. */
export async function cleanRooms(files: Files, roomsFolder: string, { now, maxAge, keep, maxBytes, inUse }: RoomLimits): Promise<readonly string[]> {
  const removed: string[] = [];
  const faults: unknown[] = [];
  const rooms = await listRooms(files, roomsFolder);
  let bytes = 0;
  let idle = 0;
  for (const { id, created, size = 0 } of rooms) {
    bytes += size;
    if (inUse.has(id)) continue;
    const age = now - created;
    if (idle++ < keep && age <= maxAge && (bytes <= maxBytes || age <= young)) continue;
    try {
      await removeRoom(files, roomsFolder, id);
      removed.push(id);
      bytes -= size;
    } catch (fault) {
      faults.push(fault);
    }
  }
  // One that can't be removed keeps no other one.
  if (faults.length > 0) throw faults[0];
  return removed;
}

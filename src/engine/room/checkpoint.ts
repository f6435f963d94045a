/** A room's state at one moment, to which a turn that went wrong goes back. */
import type { ChangeSet } from '../../shared/changes';
import type { Room } from './room';
import { sameBytes } from '../edit/sameBytes';

/** What the room differed in from its start; every other file is as it was then. */
export type Checkpoint = ChangeSet;

export function takeCheckpoint(room: Room): Promise<Checkpoint> {
  return room.changes();
}

/** Brings the room's files back to a checkpoint; gives back the paths that were changed, and those the room refused. */
export async function returnTo(room: Room, checkpoint: Checkpoint): Promise<{ readonly restored: readonly string[]; readonly refused: readonly string[] }> {
  const then = new Map(checkpoint.files.map((file) => [file.path, file.after]));
  const now = new Map((await room.changes()).files.map((file) => [file.path, file]));
  const restored: string[] = [];
  const refused: string[] = [];
  for (const path of new Set([...now.keys(), ...then.keys()])) {
    const current = now.get(path);
    // Not changed at the checkpoint: back to the start, which the later change still knows.
    const wanted = then.has(path) ? (then.get(path) ?? null) : (current?.before ?? null);
    if (current !== undefined && sameBytes(current.after, wanted)) continue;
    const done = wanted === null ? await room.remove(path) : await room.write(path, wanted);
    (done.ok || done.refusal.code === 'missing' ? restored : refused).push(path);
  }
  return { restored, refused };
}

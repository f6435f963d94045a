/** A room's state at one moment, to which a turn that failed goes back; what was taken back so can be brought back. */
import type { ChangeSet, FileChange } from '../../shared/changes';
import { sameBytes } from '../../shared/sameBytes';
import { inEffect, takeBackEdit } from './editHistory';
import type { Room } from './room';

export interface Checkpoint {
  /** What the room differed in from its start; every other file was as it was then. */
  readonly changes: ChangeSet;
  /** Number of the last edit until then; 0 before the first. */
  readonly edit: number;
}

/** Of a room that was made just now. */
export const atStart: Checkpoint = { changes: { files: [] }, edit: 0 };

export async function takeCheckpoint(room: Room): Promise<Checkpoint> {
  return { changes: await room.changes(), edit: room.history.list().at(-1)?.number ?? 0 };
}

/** What differs from the checkpoint: `before` is the file as it was then. */
export async function changesSince(room: Room, checkpoint: Checkpoint): Promise<readonly FileChange[]> {
  const then = new Map(checkpoint.changes.files.map((file) => [file.path, file]));
  const now = new Map((await room.changes()).files.map((file) => [file.path, file]));
  const changed: FileChange[] = [];
  for (const path of new Set([...now.keys(), ...then.keys()])) {
    // Not changed at one of the two moments: as at the start then, which the other one knows.
    const before = (then.get(path)?.after ?? (then.has(path) ? null : now.get(path)?.before)) ?? null;
    const after = (now.get(path)?.after ?? (now.has(path) ? null : then.get(path)?.before)) ?? null;
    if (!sameBytes(before, after)) changed.push({ path, before, after });
  }
  return changed;
}

/** Brings the room's files back to a checkpoint and keeps what was there in the history; gives back the paths that were changed, and those the room refused. */
export async function returnTo(room: Room, checkpoint: Checkpoint): Promise<{ readonly restored: readonly string[]; readonly refused: readonly string[] }> {
  const restored: string[] = [];
  const refused: string[] = [];
  const edits = room.history.list();
  const turn = (edits.at(-1)?.number ?? 0) + 1;
  for (const { path, before, after } of await changesSince(room, checkpoint)) {
    const done = before === null ? await room.remove(path) : await room.write(path, before);
    if (done.ok || done.refusal.code === 'missing') {
      const undoes = edits.filter((edit) => edit.path === path && edit.number > checkpoint.edit).map(({ number }) => number);
      room.history.add({ path, before: after, after: before, undoes, turn });
      restored.push(path);
    } else refused.push(path);
  }
  return { restored, refused };
}

/** Whether there is something to be brought back. */
export function wasTakenBack(room: Room | undefined): boolean {
  return newestTurn(room).length > 0;
}

/** Undoes the newest return to a checkpoint, file by file, and keeps what came later; `refused` holds words that end with the next move. */
export async function bringBack(room: Room | undefined): Promise<{ readonly restored: readonly string[]; readonly refused: readonly string[] }> {
  const restored: string[] = [];
  const refused: string[] = [];
  for (const number of newestTurn(room)) {
    const done = await takeBackEdit(room, number);
    if (done.ok) restored.push(done.path);
    else refused.push(done.text);
  }
  return { restored, refused };
}

function newestTurn(room: Room | undefined): readonly number[] {
  const returns = inEffect(room?.history.list() ?? []).filter(({ turn }) => turn !== undefined);
  const newest = returns.at(-1)?.turn;
  return returns.filter(({ turn }) => turn === newest).map(({ number }) => number);
}

/** Every edit of a room with the file as it was before: any one of them can be taken back, and the others stay. */
import { mergeFiles } from '../edit/merge3';
import type { KeptEdits } from './keptEdits';
import type { EditHistory, Room, RoomEdit } from './room';

export type TakenBack =
  | { readonly ok: true; readonly path: string; /** Only this file's later edits stayed. */ readonly merged: boolean }
  | { readonly ok: false; /** Ends with the next move. */ readonly text: string };

/** Bytes of before-images kept; the oldest go first, since those of the whole task are the room's own. */
const KEPT = 64 * 1024 * 1024;

/** `kept`: what an earlier start wrote down. `write`: keeps all edits for a later one. */
export function createEditHistory(kept: KeptEdits = { edits: [] }, write?: (edits: readonly RoomEdit[]) => Promise<void>): EditHistory {
  const edits: RoomEdit[] = [...kept.edits];
  const weight = ({ before, after }: RoomEdit): number => (before?.length ?? 0) + (after?.length ?? 0);
  let last = edits.reduce((most, { number }) => Math.max(most, number), 0);
  let size = edits.reduce((sum, edit) => sum + weight(edit), 0);
  let changed = false;
  return {
    lost: kept.lost,
    add: (edit) => {
      const made = { ...edit, number: ++last };
      edits.push(made);
      changed = true;
      size += weight(made);
      while (size > KEPT && edits.length > 1) size -= weight(edits.shift() ?? made);
    },
    drop: () => {
      const gone = edits.pop();
      changed = true;
      if (gone) size -= weight(gone);
    },
    list: () => [...edits],
    save: async () => {
      if (!changed || write === undefined) return;
      changed = false;
      try {
        await write([...edits]);
      } catch (fault) {
        changed = true;
        throw fault;
      }
    },
  };
}

/** Edits that no later one took back for good: taking back may itself be taken back. */
export function inEffect(edits: readonly RoomEdit[]): readonly RoomEdit[] {
  const undone = new Set<number>();
  for (const { number, undoes = [] } of edits.toReversed()) if (!undone.has(number)) for (const one of undoes) undone.add(one);
  return edits.filter(({ number }) => !undone.has(number));
}

/** Edits in effect that are no taking back themselves. */
export function standing(edits: readonly RoomEdit[]): readonly RoomEdit[] {
  return inEffect(edits).filter(({ undoes }) => undoes === undefined);
}

/** Puts back what one edit changed and keeps what came later; refused where a later one changed the same lines. */
export async function takeBackEdit(room: Room | undefined, number: number): Promise<TakenBack> {
  const edit = inEffect(room?.history.list() ?? []).find((one) => one.number === number);
  if (room === undefined || edit === undefined) return { ok: false, text: `Edit ${number} is not there to be taken back. Choose another one.` };
  const { path, before, after } = edit;
  const read = await room.read(path);
  if (!read.ok && read.refusal.code !== 'missing') return { ok: false, text: read.refusal.text };
  const now = read.ok ? read.bytes : null;
  const merged = mergeFiles(after, now, before);
  if (merged.kind === 'conflict') {
    const later = standing(room.history.list()).filter((one) => one.path === path && one.number > number).map((one) => one.number);
    return { ok: false, text: `What edit ${number} changed in ${path} was changed again${later.length > 0 ? ` by edit ${later.join(', ')}. Take that back first.` : ' since. Change it by hand in the review.'}` };
  }
  const done = merged.bytes === null ? await room.remove(path) : await room.write(path, merged.bytes);
  if (!done.ok) return { ok: false, text: done.refusal.text };
  room.history.add({ path, before: now, after: merged.bytes, undoes: [number] });
  return { ok: true, path, merged: merged.bytes !== before };
}

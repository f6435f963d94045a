/** Every edit of a room with the file as it was before: any one of them can be taken back alone. */

export interface RoomEdit {
  /** Counts from 1 and never changes. */
  readonly number: number;
  readonly path: string;
  /** null where there was no file. */
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  /** The edit that this one took back. */
  readonly undoes?: number;
}

export interface EditHistory {
  add(edit: Omit<RoomEdit, 'number'>): void;
  /** Forgets the last one: it didn't come to stay. */
  drop(): void;
  /** Oldest first. */
  list(): readonly RoomEdit[];
}

/** Bytes of before-images kept; the oldest go first, since those of the whole task are the room's own. */
const KEPT = 64 * 1024 * 1024;

export function createEditHistory(): EditHistory {
  const edits: RoomEdit[] = [];
  let last = 0;
  let size = 0;
  const weight = ({ before, after }: RoomEdit): number => (before?.length ?? 0) + (after?.length ?? 0);
  return {
    add: (edit) => {
      const made = { ...edit, number: ++last };
      edits.push(made);
      size += weight(made);
      while (size > KEPT && edits.length > 1) size -= weight(edits.shift() ?? made);
    },
    drop: () => {
      const gone = edits.pop();
      if (gone) size -= weight(gone);
    },
    list: () => [...edits],
  };
}

/** Edits that still stand: neither taken back nor a taking back themselves. */
export function standing(edits: readonly RoomEdit[]): readonly RoomEdit[] {
  const undone = new Set(edits.map(({ undoes }) => undoes));
  return edits.filter(({ number, undoes }) => undoes === undefined && !undone.has(number));
}

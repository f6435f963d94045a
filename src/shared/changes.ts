/** What differs between a room and the workspace: data for review, apply and the command line. */

/** One file of a change set; bytes, because not every file is text. */
export interface FileChange {
  /** Relative to the workspace root, with `/`. */
  readonly path: string;
  /** The file when the room was made; null where it did not exist. */
  readonly before: Uint8Array | null;
  /** The file in the room now; null where it was removed. */
  readonly after: Uint8Array | null;
  /** POSIX permission bits of the room's file, where they differ from the original's. */
  readonly mode?: number;
}

export interface ChangeSet {
  readonly files: readonly FileChange[];
}

/** One row of the changes view. */
export interface ChangeSummary {
  readonly path: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly added: number;
  readonly removed: number;
  /** Why a person should look twice before this is applied: somebody's program runs or obeys it by itself. A sentence. */
  readonly alarm?: string;
}

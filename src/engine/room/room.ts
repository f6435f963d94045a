/** A room: an agent's own scratch copy of the workspace, and the only place tools can reach. */
import type { ChangeSet } from '../../shared/changes';
import type { Anchor, FileStat } from '../ports';

export type RefusalCode =
  | 'outside' | 'bad-path' | 'loop' | 'git' | 'secret' | 'missing' | 'not-a-file' | 'not-a-folder'
  | 'binary' | 'too-large' | 'readonly' | 'denied' | 'disk' | 'changed';

/** Why a path was not touched, in words that end with the next move. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly text: string;
}

export type Vetted =
  | { readonly ok: true; /** Relative to the room, with `/`; `.` is the room. */ readonly path: string; readonly absolute: string }
  | { readonly ok: false; readonly refusal: Refusal };

/** A file that may be written, as it was when a tool began with it: spares its write a wait, and no look. */
export interface Aim {
  readonly path: string;
  readonly absolute: string;
  readonly file: FileStat | undefined;
  readonly anchor: Anchor;
}

export type ReadBytes =
  | { readonly ok: true; readonly path: string; readonly absolute: string; readonly bytes: Uint8Array; readonly aim?: Aim | undefined }
  | { readonly ok: false; readonly refusal: Refusal };

export type Written = { readonly ok: true; readonly path: string; readonly absolute: string } | { readonly ok: false; readonly refusal: Refusal };

export interface RoomFile {
  readonly path: string;
  readonly size: number;
}

export interface RoomEdit {
  /** Counts from 1 and never changes. */
  readonly number: number;
  readonly path: string;
  /** null where there was no file. */
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  /** The edits that this one took back. */
  readonly undoes?: readonly number[];
  /** The same for all files of one turn that was taken back as a whole. */
  readonly turn?: number;
}

export interface EditHistory {
  add(edit: Omit<RoomEdit, 'number'>): void;
  /** Forgets the last one: it didn't come to stay. */
  drop(): void;
  /** Oldest first. */
  list(): readonly RoomEdit[];
  /** Edits of an earlier start that can't be taken back any more, in words for the person. */
  readonly lost?: string | undefined;
  /** Writes down for a later start what changed since the last time; throws where the disk refuses. */
  save(): Promise<void>;
}

export interface Room {
  readonly id: string;
  /** Absolute. */
  readonly folder: string;
  /** The workspace it was copied from; absolute. */
  readonly workspace: string;
  /** The folders in it, where the workspace has several; every path begins with one of them. */
  readonly roots?: readonly string[] | undefined;
  /** Folders of installed things outside the room that its links lead into; absolute. Tools refuse to write there, commands can't be kept from it. */
  readonly linked: readonly string[];
  /** What the tools' edits did, one by one, in an earlier start too. */
  readonly history: EditHistory;
  /** Resolves any path a model gives, links included, and says whether it may be used so. A missing file is fine for `write`. */
  vet(path: string, use: 'read' | 'list' | 'write'): Promise<Vetted>;
  /** Vetted again at the moment of use. `toWrite`: an aim comes with the bytes, where the file may be written. */
  read(path: string, toWrite?: boolean): Promise<ReadBytes>;
  /** `expected`: what must still stand there, null for nothing; refused as `changed` where it doesn't. With an `aim` all is judged again while the disk works. */
  write(path: string, bytes: Uint8Array, expected?: Uint8Array | null, aim?: Aim): Promise<Written>;
  remove(path: string): Promise<Written>;
  /** One folder, sorted, folders with a trailing `/`; without `.git`. */
  list(path: string): Promise<{ readonly ok: true; readonly path: string; readonly entries: readonly RoomFile[] } | { readonly ok: false; readonly refusal: Refusal }>;
  /** Every file below a folder that .gitignore doesn't name, sorted by path; never `.git`, never a secret file. */
  walk(path: string): Promise<readonly RoomFile[]>;
  /** Those of all files whose contents on disk hold a word, or can't be told. */
  holding(word: string): Promise<readonly RoomFile[]>;
  /** What differs from the workspace as it was when the room was made; what commands changed included. */
  changes(): Promise<ChangeSet>;
  /** Writes down what a later start needs to take the room up again (`reopenRoom`). */
  keep(): Promise<void>;
  /** Removes the room's folder. */
  discard(): Promise<void>;
}

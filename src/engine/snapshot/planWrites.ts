/** What bringing a change set into a folder comes to, file by file, before anything is written. */
import type { FileChange } from '../../shared/changes';
import { sameBytes } from '../../shared/sameBytes';
import { type ConflictReason, mergeFiles, type MergePart } from '../edit/merge3';
import type { Files, FileStat } from '../ports';
import { isInnerPath, joinPath, parentOf, pathBelow, toSlashes } from './diskPath';

export interface PlannedWrite {
  readonly path: string;
  /** As it is in the folder now; null where nothing is there. */
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  readonly mode?: number;
  readonly modeBefore?: number;
  /** Somebody else's changes are in `after` too. */
  readonly merged: boolean;
}

/** Why one file can't be written. `parts`: the merged text with its conflicts, to be shown. */
export interface Conflict {
  readonly path: string;
  readonly reason: ConflictReason | 'folder' | 'link' | 'readonly' | 'outside' | 'unsaved';
  readonly parts: readonly MergePart[];
}

export interface WritePlan {
  readonly writes: readonly PlannedWrite[];
  readonly conflicts: readonly Conflict[];
}

export interface PlanOptions {
  readonly files: Files;
  /** Real path, with `/`. */
  readonly folder: string;
  readonly changes: readonly FileChange[];
  /** The editor's unsaved text of a file, where it has some: such a file is left to its owner. */
  readonly unsaved?: (path: string) => Promise<string | undefined>;
}

/** Three-way: what the folder holds now is never overwritten, only merged. A change that is there already needs no write. */
export async function planWrites({ files, folder, changes, unsaved }: PlanOptions): Promise<WritePlan> {
  const writes: PlannedWrite[] = [];
  const conflicts: Conflict[] = [];
  for (const change of changes) {
    const path = joinPath(folder, change.path);
    const refuse = (reason: Conflict['reason'], parts: readonly MergePart[] = []): void => void conflicts.push({ path: change.path, reason, parts });
    if (!isInnerPath(files.platform, change.path)) {
      refuse('outside');
      continue;
    }
    const stat = await files.stat(path);
    const fault = await placeFault(files, folder, change.path, stat);
    if (fault !== undefined) refuse(fault);
    else if ((await unsaved?.(path)) !== undefined) refuse('unsaved');
    else {
      const now = stat === undefined ? null : ((await files.read(path)) ?? null);
      const merged = mergeFiles(change.before, change.after, now);
      if (merged.kind === 'conflict') refuse(merged.reason, merged.parts);
      else {
        const write = writeOf(change, stat, now, merged.bytes);
        if (write !== undefined) writes.push(write);
      }
    }
  }
  return { writes, conflicts };
}

/** Paths of the changes that the folder has already, merged with what others did there or not: an apply that was finished later, or the same edit by hand. */
export async function alreadyThere(options: PlanOptions): Promise<ReadonlySet<string>> {
  const { writes, conflicts } = await planWrites(options);
  const open = new Set([...writes, ...conflicts].map(({ path }) => path));
  return new Set(options.changes.map(({ path }) => path).filter((path) => !open.has(path)));
}

function writeOf(change: FileChange, stat: FileStat | undefined, before: Uint8Array | null, after: Uint8Array | null): PlannedWrite | undefined {
  const mode = after === null ? undefined : change.mode;
  const modeChanges = mode !== undefined && mode !== stat?.mode;
  if (sameBytes(before, after) && !modeChanges) return undefined;
  return {
    path: change.path, before, after, merged: !sameBytes(after, change.after),
    ...(mode === undefined ? {} : { mode }),
    ...(stat === undefined ? {} : { modeBefore: stat.mode }),
  };
}

/** What stands in the way of writing to a place at all. */
async function placeFault(files: Files, folder: string, path: string, stat: FileStat | undefined): Promise<Conflict['reason'] | undefined> {
  if (stat?.kind === 'folder') return 'folder';
  if (stat?.kind === 'link' || stat?.kind === 'other') return 'link';
  if (stat !== undefined && (stat.mode & 0o200) === 0) return 'readonly';
  for (let parent = parentOf(path); ; parent = parentOf(parent)) {
    const real = await files.realPath(joinPath(folder, parent));
    const kind = (await files.stat(joinPath(folder, parent)))?.kind;
    if (real !== undefined) {
      if (pathBelow(files.platform, folder, toSlashes(files.platform, real)) === undefined) return 'outside';
      return kind === 'file' ? 'folder' : undefined;
    }
    if (kind === 'link') return 'link';
    if (parent === '.') return undefined;
  }
}

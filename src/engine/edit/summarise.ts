/** Counts what a change set adds and removes, file by file, for the changes view and the command line. */
import { diffArrays } from 'diff';
import type { ChangeSet, ChangeSummary, FileChange } from '../../shared/changes';
import { alarmOf } from '../../shared/alarms';
import { decode } from './textFile';

/** Sorted as the change set is. Files that are no text count no lines. */
export function summarise(changes: ChangeSet): ChangeSummary[] {
  return changes.files.map((file) => {
    const kind = file.before === null ? 'added' : file.after === null ? 'removed' : 'changed';
    const alarm = alarmOf(file);
    return { path: file.path, kind, ...countLines(file), ...(alarm === undefined ? {} : { alarm }) };
  });
}

/** Milliseconds after which two versions count as different throughout. */
const PATIENCE = 500;

function countLines(file: FileChange): { added: number; removed: number } {
  const before = linesOf(file.before);
  const after = linesOf(file.after);
  if (before.length === 0 || after.length === 0) return { added: after.length, removed: before.length };
  const parts = diffArrays(before, after, { timeout: PATIENCE });
  const total = (of: 'added' | 'removed'): number | undefined => parts?.filter((part) => part[of]).reduce((sum, part) => sum + part.count, 0);
  return { added: total('added') ?? after.length, removed: total('removed') ?? before.length };
}

function linesOf(bytes: Uint8Array | null): string[] {
  const decoded = bytes && decode(bytes);
  if (!decoded?.ok || decoded.file.text === '') return [];
  return decoded.file.text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

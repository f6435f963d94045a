/** Turns the person's choice between two versions of a file into a change that fits the file as it is now. */
import { decode } from '../engine/edit/textFile';
import { bytesOf } from '../engine/edit/merge3';
import type { ChangeSet, FileChange } from '../shared/changes';
import type { NamedConflict } from './conflictWords';

/** `mine` and `whittle` decide the lines in conflict, and the whole file where its versions can't be merged. */
export type Side = 'mine' | 'whittle' | 'both';

/** The change to be applied; null: the file stays as it is. Undefined where that side can't be had. `own`: what the file, or its editor, holds. */
export function settle({ reason, parts }: NamedConflict, change: FileChange, own: Uint8Array | null, side: Side): FileChange | null | undefined {
  if (reason !== 'lines') {
    if (side === 'mine') return null;
    return side === 'whittle' && takesWhole.has(reason) ? { ...change, before: own } : undefined;
  }
  const [mine, whittles] = [own && decode(own), change.after && decode(change.after)];
  if (!mine?.ok || !whittles?.ok) return side === 'mine' ? null : undefined;
  // `ours` is Whittle's, as in the merge.
  const text = parts.map((part) => part.kind === 'agreed' ? part.text
    : side === 'mine' ? part.theirs : side === 'whittle' ? part.ours : ended(part.theirs) + part.ours).join('');
  const bytes = bytesOf(mine.file, whittles.file, text);
  return bytes && { ...change, before: own, after: bytes };
}

/** What stands in the file's place there is no version of it, or must not be written over. */
const takesWhole: ReadonlySet<NamedConflict['reason']> = new Set<NamedConflict['reason']>(['both-added', 'removed-and-changed', 'binary', 'encoding', 'too-large']);

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** The change set with what was settled in place of what conflicted. */
export function withSettled({ files }: ChangeSet, settled: ReadonlyMap<string, FileChange | null>): ChangeSet {
  return { files: files.flatMap((file) => {
    const chosen = settled.get(file.path);
    return chosen === undefined ? [file] : chosen === null ? [] : [chosen];
  }) };
}

/** Judges by a file's contents whether what was applied to it was taken back, whatever else was typed there since. */
import { mergeFiles } from '../engine/edit/merge3';
import type { FileChange } from '../shared/changes';
import { sameBytes } from '../shared/sameBytes';

type Bytes = FileChange['after'];

/** `was`: the answer before; it holds where the contents show neither. */
export function isTakenBack({ before, after }: { readonly before: Bytes; readonly after: Bytes }, now: Bytes, was: boolean): boolean {
  if (sameBytes(now, before) || sameBytes(now, after)) return sameBytes(now, before);
  return !holds(now, before, after) && (was || holds(now, after, before));
}

/** Whether the whole way from one content to another is in what is there now, so that going it once more changes nothing. */
function holds(now: Bytes, from: Bytes, to: Bytes): boolean {
  const once = mergeFiles(from, now, to);
  return once.kind === 'merged' && sameBytes(once.bytes, now);
}

/** Keeps the person's choice between two versions, and makes a change of it that fits the file as it is when it goes in. */
import { bytesOf, mergeFiles, type Merged, type MergePart } from '../engine/edit/merge3';
import { decode } from '../engine/edit/textFile';
import type { Conflict } from '../engine/snapshot/planWrites';
import type { FileChange } from '../shared/changes';
import { sameBytes } from '../shared/sameBytes';

/** `mine` and `whittle` decide the lines in conflict, and the whole file where its versions can't be merged. */
export type Side = 'mine' | 'whittle' | 'both';

/** It holds for what the person saw: the same places with the same lines, or the same file as a whole. */
export interface Choice {
  readonly side: Side;
  readonly reason: Conflict['reason'];
  readonly parts: readonly MergePart[];
  readonly own: Uint8Array | null;
}

/** `change` begins with what Whittle was given, `own` is what the file, or its editor, holds now. Undefined where that side can't be had; `met`: the two fit without a choice. */
export function choose(conflict: Conflict, change: FileChange, own: Uint8Array | null, side: Side): Choice | 'met' | undefined {
  if (standsOutside.has(conflict.reason)) return side === 'mine' ? { side, reason: conflict.reason, parts: [], own } : undefined;
  const now = mergeFiles(change.before, change.after, own);
  if (now.kind === 'merged') return 'met';
  return made(change, own, now, side) === undefined ? undefined : { side, reason: now.reason, parts: now.parts, own };
}

/** What the choice makes of a change; null: nothing is written. Undefined where the choice was about something else than what stands there now. */
export function settled(change: FileChange, own: Uint8Array | null, { side, reason, parts, own: seen }: Choice): FileChange | null | undefined {
  if (standsOutside.has(reason)) return null;
  const now = mergeFiles(change.before, change.after, own);
  if (now.kind === 'merged' || now.reason !== reason) return undefined;
  return (reason === 'lines' ? sameLines(now.parts, parts) : sameBytes(own, seen)) ? made(change, own, now, side) : undefined;
}

/** Undefined where that side can't be had. */
function made(change: FileChange, own: Uint8Array | null, { reason, parts }: Extract<Merged, { readonly kind: 'conflict' }>, side: Side): FileChange | null | undefined {
  if (reason !== 'lines') return side === 'both' ? undefined : side === 'mine' ? null : { ...change, before: own };
  const [mine, whittles] = [own && decode(own), change.after && decode(change.after)];
  if (!mine?.ok || !whittles?.ok) return undefined;
  // One that has no line end tells nothing.
  const ending = [mine.file.text, whittles.file.text].find((text) => text.includes('\n'))?.includes('\r\n') ? '\r\n' : '\n';
  const bytes = bytesOf(mine.file, whittles.file, parts.map((part) => linesOf(part, side, ending)).join(''));
  return bytes && { ...change, before: own, after: bytes };
}

/** What no version of the file is to blame for, or what must not be written over. */
const standsOutside: ReadonlySet<Conflict['reason']> = new Set<Conflict['reason']>(['folder', 'link', 'readonly', 'outside', 'unsaved']);

/** `ours` is Whittle's, as in the merge. */
function linesOf(part: MergePart, side: Side, ending: string): string {
  if (part.kind === 'agreed') return part.text;
  const { ours, theirs } = part;
  if (side !== 'both') return side === 'mine' ? theirs : ours;
  return theirs === '' || ours === '' || theirs.endsWith('\n') ? theirs + ours : theirs + ending + ours;
}

function sameLines(a: readonly MergePart[], b: readonly MergePart[]): boolean {
  const places = (parts: readonly MergePart[]): string => JSON.stringify(parts.flatMap((part) => part.kind === 'conflict' ? [[part.ours, part.theirs]] : []));
  return places(a) === places(b);
}

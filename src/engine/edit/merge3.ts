/** Brings an agent's version and the person's own together over the version both began with; what can't be is a value, never a guess. */
import { diffArrays } from 'diff';
import { sameBytes } from '../../shared/sameBytes';
import { encodeSingleByte } from './singleByte';
import { decode, encode, isPlain, type TextFile } from './textFile';

/** One stretch of a merged text; lines carry their own line ends. */
export type MergePart =
  | { readonly kind: 'agreed'; readonly text: string }
  | { readonly kind: 'conflict'; readonly base: string; readonly ours: string; readonly theirs: string };

export type Merged =
  | { readonly kind: 'merged'; /** null: the file is to be removed. */ readonly bytes: Uint8Array | null }
  | { readonly kind: 'conflict'; readonly reason: ConflictReason; /** Only for `lines`: the whole file with its conflicts. */ readonly parts: readonly MergePart[] };

/** `lines`: both changed the same lines. The others concern the whole file. */
export type ConflictReason = 'lines' | 'both-added' | 'removed-and-changed' | 'binary' | 'encoding' | 'too-large';

/** Milliseconds one comparison may take. */
const PATIENCE = 2000;

/** null stands for a file that doesn't exist. `ours` and `theirs` may be swapped; the result is the same. */
export function mergeFiles(base: Uint8Array | null, ours: Uint8Array | null, theirs: Uint8Array | null): Merged {
  if (sameBytes(ours, theirs) || sameBytes(base, theirs)) return { kind: 'merged', bytes: ours };
  if (sameBytes(base, ours)) return { kind: 'merged', bytes: theirs };
  if (ours === null || theirs === null) return conflict('removed-and-changed');
  if (base === null) return conflict('both-added');
  const [was, mine, other] = [decode(base), decode(ours), decode(theirs)];
  if (!was.ok || !mine.ok || !other.ok) return conflict('binary');
  // ASCII is the same in all of them.
  const encodings = new Set([was, mine, other].filter(({ file }) => !isPlain(file)).map(({ file }) => file.encoding));
  if (encodings.size > 1 || mine.file.bom !== other.file.bom) return conflict('encoding');
  const parts = mergeTexts(was.file.text, mine.file.text, other.file.text);
  if (parts === undefined) return conflict('too-large');
  if (parts.some((part) => part.kind === 'conflict')) return { kind: 'conflict', reason: 'lines', parts };
  const text = parts.map((part) => (part.kind === 'agreed' ? part.text : '')).join('');
  const bytes = bytesOf(mine.file, other.file, text);
  return bytes ? { kind: 'merged', bytes } : conflict('encoding');
}

/** The bytes of a text whose every line stands in one of the two files, so that together they are writable. */
export function bytesOf(mine: TextFile, other: TextFile, text: string): Uint8Array | undefined {
  const single = [mine, other].some((file) => !isPlain(file) && file.encoding === 'single-byte') ? encodeSingleByte(text) : undefined;
  if (single) return single;
  const encoded = encode({ ...mine, text: mine.text + other.text }, text);
  return encoded.ok ? encoded.bytes : undefined;
}

/** Undefined where the versions differ too much to be compared in time. Changes that touch count as the same place. */
export function mergeTexts(base: string, ours: string, theirs: string): readonly MergePart[] | undefined {
  const was = linesOf(base);
  const changes = [hunksOf(was, linesOf(ours), 'ours'), hunksOf(was, linesOf(theirs), 'theirs')];
  if (changes.includes(undefined)) return undefined;
  const hunks = changes.flatMap((list) => list ?? []).sort((a, b) => a.start - b.start || a.end - b.end);
  const parts: MergePart[] = [];
  let at = 0;
  for (let index = 0; index < hunks.length;) {
    const start = hunks[index]?.start ?? at;
    let end = start;
    const group: Hunk[] = [];
    for (let next = hunks[index]; next && next.start <= end; next = hunks[++index]) {
      group.push(next);
      end = Math.max(end, next.end);
    }
    add(parts, { kind: 'agreed', text: was.slice(at, start).join('') });
    add(parts, settled(was, start, end, group));
    at = end;
  }
  add(parts, { kind: 'agreed', text: was.slice(at).join('') });
  return parts;
}

/** Lines `start` up to but without `end` of the base, replaced by one side. */
interface Hunk {
  readonly side: 'ours' | 'theirs';
  readonly start: number;
  end: number;
  text: string;
}

function hunksOf(base: string[], changed: string[], side: Hunk['side']): Hunk[] | undefined {
  const parts = diffArrays(base, changed, { timeout: PATIENCE });
  if (parts === undefined) return undefined;
  const hunks: Hunk[] = [];
  let at = 0;
  let open: Hunk | undefined;
  for (const part of parts) {
    if (!part.added && !part.removed) open = undefined;
    else if (!open) hunks.push((open = { side, start: at, end: at, text: '' }));
    if (part.added && open) open.text += part.value.join('');
    if (!part.added) at += part.count;
    if (part.removed && open) open.end = at;
  }
  return hunks;
}

/** What each side made of one stretch of the base: one of them, both alike, or a conflict. */
function settled(was: readonly string[], start: number, end: number, group: readonly Hunk[]): MergePart {
  const made = (side: Hunk['side']): string => {
    let at = start;
    let text = '';
    for (const hunk of group.filter((one) => one.side === side)) {
      text += was.slice(at, hunk.start).join('') + hunk.text;
      at = hunk.end;
    }
    return text + was.slice(at, end).join('');
  };
  const [base, ours, theirs] = [was.slice(start, end).join(''), made('ours'), made('theirs')];
  if (ours === theirs || theirs === base) return { kind: 'agreed', text: ours };
  return ours === base ? { kind: 'agreed', text: theirs } : { kind: 'conflict', base, ours, theirs };
}

function add(parts: MergePart[], part: MergePart): void {
  const last = parts.at(-1);
  if (part.kind === 'agreed' && last?.kind === 'agreed') parts[parts.length - 1] = { kind: 'agreed', text: last.text + part.text };
  else if (part.kind === 'conflict' || part.text !== '') parts.push(part);
}

function conflict(reason: ConflictReason): Merged {
  return { kind: 'conflict', reason, parts: [] };
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The edits of a room on the disk, one by one, so that any of them can still be taken back after a reload. */
import { z } from 'zod';
import { oneAtATime } from '../../shared/oneAtATime';
import type { Files } from '../ports';
import { joinPath } from '../snapshot/diskPath';
import { sha256 } from '../snapshot/snapshots';
import type { RoomEdit } from './room';

/** The folder beside the room; an image in it is named by its SHA-256. */
export const EDITS = 'edits';
const INDEX = 'edits.json';

/** null: there was no file. */
const image = z.string().regex(/^[0-9a-f]{64}$/).nullable();
const kept = z.object({ number: z.int().positive(), path: z.string(), before: image, after: image, undoes: z.array(z.int()).optional(), turn: z.int().optional() });
const schema = z.object({ version: z.literal(1), /** Of `edits`, as written. */ hash: z.string(), edits: z.array(kept) });

export interface KeptEdits {
  readonly edits: readonly RoomEdit[];
  /** For the person: what can't be taken back any more, and the next move. */
  readonly lost?: string;
}

/** Writes what is not there yet, then the index, then removes what no edit needs; a start in between finds the earlier state whole. */
export function editKeeper(files: Files, home: string): (edits: readonly RoomEdit[]) => Promise<void> {
  const folder = joinPath(home, EDITS);
  const hashes = new WeakMap<Uint8Array, string>();
  let there: ReadonlySet<string> | undefined;
  const inTurn = oneAtATime();

  const keep = async (edits: readonly RoomEdit[]): Promise<void> => {
    await files.makeFolder(folder, 0o700);
    there ??= new Set((await files.list(folder)).map(({ name }) => name));
    const needed = new Set<string>();
    const written = async (bytes: Uint8Array | null): Promise<string | null> => {
      if (bytes === null) return null;
      const hash = hashes.get(bytes) ?? (await sha256(bytes));
      hashes.set(bytes, hash);
      if (there?.has(hash) !== true && !needed.has(hash)) await files.write(joinPath(folder, hash), bytes, 0o600);
      needed.add(hash);
      return hash;
    };
    const list: z.infer<typeof kept>[] = [];
    for (const { number, path, before, after, undoes, turn } of edits) {
      list.push({ number, path, before: await written(before), after: await written(after), ...(undoes && { undoes: [...undoes] }), ...(turn !== undefined && { turn }) });
    }
    await files.write(joinPath(folder, INDEX), encoded({ version: 1, hash: await hashOf(list), edits: list }), 0o600);
    for (const name of there) if (!needed.has(name) && name !== INDEX) await files.remove(joinPath(folder, name));
    there = needed;
  };
  return (edits) => inTurn(() => keep(edits));
}

/** Believes nothing whose hash doesn't fit; never throws on what it reads. */
export async function readEdits(files: Files, home: string): Promise<KeptEdits> {
  const folder = joinPath(home, EDITS);
  const bytes = await files.read(joinPath(folder, INDEX));
  // A room of an earlier version, or one that nobody edited.
  if (bytes === undefined) return { edits: [] };
  const read = schema.safeParse(parse(new TextDecoder().decode(bytes)));
  if (!read.success || (await hashOf(read.data.edits)) !== read.data.hash) {
    return { edits: [], lost: 'The record of the single edits is damaged, so none of them can be taken back on its own. The changes themselves are there: reject parts of them in the review.' };
  }
  const images = new Map<string, Uint8Array>();
  for (const hash of new Set(read.data.edits.flatMap(({ before, after }) => [before, after]))) {
    const found = hash === null ? undefined : await files.read(joinPath(folder, hash));
    if (hash !== null && found !== undefined && (await sha256(found)) === hash) images.set(hash, found);
  }
  const imageOf = (hash: string | null): Uint8Array | null | undefined => (hash === null ? null : images.get(hash));
  const edits: RoomEdit[] = [];
  const lost: string[] = [];
  const gone = new Set<number>();
  for (const { number, path, undoes, turn, ...hashes } of read.data.edits) {
    const [before, after] = [imageOf(hashes.before), imageOf(hashes.after)];
    if (before === undefined || after === undefined) {
      lost.push(`${String(number)} (${path})`);
      // What it took back is not in effect, which nothing else tells.
      for (const one of undoes ?? []) gone.add(one);
    } else edits.push({ number, path, before, after, ...(undoes && { undoes }), ...(turn !== undefined && { turn }) });
  }
  if (lost.length === 0) return { edits };
  const names = `${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ` and ${String(lost.length - 5)} more` : ''}`;
  return { edits: edits.filter(({ number }) => !gone.has(number)), lost: `What was kept of edit ${names} is damaged, so it can't be taken back on its own. The changes themselves are there: reject that part in the review.` };
}

function hashOf(edits: z.infer<typeof schema>['edits']): Promise<string> {
  return sha256(encoded(edits));
}

function encoded(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Cut off or not ours: the schema says so.
    return undefined;
  }
}

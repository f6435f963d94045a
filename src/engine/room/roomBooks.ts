/** What a room knows of its beginning, written beside it, so that a later start can go on with it. */
import { z } from 'zod';
import type { Files } from '../ports';
import { joinPath } from '../snapshot/diskPath';
import type { RoomBase } from './copyWorkspace';

export const BOOKS_NAME = 'books.json';

const place = z.object({ pack: z.int(), offset: z.int(), size: z.int() });
const baseFile = z.object({ size: z.number(), modified: z.number(), identity: z.string(), mode: z.int() });
// Pairs, because a file may be named `__proto__`.
const pairs = <T extends z.ZodType>(value: T) => z.array(z.tuple([z.string(), value]));

const schema = z.object({
  version: z.literal(1),
  /** Absolute, as in the room. */
  folder: z.string(),
  workspace: z.string(),
  files: pairs(baseFile),
  links: pairs(z.string()),
  blocked: pairs(z.enum(['outside', 'loop', 'unreadable', 'large'])),
  ignored: z.array(z.string()),
  dependencies: z.array(z.string()),
  /** What tools wrote. */
  written: z.array(z.string()),
  /** Names of the workspace's folders, where it has several. */
  roots: z.array(z.string()).optional(),
  images: z.object({ pack: z.int(), places: pairs(place), copies: pairs(z.string()) }),
});

export type Books = Omit<z.infer<typeof schema>, 'version'>;
export type ImageIndex = Books['images'];

/** Entries that are put into words before others get their turn. */
const IN_A_ROW = 2_000;

export async function writeBooks(files: Files, home: string, { images, ...books }: Books): Promise<void> {
  const { places, ...rest } = images;
  const parts = ['{"version":1'];
  for (const [name, value] of Object.entries(books)) if (value !== undefined) parts.push(`,${JSON.stringify(name)}:`, ...(await worded(value)));
  parts.push(`,"images":{${JSON.stringify(rest).slice(1, -1)},"places":`, ...(await worded(places)), '}}');
  await files.write(joinPath(home, BOOKS_NAME), new TextEncoder().encode(parts.join('')), 0o600);
}

/** The JSON of a value in pieces; of a long list a stretch at a time. */
async function worded(value: string | readonly unknown[]): Promise<readonly string[]> {
  if (typeof value === 'string' || value.length <= IN_A_ROW) return [JSON.stringify(value)];
  const pieces: string[] = [];
  for (let at = 0; at < value.length; at += IN_A_ROW) {
    pieces.push(at === 0 ? '[' : ',', JSON.stringify(value.slice(at, at + IN_A_ROW)).slice(1, -1));
    await new Promise((wake) => { setTimeout(wake, 0); });
  }
  return [...pieces, ']'];
}

/** Throws a plain Error with the next move where they are missing or damaged. */
export async function readBooks(files: Files, home: string): Promise<Books> {
  const bytes = await files.read(joinPath(home, BOOKS_NAME));
  if (bytes === undefined) throw new Error('The scratch copy is gone: it was cleared away, or it never was complete. Ask for the task again.');
  const read = schema.safeParse(parse(new TextDecoder().decode(bytes)));
  if (!read.success) throw new Error(`The scratch copy can't be opened again: what it knew of its beginning is damaged. Take what you need from ${home} by hand, or ask for the task again.`);
  return read.data;
}

export function baseOfBooks({ files, links, blocked, ignored, dependencies }: Books): RoomBase {
  return { files: new Map(files), links: new Map(links), blocked: new Map(blocked), ignored: new Set(ignored), dependencies: new Set(dependencies) };
}

export function booksOfBase(base: RoomBase): Pick<Books, 'files' | 'links' | 'blocked' | 'ignored' | 'dependencies'> {
  return { files: [...base.files], links: [...base.links], blocked: [...base.blocked], ignored: [...base.ignored], dependencies: [...base.dependencies] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Cut off or not ours: the schema says so.
    return undefined;
  }
}

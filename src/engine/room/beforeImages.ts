/** The contents every file of a room had at first, kept in a few large files: the base of every later merge. */
import type { Files } from '../ports';
import { joinPath } from '../snapshot/diskPath';
import type { ImageIndex } from './roomBooks';

export interface BeforeImages {
  /** Keeps a copy of `bytes` as the first state of `path`; a path is kept once. Undefined where there is nothing to wait for. */
  keep(path: string, bytes: Uint8Array): Promise<void> | undefined;
  /** The same for a file on the disk that nobody changes meanwhile; a large one is never held in memory. */
  keepFile(path: string, absolute: string, size: number): Promise<void>;
  /** Writes out what is still in memory. */
  flush(): Promise<void>;
  /** The first state of a file; undefined where it was never kept. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Where each image lies, for a later start; after `flush`. */
  index(): ImageIndex;
}

interface Place {
  readonly pack: number;
  readonly offset: number;
  readonly size: number;
}

/** A pack is written when it holds this much; a larger file gets one of its own. */
const PACK_BYTES = 8 * 1024 * 1024;

/** Many small files cost a disk far more than one large one of the same bytes. `kept`: the index of images that lie in the folder already. */
export function createBeforeImages(files: Files, folder: string, kept?: ImageIndex): BeforeImages {
  const places = new Map<string, Place>(kept?.places);
  const copies = new Map<string, string>(kept?.copies);
  let pack = kept?.pack ?? 0;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let last: { readonly pack: number; readonly bytes: Uint8Array } | undefined;
  /** The packs that are on their way to the disk. */
  let under: Promise<void> = Promise.resolve();
  const nameOfPack = (number: number): string => joinPath(folder, `${String(number)}.pack`);

  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    const parts = pending;
    const number = pack++;
    pending = [];
    pendingBytes = 0;
    const work = under.then(async () => {
      await files.makeFolder(folder, 0o700);
      // As safe as the room's files themselves, which are not waited for either.
      await files.writeParts(nameOfPack(number), parts);
    });
    under = work.catch(() => undefined);
    await work;
  };

  const keep = (path: string, bytes: Uint8Array): Promise<void> | undefined => {
    if (places.has(path) || copies.has(path)) return undefined;
    places.set(path, { pack, offset: pendingBytes, size: bytes.length });
    pending.push(bytes);
    pendingBytes += bytes.length;
    return pendingBytes >= PACK_BYTES ? flush() : undefined;
  };

  return {
    flush,
    keep,
    index: () => ({ pack, places: [...places], copies: [...copies] }),
    async keepFile(path, absolute, size) {
      if (places.has(path) || copies.has(path)) return;
      if (size < PACK_BYTES) return keep(path, (await files.read(absolute)) ?? new Uint8Array());
      const copy = joinPath(folder, `${String(copies.size)}.copy`);
      copies.set(path, copy);
      await files.makeFolder(folder, 0o700);
      await files.copyFile(absolute, copy);
    },
    async read(path) {
      const copy = copies.get(path);
      if (copy !== undefined) return files.read(copy);
      const place = places.get(path);
      if (place === undefined) return undefined;
      if (place.pack === pack) return concat(pending, pendingBytes).slice(place.offset, place.offset + place.size);
      if (last?.pack !== place.pack) {
        await under;
        const bytes = await files.read(nameOfPack(place.pack));
        if (bytes === undefined) return undefined;
        last = { pack: place.pack, bytes };
      }
      const end = place.offset + place.size;
      return end > last.bytes.length ? undefined : last.bytes.slice(place.offset, end);
    },
  };
}

function concat(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

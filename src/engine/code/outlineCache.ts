/** Outlines that outlive a window, by the content they are of: a second start parses only what changed. */
import type { Files } from '../ports';
import type { CodeSymbol } from './codeReader';
import { packed, unpacked } from './packedOutline';

export interface OutlineCache {
  /** `seed` tells apart what outlines the same text differently: the language's own files. */
  get(seed: string, text: string): readonly CodeSymbol[] | undefined;
  set(seed: string, text: string, symbols: readonly CodeSymbol[]): void;
  /** Writes what is new. Call it at the end of a task. */
  save(): Promise<void>;
}

/** A text's SHA-256, hexadecimal: with a weaker hash a file could be written that gets another one's places. Asked for each file, so at once. */
export type Digest = (text: string) => string;

/** Oldest entries go first above this many characters. */
const MOST = 16_000_000;

/** `path` is a file of its own; `version` the product's. A damaged file, or one of another version, counts as none. */
export async function openOutlineCache(files: Pick<Files, 'read' | 'write'>, path: string, version: string, digest: Digest): Promise<OutlineCache> {
  const head = `packed outlines ${version}`;
  const bytes = await files.read(path);
  const [first, ...lines] = bytes === undefined ? [] : new TextDecoder().decode(bytes).split('\n');
  // Each line is one outline, read when it is asked for.
  const known = new Map(first === head ? lines.flatMap((line): [string, string][] => (line.length > KEY ? [[line.slice(0, KEY), line.slice(KEY + 1)]] : [])) : []);
  let changed = false;
  // A seed is far longer than most texts, and there are few.
  const seeds = new Map<string, string>();
  const keyOf = (seed: string, text: string): string => {
    const short = seeds.get(seed) ?? digest(seed);
    seeds.set(seed, short);
    return digest(short + text);
  };
  return {
    get: (seed, text) => {
      const key = keyOf(seed, text);
      const line = known.get(key);
      const symbols = line === undefined ? undefined : unpacked(line);
      if (line !== undefined && symbols === undefined) known.delete(key);
      return symbols;
    },
    set: (seed, text, symbols) => {
      known.set(keyOf(seed, text), packed(symbols));
      changed = true;
    },
    save: async () => {
      if (!changed) return;
      changed = false;
      let left = MOST;
      const kept = [...known].reverse().filter(([, line]) => (left -= line.length + KEY + 2) > 0).reverse();
      await files.write(path, new TextEncoder().encode([head, ...kept.map(([key, line]) => `${key} ${line}`)].join('\n')), 0o600);
    },
  };
}

/** Characters of a key. */
const KEY = 64;

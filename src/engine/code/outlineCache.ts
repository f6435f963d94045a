/** Outlines that outlive a window, by the content they are of: a second start parses only what changed. */
import type { Files } from '../ports';
import type { CodeSymbol } from './codeReader';

export interface OutlineCache {
  /** `seed` tells apart what outlines the same text differently: the language's own files. */
  get(seed: string, text: string): Promise<readonly CodeSymbol[] | undefined>;
  set(seed: string, text: string, symbols: readonly CodeSymbol[]): Promise<void>;
  /** Writes what is new. Call it at the end of a task. */
  save(): Promise<void>;
}

/** Oldest entries go first above this many characters. */
const MOST = 16_000_000;

/** `path` is a file of its own; `version` the product's. A damaged file, or one of another version, counts as none. */
export async function openOutlineCache(files: Pick<Files, 'read' | 'write'>, path: string, version: string): Promise<OutlineCache> {
  const head = `outlines ${version}`;
  const bytes = await files.read(path);
  const [first, ...lines] = bytes === undefined ? [] : new TextDecoder().decode(bytes).split('\n');
  // Each line is one outline, read when it is asked for.
  const known = new Map(first === head ? lines.flatMap((line): [string, string][] => (line.length > KEY ? [[line.slice(0, KEY), line.slice(KEY + 1)]] : [])) : []);
  let changed = false;
  // A seed is far longer than most texts, and there are few.
  const seeds = new Map<string, Promise<string>>();
  const keyOf = async (seed: string, text: string): Promise<string> => {
    const short = seeds.get(seed) ?? digestOf(seed);
    seeds.set(seed, short);
    return digestOf(`${await short}${text}`);
  };
  return {
    get: async (seed, text) => {
      const key = await keyOf(seed, text);
      const line = known.get(key);
      const symbols = line === undefined ? undefined : parsed(line);
      if (line !== undefined && symbols === undefined) known.delete(key);
      return symbols;
    },
    set: async (seed, text, symbols) => {
      known.set(await keyOf(seed, text), JSON.stringify(symbols));
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

async function digestOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  let key = '';
  for (const byte of digest) key += HEX[byte];
  return key;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Undefined for a line that was cut or garbled. */
function parsed(line: string): readonly CodeSymbol[] | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? (value as readonly CodeSymbol[]) : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

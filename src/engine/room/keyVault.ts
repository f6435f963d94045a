/** Keys in the project's ordinary files: the model reads a name in place of each, and the text it writes to a file has the key again. */
import { mapTexts } from '../reply/mapTexts';
import { PRIVATE_KEY, replaceKeys } from './maskSecrets';

export interface KeyVault {
  /** Looks for keys that only the whole text shows, such as the lines of a private key. */
  learn(text: string): void;
  /** The text as a model may read it; the same key has the same name each time. */
  hide(text: string): string;
  /** What a model wrote for a file, with the keys it read the names of: texts at any depth. */
  show<T>(value: T): T;
}

/** `tag` keeps the names apart from all that files hold. */
export function createKeyVault(tag: string = crypto.randomUUID().slice(0, 4)): KeyVault {
  const names = new Map<string, string>();
  const keys = new Map<string, string>();
  /** Those that don't show themselves. */
  const lines = new Set<string>();
  const written = new RegExp(`\\[secret-${tag}-\\d+\\]`, 'g');

  const nameOf = (key: string): string => {
    // A name in the place of a password is one already.
    if (keys.has(key)) return key;
    const name = names.get(key) ?? `[secret-${tag}-${names.size + 1}]`;
    names.set(key, name);
    keys.set(name, key);
    return name;
  };
  const learn = (text: string): void => {
    if (!text.includes('PRIVATE KEY')) return;
    for (const [block] of text.matchAll(PRIVATE_KEY)) {
      // What begins and ends it is no secret; a line may stand in quotes, behind a number, or before a written line end.
      for (const [line] of block.replace(/-----[A-Z0-9 ]*-----/g, ' ').replaceAll('\\n', ' ').matchAll(/[A-Za-z0-9+/=]{16,}/g)) lines.add(line);
    }
  };
  return {
    learn,
    hide: (text) => {
      learn(text);
      let hidden = text;
      for (const line of lines) if (hidden.includes(line)) hidden = hidden.replaceAll(line, nameOf(line));
      return replaceKeys(hidden, nameOf);
    },
    show: (value) => mapTexts(value, (text) => text.replace(written, (name) => keys.get(name) ?? name)),
  };
}

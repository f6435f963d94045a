/** The Store port as one small JSON file: what a terminal remembers between runs. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Files, Store } from '../engine/ports';
import { oneAtATime } from '../shared/oneAtATime';

/** Where such a file belongs on this platform. */
export function storePath(environment: NodeJS.ProcessEnv = process.env): string {
  const base = environment['XDG_STATE_HOME'] ?? environment['LOCALAPPDATA'] ?? join(homedir(), '.local', 'state');
  return join(base, 'whittle', 'store.json');
}

/** A damaged file counts as empty and is set aside under another name; a disk that can't be written forgets. */
export function createJsonStore(files: Files, path: string, log: (line: string) => void): Store {
  const inTurn = oneAtATime();

  async function load(): Promise<Record<string, string>> {
    const bytes = await files.read(path);
    if (bytes === undefined) return {};
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
      if (typeof value !== 'object' || value === null) throw new Error('not an object');
      return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
    } catch (error) {
      log(`${path} is damaged (${String(error)}); it is kept as ${path}.damaged and a new one begun.`);
      await files.write(`${path}.damaged`, bytes, 0o600);
      return {};
    }
  }

  return {
    get: (key) => inTurn(async () => (await load())[key]),
    set: (key, value) => inTurn(async () => {
      const all = await load();
      const next = Object.fromEntries(Object.entries({ ...all, [key]: value ?? '' }).filter(([name]) => name !== key || value !== undefined));
      try {
        await files.write(path, new TextEncoder().encode(`${JSON.stringify(next, null, 1)}\n`), 0o600);
      } catch (error) {
        log(`${path} can't be written (${String(error)}); nothing is remembered.`);
      }
    }),
  };
}

/** The Store port as a folder with a file for each key: on the disk before `set` is done, and safe with several programs at once. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Files, Store } from '../engine/ports';

/** For what a crash must find again. Throws where the disk refuses. */
export function createFolderStore(files: Files, folder: string): Store {
  const fileOf = (key: string): string => join(folder, createHash('sha256').update(key).digest('hex').slice(0, 32));
  return {
    get: async (key) => {
      const bytes = await files.read(fileOf(key));
      return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
    },
    set: async (key, value) => {
      if (value === undefined) await files.remove(fileOf(key));
      else await files.write(fileOf(key), new TextEncoder().encode(value), 0o600);
    },
  };
}

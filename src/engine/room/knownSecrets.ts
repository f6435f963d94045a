/** Collects the values of the secret files in a folder, so that no program's output passes them on. */
import type { Files } from '../ports';
import { decode } from '../edit/textFile';
import { joinPath } from '../snapshot/diskPath';
import { isDependencyFolder } from './ignoreRules';
import { secretValues } from './maskSecrets';
import { isGitPath } from './paths';
import { isSecretPath } from './secretNames';

/** Names looked at, and secret files read, at most: a huge project is no reason to wait. */
const NAMES = 20_000;
const FILES = 200;

/** Walks the nearest folders first; links are not followed. What can't be read has nothing that a command could show. */
export async function knownSecrets(files: Files, folder: string): Promise<readonly string[]> {
  const values = new Set<string>();
  const folders = ['.'];
  let names = 0;
  let read = 0;
  for (const at of folders) {
    for (const { name, kind } of await files.list(joinPath(folder, at)).catch(() => [])) {
      if (++names > NAMES || read >= FILES) return [...values];
      const path = at === '.' ? name : `${at}/${name}`;
      if (kind === 'folder' && !isGitPath([name]) && !isDependencyFolder(name, false)) folders.push(path);
      if (kind !== 'file' || !isSecretPath(path)) continue;
      read += 1;
      const bytes = await files.read(joinPath(folder, path), 100_000).catch(() => undefined);
      for (const value of secretValues(textOf(bytes ?? new Uint8Array()))) values.add(value);
    }
  }
  return [...values];
}

/** A Windows shell writes UTF-16 when told to put a line into a file. */
function textOf(bytes: Uint8Array): string {
  const decoded = decode(bytes);
  return decoded.ok ? decoded.file.text : new TextDecoder().decode(bytes);
}

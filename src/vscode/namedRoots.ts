/** Gives the folders of a window names by which their files are told apart. */
import type { Files } from '../engine/ports';
import type { Root } from '../engine/room/joinRoots';
import { foldCase, pathBelow, toSlashes } from '../engine/snapshot/diskPath';

/** A name taken twice, or one that can't be a folder's, is numbered or cleaned; a folder inside another root is that one's. */
export function namedRoots(files: Pick<Files, 'platform'>, folders: readonly Root[]): readonly Root[] {
  const inside = (one: Root, other: Root): boolean => {
    const below = pathBelow(files.platform, toSlashes(files.platform, other.folder), toSlashes(files.platform, one.folder));
    return below !== undefined && (below !== '.' || folders.indexOf(other) < folders.indexOf(one));
  };
  const taken = new Set<string>();
  return folders.filter((one) => !folders.some((other) => other !== one && inside(one, other))).map(({ name, folder }) => {
    const clean = name.replace(/[^\p{L}\p{N}._ -]+/gu, '-').replace(/^[. ]+|[. ]+$/g, '') || 'folder';
    let unique = clean;
    for (let number = 2; taken.has(foldCase('darwin', unique)); number++) unique = `${clean}-${number}`;
    taken.add(foldCase('darwin', unique));
    return { name: unique, folder: toSlashes(files.platform, folder) };
  });
}

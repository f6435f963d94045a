/** Several folders as one: what the engine sees of a workspace with more than one root. */
import type { Anchor, Files, FileStat } from '../ports';
import { foldCase, joinPath, parentOf, pathBelow, toSlashes } from '../snapshot/diskPath';

/** One folder of a workspace, under the name it has in paths. */
export interface Root {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
}

/** A folder that is none on the disk, and what it shows. */
export interface Joined {
  /** Absolute. */
  readonly workspace: string;
  readonly roots: readonly Root[];
}

/**
 * The disk with a `workspace` that holds nothing but Whittle's own `.agent`, and shows each root under its name.
 * Real paths of files in a root are told as paths below `workspace`, so that every check of the engine holds for all roots together.
 */
export function joinRoots(files: Files, joined: () => Joined | undefined): Files {
  const { platform } = files;
  const roots = (): readonly Root[] => joined()?.roots ?? [];
  const belowTop = (path: string): string | undefined => {
    const workspace = joined()?.workspace;
    return workspace === undefined ? undefined : pathBelow(platform, workspace, toSlashes(platform, path));
  };
  const rootAt = (path: string): { readonly root: Root; readonly rest: string } | undefined => {
    const below = belowTop(path);
    if (below === undefined || below === '.') return undefined;
    const [name = '', ...rest] = below.split('/');
    const root = roots().find((one) => foldCase(platform, one.name) === foldCase(platform, name));
    return root === undefined ? undefined : { root, rest: rest.join('/') };
  };
  const at = (path: string): string => {
    const found = rootAt(path);
    return found === undefined ? path : joinPath(found.root.folder, found.rest);
  };
  const held = (anchor: Anchor | undefined): Anchor | undefined => anchor && { ...anchor, folder: at(anchor.folder), aside: at(anchor.aside) };
  const isTop = (path: string): boolean => belowTop(path) === '.';
  const top: FileStat = { kind: 'folder', size: 0, modified: 0, mode: 0o700, links: 1, identity: 'roots' };
  return {
    ...files,
    stat: (path) => (isTop(path) ? Promise.resolve(top) : files.stat(at(path))),
    realPath: async (path) => {
      const workspace = joined()?.workspace;
      if (workspace === undefined || isTop(path)) return workspace ?? files.realPath(path);
      const real = await files.realPath(at(path));
      if (real === undefined) return undefined;
      for (const { name, folder } of roots()) {
        const below = pathBelow(platform, toSlashes(platform, (await files.realPath(folder)) ?? folder), toSlashes(platform, real));
        if (below !== undefined) return joinPath(joinPath(workspace, name), below);
      }
      return real;
    },
    list: (path) => (isTop(path) ? Promise.resolve(roots().map(({ name }) => ({ name, kind: 'folder' as const }))) : files.list(at(path))),
    readLink: (path) => files.readLink(at(path)),
    read: (path, limit, known) => files.read(at(path), limit, known),
    write: async (path, bytes, mode, anchor) => {
      if (rootAt(path) === undefined && isTop(parentOf(toSlashes(platform, path)))) throw new Error(`${path} lies in none of the workspace's folders. Take a path that begins with one of them: ${roots().map(({ name }) => `${name}/`).join(', ')}.`);
      return files.write(at(path), bytes, mode, held(anchor));
    },
    remove: (path, anchor) => files.remove(at(path), held(anchor)),
    makeFolder: (path, mode) => files.makeFolder(at(path), mode),
    copyFile: (from, to, most) => files.copyFile(at(from), at(to), most),
    ...(files.copyFiles === undefined ? {} : {
      copyFiles: async (from, to, paths, most, told) => {
        if (!isTop(from)) return files.copyFiles?.(at(from), at(to), paths, most, told);
        for (const { name } of roots()) {
          const below = paths.filter((path) => path.startsWith(`${name}/`)).map((path) => path.slice(name.length + 1));
          if (below.length > 0) await files.copyFiles?.(at(joinPath(from, name)), joinPath(to, name), below, most, (path, copy) => told(`${name}/${path}`, copy));
        }
      },
    }),
    writeParts: (path, parts) => files.writeParts(at(path), parts),
    link: (target, path) => files.link(at(target), at(path)),
    ...(files.changedSince === undefined ? {} : { changedSince: (folder, since, most) => files.changedSince?.(at(folder), since, most) ?? Promise.resolve([]) }),
    holding: async (folder, word) => {
      if (!isTop(folder)) return files.holding?.(at(folder), word);
      const found = await Promise.all(roots().map(async (root) => (await files.holding?.(root.folder, word))?.map((path) => joinPath(root.name, path))));
      return found.every((one) => one !== undefined) ? found.flat() : undefined;
    },
  };
}

/** Real folders for tests: made from a record of files and links, gone after the test. */
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type Tree = Readonly<Record<string, string | { readonly link: string }>>;

/** Runs `work` in a fresh folder that is removed afterwards, whatever happens. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'whittle-test-')));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A path that ends in `/` makes an empty folder. */
export async function plant(folder: string, tree: Tree): Promise<void> {
  for (const [path, content] of Object.entries(tree)) {
    const absolute = join(folder, path);
    if (path.endsWith('/')) await mkdir(absolute, { recursive: true });
    else {
      await mkdir(dirname(absolute), { recursive: true });
      if (typeof content === 'string') await writeFile(absolute, content);
      else await symlink(content.link, absolute);
    }
  }
}

/** The files and links below a folder as `plant` takes them. */
export async function harvest(folder: string, below = ''): Promise<Record<string, string | { readonly link: string }>> {
  const tree: Record<string, string | { readonly link: string }> = {};
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(tree, await harvest(folder, path));
    else if (entry.isSymbolicLink()) tree[path] = { link: await readlink(join(folder, path)) };
    else tree[path] = await readFile(join(folder, path), 'utf8');
  }
  return tree;
}

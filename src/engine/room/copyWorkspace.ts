/** Makes a room's files: the workspace without what git ignores, links only where they stay inside, installed things linked. */
import { inParallel } from '../../shared/inParallel';
import { Cancelled } from '../errors';
import type { Copied, Files, FileStat } from '../ports';
import { type IgnoreRules, isDependencyFolder, rootRules } from './ignoreRules';
import { joinPath, parentOf, pathBelow, resolveDots, toSlashes } from '../snapshot/diskPath';
import { codeOf, isDenied, listReadable } from './listReadable';
import { isGitPath } from './paths';

/** The state of one file of a room when it was made, to see later what became of it. */
export interface BaseFile {
  readonly size: number;
  readonly modified: number;
  readonly identity: string;
  readonly mode: number;
}

/** What was copied and what was left out, by room path. */
export interface RoomBase {
  readonly files: Map<string, BaseFile>;
  readonly links: Map<string, string>;
  /** Names that are taken in the workspace by what can't be copied. */
  readonly blocked: Map<string, 'outside' | 'loop' | 'unreadable' | 'large'>;
  /** Left out because .gitignore names them; a file below may still be asked for by name. */
  readonly ignored: Set<string>;
  /** Real folders outside the room that may be read through it. */
  readonly dependencies: Set<string>;
}

export interface CopyOptions {
  readonly files: Files;
  /** Real paths, with `/`. */
  readonly workspace: string;
  readonly room: string;
  /** The workspace's folders, where it has several. */
  readonly roots?: readonly string[] | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: ((copied: number, total: number) => void) | undefined;
  /** Called for each copied file; with its bytes where they are at hand. */
  readonly onFile: (path: string, stat: FileStat, bytes: Uint8Array | undefined) => Promise<void> | undefined;
}

interface Found {
  readonly files: string[];
  readonly links: string[];
}

/** Larger files are data, not source: models, images of disks. A change of one could not be shown or merged. */
export const MOST_BYTES = 512 * 1024 * 1024;
/** More than this many at once only fills the disk's queue. */
const AT_ONCE = 8;
/** Fewer files are copied before a faster way has begun. */
const MANY = 1_000;
/** Inside a Python environment these are folders of many owners, like node_modules itself. */
const SHARED_FOLDER = /^(?:@.+|bin|lib|Lib|Scripts|site-packages|python\d[\d.]*)$/;

export function baseOf(stat: FileStat): BaseFile {
  return { size: stat.size, modified: stat.modified, identity: stat.identity, mode: stat.mode };
}

export async function copyWorkspace(options: CopyOptions): Promise<RoomBase> {
  const { files, workspace, room, signal } = options;
  const base: RoomBase = { files: new Map(), links: new Map(), blocked: new Map(), ignored: new Set(), dependencies: new Set() };
  const found: Found = { files: [], links: [] };
  await files.makeFolder(room);
  if ((await files.stat(workspace))?.kind === 'folder') {
    await survey(options, base, found);
  }
  let copied = 0;
  const take = (path: string, copy: Copied | Error): Promise<void> | undefined => {
    if (signal.aborted) throw new Cancelled();
    if (++copied % 250 === 0) options.onProgress?.(copied, found.files.length);
    if (copy instanceof Error) return void leaveOut(base, path, copy);
    base.files.set(path, baseOf(copy.stat));
    return options.onFile(path, copy.stat, copy.bytes);
  };
  if (files.copyFiles && found.files.length > MANY) await files.copyFiles(workspace, room, found.files, MOST_BYTES, take);
  else {
    await inParallel(found.files, AT_ONCE, async (path) => {
      if (signal.aborted) throw new Cancelled();
      await take(path, await files.copyFile(joinPath(workspace, path), joinPath(room, path), MOST_BYTES).catch((fault: unknown) => (fault instanceof Error ? fault : new Error(String(fault)))));
    });
  }
  // Links come last, when it is known what else is there.
  for (const path of found.links) await copyLink(options, base, path);
  return base;
}

/** A folder to be looked into, and the rules that come from above. */
interface Visit {
  readonly folder: string;
  readonly above: IgnoreRules;
}

/** Lists what is to be copied and makes the folders for it, one level of the tree after the other. */
async function survey(options: CopyOptions, base: RoomBase, found: Found): Promise<void> {
  let level: readonly Visit[] = [{ folder: '.', above: await rootRules(options.files, options.workspace, { roots: options.roots }) }];
  while (level.length > 0) {
    // In the order of the level, whichever folder answers first.
    const below: (readonly Visit[])[] = [];
    await inParallel([...level.entries()], AT_ONCE, async ([index, visit]) => {
      if (options.signal.aborted) throw new Cancelled();
      below[index] = await surveyFolder(options, base, found, visit);
    });
    level = below.flat();
  }
}

/** Gives back the folders below. */
async function surveyFolder(options: CopyOptions, base: RoomBase, found: Found, { folder, above }: Visit): Promise<readonly Visit[]> {
  const { files, workspace, room } = options;
  // The project's own folder must be readable; of the ones below, each may be missing.
  const entries = folder === '.' ? await files.list(workspace) : await listReadable(files, joinPath(workspace, folder));
  if (entries === undefined) {
    base.blocked.set(folder, 'unreadable');
    return [];
  }
  if (folder !== '.') await files.makeFolder(joinPath(room, folder));
  const rules = await above.enter(folder, entries);
  const below: Visit[] = [];
  for (const { name, kind } of entries) {
    const path = folder === '.' ? name : `${folder}/${name}`;
    if (isGitPath([name]) || path === '.agent') continue;
    const ignored = rules.ignores(path, kind === 'folder');
    if (kind === 'folder' && isDependencyFolder(name, ignored)) await linkDependencies(options, base, path);
    else if (ignored) base.ignored.add(path);
    else if (kind === 'file') found.files.push(path);
    else if (kind === 'link') found.links.push(path);
    else if (kind === 'folder') below.push({ folder: path, above: rules });
  }
  return below;
}

/** Gone since it was listed, or not ours to read: the room does without it. A full disk is another matter. */
function leaveOut(base: RoomBase, path: string, fault: Error): void {
  if (codeOf(fault) === 'EFBIG') return void base.blocked.set(path, 'large');
  if (codeOf(fault) !== 'ENOENT' && !isDenied(fault)) throw fault;
  if (isDenied(fault)) base.blocked.set(path, 'unreadable');
}

/** Where a path of the workspace really leads, relative to the workspace; undefined outside. */
async function targetInside({ files, workspace }: CopyOptions, path: string): Promise<string | undefined> {
  const real = await files.realPath(joinPath(workspace, path));
  return real === undefined ? undefined : pathBelow(files.platform, workspace, toSlashes(files.platform, real));
}

/** The text of a link at `path` that leads to `target`, both room paths. */
function relativeLink(path: string, target: string): string {
  return '../'.repeat(path.split('/').length - 1) + target;
}

async function copyLink(options: CopyOptions, base: RoomBase, path: string): Promise<void> {
  const { files, workspace, room } = options;
  const inside = await targetInside(options, path);
  if (inside === undefined || isGitPath(inside.split('/'))) {
    base.blocked.set(path, inside === undefined && (await namesInside(files, workspace, path)) ? 'loop' : 'outside');
    return;
  }
  const target = relativeLink(path, inside);
  await files.link(target, joinPath(room, path));
  base.links.set(path, target);
}

/** Of a link without a real target: whether it at least names something inside (then it is a loop, or nothing is there). */
async function namesInside(files: Files, workspace: string, path: string): Promise<boolean> {
  const target = toSlashes(files.platform, await files.readLink(joinPath(workspace, path)));
  if (target.startsWith('/') || /^[a-z]:/i.test(target)) return pathBelow(files.platform, workspace, target) !== undefined;
  return resolveDots([...parentOf(path).split('/'), ...target.split('/')]) !== undefined;
}

/**
 * Gives the room a folder of its own whose entries are links into the workspace's, so that tests find what is installed
 * while whatever is installed or cached newly lands in the room. Packages that live in the workspace itself stay the room's.
 */
async function linkDependencies(options: CopyOptions, base: RoomBase, path: string): Promise<void> {
  const { files, workspace, room } = options;
  const from = joinPath(workspace, path);
  base.dependencies.add(from);
  await files.makeFolder(joinPath(room, path));
  await inParallel((await listReadable(files, from)) ?? [], AT_ONCE, async ({ name, kind }) => {
    const entry = `${path}/${name}`;
    if (name === '.cache') return;
    if (kind === 'folder' && SHARED_FOLDER.test(name)) return linkDependencies(options, base, entry);
    const inside = kind === 'link' ? await targetInside(options, entry) : undefined;
    await files.link(inside === undefined ? joinPath(from, name) : relativeLink(entry, inside), joinPath(room, entry));
  });
}

/** A room over one folder: every path is judged, resolved and judged again before the disk is touched. */
import { sameBytes } from '../../shared/sameBytes';
import type { Anchor, FileStat, Files } from '../ports';
import type { BeforeImages } from './beforeImages';
import { baseOf } from './copyWorkspace';
import { filesHolding } from './filesHolding';
import { isDependencyFolder } from './ignoreRules';
import { joinPath, parentOf, pathBelow, toSlashes } from '../snapshot/diskPath';
import { isGitPath } from './paths';
import { coveredBy, type Resolved, resolveInRoom, type RoomPlace } from './resolveInRoom';
import type { Aim, EditHistory, ReadBytes, Refusal, Room, RoomFile, Vetted, Written } from './room';
import { isSecretPath } from './secretNames';
import { walkRoom } from './walkRoom';

export interface RoomParts {
  readonly id: string;
  readonly place: RoomPlace;
  /** Undefined where nothing may be written: the workspace itself, only looked at. */
  readonly images: BeforeImages | undefined;
  /** Gets the path of every file a tool wrote. */
  readonly written: Set<string>;
  readonly mayShow: ((path: string) => Promise<boolean>) | undefined;
  readonly history: EditHistory;
  readonly changes: Room['changes'];
  readonly discard: Room['discard'];
  readonly keep: Room['keep'];
}

type Use = 'read' | 'list' | 'write';
type Refused = { readonly ok: false; readonly refusal: Refusal };
type Found = Extract<Resolved, { ok: true }>;

export function roomOn({ id, place, images, written, mayShow, history, changes, discard, keep }: RoomParts): Room {
  const { files, folder, base } = place;
  const shown = new Set<string>();

  /** Brings in a file that git ignores, now that somebody asks for it by name. */
  const fetchIgnored = async (found: Resolved): Promise<Resolved> => {
    if (!found.ok || images === undefined || found.stat !== undefined || base.files.has(found.path)) return found;
    if (coveredBy(found.path, base.ignored) === undefined) return found;
    const from = joinPath(place.workspace, found.path);
    const real = await files.realPath(from);
    if (real === undefined || toSlashes(files.platform, real) !== from || (await files.stat(from))?.kind !== 'file') return found;
    // Not even a copy of a secret is made before the yes; asking needs to know that it is there.
    if (found.secret && !shown.has(found.path)) return { ...found, stat: await files.stat(from) };
    const to = joinPath(folder, found.path);
    await files.makeFolder(parentOf(to));
    if (((await files.stat(from))?.size ?? 0) > MOST_FETCHED) return { ok: false, refusal: tooLarge(found.path) };
    const { stat, bytes } = await files.copyFile(from, to, MOST_FETCHED);
    await images.keep(found.path, bytes ?? (await files.read(to)) ?? new Uint8Array());
    base.files.set(found.path, baseOf(stat));
    return { ...found, stat };
  };

  const resolve = async (path: string): Promise<Resolved> => {
    try {
      return await fetchIgnored(await resolveInRoom(place, path));
    } catch (fault) {
      return diskRefusal(path, fault);
    }
  };

  const noWrite = (found: Found, path: string): Refusal | undefined =>
    images === undefined ? lookOnly(path) : faultOf(found, 'write', path) ?? besideRoots(found.path, place.roots);

  const allowed = async (path: string, use: Use): Promise<Resolved> => {
    const found = await resolve(path);
    if (use === 'write' && images === undefined) return { ok: false, refusal: lookOnly(path) };
    const refusal = !found.ok ? undefined : use === 'write' ? noWrite(found, path) : faultOf(found, use, path);
    if (refusal !== undefined) return { ok: false, refusal };
    if (!found.ok || !found.secret || use === 'list' || shown.has(found.path)) return found;
    if (use === 'read' && mayShow !== undefined && (await mayShow(found.path))) {
      shown.add(found.path);
      return resolve(path);
    }
    return { ok: false, refusal: secretRefusal(found.path) };
  };

  /** Of the room's own folder, asked for once: nothing may ever take its place. */
  let top: FileStat | undefined;

  /** `before`: the last look is yet to come, and what the way there showed will do until then. */
  const aimAt = async (found: Found, before = false): Promise<Aim | undefined> => {
    const parent = parentOf(found.absolute);
    const above = !before || found.stat === undefined ? undefined : parent === folder ? (top ??= await files.stat(folder)) : found.above;
    const anchor = above === undefined ? await anchorOf(place, found.absolute) : { folder: parent, identity: above.identity, aside: parentOf(folder) };
    return anchor && { path: found.path, absolute: found.absolute, file: found.stat, anchor };
  };

  /** Everything that was judged is still what it was then, so that it needn't be judged again. */
  const untouched = async ({ absolute, file, anchor }: Aim, expected: Uint8Array): Promise<boolean> => {
    if (file === undefined) return false;
    const [above, now] = await Promise.all([anchorOf(place, absolute), files.read(absolute, undefined, file).catch(() => undefined)]);
    return above?.identity === anchor.identity && sameBytes(expected, now);
  };

  /** `judged`: what the aim was just taken at needn't be judged again. */
  const lastLook = async (path: string, expected: Uint8Array | null | undefined, aim: Aim, judged?: Found): Promise<Written> => {
    const { absolute, anchor } = aim;
    if (expected && (await untouched(aim, expected))) return { ok: true, path: aim.path, absolute };
    const found = judged ?? (await allowed(path, 'write'));
    if (!found.ok) return found;
    const [above, now] = await Promise.all([judged ? anchor : anchorOf(place, found.absolute), expected === undefined ? undefined : found.stat && files.read(found.absolute, undefined, found.stat)]);
    if (expected !== undefined && !sameBytes(expected, now)) return changed(path);
    return found.absolute === absolute && above?.identity === anchor.identity ? { ok: true, path: found.path, absolute } : replaced(path);
  };

  /** The bytes wait on the disk beside the room for the last look, which sees what stands there at the very end. */
  const put = async (path: string, bytes: Uint8Array, aim: Aim, look: () => Promise<Written>): Promise<Written> => {
    const seen: { end?: Written } = {};
    const ready = async (): Promise<void> => {
      seen.end = await look();
      if (!seen.end.ok) throw new Error(seen.end.refusal.text);
    };
    await files.write(aim.absolute, bytes, aim.file?.mode, { ...aim.anchor, ready }).catch((fault: unknown) => {
      if (seen.end?.ok !== false) throw fault;
    });
    if (seen.end?.ok) written.add(seen.end.path);
    return seen.end ?? replaced(path);
  };

  return {
    id,
    folder,
    workspace: place.workspace,
    roots: place.roots,
    linked: [...base.dependencies].filter((one) => ![...base.dependencies].some((other) => other !== one && pathBelow(files.platform, other, one) !== undefined)),
    history,
    async vet(path, use): Promise<Vetted> {
      const found = await allowed(path, use);
      return found.ok ? { ok: true, path: found.path, absolute: found.absolute } : found;
    },
    async read(path, toWrite = false): Promise<ReadBytes> {
      const found = await allowed(path, 'read');
      if (!found.ok) return found;
      return guard(path, async () => {
        // The file that was judged, not whatever has its name by now.
        const [bytes, aim] = await Promise.all([files.read(found.absolute, undefined, found.stat), toWrite && noWrite(found, path) === undefined ? aimAt(found, true) : undefined]);
        return bytes === undefined ? missing(path) : { ok: true, path: found.path, absolute: found.absolute, bytes, aim };
      });
    },
    async write(path, bytes, expected, aim): Promise<Written> {
      return guard(path, async () => {
        if (aim !== undefined) return put(path, bytes, aim, () => lastLook(path, expected, aim));
        const found = await allowed(path, 'write');
        if (!found.ok) return found;
        const first = await aimAt(found);
        return first === undefined ? replaced(path) : put(path, bytes, first, () => lastLook(path, expected, first, found));
      });
    },
    async remove(path): Promise<Written> {
      const found = await allowed(path, 'write');
      if (!found.ok) return found;
      if (found.stat === undefined) return missing(path);
      return guard(path, async () => {
        const anchor = await anchorOf(place, found.absolute);
        if (anchor === undefined) return replaced(path);
        await files.remove(found.absolute, anchor);
        return { ok: true, path: found.path, absolute: found.absolute };
      });
    },
    async list(path) {
      const found = await allowed(path, 'list');
      if (!found.ok) return found;
      return guard(path, async () => ({ ok: true, path: found.path, entries: await listFolder(files, found.absolute) }));
    },
    walk: (path) => walkRoom(place, path),
    holding: (word) => filesHolding(place, word),
    changes,
    discard,
    keep,
  };
}

/** The nearest folder above that is there, if it still is a plain folder of the room. */
async function anchorOf({ files, folder }: RoomPlace, absolute: string): Promise<Anchor | undefined> {
  for (let above = parentOf(absolute); pathBelow(files.platform, folder, above) !== undefined; above = parentOf(above)) {
    const [stat, real] = await Promise.all([files.stat(above), files.realPath(above)]);
    if (stat === undefined) continue;
    return stat.kind === 'folder' && real !== undefined && toSlashes(files.platform, real) === above ? { folder: above, identity: stat.identity, aside: parentOf(folder) } : undefined;
  }
  return undefined;
}

function replaced(path: string): Refused {
  return { ok: false, refusal: { code: 'outside', text: `${path} was replaced by something else at this moment. Call list_dir to see what is there now.` } };
}

function changed(path: string): Refused {
  return { ok: false, refusal: { code: 'changed', text: `${path} changed on disk during this edit; nothing was written. Read it again, then repeat the edit.` } };
}

/** Bytes of a file that git ignores and a tool asks for: beyond this it is no text. */
const MOST_FETCHED = 20 * 2 ** 20;

function tooLarge(path: string): Refusal {
  return { code: 'too-large', text: `${path} is ignored by git and larger than ${String(MOST_FETCHED / 2 ** 20)} MB, so it was not copied for this task. Go on without it, or look at a part of it with run_command.` };
}

function missing(path: string): Refused {
  return { ok: false, refusal: { code: 'missing', text: `There is no ${path}. Call list_dir to see what is there.` } };
}

/** Between the folders of a workspace there is no place for a file. */
function besideRoots(path: string, roots: readonly string[] | undefined): Refusal | undefined {
  if (roots === undefined || roots.includes(path.split('/')[0] ?? '')) return undefined;
  return { code: 'outside', text: `${path} lies in none of this workspace's folders. Begin the path with one of: ${roots.map((name) => `${name}/`).join(', ')}.` };
}

function lookOnly(path: string): Refusal {
  return { code: 'readonly', text: `${path} can't be changed: this task only reads. Say in words what should change.` };
}

function secretRefusal(path: string): Refusal {
  return { code: 'secret', text: `${path} may hold passwords or keys, and the person did not agree to show it. Go on without it, or ask the person for the one value you need.` };
}

function faultOf(found: Extract<Resolved, { ok: true }>, use: Use, path: string): Refusal | undefined {
  const kind = found.stat?.kind;
  if (use === 'list') {
    if (kind === undefined) return missing(path).refusal;
    return kind === 'folder' ? undefined : { code: 'not-a-folder', text: `${path} is a file. Call read_file for its contents.` };
  }
  if (kind === 'folder' || found.path === '.') return { code: 'not-a-file', text: `${path} is a folder. Call list_dir for its contents.` };
  if (kind === 'other') return { code: 'not-a-file', text: `${path} is a device or a pipe. Use an ordinary file.` };
  if (use === 'read') return kind === undefined ? missing(path).refusal : undefined;
  if (found.dependency || parentOf(found.path).split('/').some((name) => isDependencyFolder(name, false))) return { code: 'readonly', text: `${path} is an installed dependency. Change the project's own files instead.` };
  if (found.stat !== undefined && (found.stat.mode & 0o200) === 0) {
    return { code: 'readonly', text: `${path} is read-only. Leave it, or ask the person to make it writable.` };
  }
  return undefined;
}

function diskRefusal(path: string, fault: unknown): Refused {
  const cause = fault instanceof Error ? fault.message : String(fault);
  return { ok: false, refusal: { code: 'disk', text: `The disk refused ${path}: ${cause}. Try again once; if it fails again, finish and say so.` } };
}

async function guard<T>(path: string, work: () => Promise<T | Refused>): Promise<T | Refused> {
  try {
    return await work();
  } catch (fault) {
    return diskRefusal(path, fault);
  }
}

async function listFolder(files: Files, folder: string): Promise<readonly RoomFile[]> {
  const entries: RoomFile[] = [];
  for (const { name, kind } of await files.list(folder)) {
    if (isGitPath([name])) continue;
    const path = joinPath(folder, name);
    const target = kind === 'link' ? await files.realPath(path) : path;
    const stat = target === undefined ? undefined : await files.stat(target);
    entries.push(stat?.kind === 'folder' ? { path: `${name}/`, size: 0 } : { path: name, size: isSecretPath(name) ? 0 : (stat?.size ?? 0) });
  }
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

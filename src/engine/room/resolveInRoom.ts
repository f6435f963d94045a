/** Asks the disk what a path really is: every segment, every link, and only then says whether it may be used. */
import type { Files, FileStat } from '../ports';
import type { RoomBase } from './copyWorkspace';
import { foldCase, joinPath, parentOf, pathBelow, resolveDots, toSlashes } from '../snapshot/diskPath';
import { isGitPath, parsePath } from './paths';
import type { Refusal, RefusalCode } from './room';
import { isSecretPath } from './secretNames';

/** Where rooms and their workspace are; real paths with `/`. */
export interface RoomPlace {
  readonly files: Files;
  readonly folder: string;
  readonly workspace: string;
  readonly base: RoomBase;
  /** Names of the workspace's folders where it has several: nothing else may lie beside them. */
  readonly roots?: readonly string[] | undefined;
}

export type Resolved =
  | {
      readonly ok: true;
      /** Relative to the room, links resolved, in the disk's own spelling. */
      readonly path: string;
      readonly absolute: string;
      readonly stat: FileStat | undefined;
      /** The folder it lies in, where the way there was looked at as it is, without a link; the room's own folder isn't. */
      readonly above?: FileStat | undefined;
      /** An installed thing outside the room: to be read, never written. */
      readonly dependency: boolean;
      readonly secret: boolean;
    }
  | { readonly ok: false; readonly refusal: Refusal };

function no(code: RefusalCode, text: string): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { code, text } };
}

const outside = (path: string): { readonly ok: false; readonly refusal: Refusal } =>
  no('outside', `${path} leads outside the project through a link. Use a file of the project itself.`);
const loop = (path: string): { readonly ok: false; readonly refusal: Refusal } =>
  no('loop', `${path} is a link that leads nowhere or round in a circle. Use the file it was meant for.`);

/** The entry of `blocked` or `ignored` that a path is, or is below. */
export function coveredBy(path: string, names: { has(name: string): boolean }): string | undefined {
  for (let at = path; at !== '.'; at = parentOf(at)) {
    if (names.has(at)) return at;
  }
  return undefined;
}

/** Resolves a path a model gave. Nothing there is no fault here: `stat` is undefined then. */
export async function resolveInRoom(place: RoomPlace, written: string): Promise<Resolved> {
  const { files, folder, base } = place;
  const parsed = parsePath({ platform: files.platform, roots: [folder, place.workspace] }, written);
  if (!parsed.ok) return parsed;
  let current = folder;
  // Below a path, the room's own folder is looked at as a whole at the end, with all that leads there.
  let stat: FileStat | undefined = parsed.segments.length === 0 ? await files.stat(folder) : undefined;
  let missing: readonly string[] = [];
  let above: FileStat | undefined;
  for (const [index, segment] of parsed.segments.entries()) {
    if (stat !== undefined && stat.kind !== 'folder') return no('not-a-folder', `${parsed.segments.slice(0, index).join('/')} is a file, not a folder. Call list_dir to see what is there.`);
    const parent = current;
    above = stat;
    current = joinPath(parent, segment);
    stat = await files.stat(current);
    if (stat === undefined) {
      const spelled = await otherSpelling(files, parent, segment);
      if (spelled === undefined) {
        current = parent;
        missing = parsed.segments.slice(index);
        break;
      }
      current = joinPath(parent, spelled);
      stat = await files.stat(current);
    }
    if (stat?.kind !== 'link') continue;
    const followed = await followLink(place, current, parsed.path);
    if (!followed.ok) return followed;
    current = followed.absolute;
    stat = await files.stat(current);
  }
  const found = await settle(place, parsed.path, current, missing, stat, base);
  return found.ok && found.stat !== undefined && found.absolute === joinPath(folder, parsed.path) ? { ...found, above } : found;
}

/** On a disk that does tell cases apart, where the platform's usual one does not, `.ENV` still means `.env`. */
async function otherSpelling(files: Files, folder: string, name: string): Promise<string | undefined> {
  if (files.platform === 'linux') return undefined;
  const wanted = foldCase(files.platform, name);
  return (await files.list(folder)).find((entry) => foldCase(files.platform, entry.name) === wanted)?.name;
}

async function followLink(place: RoomPlace, link: string, shown: string): Promise<{ readonly ok: true; readonly absolute: string } | { readonly ok: false; readonly refusal: Refusal }> {
  const { files, folder } = place;
  const real = await files.realPath(link);
  if (real !== undefined) {
    const absolute = toSlashes(files.platform, real);
    return belongs(place, absolute) ? { ok: true, absolute } : outside(shown);
  }
  const target = toSlashes(files.platform, await files.readLink(link));
  const below = pathBelow(files.platform, folder, parentOf(link));
  const climbs = below === undefined || resolveDots([...below.split('/'), ...target.split('/')]) === undefined;
  return target.startsWith('/') || /^[a-z]:/i.test(target) || climbs ? outside(shown) : loop(shown);
}

function dependencyOf(place: RoomPlace, absolute: string): string | undefined {
  for (const dependency of place.base.dependencies) {
    if (pathBelow(place.files.platform, dependency, absolute) !== undefined) return dependency;
  }
  return undefined;
}

function belongs(place: RoomPlace, absolute: string): boolean {
  return pathBelow(place.files.platform, place.folder, absolute) !== undefined || dependencyOf(place, absolute) !== undefined;
}

async function settle(
  place: RoomPlace, written: string, reached: string, missing: readonly string[], stat: FileStat | undefined, base: RoomBase,
): Promise<Resolved> {
  const { files, folder, workspace } = place;
  // Once more as a whole: the disk's own spelling, and a second look at what the walk saw piece by piece.
  const real = await files.realPath(reached);
  if (real === undefined) return no('missing', `${written} was there a moment ago and is gone. Call list_dir to see what is there now.`);
  const whole = toSlashes(files.platform, real);
  if (!belongs(place, whole)) return outside(written);
  const absolute = missing.length === 0 ? whole : joinPath(whole, missing.join('/'));
  const inRoom = pathBelow(files.platform, folder, absolute);
  const path = inRoom ?? pathBelow(files.platform, workspace, absolute) ?? written;
  if (isGitPath(path.split('/'))) return no('git', `${written} belongs to git or to Whittle itself, which tools leave alone. Work on the project's own files.`);
  const taken = stat === undefined || missing.length > 0 ? coveredBy(path, base.blocked) : undefined;
  if (taken !== undefined) {
    const why = base.blocked.get(taken);
    if (why === 'outside') return outside(written);
    if (why === 'large') return no('too-large', `${taken} is too large to be copied for this task, and was left out. Go on without it; where it is needed, finish and say so.`);
    return why === 'loop' ? loop(written) : no('denied', `${taken} can't be read with the person's own rights. Go on without it.`);
  }
  if (stat?.kind === 'file' && stat.links > 1 && inRoom !== undefined) {
    return no('outside', `${written} is a hard link and may be the same file as one outside the project. Make a copy of it under another name with run_command and use that.`);
  }
  return {
    ok: true, path, absolute,
    stat: missing.length === 0 ? stat : undefined,
    dependency: inRoom === undefined,
    secret: isSecretPath(path) || (written !== path && isSecretPath(written)),
  };
}

/** Which files of a room may hold a word: by the disk's own search where there is one, else by reading them all. */
import { joinPath, parentOf } from '../snapshot/diskPath';
import { isDenied } from './listReadable';
import { rootRules, type IgnoreRules } from './ignoreRules';
import { isGitPath } from './paths';
import type { RoomPlace } from './resolveInRoom';
import type { RoomFile } from './room';
import { isSecretPath } from './secretNames';
import { walkRoom } from './walkRoom';

/** Files read together. */
const AT_ONCE = 32;
/** Bytes; a larger file counts as one that may. */
const LARGEST = 1_000_000;

/** Of the files a walk gives, those that hold the word or can't be told; sorted by path. Only a choice: what is read is vetted as always. */
export async function filesHolding(place: RoomPlace, word: string): Promise<readonly RoomFile[]> {
  // Beyond ASCII the bytes depend on the file's encoding.
  const needle = (word.match(/[\w$#]+/g) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), '');
  if (needle === '') return walkRoom(place, '.');
  const named = (await hasLinkedRules(place)) ? undefined : await place.files.holding?.(place.folder, needle);
  return named === undefined ? readAll(place, needle) : ownFiles(place, named);
}

/** Git doesn't follow a linked .gitignore, and a walk doesn't either; a search would, and leave files out. */
async function hasLinkedRules({ files, folder, base }: RoomPlace): Promise<boolean> {
  if ([...base.links.keys()].some((path) => /(?:^|\/)\.gitignore$/.test(path))) return true;
  return (await files.stat(joinPath(folder, '.gitignore')))?.kind === 'link';
}

async function readAll(place: RoomPlace, needle: string): Promise<readonly RoomFile[]> {
  const all = await walkRoom(place, '.');
  const found: RoomFile[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const kept = await Promise.all(all.slice(at, at + AT_ONCE).map(async (file) => file.size > LARGEST || mayHold(await readable(place.files.read(joinPath(place.folder, file.path))), needle)));
    found.push(...all.slice(at, at + AT_ONCE).filter((_, index) => kept[index]));
  }
  return found;
}

function mayHold(bytes: Uint8Array | undefined, needle: string): boolean {
  if (bytes === undefined) return false;
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return wide || new TextDecoder('latin1').decode(bytes).includes(needle);
}

/** What a search named, without what a walk would have left out. */
async function ownFiles(place: RoomPlace, named: readonly string[]): Promise<readonly RoomFile[]> {
  const known = new Map<string, Promise<IgnoreRules | undefined>>();
  const rulesIn = (folder: string): Promise<IgnoreRules | undefined> => {
    const rules = known.get(folder) ?? (folder === '.' ? rootRules(place.files, place.folder, place) : below(folder));
    known.set(folder, rules);
    return rules;
  };
  /** Undefined below a folder that isn't the project's own. */
  const below = async (folder: string): Promise<IgnoreRules | undefined> => {
    const above = await rulesIn(parentOf(folder));
    if (above === undefined || isGitPath(folder.split('/')) || above.ignores(folder, true)) return undefined;
    return above.enter(folder);
  };
  const files = await Promise.all(named.map(async (path): Promise<RoomFile | undefined> => {
    const rules = await rulesIn(parentOf(path));
    if (rules === undefined || isGitPath([path.slice(path.lastIndexOf('/') + 1)]) || rules.ignores(path, false) || isSecretPath(path)) return undefined;
    const stat = await readable(place.files.stat(joinPath(place.folder, path)));
    // More than one name for one file: it may be one from outside the room.
    return stat?.kind === 'file' && stat.links === 1 ? { path, size: stat.size } : undefined;
  }));
  return files.filter((file) => file !== undefined).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A place that may not be read holds nothing. */
async function readable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (fault) {
    if (isDenied(fault)) return undefined;
    throw fault;
  }
}

/** Paths as text, with `/` everywhere: joined, taken apart, and compared the way the platform's disk does. */
import type { Files, Platform } from '../ports';

/** One name for all spellings that the platform's usual disk takes for the same file. */
export function foldCase(platform: Platform, path: string): string {
  return platform === 'linux' ? path : path.normalize('NFC').toLowerCase();
}

/** The engine writes `/` everywhere; Windows accepts it. */
export function toSlashes(platform: Platform, path: string): string {
  return platform === 'win32' ? path.replaceAll('\\', '/') : path;
}

/** `relative` below `folder`; `.` is the folder. */
export function joinPath(folder: string, relative: string): string {
  if (relative === '.' || relative === '') return folder;
  return folder.endsWith('/') ? folder + relative : `${folder}/${relative}`;
}

export function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at < 0 ? '.' : at === 0 ? '/' : path.slice(0, at);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The part of `path` below `folder`, `.` for the folder itself, undefined where it is not below. Both absolute, with `/`. */
export function pathBelow(platform: Platform, folder: string, path: string): string | undefined {
  const base = folder.endsWith('/') ? folder : `${folder}/`;
  if (foldCase(platform, path) === foldCase(platform, base.slice(0, -1))) return '.';
  return foldCase(platform, path).startsWith(foldCase(platform, base)) ? path.slice(base.length) : undefined;
}

/** `..` and `.` taken away as text; undefined where it climbs above the start. */
export function resolveDots(segments: readonly string[]): string[] | undefined {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.pop() === undefined) return undefined;
  }
  return kept;
}

/** Code points HFS+ ignores in names: `.g<joiner>it` is `.git` there. */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Whether any segment names git's or Whittle's own folder, in whatever spelling some system takes for it: what lies there makes programs run. */
export function isReserved(segments: readonly string[]): boolean {
  return segments.some((segment) => /^(?:\.(?:git|agent)|(?:git|agent)~\d+)$/.test((segment.split(':')[0] ?? '').replace(HFS_IGNORED, '').toLowerCase().replace(/[. ]+$/, '')));
}

/** Whether it is a plain relative path of the project's own, whoever wrote it down. */
export function isInnerPath(platform: Platform, path: unknown): path is string {
  if (typeof path !== 'string' || path === '' || path.startsWith('/') || path.includes('\0') || (platform === 'win32' && /[:\\]/.test(path))) return false;
  const segments = path.split('/');
  return resolveDots(segments)?.join('/') === path && !isReserved(segments);
}

/** A path with its links resolved, with `/` and without one at the end. */
export async function realOrAsWritten(files: Files, path: string): Promise<string> {
  return toSlashes(files.platform, (await files.realPath(path)) ?? path).replace(/(?<=[^/:])\/+$/, '');
}

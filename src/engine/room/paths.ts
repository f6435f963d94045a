/** The path policy as pure text: what a model wrote, judged by the rules of the platform, before the disk is asked. */
import type { Platform } from '../ports';
import { isReserved, pathBelow, resolveDots } from '../snapshot/diskPath';
import type { Refusal, RefusalCode } from './room';

export type ParsedPath =
  | { readonly ok: true; /** Relative to the room, with `/`; `.` is the room. */ readonly path: string; readonly segments: readonly string[] }
  | { readonly ok: false; readonly refusal: Refusal };

/** What a path is judged against. `roots`: absolute folders whose paths count as the room's own (room and workspace). */
export interface PathRules {
  readonly platform: Platform;
  readonly roots: readonly string[];
}

const HINT = 'Use a path inside the project, relative to its root, such as "src/app.py".';
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?:\.|$)/i;
/** Whether any segment names a folder that tools leave alone: git's, or Whittle's own. */
export const isGitPath = isReserved;

function no(code: RefusalCode, text: string): ParsedPath {
  return { ok: false, refusal: { code, text } };
}

function isAbsolute(platform: Platform, path: string): boolean {
  return path.startsWith('/') || (platform === 'win32' && /^[a-z]:/i.test(path));
}

/** An absolute path made relative to the first root it is below. */
function belowRoots(rules: PathRules, path: string): string | undefined {
  const drive = /^[a-z]:\//i.exec(path)?.[0] ?? '/';
  const clean = resolveDots(path.slice(drive.length).split('/'));
  if (clean === undefined) return undefined;
  for (const root of rules.roots) {
    const below = pathBelow(rules.platform, root, drive + clean.join('/'));
    if (below !== undefined) return below;
  }
  return undefined;
}

function badSegment(platform: Platform, segment: string): string | undefined {
  if (segment.length > 255) return 'a name in it is longer than 255 characters';
  if (platform !== 'win32') return undefined;
  if (/[<>:"|?*]/.test(segment)) return 'Windows names can\'t hold any of <>:"|?*';
  if (/[. ]$/.test(segment)) return "Windows names can't end with a dot or a space";
  return WINDOWS_DEVICE.test(segment) ? `"${segment}" is a device on Windows` : undefined;
}

/**
 * What a path given by a model means inside the room, as text alone.
 * Links are not known here: `resolveInRoom` asks the disk afterwards. A refusal ends with the next move.
 */
export function parsePath(rules: PathRules, written: string): ParsedPath {
  const { platform } = rules;
  const shown = (): string => JSON.stringify(written.length > 200 ? `${written.slice(0, 200)}...` : written);
  if (/[\0-\x1f\x7f]/.test(written)) return no('bad-path', `The path ${shown()} holds control characters. ${HINT}`);
  if (!written.isWellFormed()) return no('bad-path', `The path ${shown()} is not well-formed text. ${HINT}`);
  // A small model writes either slash on any system; a name with a backslash in it is rarer than that by far.
  const path = written.replaceAll('\\', '/');
  const outside = (): ParsedPath => no('outside', `The path ${shown()} is outside the project. ${HINT}`);
  if (/^file:/i.test(path) || /^[a-z][a-z0-9+.-]+:\/\//i.test(path) || /^~[\w.-]*(?:\/|$)/.test(path)) return outside();
  let relative = path;
  if (isAbsolute(platform, path)) {
    if (path.startsWith('//')) return outside();
    const below = belowRoots(rules, path);
    if (below === undefined) return outside();
    relative = below;
  }
  const segments = resolveDots(relative.split('/'));
  if (segments === undefined) return outside();
  // Before the rules on names, so that `.git::$INDEX_ALLOCATION` and `.git ` are told what they are.
  if (isReserved(segments)) {
    return no('git', `${shown()} belongs to git or to Whittle itself, which tools leave alone. Work on the project's own files.`);
  }
  for (const segment of segments) {
    const fault = badSegment(platform, segment);
    if (fault !== undefined) return no('bad-path', `The path ${shown()} can't be used: ${fault}. ${HINT}`);
  }
  return { ok: true, path: segments.length === 0 ? '.' : segments.join('/'), segments };
}

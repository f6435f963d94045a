/** Which files of a folder tree are nobody's source: .gitignore at every level, and what tools leave behind. */
import ignore, { type Ignore } from 'ignore';
import type { Files } from '../ports';
import { joinPath, parentOf } from '../snapshot/diskPath';

/** Left behind by running things; a project's own .gitignore may take one back with `!`. */
const LEAVINGS = [
  '__pycache__/', '*.py[cod]', '.pytest_cache/', '.mypy_cache/', '.ruff_cache/', '.hypothesis/', '.tox/', '.nox/', '.coverage', '.coverage.*',
  '.nyc_output/', '.eslintcache', '.parcel-cache/', '.turbo/', '.gradle/', '.DS_Store', 'Thumbs.db', '*.swp', '.whittle-*.tmp',
];
/** Never the project's own, whatever .gitignore says: what is installed, and what Whittle keeps. */
const DEPENDENCIES = ['node_modules/', '.venv/', 'bower_components/', '/.agent/'];

/** Installed things that tests need; the second list only where .gitignore names them. */
const ALWAYS_DEPENDENCY = new Set(['node_modules', '.venv', 'bower_components']);
const IGNORED_DEPENDENCY = new Set(['venv', 'env', '.env', 'virtualenv', 'vendor', 'Pods', 'deps', 'elm-stuff', '.bundle', '.yarn', '.dart_tool', '.stack-work']);

export function isDependencyFolder(name: string, ignored: boolean): boolean {
  return ALWAYS_DEPENDENCY.has(name) || (ignored && IGNORED_DEPENDENCY.has(name));
}

/** The rules in force in one folder. Paths are relative to the tree's root. */
export interface IgnoreRules {
  ignores(path: string, isFolder: boolean): boolean;
  /** The rules of a folder below, where that one has a `.gitignore` of its own. */
  enter(folder: string): Promise<IgnoreRules>;
}

interface Level {
  readonly folder: string;
  readonly rules: Ignore;
}

const decoder = new TextDecoder();

function createLevels(files: Files, root: string, levels: readonly Level[], forced: Ignore): IgnoreRules {
  return {
    ignores(path, isFolder) {
      const tail = isFolder ? '/' : '';
      if (forced.ignores(path + tail)) return true;
      let ignored = false;
      for (const level of levels) {
        const relative = level.folder === '.' ? path : path.slice(level.folder.length + 1);
        const verdict = level.rules.test(relative + tail);
        if (verdict.ignored) ignored = true;
        else if (verdict.unignored) ignored = false;
      }
      return ignored;
    },
    async enter(folder) {
      const level = await readLevel(files, root, folder);
      return level === undefined ? this : createLevels(files, root, [...levels, level], forced);
    },
  };
}

async function readLevel(files: Files, root: string, folder: string): Promise<Level | undefined> {
  const path = joinPath(root, joinPath(folder, '.gitignore')).replace('/./', '/');
  // A link could name any file of the disk; git doesn't follow one here either.
  if ((await files.stat(path))?.kind !== 'file') return undefined;
  const bytes = await files.read(path, 1_000_000);
  if (bytes === undefined) return undefined;
  return { folder, rules: ignore({ ignorecase: files.platform !== 'linux' }).add(decoder.decode(bytes)) };
}

/** The rules at the root of a tree: leavings, `.git/info/exclude`, then its own .gitignore. */
export async function rootRules(files: Files, root: string): Promise<IgnoreRules> {
  const ignorecase = files.platform !== 'linux';
  const exclude = await files.read(joinPath(root, '.git/info/exclude'), 1_000_000);
  const base = ignore({ ignorecase }).add(LEAVINGS);
  if (exclude !== undefined) base.add(decoder.decode(exclude));
  const forced = ignore({ ignorecase }).add(DEPENDENCIES);
  return createLevels(files, root, [{ folder: '.', rules: base }], forced).enter('.');
}

/** The rules that come from above `folder`; used where a walk starts below the root. */
export async function rulesAt(files: Files, root: string, folder: string): Promise<IgnoreRules> {
  let rules = await rootRules(files, root);
  const steps: string[] = [];
  for (let at = parentOf(folder); at !== '.'; at = parentOf(at)) steps.unshift(at);
  for (const step of steps) rules = await rules.enter(step);
  return rules;
}

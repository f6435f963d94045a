/** Which files of a folder tree are nobody's source: .gitignore at every level, and what tools leave behind. */
import ignore, { type Ignore } from 'ignore';
import type { Files } from '../ports';
import { joinPath, parentOf } from '../snapshot/diskPath';

/** Left behind by running things; a project's own .gitignore may take one back with `!`. */
const LEAVINGS = [
  '__pycache__/', '*.py[cod]', '.pytest_cache/', '.mypy_cache/', '.ruff_cache/', '.hypothesis/', '.tox/', '.nox/', '.coverage', '.coverage.*',
  '.nyc_output/', '.eslintcache', '.parcel-cache/', '.turbo/', '.gradle/', '.DS_Store', 'Thumbs.db', '*.swp', '.whittle-*.tmp',
];
/** Installed things that tests need: the first never the project's own, whatever .gitignore says, the second only where it names them. */
const ALWAYS_DEPENDENCY = new Set(['node_modules', '.venv', 'bower_components']);
const IGNORED_DEPENDENCY = new Set(['venv', 'env', '.env', 'virtualenv', 'vendor', 'Pods', 'deps', 'elm-stuff', '.bundle', '.yarn', '.dart_tool', '.stack-work']);

/** Whether a path is, or is below, a folder that is never the project's own: what is installed, and what Whittle keeps. */
function isForced(path: string, isFolder: boolean, fold: (name: string) => string): boolean {
  for (let at = 0, end = path.indexOf('/'); ; at = end + 1, end = path.indexOf('/', at)) {
    if (end < 0 && !isFolder) return false;
    const name = fold(path.slice(at, end < 0 ? undefined : end));
    if (ALWAYS_DEPENDENCY.has(name) || (at === 0 && name === '.agent')) return true;
    if (end < 0) return false;
  }
}

export function isDependencyFolder(name: string, ignored: boolean): boolean {
  return ALWAYS_DEPENDENCY.has(name) || (ignored && IGNORED_DEPENDENCY.has(name));
}

/** The rules in force in one folder. Paths are relative to the tree's root. */
export interface IgnoreRules {
  ignores(path: string, isFolder: boolean): boolean;
  /** The rules of a folder below, its own included. `names`: what is known to lie in it; without a list of rules there, nothing is read. */
  enter(folder: string, names?: readonly { readonly name: string }[]): Promise<IgnoreRules>;
}

interface Level {
  readonly folder: string;
  readonly rules: Ignore;
}

const decoder = new TextDecoder();
/** Bytes of one list that are read. */
const MOST_RULES = 1_000_000;

interface Tree extends RulesOf {
  readonly files: Files;
  readonly root: string;
}

function createLevels(tree: Tree, levels: readonly Level[]): IgnoreRules {
  const fold = tree.files.platform === 'linux' ? (name: string): string => name : (name: string): string => name.toLowerCase();
  return {
    ignores(path, isFolder) {
      const tail = isFolder ? '/' : '';
      if (isForced(path, isFolder, fold)) return true;
      let ignored = false;
      for (const level of levels) {
        const relative = level.folder === '.' ? path : path.slice(level.folder.length + 1);
        const verdict = level.rules.test(relative + tail);
        if (verdict.ignored) ignored = true;
        else if (verdict.unignored) ignored = false;
      }
      return ignored;
    },
    async enter(folder, names) {
      const bare = names !== undefined && !names.some(({ name }) => name === '.gitignore') && tree.roots?.includes(folder) !== true;
      if (bare || (names !== undefined && folder === '.')) return this;
      const own = await levelsOf(tree, folder);
      return own.length === 0 ? this : createLevels(tree, [...levels, ...own]);
    },
  };
}

/** What a folder's `.gitignore` says and, before it, git's own list of a repository that begins there. */
async function levelsOf({ files, root, workspace = root, roots = [] }: Tree, folder: string): Promise<readonly Level[]> {
  const rules = (bytes: Uint8Array | undefined): readonly Level[] =>
    (bytes === undefined ? [] : [{ folder, rules: ignore({ ignorecase: files.platform !== 'linux' }).add(decoder.decode(bytes)) }]);
  const exclude = folder === '.' || roots.includes(folder) ? await files.read(joinPath(joinPath(workspace, folder), '.git/info/exclude'), MOST_RULES) : undefined;
  const path = joinPath(joinPath(root, folder), '.gitignore');
  // A link could name any file of the disk; git doesn't follow one here either.
  const own = (await files.stat(path))?.kind === 'file' ? await files.read(path, MOST_RULES) : undefined;
  return [...rules(exclude), ...rules(own)];
}

/** Where a repository's own list of what to ignore lies: a room has none. */
export interface RulesOf {
  /** Absolute; left out, the tree itself. */
  readonly workspace?: string | undefined;
  /** The workspace's folders, where it has several: each may be a repository. */
  readonly roots?: readonly string[] | undefined;
}

/** The rules at the root of a tree: leavings, `.git/info/exclude`, then its own .gitignore. A person's global list is not read: others wouldn't have it either. */
export async function rootRules(files: Files, root: string, of: RulesOf = {}): Promise<IgnoreRules> {
  const leavings: Level = { folder: '.', rules: ignore({ ignorecase: files.platform !== 'linux' }).add(LEAVINGS) };
  return createLevels({ workspace: of.workspace, roots: of.roots, files, root }, [leavings]).enter('.');
}

/** The rules that come from above `folder`; used where a walk starts below the root. */
export async function rulesAt(files: Files, root: string, folder: string, of: RulesOf = {}): Promise<IgnoreRules> {
  let rules = await rootRules(files, root, of);
  const steps: string[] = [];
  for (let at = parentOf(folder); at !== '.'; at = parentOf(at)) steps.unshift(at);
  for (const step of steps) rules = await rules.enter(step);
  return rules;
}

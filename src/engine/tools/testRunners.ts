/** Finds the command that runs a project's tests, by what lies in its folder. */
import type { Platform } from '../ports';
import { joinPath, nameOf, parentOf } from '../snapshot/diskPath';
import { scriptsOf } from './runLine';
import type { ToolContext } from './tool';

export interface TestCommand {
  readonly line: string;
  /** The text of what the line stands for (an npm script), so that a change of it is noticed. */
  readonly definition: string;
  /** The line for a part of the tests; undefined where this runner can't be told. */
  filtered(filter: string): string | undefined;
}

/** What the detection looks at. */
interface Project {
  readonly paths: readonly string[];
  readonly names: ReadonlySet<string>;
  /** Files that choose the command: as they were when the task began, if asked so. */
  read(path: string): Promise<string>;
  readNow(path: string): Promise<string>;
  /** By the disk: what is installed is not among the project's own files. */
  exists(path: string): Promise<boolean>;
  readonly python: string;
  readonly platform: Platform;
}

/** The project's test command: the person's setting first, else what its files say; undefined where it has no tests. */
export async function findTestCommand(context: ToolContext): Promise<TestCommand | undefined> {
  const { room, host, settings } = context;
  const own = settings.testCommand?.trim();
  if (own !== undefined && own !== '') return simple(own, runnerOf(own));
  const now = (await room.walk('.')).map((file) => file.path);
  const first = new Map((await room.changes()).files.filter((file) => SETTINGS.test(file.path)).map((file) => [file.path, file.before]));
  const found: (readonly [root: string, tests: TestCommand])[] = [];
  const windows = host.files.platform === 'win32';
  for (const root of room.roots ?? ['.']) {
    const tests = await testsBelow(root, now, first, context);
    if (tests !== undefined) found.push([root, tests]);
  }
  return room.roots === undefined ? found[0]?.[1] : joined(found, windows);
}

/** The tests of each folder of a workspace, one after the other in their own folders. */
function joined(found: readonly (readonly [root: string, tests: TestCommand])[], windows: boolean): TestCommand | undefined {
  if (found.length === 0) return undefined;
  const enter = (root: string, line: string): string => (windows ? `cd ${quoted(root)} && ${line} && cd ..` : `(cd ${quoted(root)} && ${line})`);
  return {
    line: found.map(([root, { line }]) => enter(root, line)).join(' && '),
    definition: found.map(([, { definition }]) => definition).join('\n'),
    filtered: (filter) => {
      const [root, tests] = found.find(([name]) => filter.startsWith(`${name}/`)) ?? (found.length === 1 ? found[0] : undefined) ?? [];
      const line = root === undefined ? undefined : tests?.filtered(filter.startsWith(`${root}/`) ? filter.slice(root.length + 1) : filter);
      return root === undefined || line === undefined ? undefined : enter(root, line);
    },
  };
}

/** What one folder's files say; `.` is the room. */
async function testsBelow(root: string, all: readonly string[], changed: ReadonlyMap<string, Uint8Array | null>, { room, host, settings }: ToolContext): Promise<TestCommand | undefined> {
  const inside = (path: string): string | undefined => (root === '.' ? path : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined);
  const full = (path: string): string => (root === '.' ? path : `${root}/${path}`);
  const now = all.flatMap((path) => inside(path) ?? []);
  const first = new Map([...changed].flatMap(([path, before]) => { const name = inside(path); return name === undefined ? [] : [[name, before] as const]; }));
  const exists = async (path: string): Promise<boolean> => (await host.files.stat(joinPath(room.folder, full(path)))) !== undefined;
  const windows = host.files.platform === 'win32';
  const inVenv = windows ? '.venv/Scripts/python.exe' : '.venv/bin/python';
  const python = settings.sandboxPython ?? ((await exists(inVenv)) ? inVenv : windows ? 'python' : 'python3');
  const read = async (path: string): Promise<string> => {
    const found = await room.read(full(path));
    return found.ok ? new TextDecoder().decode(found.bytes) : '';
  };
  const project = (paths: readonly string[], readSetting: Project['read']): Project => ({
    paths, names: new Set(paths), exists, platform: host.files.platform,
    python,
    read: readSetting, readNow: read,
  });
  const find = async (state: Project): Promise<TestCommand | undefined> => (await nodeTests(state)) ?? (await pythonTests(state)) ?? otherTests(state);
  // Which command it is, the project said before the task began; only where it had none, what the task made says so.
  const before = first.size === 0 ? undefined : await find(project(
    [...now.filter((path) => !first.has(path)), ...[...first].flatMap(([path, bytes]) => (bytes === null ? [] : [path]))],
    async (path) => (first.has(path) ? new TextDecoder().decode(first.get(path) ?? new Uint8Array()) : read(path)),
  ));
  return before ?? find(project(now, read));
}

/** Files that say which command the tests are. */
const SETTINGS = /(?:^|\/)(?:package\.json|(?:pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)|deno\.jsonc?|(?:GNU)?makefile|manage\.py|pyproject\.toml|setup\.cfg|tox\.ini|pytest\.ini|conftest\.py|go\.mod|cargo\.toml|pom\.xml|mvnw|gradlew|[^/]*\.gradle(?:\.kts)?|gemfile|phpunit[^/]*|mix\.exs|cmakelists\.txt|[^/]*\.(?:slnx?|csproj|fsproj))$/i;

type Runner = 'pytest' | 'unittest' | 'node' | 'mocha' | 'jest' | 'vitest' | 'go' | 'cargo' | 'maven' | 'gradle' | 'ctest' | 'dotnet' | 'rspec' | 'phpunit' | undefined;

/** The runner a command line (or a script) comes down to. */
export function runnerOf(line: string): Runner {
  const names: readonly (readonly [Runner, RegExp])[] = [
    ['vitest', /\bvitest\b/], ['jest', /\bjest\b|react-scripts test/], ['mocha', /\bmocha\b/], ['node', /\bnode\b.* --test\b/], ['pytest', /\bpytest\b|py\.test/], ['unittest', /\bunittest\b/],
    ['go', /\bgo test\b/], ['cargo', /\bcargo (?:test|nextest)\b/], ['maven', /\bmvnw?\b/], ['gradle', /\bgradlew?\b/], ['ctest', /\bctest\b/], ['dotnet', /\bdotnet test\b/], ['rspec', /\brspec\b/], ['phpunit', /\bphpunit\b/],
  ];
  return names.find(([, pattern]) => pattern.test(line))?.[0];
}

/** `separator`: what must stand before arguments that a package manager passes on. */
function simple(line: string, runner: Runner, definition = '', separator = ''): TestCommand {
  return {
    line, definition,
    filtered: (filter) => {
      const words = filterWords(runner, filter);
      if (words === undefined || /[|;&<>\n]/.test(line)) return undefined;
      return `${line}${separator} ${words.map(quoted).join(' ')}`;
    },
  };
}

/** A filter is a path, a test's id, or a part of its name; each runner says it in its own way. */
function filterWords(runner: Runner, filter: string): readonly string[] | undefined {
  if (filter.startsWith('-')) return undefined;
  const isPath = /\//.test(filter) || /\.(?:py|[cm]?[jt]sx?|rb|php|go|rs)(?:::|$)/.test(filter);
  switch (runner) {
    case 'pytest': return isPath || filter.includes('::') ? [filter] : ['-k', filter];
    case 'unittest': return ['-k', filter];
    case 'node': return isPath ? [filter] : [`--test-name-pattern=${filter}`];
    case 'mocha': return isPath ? ['--spec', filter] : ['--grep', filter];
    case 'jest': case 'vitest': return isPath ? [filter] : ['-t', filter];
    case 'go': return ['-run', filter];
    case 'cargo': return [filter];
    case 'maven': return [`-Dtest=${filter}`];
    case 'gradle': return ['--tests', filter];
    case 'ctest': return ['-R', filter];
    case 'dotnet': return ['--filter', filter];
    case 'rspec': return isPath ? [filter] : ['-e', filter];
    case 'phpunit': return isPath ? [filter] : ['--filter', filter];
    case undefined: return undefined;
  }
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const JS_TEST = /(?:\.(?:test|spec)\.[cm]?[jt]sx?|(?:^|\/)(?:test|tests|__tests__)\/.*\.[cm]?[jt]sx?|(?:^|\/)test-[^/]*\.[cm]?js|_test\.[cm]?js)$/;
const PY_TEST = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;

/** Whether a path is a test by the customs of its language. */
export function isTestFile(path: string): boolean {
  return JS_TEST.test(path) || PY_TEST.test(path) || /(?:^|\/)(?:tests?|spec|__tests__)\/|(?:_test\.(?:go|rb|exs|dart|cc|cpp|c)|_spec\.rb|Tests?\.(?:java|kt|cs|php|swift|scala)|Spec\.(?:scala|kt|hs)|_tests?\.rs)$/.test(path);
}

async function nodeTests(project: Project): Promise<TestCommand | undefined> {
  if (project.names.has('package.json')) {
    const text = await project.read('package.json');
    const scripts = scriptsOf(new TextEncoder().encode(text));
    const script = scripts['test'];
    const manager = project.names.has('pnpm-lock.yaml') ? 'pnpm' : project.names.has('yarn.lock') ? 'yarn' : project.names.has('bun.lock') || project.names.has('bun.lockb') ? 'bun' : 'npm';
    if (script !== undefined && !script.includes('no test specified')) {
      // All of them: one leads to another.
      const definition = JSON.stringify(scriptsOf(new TextEncoder().encode(await project.readNow('package.json'))));
      const line = manager === 'bun' ? 'bun run test' : `${manager} test`;
      return simple(line, runnerOf(script), definition, manager === 'npm' ? ' --' : '');
    }
    for (const runner of ['vitest', 'jest', 'mocha'] as const) {
      if (!(await project.exists(`node_modules/.bin/${runner}`)) || !project.paths.some((path) => JS_TEST.test(path))) continue;
      return simple(runner === 'vitest' ? 'npx --no-install vitest run' : `npx --no-install ${runner}`, runner);
    }
  }
  if (project.names.has('deno.json') || project.names.has('deno.jsonc')) return simple('deno test', undefined);
  const files = project.paths.filter((path) => JS_TEST.test(path) && /\.[cm]?js$/.test(path));
  for (const path of files) {
    if (/\bnode:test\b|require\(['"]test['"]\)/.test(await project.read(path))) return simple('node --test', 'node');
  }
  return undefined;
}

async function pythonTests(project: Project): Promise<TestCommand | undefined> {
  const tests = project.paths.filter((path) => PY_TEST.test(path));
  const configured = project.names.has('pytest.ini') || project.paths.some((path) => nameOf(path) === 'conftest.py') ||
    /\[tool\.pytest/.test(await project.read('pyproject.toml')) || /\[(?:tool:)?pytest\]/.test((await project.read('setup.cfg')) + (await project.read('tox.ini')));
  if (tests.length === 0) return project.names.has('manage.py') ? simple(`${project.python} manage.py test`, undefined) : undefined;
  if (project.names.has('manage.py') && !configured) return simple(`${project.python} manage.py test`, undefined);
  if (!configured) {
    const texts = await Promise.all(tests.slice(0, 50).map((path) => project.read(path)));
    const byUnittest = texts.every((text) => /^\s*(?:import|from)\s+unittest\b/m.test(text) && !/^\s*(?:import|from)\s+pytest\b/m.test(text) && !/^(?:async\s+)?def test/m.test(text));
    if (byUnittest) return unittest(project, tests);
  }
  return simple(`${project.python} -m pytest -q`, 'pytest');
}

function unittest(project: Project, tests: readonly string[]): TestCommand {
  const folders = new Set(tests.map((path) => path.split('/').slice(0, -1)[0] ?? '.'));
  const [folder] = folders;
  const pattern = tests.every((path) => /_test\.py$/.test(path)) ? " -p '*_test.py'" : '';
  const start = folders.size === 1 && folder !== undefined && folder !== '.' ? ` -s ${quoted(folder)}${project.names.has(`${folder}/__init__.py`) ? ' -t .' : ''}` : '';
  return simple(`${project.python} -m unittest discover${start}${pattern}`, 'unittest');
}

async function otherTests(project: Project): Promise<TestCommand | undefined> {
  const { names, paths } = project;
  const windows = project.platform === 'win32';
  const some = (pattern: RegExp): boolean => paths.some((path) => pattern.test(path));
  if (names.has('go.mod') && some(/_test\.go$/)) return simple('go test -v ./...', 'go');
  if (names.has('Cargo.toml')) {
    const texts = await Promise.all(paths.filter((path) => path.endsWith('.rs')).slice(0, 200).map((path) => project.read(path)));
    if (texts.some((text) => /#\[(?:\w+::)*test\b/.test(text))) return simple('cargo test', 'cargo');
  }
  if (names.has('pom.xml') && some(/(?:^|\/)src\/test\//)) return simple(names.has('mvnw') && !windows ? 'sh mvnw -B test' : 'mvn -B test', 'maven');
  if (some(/^(?:build|settings)\.gradle(?:\.kts)?$/) && some(/(?:^|\/)src\/test\//)) {
    return simple(names.has('gradlew') ? (windows ? 'gradlew.bat test' : 'sh gradlew test') : 'gradle test', 'gradle');
  }
  if (some(/\.(?:sln|slnx|csproj|fsproj)$/) && some(/test[^/]*\.(?:cs|fs|csproj|fsproj)$/i)) return simple('dotnet test', 'dotnet');
  if (some(/_spec\.rb$/)) return simple(names.has('Gemfile') ? 'bundle exec rspec' : 'rspec', 'rspec');
  if (some(/^phpunit(?:\.dist)?\.xml(?:\.dist)?$/) || some(/Test\.php$/)) return simple((await project.exists('vendor/bin/phpunit')) ? 'vendor/bin/phpunit' : 'phpunit', 'phpunit');
  if (names.has('mix.exs') && some(/_test\.exs$/)) return simple('mix test', undefined);
  const ctest = paths.find((path) => nameOf(path) === 'CMakeLists.txt' && parentOf(path) === '.');
  if (ctest !== undefined && /\benable_testing\b|\badd_test\b|include\(CTest\)/i.test(await project.read(ctest))) {
    return simple('cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure', 'ctest');
  }
  const makefile = ['Makefile', 'makefile', 'GNUmakefile'].find((name) => names.has(name));
  if (makefile !== undefined) {
    const text = await project.read(makefile);
    if (/^test\s*:/m.test(text)) return simple('make test', undefined, await project.readNow(makefile));
  }
  return undefined;
}

/** An editable install points at the workspace: then Python is told to look in the room first, or the wrong code would be tested. */
export async function pythonPath({ host, room }: ToolContext): Promise<Readonly<Record<string, string>>> {
  const { files } = host;
  const lib = joinPath(room.folder, '.venv/lib');
  if ((await files.stat(lib))?.kind !== 'folder') return {};
  for (const { name } of await files.list(lib)) {
    const packages = joinPath(lib, `${name}/site-packages`);
    if (!name.startsWith('python') || (await files.stat(packages))?.kind !== 'folder') continue;
    for (const entry of await files.list(packages)) {
      if (!/\.(?:pth|egg-link)$|^__editable__/.test(entry.name)) continue;
      const text = new TextDecoder().decode(await files.read(joinPath(packages, entry.name), 100_000));
      if (!text.includes(room.workspace)) continue;
      const separator = files.platform === 'win32' ? ';' : ':';
      return { PYTHONPATH: [joinPath(room.folder, 'src'), room.folder].join(separator) };
    }
  }
  return {};
}

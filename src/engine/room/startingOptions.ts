/** By which options and words a program that only looks starts another one, reads its orders from a file, or writes one. */

interface Starts {
  /** Long options without their dashes; any beginning of one counts, as many programs complete it. */
  readonly long?: readonly string[];
  /** Short options; they count inside a bundle too, and with their value behind them. */
  readonly short?: string;
  /** Whatever else an argument may be. */
  readonly other?: RegExp;
}

const compiler: Starts = { short: 'B', other: /^(?:-wrapper|-specs|-fplugin|-load|-Xclang|@)/ };
const maven: Starts = { short: 'fs', long: ['file', 'settings', 'global-settings'], other: /^-D(?:exec\.|maven\.ext)|^exec:|^-(?:gs|gt|t)$/ };
const gradle: Starts = { short: 'Ibcp', long: ['init-script', 'build-file', 'settings-file', 'project-dir', 'include-build'] };
const make: Starts = { short: 'fEC', long: ['file', 'makefile', 'eval', 'directory', 'include-dir'], other: /^[^-=][^=]*=/ };
const npm: Starts = { long: ['script-shell', 'prefix', 'node-options', 'userconfig', 'globalconfig', 'shell', 'git', 'editor', 'viewer', 'call', 'init-module', 'nodedir', 'global'], short: 'Ccg' };
const STARTS: Readonly<Record<string, Starts>> = {
  find: { other: /^-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls)$/ },
  fd: { short: 'xX', long: ['exec', 'exec-batch'] },
  git: {
    long: ['config-env', 'exec-path', 'ext-diff', 'textconv', 'output', 'upload-pack', 'receive-pack', 'exec', 'extcmd', 'open-files-in-pager', 'paginate', 'git-dir', 'output-directory', 'template', 'super-prefix', 'tool'],
    other: /^(?:-c|-O|-x$|-[a-zA-Z]*O)/,
  },
  rg: { long: ['pre', 'hostname-bin'] }, sort: { short: 'oT', long: ['compress-program', 'output', 'files0-from', 'temporary-directory'] },
  tar: { short: 'IF', long: ['to-command', 'use-compress-program', 'checkpoint-action', 'rsh-command', 'info-script', 'new-volume-script', 'rmt-command'], other: /^[a-zA-Z]*[IF][a-zA-Z]*$/ },
  ag: { long: ['pager'] }, ack: { long: ['pager', 'ackrc'] }, bat: { long: ['pager'] }, batcat: { long: ['pager'] }, tree: { short: 'o', long: ['output'] }, man: { short: 'PHC', long: ['pager', 'html', 'config-file'] },
  date: { short: 's', long: ['set'] }, less: { short: 'oO', other: /^\+/ }, file: { short: 'C', long: ['compile'] }, rsync: { short: 'e', long: ['rsh', 'rsync-path'] }, scp: { short: 'So' }, sftp: { short: 'So' },
  zip: { other: /^-TT?/, long: ['unzip-command'] }, split: { long: ['filter'] }, shuf: { short: 'o', long: ['output'] }, ctags: { short: 'of', long: ['options', 'output-file'] },
  gcc: compiler, cc: compiler, 'g++': compiler, 'c++': compiler, clang: compiler, 'clang++': compiler, ld: { other: /^-plugin/ },
  go: { other: /^--?(?:exec|toolexec|vettool|overlay|o|C|modfile)(?:=|$)|^(?:generate|env)$/ },
  cargo: { long: ['config', 'manifest-path'], short: 'CZ' },
  make, gmake: make,
  mvn: maven, mvnw: maven, gradle, gradlew: gradle, npm, pnpm: npm, yarn: { ...npm, short: '' }, npx: { short: 'c', long: ['call'] }, bun: { short: 'c', long: ['config', 'preload', 'cwd'] },
  cmake: { short: 'PEC' }, ctest: { short: 'SD', long: ['script'] }, curl: { short: 'KoOTFc', long: ['config', 'output', 'output-dir', 'remote-name', 'upload-file', 'form', 'cookie-jar'] },
  wget: { short: 'eiO', long: ['use-askpass', 'execute', 'config', 'output-document', 'input-file'] },
  jq: { short: 'fL', long: ['from-file'] }, bash: { long: ['rcfile', 'init-file'] },
};

function isStarting(arg: string, { long = [], short = '', other }: Starts): boolean {
  if (other?.test(arg) === true) return true;
  if (arg.startsWith('--')) {
    const name = arg.slice(2).split('=', 1)[0] ?? '';
    return name !== '' && long.some((option) => option.startsWith(name));
  }
  return arg.startsWith('-') && [...short].some((letter) => (/^-[A-Za-z0-9]*/.exec(arg)?.[0] ?? '').slice(1).includes(letter));
}

/** The option that makes this call start a program or write a file although its name is a harmless one. */
export function startingOption(name: string, args: readonly string[]): string | undefined {
  const starts = STARTS[name] ?? {};
  const found = args.find((arg) => isStarting(arg, starts));
  return found ?? ORDERS[name]?.(args.filter((arg) => !arg.startsWith('-')), args);
}

/** Words that make a program write or start something. */
const ORDERS: Readonly<Record<string, (plain: readonly string[], all: readonly string[]) => string | undefined>> = {
  git: ([command = '', ...rest], all) => {
    if (/^(?:filter-branch|difftool|mergetool|send-email|hook|remote-ext|daemon|instaweb)$/.test(command)) return command;
    if (command === 'config') return all.some((arg) => /^(?:--get.*|--list|-l|get|list)$/.test(arg)) ? undefined : command;
    return (command === 'submodule' && rest[0] === 'foreach') || (command === 'bisect' && rest[0] === 'run') ? `${command} ${rest[0] ?? ''}` : undefined;
  },
  uniq: ([, file]) => file,
  npm: ([command = '']) => (/^(?:explore|config|set|set-script|publish|edit)$/.test(command) ? command : undefined),
};

/**
 * A pattern among the arguments whose names may be read as options: a file can be called `--pre=x`.
 * `raw` is as written, so that what is quoted does not count.
 */
export function optionPattern(name: string, args: readonly { readonly raw: string }[]): string | undefined {
  if (STARTS[name] === undefined) return undefined;
  const end = args.findIndex(({ raw }) => raw === '--');
  // Those of find are whole words: `*.py` is none of them.
  return args.slice(0, end < 0 ? undefined : end).find(({ raw }) => /^[*?[]/.test(raw) && (name !== 'find' || /[*?\]]$/.test(raw)))?.raw;
}

/** How many words belong to a program that hands the rest on as a command: an entry that ends there covers nothing. */
export function runnerWords(words: readonly string[]): number {
  const [name = '', first = ''] = words;
  const after = (from: number): number => {
    const at = words.slice(from).findIndex((word) => !word.startsWith('-'));
    return at < 0 ? words.length : from + at;
  };
  if (/^(?:npx|bunx|pnpx|uvx)$/.test(name)) return after(1);
  if (name === 'pipx' && first === 'run') return after(2);
  if (/^(?:npm|pnpm|yarn|bun|poetry|uv|pipenv|rye|hatch|pdm|bundle|gem|conda|mamba|pixi|mise|nix|docker|podman|kubectl|dotenv|op|direnv|heroku|flatpak)$/.test(name) && /^(?:run|exec|x|dlx|shell|develop)$/.test(first)) {
    // Scripts of a package have names of their own, and are asked for when they changed.
    return /^(?:npm|pnpm|yarn|bun)$/.test(name) && first === 'run' ? 0 : after(2);
  }
  return 0;
}

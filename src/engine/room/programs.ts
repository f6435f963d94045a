/** What is known of programs that matters before they run: which start others, which wait, which never end. */

/** Their arguments are, or may become, another command: the name in front says nothing. */
export const WRAPPERS = new Set([
  'env', 'xargs', 'sudo', 'doas', 'su', 'nice', 'ionice', 'nohup', 'timeout', 'time', 'command', 'builtin', 'exec', 'eval', 'source', '.', 'trap', 'parallel',
  'watch', 'strace', 'ltrace', 'setsid', 'stdbuf', 'script', 'ssh', 'chroot', 'unshare', 'nsenter', 'busybox', 'caffeinate', 'flock', 'systemd-run', 'at',
  'batch', 'crontab', 'entr', 'start', 'call', 'forfiles', 'alias', 'enable', 'hash', 'bind', 'fc', 'complete', 'mapfile', 'readarray', 'expect', 'unbuffer',
  'hyperfine', 'fakeroot', 'fakechroot', 'xvfb-run', 'dbus-run-session', 'taskset', 'numactl', 'chrt', 'prlimit', 'setpriv', 'runuser', 'pkexec', 'gosu', 'firejail', 'bwrap', 'proot', 'run-parts', 'start-stop-daemon',
  'rlwrap', 'tmux', 'screen', 'watchexec', 'chokidar', 'concurrently', 'cross-env', 'faketime', 'valgrind', 'perf', 'ltrace', 'sg', 'newgrp', 'dotenvx', 'choom', 'coproc', 'pwsh', 'parallel-ssh', 'sshpass', 'torsocks', 'proxychains',
]);

/** They run whatever text they are given. */
export const INTERPRETERS = /^(?:(?:ba|z|da|k|c|tc|fi|a)?sh|python[\d.]*|pypy[\d.]*|node|deno|bun|perl|ruby|php|lua|pwsh|powershell|cmd|osascript|tclsh|awk|gawk|sed|ed|psql|mysql|sqlite3|Rscript|R)$/;

type Rule = readonly [program: RegExp, matches: (args: readonly string[]) => boolean];
const has = (args: readonly string[], pattern: RegExp): boolean => args.some((arg) => pattern.test(arg));
const plain = (args: readonly string[]): readonly string[] => args.filter((arg) => !arg.startsWith('-'));
const any = (): boolean => true;

const INTERACTIVE: readonly Rule[] = [
  [/^(?:vi|vim|nvim|view|nano|pico|emacs|micro|helix|hx|less|more|most|man|top|htop|btop|tmux|screen|passwd|ssh-keygen|irb|ipython|ghci|gdb|lldb|pdb|mc|nnn|ranger|tig|lazygit|dialog|whiptail|fzf|visudo|vipw|chsh)$/, any],
  [/^(?:python[\d.]*|pypy[\d.]*)$/, (args) => plain(args).length === 0 && !has(args, /^(?:-[cm]|-V+|--version|-h|--help)/) || args[0] === '-i' || (args[0] === '-m' && has(args, /^pdb$/))],
  [/^node$/, (args) => args.length === 0 || has(args, /^(?:-i|--interactive|inspect)$/)],
  [/^(?:bash|zsh|sh|dash|fish|ksh|psql|sqlite3|lua|php|R)$/, (args) => args.length === 0 || has(args, /^(?:-i|-a)$/)],
  [/^psql$/, (args) => !has(args, /^(?:-[cfl]|--command|--file|--list|--version)/)],
  [/^mysql$/, (args) => !has(args, /^(?:-e|--execute|--version)/)],
  [/^(?:ssh|sftp|ftp|telnet)$/, (args) => plain(args).length < 2],
  [/^(?:npm|pnpm|yarn)$/, (args) => (args[0] === 'init' && !has(args, /^(?:-y|--yes)$/)) || args[0] === 'login' || args[0] === 'adduser'],
  [/^read$/, any],
];

const GIT_INTERACTIVE: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  rebase: (args) => has(args, /^(?:-i|--interactive|--edit-todo)$/) || (has(args, /^--continue$/)),
  add: (args) => has(args, /^(?:-i|--interactive|-p|--patch|-e|--edit)$/),
  checkout: (args) => has(args, /^(?:-p|--patch)$/), restore: (args) => has(args, /^(?:-p|--patch)$/), reset: (args) => has(args, /^(?:-p|--patch)$/),
  stash: (args) => has(args, /^(?:-p|--patch)$/), clean: (args) => has(args, /^(?:-i|--interactive)$/),
  commit: (args) => has(args, /^(?:-p|--patch|--interactive|-e|--edit)$/) ||
    !has(args, /^(?:-[a-zA-Z]*[mFC]|--message|--file|--no-edit|--reuse-message|--fixup|--dry-run|-h|--help)/),
  tag: (args) => has(args, /^(?:-a|-s|--annotate|--sign)$/) && !has(args, /^(?:-[a-zA-Z]*[mF]|--message|--file)/),
  merge: (args) => has(args, /^(?:-e|--edit)$/), revert: (args) => !has(args, /^(?:--no-edit|-n|--no-commit|--abort|--quit|--skip)$/), mergetool: any, difftool: (args) => !has(args, /^(?:-y|--no-prompt)$/),
  config: (args) => has(args, /^(?:-e|--edit)$/), 'send-email': any, gui: any, citool: any,
};

const LONG_RUNNING: readonly Rule[] = [
  [/^(?:tail|journalctl|logread)$/, (args) => has(args, /^(?:-[a-zA-Z0-9]*[fF]|--follow.*)$/)],
  [/^(?:docker|podman|kubectl)$/, (args) => (args.includes('logs') && has(args, /^(?:-f|--follow)/)) || (args.includes('up') && !has(args, /^(?:-d|--detach|--wait)$/)) || args[0] === 'port-forward' || args[0] === 'attach'],
  [/^docker-compose$/, (args) => args.includes('up') && !has(args, /^(?:-d|--detach)$/)],
  [/^python[\d.]*$/, (args) => has(args, /^(?:http\.server|SimpleHTTPServer|uvicorn|gunicorn|hypercorn|flask|streamlit|smtpd|livereload)$/) || args.includes('runserver')],
  [/^(?:watch|yes|nodemon|uvicorn|gunicorn|hypercorn|daphne|http-server|live-server|serve|json-server|caddy|nginx|redis-server|mongod|mysqld|postgres|ngrok|entr|celery|streamlit|browser-sync|webpack-dev-server|inotifywait|pm2-runtime)$/, any],
  [/^(?:npm|pnpm|yarn|bun)$/, (args) => /^(?:start|dev|serve|watch|preview|storybook)(?::.*)?$/.test(args.find((arg) => !arg.startsWith('-') && arg !== 'run' && arg !== 'run-script') ?? '')],
  [/^(?:vite|next|nuxt|astro|remix|gatsby|ng|vue-cli-service|webpack|parcel|hugo|jekyll|mkdocs|rails|flask|php|symfony|wrangler|expo|react-scripts)$/, (args) =>
    has(args, /^(?:dev|serve|server|s|start|run|develop|preview|-S)$/) && !args.includes('build') && !(args[0] === 'run' && args.includes('test'))],
  [/^vite$/, (args) => args.length === 0],
  [/^(?:cargo|dotnet|air|mix)$/, (args) => args[0] === 'watch' || args[0] === 'phx.server'],
  [/^ping$/, (args) => !has(args, /^-[a-zA-Z]*[cn]/)],
  [/^sleep$/, (args) => args.includes('infinity') || args.some((arg) => Number.parseFloat(arg) > 600 || /^\d+[hd]$/.test(arg))],
  [/^nc$|^ncat$|^socat$/, (args) => has(args, /^-[a-zA-Z]*l/)],
  [/.*/, (args) => has(args, /^(?:--watch|--watchAll|--watch=true|--serve)$/)],
  [/^tsc$/, (args) => args.includes('-w')],
];

const GIT_PAGED = new Set(['diff', 'log', 'show', 'blame', 'branch', 'tag', 'grep', 'reflog', 'shortlog', 'stash', 'config', 'help', 'whatchanged', 'range-diff']);

/** Programs that only hand their arguments on: what counts is behind them. */
function unwrap(words: readonly string[]): readonly string[] {
  const [name = '', ...args] = words;
  if (/^(?:npx|bunx|pnpx|uvx)$/.test(name)) return unwrap(args.filter((arg) => !/^(?:--yes|-y|--no-install|--no)$/.test(arg)));
  if (/^(?:poetry|uv|pipenv|rye|hatch|pdm|bundle|pnpm|yarn)$/.test(name) && /^(?:run|exec|dlx)$/.test(args[0] ?? '')) return unwrap(args.slice(1));
  if (/^(?:sudo|nohup|time|nice|command|exec|env|stdbuf|setsid)$/.test(name)) {
    const first = args.findIndex((arg) => !arg.startsWith('-') && !/^\w+=/.test(arg));
    return first < 0 ? words : unwrap(args.slice(first));
  }
  return words;
}

export interface RunningHabits {
  readonly interactive: boolean;
  readonly longRunning: boolean;
  /** Opens a pager on a terminal; harmless while the pager is `cat`. */
  readonly pager: boolean;
}

/** What one simple command is known to do when it runs; unknown programs are taken to run and end. */
export function habitsOf(words: readonly string[], fed: boolean): RunningHabits {
  const [path = '', ...args] = unwrap(words);
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.exe$/i, '');
  if (name === 'git') {
    const at = args.findIndex((arg, index) => !arg.startsWith('-') && !/^-[cC]$/.test(args[index - 1] ?? ''));
    const command = args[at] ?? '';
    const interactive = GIT_INTERACTIVE[command]?.(args.slice(at + 1)) ?? false;
    return { interactive, longRunning: command === 'daemon' || command === 'instaweb', pager: GIT_PAGED.has(command) && !args.includes('--no-pager') };
  }
  const matches = (rules: readonly Rule[]): boolean => rules.some(([program, test]) => program.test(name) && test(args));
  return { interactive: !fed && matches(INTERACTIVE), longRunning: matches(LONG_RUNNING), pager: /^(?:man|journalctl|systemctl|psql|less|more)$/.test(name) };
}

/** Knows what typing a command line into an interactive shell would make of it. */
import type { Shell } from '../engine/ports';

/** Longer lines are cut by some terminals' line editors. */
const longestLine = 1_000;

/**
 * Whether the shell runs a typed line exactly as it was approved. An interactive bash expands `!`, completes at a tab,
 * and takes a line break for the end of the command.
 */
export function survivesTyping(line: string, shell: Shell['kind']): boolean {
  return line.length <= longestLine && !/\p{Cc}/u.test(line) && !(shell === 'bash' && line.includes('!'));
}

/**
 * Whether the line may leave something running. Such a one is not typed: an interactive shell doesn't tell what became of it.
 * In doubt it is, which costs nothing.
 */
export function mayLeaveRunning(line: string): boolean {
  return /(?<![&|<>])&(?![&>])/.test(line.replace(/'[^']*'|\\./g, '')) || /(?:^|[\s;&|(])(?:nohup|setsid|disown)\s/.test(line);
}

const builtins = new Set([
  '.', 'alias', 'bind', 'builtin', 'cd', 'command', 'complete', 'declare', 'enable', 'eval', 'exec', 'exit', 'export', 'fc', 'function',
  'getopts', 'hash', 'history', 'let', 'local', 'logout', 'mapfile', 'popd', 'printf', 'pushd', 'read', 'readarray', 'readonly', 'set',
  'shopt', 'source', 'test', 'trap', 'typeset', 'ulimit', 'umask', 'unalias', 'unset',
]);

/** Whether later commands in the same shell surely mean the same as before: one program with plain words. */
export function keepsShellState(line: string): boolean {
  const first = /^([\w./+-]+)(?: [^;&|(){}<>$`=\\]*)?$/.exec(line)?.[1];
  return first !== undefined && !builtins.has(first.toLowerCase());
}

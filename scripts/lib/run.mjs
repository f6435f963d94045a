/** Runs a program to its end: quiet while all is well, with the program's last words when it fails. */
import { spawn } from 'node:child_process';
import { atExit } from './atExit.mjs';
import { signalTree } from './processTree.mjs';
import { Plain } from './say.mjs';

const onWindows = process.platform === 'win32';
const keptOutput = 4_000_000;

/**
 * Runs `command` and resolves to { code, output }, both streams in one text.
 * With `show` the output also goes to the terminal as it comes.
 * Rejects only if the program can't be started.
 */
export function attempt(command, args, { cwd, env, show = false } = {}) {
  return new Promise((resolve, reject) => {
    // npm and npx are .cmd files on Windows, which only a shell can start; no argument of ours needs quoting but paths.
    const viaShell = onWindows && !/\.exe$/i.test(command);
    const quoted = viaShell ? args.map(each => (/[\s&]/.test(each) ? `"${each}"` : each)) : args;
    const child = spawn(command, quoted, { cwd, env, shell: viaShell, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    let output = '';
    const take = target => chunk => {
      output = (output + chunk).slice(-keptOutput);
      if (show) target.write(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', take(process.stdout));
    child.stderr.setEncoding('utf8').on('data', take(process.stderr));
    // Mocha and npm run their work in children of their own and tell them nothing.
    const takeBack = atExit(() => { if (child.pid !== undefined) signalTree(child.pid, 'SIGTERM'); });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      takeBack();
      resolve({ code: code ?? 1, signal, output });
    });
  });
}

/** Like `attempt`, but a program that fails is an error that shows its last 40 lines and, if given, the next move. */
export async function run(command, args, { hint = '', ...options } = {}) {
  const line = [command, ...args].join(' ');
  let result;
  try {
    result = await attempt(command, args, options);
  } catch (error) {
    throw new Plain(`\`${line}\` could not be started: ${error.message}${hint && `\n  ${hint}`}`);
  }
  if (result.code !== 0) {
    const tail = options.show ? '' : `\n${result.output.trimEnd().split('\n').slice(-40).join('\n')}`;
    throw new Plain(`\`${line}\` ended with ${result.signal ?? `exit code ${result.code}`}.${tail}${hint && `\n  ${hint}`}`);
  }
  return result.output;
}

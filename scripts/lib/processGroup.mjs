/** Starts a program that is to run on, in such a way that it and all it starts can be ended. */
import { spawn, spawnSync } from 'node:child_process';
import { atExit } from './atExit.mjs';
import { descendants } from './processTree.mjs';

const onWindows = process.platform === 'win32';

/** A program that runs on. `stop()` ends it and everything it started, and may be called twice. */
export function startGroup(command, args, { cwd, env, onOutput = () => {} } = {}) {
  // A .cmd file, as VS Code's own command is one on Windows, starts only through a shell.
  const shell = onWindows && command.endsWith('.cmd');
  const child = spawn(command, args, { cwd, env, shell, detached: !onWindows, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  child.stdout.setEncoding('utf8').on('data', onOutput);
  child.stderr.setEncoding('utf8').on('data', onOutput);
  const ended = new Promise(resolve => {
    child.on('error', error => resolve({ code: 1, error }));
    child.on('exit', code => resolve({ code: code ?? 1 }));
  });
  // The last resort: no waiting is possible at exit, so what still runs is killed outright.
  const takeBack = atExit(() => { for (const pid of family(child)) signal(pid, 'SIGKILL'); });
  return { child, ended, stop: () => stop(child, ended).finally(takeBack) };
}

async function stop(child, ended) {
  if (child.pid === undefined) return;
  if (onWindows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    await ended;
    return;
  }
  // Read while the tree still stands: a child of a dead parent is nobody's descendant.
  const all = family(child);
  signal(-child.pid, 'SIGTERM');
  await Promise.race([ended, later(1500)]);
  for (let tries = 0; tries < 40 && all.some(alive); tries++) {
    for (const pid of all) signal(pid, 'SIGKILL');
    await later(50);
  }
}

/** The program, its descendants, and (as a negative id) its group. */
function family({ pid, exitCode, signalCode }) {
  if (pid === undefined) return [];
  // Once it has ended its number may be another's; its group keeps the number for as long as a member lives.
  return exitCode === null && signalCode === null ? [-pid, ...descendants(pid), pid] : [-pid];
}

function alive(pid) {
  return signal(pid, 0);
}

/** Whether the signal reached anybody. */
function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (error.code === 'EPERM') return true;
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

const later = ms => new Promise(resolve => setTimeout(resolve, ms));

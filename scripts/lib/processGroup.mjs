/** Starts a program that is to run on, in such a way that it and all it starts can be ended. */
import { spawn } from 'node:child_process';

const onWindows = process.platform === 'win32';
const running = new Set();

/** A program that runs on. `stop()` ends it and everything it started, and may be called twice. */
export function startGroup(command, args, { cwd, env, onOutput = () => {} } = {}) {
  const child = spawn(command, args, { cwd, env, detached: !onWindows, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  child.stdout.setEncoding('utf8').on('data', onOutput);
  child.stderr.setEncoding('utf8').on('data', onOutput);
  const ended = new Promise(resolve => {
    child.on('error', error => resolve({ code: 1, error }));
    child.on('exit', code => resolve({ code: code ?? 1 }));
  });
  const group = { child, ended, stop: () => stop(child, ended).finally(() => running.delete(group)) };
  running.add(group);
  return group;
}

/** The last resort at exit: no waiting is possible there, so what still runs is killed outright. */
process.on('exit', () => {
  for (const { child } of running) signal(child, 'SIGKILL');
});

async function stop(child, ended) {
  signal(child, 'SIGTERM');
  await Promise.race([ended, later(3000)]);
  // The leader may be gone while terminals it opened live on: whatever is left of the group goes now.
  for (let tries = 0; tries < 20 && alive(child); tries++) {
    signal(child, 'SIGKILL');
    await later(50);
  }
}

function alive(child) {
  if (child.pid === undefined) return false;
  try {
    process.kill(onWindows ? child.pid : -child.pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function signal(child, name) {
  if (child.pid === undefined) return;
  if (onWindows) {
    spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-child.pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

const later = ms => new Promise(resolve => setTimeout(resolve, ms));

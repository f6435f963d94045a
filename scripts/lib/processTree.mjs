/** Finds every process below one, those included that left its group: a terminal's shell leads a session of its own. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** The ids of all descendants of `pid`, parents before children. Synchronous, so that it works while exiting. */
export function descendants(pid) {
  const children = new Map();
  for (const [child, parent] of pairs()) children.set(parent, [...(children.get(parent) ?? []), child]);
  const found = [];
  for (const queue = [pid]; queue.length > 0;) {
    const below = children.get(queue.shift()) ?? [];
    found.push(...below);
    queue.push(...below);
  }
  return found;
}

/** Signals a process and all below it, the deepest first. */
export function signalTree(pid, name) {
  for (const each of [pid, ...descendants(pid)].reverse()) {
    try {
      process.kill(each, name);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

function pairs() {
  return process.platform === 'linux' ? fromProc() : fromPs();
}

function fromProc() {
  return readdirSync('/proc').filter(name => /^\d+$/.test(name)).flatMap(name => {
    try {
      // The second field is the program's name in parentheses and may hold anything; what follows it is plain.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
    } catch {
      // It ended between the listing and the reading.
      return [];
    }
  });
}

function fromPs() {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').map(line => line.trim().split(/\s+/).map(Number)).filter(pair => pair.length === 2);
}

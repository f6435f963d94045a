/** Finds what a command left behind, wherever it went: all that it starts inherits one variable of its environment. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const NAME = 'WHITTLE_COMMAND';
/** Milliseconds. */
const BETWEEN_PROGRAMS = 30;
/** Programs that only become another one, and how often they are looked at again for that. */
const BECOMES = /(?:^|\/)(?:setsid|nohup|env|nice|ionice|stdbuf|chrt|taskset)$/;
const LOOKS = 10;

/** A process group with at least one process that carries the mark. */
export interface MarkedGroup {
  readonly group: number;
  readonly pids: readonly number[];
  /** The command line of one of them. */
  readonly program: string;
}

/** A variable of the environment that nobody else has. */
export type Mark = Readonly<Record<string, string>>;

export function newMark(): Mark {
  return { [NAME]: randomUUID() };
}

interface Found {
  readonly pid: number;
  readonly group: number;
  readonly program: string;
}

/** Of this person's processes, as far as the system shows their environment: not on Windows, and not what cleared it or was started by somebody else, such as a container's. */
export async function findMarked(mark: Mark): Promise<readonly MarkedGroup[]> {
  const wanted = `${NAME}=${mark[NAME] ?? ''}`;
  const found = process.platform === 'linux' ? await fromProc(wanted) : process.platform === 'darwin' ? await fromPs(wanted) : [];
  const groups = new Map<number, Found[]>();
  for (const one of found) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups].map(([group, members]) => ({ group, pids: members.map(({ pid }) => pid), program: members[0]?.program ?? '' }));
}

async function fromProc(wanted: string): Promise<readonly Found[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const pause = new Promise((wake) => { setTimeout(wake, BETWEEN_PROGRAMS); });
  const found = await Promise.all(pids.map(async (pid): Promise<Found | undefined> => {
    let environment = await own(`/proc/${pid}/environ`);
    // A process that is just becoming another program shows none, for a moment.
    if (environment === '') environment = await pause.then(() => own(`/proc/${pid}/environ`));
    if (!environment.split('\0').includes(wanted)) return undefined;
    const line = await lastLine(pid);
    const stat = await own(`/proc/${pid}/stat`);
    // The name of the program stands in parentheses and may hold anything; state, parent and group follow it.
    const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
    return group > 1 ? { pid: Number(pid), group, program: line.split('\0').join(' ').trim() } : undefined;
  }));
  return found.filter((one) => one !== undefined);
}

/** The command line of what a process has become. */
async function lastLine(pid: string): Promise<string> {
  for (let look = 1; ; look++) {
    const line = await own(`/proc/${pid}/cmdline`);
    if (look === LOOKS || !BECOMES.test(line.split('\0', 1)[0] ?? '')) return line;
    await new Promise((wake) => { setTimeout(wake, BETWEEN_PROGRAMS); });
  }
}

/** Empty for what ended meanwhile, and for what is another's. */
function own(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

function fromPs(wanted: string): Promise<readonly Found[]> {
  return new Promise((resolve) => {
    execFile('/bin/ps', ['-axEww', '-o', 'pid=,pgid=,command='], { maxBuffer: 64 * 2 ** 20 }, (fault, output) => { resolve(fault ? [] : foundIn(output, wanted)); });
  });
}

/** The lines of `ps -E`: process, group, command line and, behind it, the environment. */
export function foundIn(output: string, wanted: string): readonly Found[] {
  return output.split('\n').flatMap((line) => {
    const [, pid, group, rest = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || Number(group) <= 1 || !` ${rest} `.includes(` ${wanted} `)) return [];
    return [{ pid: Number(pid), group: Number(group), program: rest.split(/ [A-Za-z_]\w*=/, 1)[0] ?? '' }];
  });
}

/** A week of use in ten minutes: hundreds of tasks with random faults, and at the end everything is accounted for: `npm run test:soak [-- --tasks N --seed S --write]`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEngine, type Engine } from '../../src/engine/engine';
import { connect } from '../../src/engine/models/connect';
import { cleanRooms, listRooms } from '../../src/engine/room/rooms';
import { applyChanges, recover } from '../../src/engine/snapshot/applyChanges';
import { pruneSnapshots } from '../../src/engine/snapshot/snapshots';
import { createFiles } from '../../src/node/files';
import { createJsonStore, storePath } from '../../src/node/jsonStore';
import { createTerminalHost } from '../../src/node/terminalHost';
import type { ChangeSet } from '../../src/shared/changes';
import type { Outcome } from '../../src/shared/events';
import { createFaultyFiles } from './faultyFiles';
import { createStandInProcess } from './standInProcess';
import { FILES, firstText, pathOf, randomFrom, taskOf, type SoakTask } from './tasks';
import { filesIn, level, processesIn, type Level } from './traces';

const { values } = parseArgs({ options: { tasks: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' }, write: { type: 'boolean', default: false }, loud: { type: 'boolean', default: false } } });
const tasks = Number(values.tasks);
const warm = Math.min(60, Math.floor(tasks / 4));
const base = realpathSync(mkdtempSync(join(tmpdir(), 'whittle-soak-')));
const workspace = join(base, 'ws');
const environment = { ...process.env, XDG_STATE_HOME: join(base, 'state'), XDG_CACHE_HOME: join(base, 'cache') };
const roomsFolder = join(base, 'cache', 'whittle', 'rooms');
const decoder = new TextDecoder('latin1');
const random = randomFrom(Number(values.seed));
const outcomes: Record<string, number> = {};
const count = (name: string): void => { outcomes[name] = (outcomes[name] ?? 0) + 1; };

const say = (text: string): void => { process.stdout.write(`${text}\n`); };

const disk = createFaultyFiles();
const store = createJsonStore(disk, storePath(environment), () => undefined);
let yes = true;
const host = {
  ...createTerminalHost({ files: disk, product: process.cwd(), roomsFolder, answer: 'yes', question: undefined, print: () => undefined, say: () => undefined, log: (line) => { if (values.loud) say(line); } }),
  store, approve: () => Promise.resolve(yes ? 'run' as const : 'no' as const),
};

/** What the workspace must hold. */
let expected = new Map<string, string>();

async function main(): Promise<void> {
  for (let index = 0; index < FILES; index++) plant(pathOf(index), firstText(index));
  plant('.gitignore', '*.log\n');
  expected = filesIn(workspace);
  const server = await createStandInProcess();
  await server.start();
  const engine = createEngine({
    host, workspace, trusted: () => true,
    settings: () => ({ maxRounds: 25, thinkingBudget: undefined, testCommand: undefined, sandboxPython: undefined, allow: [], deny: [], commandTimeout: 1500 }),
    connect: (signal) => connect({ endpoint: server.url, store, idle: { beforeFirst: 700, between: 700 } }, signal),
  });
  const started = performance.now();
  let before: Level | undefined;
  try {
    for (let number = 1; number <= tasks; number++) {
      const task = taskOf(number, random);
      if (task.fault.kind === 'server' && task.fault.fail === 'gone') await server.kill();
      else await server.play(task.session, task.fault.kind === 'server' && task.fault.fail !== 'dies-in-the-task' ? task.fault.fail : null);
      const trouble = await (task.fault.kind === 'kill' ? killed(task, server.url) : worked(task, engine)).catch((fault: unknown) => fault);
      disk.disarm();
      if (trouble !== undefined) throw new Error(`task ${number} (${JSON.stringify(task.fault)}): ${trouble instanceof Error ? trouble.stack ?? trouble.message : String(trouble)}`);
      if (task.fault.kind === 'server' && task.fault.fail === 'gone') await server.start();
      check(task);
      if (number === warm) before = await level();
      if (number % 50 === 0) say(`${number} tasks, ${Math.round((performance.now() - started) / 1000)} s, ${JSON.stringify(await level())}`);
    }
    await engine.reset();
  } finally {
    await server.kill();
  }
  await report(before ?? (await level()), Math.round((performance.now() - started) / 1000));
}

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), text, 'latin1');
}

/** A task in this process. Whatever happens, the engine answers with an outcome. */
async function worked(task: SoakTask, engine: Engine): Promise<void> {
  const { fault } = task;
  yes = task.yes;
  if (task.fresh) await engine.reset();
  const stop = new AbortController();
  if (fault.kind === 'disk' && fault.during === 'task') disk.arm(fault.fault, fault.after, fault.times);
  const timer = fault.kind === 'stop' ? setTimeout(() => { stop.abort(); }, fault.after) : undefined;
  const outcome: Outcome = await engine.run({ text: task.text }, stop.signal);
  clearTimeout(timer);
  disk.disarm();
  count(`${fault.kind}${fault.kind === 'server' ? ` ${fault.fail}` : ''}: ${outcome.kind}${outcome.kind === 'failed' ? ` ${outcome.code}` : ''}`);
  if (outcome.kind === 'failed') assert.ok(outcome.cause.length > 10 && outcome.next.length > 10, 'a failure without a next move');
  if (fault.kind === 'none') assert.ok(outcome.kind === 'done' || outcome.kind === 'failed' && outcome.code === 'window-too-small', `a task without a fault: ${JSON.stringify(outcome)}`);
  assert.deepEqual(processesIn(base), [], 'processes left by the task');
  const changes = await engine.changes();
  if (changes.files.length === 0) return;
  if (random() < 0.2) byHand();
  if (task.apply) await applied(task, changes);
  await engine.settle();
}

/** The person edits a file while the result waits. */
function byHand(): void {
  const path = pathOf(Math.floor(random() * FILES));
  const text = `${expected.get(path) ?? ''}# by hand\n`;
  plant(path, text);
  expected.set(path, text);
}

async function applied(task: SoakTask, changes: ChangeSet): Promise<void> {
  const options = { files: disk, store, workspace, changes, id: `s${task.number}`, title: task.text, now: Date.now() };
  const { fault } = task;
  if (fault.kind === 'disk' && fault.during === 'apply') disk.arm(fault.fault, fault.after, fault.times);
  const result = await applyChanges(options).catch((trouble: unknown) => trouble);
  disk.disarm();
  const broken = result instanceof Error;
  const ended = broken ? await recover(disk, workspace, store) : [];
  const now = filesIn(workspace);
  const written = broken ? ended.length > 0 : (result as { kind: string }).kind === 'applied';
  count(broken ? `apply broken: ${written ? 'finished' : 'not begun'}` : `apply: ${(result as { kind: string }).kind}`);
  if (!written) return;
  const merged = broken ? [] : (result as { merged: readonly string[] }).merged;
  for (const { path, after } of changes.files) {
    const is = now.get(path);
    const should = after === null ? undefined : decoder.decode(after);
    // A finished apply leaves a file that somebody changed meanwhile.
    const own = merged.includes(path) || (broken && is === expected.get(path));
    if (!own) assert.equal(is, should, `${path} after an apply`);
    else assert.ok(is !== undefined && (is === expected.get(path) || /# by hand\n/.test(is)), `${path} after a merge`);
    if (is === undefined) expected.delete(path);
    else expected.set(path, is);
  }
  await pruneSnapshots(disk, workspace, 20);
}

/** The task in a process of its own that is killed; the next start ends what it began. */
async function killed(task: SoakTask, url: string): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/node/cli.ts', '--cwd', workspace, '--url', url, '--yes', '--json', task.text], { stdio: ['ignore', 'pipe', 'ignore'], env: environment });
  const closed = once(child, 'close');
  const { fault } = task;
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (fault.kind !== 'kill') return;
    const before = told.split(`"kind":"${fault.event}"`).length - 1;
    told += chunk;
    const times = fault.event === 'result' ? fault.times : 1;
    if (before < times && told.split(`"kind":"${fault.event}"`).length - 1 >= times) setTimeout(() => child.kill('SIGKILL'), fault.after);
  });
  const [code] = (await closed) as [number | null];
  for (let wait = 0; wait < 60 && processesIn(base).length > 0; wait++) await new Promise((wake) => setTimeout(wake, 100));
  assert.deepEqual(processesIn(base), [], 'processes left by a killed program');
  const ended = await recover(createFiles(), workspace, store);
  const now = filesIn(workspace);
  const changed = [...task.session.turns].flatMap((turn) => ('calls' in turn ? turn.calls ?? [] : [])).flatMap(({ name, arguments: args }): readonly (readonly [string, string])[] => {
    const { path = '', code: text = '', content = '' } = args as Record<string, string>;
    if (name === 'write_file') return [[path, content]];
    return name === 'update_symbol' ? [[path, (expected.get(path) ?? '').replace(/^def f\d+\(x\):\n {4}return .*$/m, () => text)]] : [];
  });
  const isNew = changed.filter(([path, text]) => now.get(path) === text && expected.get(path) !== text).length;
  const isOld = changed.filter(([path, text]) => now.get(path) === expected.get(path) && expected.get(path) !== text).length;
  count(`killed: ${code === null ? 'in the middle' : 'too late'}, ${isNew > 0 ? 'applied' : 'not applied'}${ended.length > 0 ? ', finished by the next start' : ''}`);
  assert.ok(isNew === 0 || isOld === 0, `half an apply: ${isNew} new, ${isOld} old`);
  if (isNew > 0) for (const [path, text] of changed) expected.set(path, text);
}

/** Every file of the workspace is what an apply, or the person, made it; nothing else is there. */
function check(task: SoakTask): void {
  assert.deepEqual([...filesIn(workspace)].sort(), [...expected].sort(), `the workspace after task ${task.number} (${JSON.stringify(task.fault)})`);
}

async function report(before: Level, seconds: number): Promise<void> {
  const files = createFiles();
  const left = await listRooms(files, roomsFolder);
  // The killed ones', and those a broken disk kept, alone: the product clears them away by age, when nobody can want them any more.
  const removed = await cleanRooms(files, roomsFolder, { now: Date.now() + 8 * 24 * 3_600_000, maxAge: 7 * 24 * 3_600_000, keep: 20, maxBytes: 2 ** 30, inUse: new Set() });
  const after = await level();
  const kills = Object.entries(outcomes).reduce((sum, [name, times]) => sum + (name.startsWith('killed') ? times : 0), 0);
  const result = { tasks, seed: Number(values.seed), seconds, outcomes: Object.fromEntries(Object.entries(outcomes).sort()), before, after, rooms: { leftByFaults: left.length, removalsRefused: disk.kept(), clearedAway: removed.length, left: readdirSync(roomsFolder).filter((name) => name !== 'outlines').length }, processes: processesIn(base), files: expected.size };
  say(JSON.stringify(result, undefined, 2));
  assert.ok(left.length <= kills + disk.kept(), `rooms left: ${left.length} after ${kills} kills and ${disk.kept()} removals that failed`);
  assert.equal(result.rooms.left, 0, 'rooms left after the clean-up');
  assert.deepEqual(result.processes, []);
  assert.ok(after.heap < before.heap * 1.2 + 5, `the heap grew from ${before.heap} to ${after.heap} MB`);
  assert.ok((after.descriptors ?? 0) <= (before.descriptors ?? 0) + 3, `descriptors grew from ${before.descriptors} to ${after.descriptors}`);
  assert.ok(after.handles <= before.handles + 3, `handles grew from ${before.handles} to ${after.handles}`);
  if (values.write) writeFileSync('bench/results/soak.json', `${JSON.stringify(result, undefined, 2)}\n`);
}

main().then(() => { rmSync(base, { recursive: true, force: true }); }, (fault: unknown) => {
  say(`${fault instanceof Error ? fault.stack ?? fault.message : String(fault)}\nKept for a look: ${base}`);
  process.exitCode = 1;
});

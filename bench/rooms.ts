/** Times a room's making against `cp -a` of the same files, what follows it, and how long the thread is held: `npm run bench:rooms [-- FILES...]`. */
import { execFile } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createRoom } from '../src/engine/room/createRoom';
import type { Room } from '../src/engine/room/room';
import { createFiles } from '../src/node/files';
import { threadScript } from '../test/support/threadScript';
import type { Row } from './row';

/** Sizes as source files have them: most small, some large. */
function sizeOf(index: number): number {
  return index % 100 === 0 ? 200_000 : 500 + ((index * 7919) % 8_000);
}

async function plantMany(folder: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 20) {
    const inner = join(folder, `d${String(Math.floor(at / 400))}`, `e${String(Math.floor(at / 20) % 20)}`);
    await mkdir(inner, { recursive: true });
    await Promise.all(Array.from({ length: Math.min(20, count - at) }, (_, index) => writeFile(join(inner, `f${String(at + index)}.ts`), 'x'.repeat(sizeOf(at + index)))));
  }
  await writeFile(join(folder, '.gitignore'), 'dist/\n*.log\n');
}

async function lookAtAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await lookAtAll(path);
    else await lstat(path);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** `most`: the ratio that is wanted at most; left out where nothing is. */
function row(what: string, ours: number, theirs: number, most?: number): Row {
  const ratio = ours / theirs;
  const wanted = most === undefined ? 'to know' : `<= ${String(most)}`;
  const ok = most === undefined || ratio <= most;
  console.log(`${ok ? '  ' : '! '}${what}: ${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms, ratio ${ratio.toFixed(2)} (${wanted})`);
  return { what, ours, theirs, unit: 'ms', ratio, wanted, ok };
}

interface Watched {
  readonly milliseconds: number;
  /** The longest time the thread did nothing else. */
  readonly block: number;
}

async function watched(work: () => Promise<unknown>): Promise<Watched> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  // What came before may have blocked on purpose; the meter starts on a fresh turn of the loop.
  await new Promise((wake) => setTimeout(wake, 20));
  delay.enable();
  const milliseconds = await timed(work);
  await new Promise((wake) => setTimeout(wake, 20));
  delay.disable();
  return { milliseconds, block: delay.max / 1e6 };
}

/** The least is what the work costs; anything more is what else the machine did. */
const least = (values: readonly number[]): number => Math.min(...values);

async function measure(count: number, repeats: number): Promise<readonly Row[]> {
  const base = await mkdtemp(join(tmpdir(), 'whittle-bench-'));
  try {
    const workspace = join(base, 'ws');
    await mkdir(workspace);
    await plantMany(workspace, count);
    const files = createFiles(undefined, undefined, await threadScript(base, 'copyThread'));
    const signal = new AbortController().signal;
    const taken: { readonly copy: number; readonly make: Watched; readonly keep: Watched; readonly change: Watched; readonly look: number }[] = [];
    let told = 0;
    // Where there is time for it, the first round warms the disk's cache for both and is thrown away.
    for (let round = repeats > 1 ? 0 : 1; round <= repeats; round++) {
      // Nothing is removed before the end: ext4 makes new files slowly for some seconds after many were deleted.
      const copyAll = (): Promise<number> => timed(() => promisify(execFile)('cp', ['-a', workspace, join(base, `copy${String(round)}`)]));
      const early = round % 2 === 0 ? await copyAll() : undefined;
      let room: Room | undefined;
      const make = await watched(async () => (room = await createRoom({ files, roomsFolder: join(base, 'rooms'), workspace, id: `r${String(round)}`, signal, onProgress: () => { told++; } })));
      const keep = await watched(async () => room?.keep());
      const change = await watched(async () => room?.changes());
      const look = await timed(() => lookAtAll(room?.folder ?? ''));
      const copy = early ?? (await copyAll());
      if (round > 0) taken.push({ copy, make, keep, change, look });
    }
    const of = (pick: (one: (typeof taken)[number]) => number): number => least(taken.map(pick));
    const size = `${count.toLocaleString('en')} files`;
    const rows = [
      row(`making a room of ${size}, against cp -a`, of(({ make }) => make.milliseconds), of(({ copy }) => copy), 1.5),
      row(`longest block while it is made, ${size}`, of(({ make }) => make.block), 50, 1),
      row(`changes of a room of ${size}, against a bare look at each`, of(({ change }) => change.milliseconds), of(({ look }) => look)),
      row(`longest block while changes are listed, ${size}`, of(({ change }) => change.block), 50, 1),
      row(`longest block while its books are written, ${size}`, of(({ keep }) => keep.block), 50, 1),
    ];
    console.log(`   progress was told ${String(told)} times`);
    const late = new AbortController();
    const begun = createRoom({ files, roomsFolder: join(base, 'rooms'), workspace, id: 'cancelled', signal: late.signal, onProgress: () => { late.abort(); } });
    let at = 0;
    late.signal.addEventListener('abort', () => { at = performance.now(); });
    await begun.then(() => { throw new Error('Cancel did nothing: are these too few files to tell of progress?'); }, () => undefined);
    rows.push(row(`from Cancel to nothing left, a room of ${size}`, performance.now() - at, 5_000, 1));
    const clean = await watched(() => files.remove(join(base, 'rooms', `r${String(repeats)}`)));
    const remove = await timed(() => promisify(execFile)('rm', ['-rf', join(base, `copy${String(repeats)}`)]));
    rows.push(row(`cleaning up a room of ${size}, against rm -rf of a copy`, clean.milliseconds, remove), row(`longest block while it is cleaned up, ${size}`, clean.block, 50, 1));
    return rows;
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const counts = process.argv.slice(2).map(Number).filter((count) => count > 0);
  const rows: Row[] = [];
  for (const count of counts.length > 0 ? counts : [1_000, 10_000, 100_000]) rows.push(...(await measure(count, count > 50_000 ? 1 : 5)));
  if (counts.length > 0) return;
  const results = join(__dirname, 'results');
  await mkdir(results, { recursive: true });
  await writeFile(join(results, 'rooms.json'), `${JSON.stringify({ node: process.version, cores: cpus().length, rows }, null, 2)}\n`);
}

void main();

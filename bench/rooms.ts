/** Times the making of a room against `cp -a` of the same files, and its changes against a bare look at each: `npm run bench:rooms [-- FILES...]`. */
import { execFileSync } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRoom } from '../src/engine/room/createRoom';
import { createFiles } from '../src/node/files';

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

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(count: number, repeats: number): Promise<void> {
  const base = await mkdtemp(join(tmpdir(), 'whittle-bench-'));
  try {
    const workspace = join(base, 'ws');
    await mkdir(workspace);
    await plantMany(workspace, count);
    const files = createFiles();
    let longest = 0;
    const copies: number[] = [];
    const rooms: number[] = [];
    const looks: number[] = [];
    const changes: number[] = [];
    // The first round warms the disk's cache for both and is thrown away.
    for (let round = 0; round <= repeats; round++) {
      // Nothing is removed before the end: ext4 makes new files slowly for some seconds after many were deleted.
      const copyAll = (): Promise<number> => timed(() => Promise.resolve(execFileSync('cp', ['-a', workspace, join(base, `copy${String(round)}`)])));
      const early = round % 2 === 0 ? await copyAll() : undefined;
      const delay = monitorEventLoopDelay({ resolution: 5 });
      // The copy above blocked on purpose; the meter starts on a fresh turn of the loop.
      await new Promise((wake) => setTimeout(wake, 20));
      delay.enable();
      const options = { files, roomsFolder: join(base, 'rooms'), workspace, id: `r${String(round)}`, signal: new AbortController().signal };
      let room: Awaited<ReturnType<typeof createRoom>> | undefined;
      const make = await timed(async () => (room = await createRoom(options)));
      delay.disable();
      longest = Math.max(longest, delay.max / 1e6);
      const change = await timed(async () => room?.changes());
      const look = await timed(() => lookAtAll(room?.folder ?? ''));
      const copy = early ?? (await copyAll());
      if (round === 0) continue;
      copies.push(copy);
      rooms.push(make);
      changes.push(change);
      looks.push(look);
    }
    const ratio = median(rooms.map((room, index) => room / (copies[index] ?? room)));
    console.log(`${String(count)} files: room ${median(rooms).toFixed(0)} ms, cp -a ${median(copies).toFixed(0)} ms, ratio ${ratio.toFixed(2)}; ` +
      `changes ${median(changes).toFixed(0)} ms, bare look ${median(looks).toFixed(0)} ms, ratio ${(median(changes) / median(looks)).toFixed(2)}; longest block ${longest.toFixed(0)} ms`);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const counts = process.argv.slice(2).map(Number).filter((count) => count > 0);
  for (const count of counts.length > 0 ? counts : [1_000, 10_000]) await measure(count, 5);
}

void main();

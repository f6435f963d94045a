/** Measures reading and editing source against the least such work can cost, as ratios in one run: `npm run bench:code`. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCodeReader } from '../src/engine/code/createCodeReader';
import type { OtherThreads } from '../src/engine/code/otherThreads';
import { openOutlineCache } from '../src/engine/code/outlineCache';
import { findReferences } from '../src/engine/tools/findReferences';
import { updateSymbol } from '../src/engine/tools/updateSymbol';
import { createFiles } from '../src/node/files';
import { languageFiles } from '../src/node/languageFiles';
import { parserThreads } from '../src/node/parserThreads';
import { sha256 } from '../src/node/sha256';
import { withDisk } from '../test/support/diskContext';
import { threadScript } from '../test/support/threadScript';
import { bareLoop, bareParser } from './bareLoop';
import { bareThreads } from './bareThreads';
import { allOf, plantFiles, ripgrep, timed } from './codeSources';
import type { Source } from './codeSources';
import type { Row } from './row';

const root = path.resolve(__dirname, '..');
const languages = languageFiles(root);
const silent = (): undefined => undefined;

const rows: Row[] = [];

function add(what: string, ours: number, theirs: number, ratio: number, bound: { least?: number; most?: number }, unit = 'ms'): void {
  const wanted = bound.least === undefined ? `<= ${String(bound.most)}` : `>= ${String(bound.least)}`;
  rows.push({ what, ours, theirs, unit, ratio, wanted, ok: ratio >= (bound.least ?? -Infinity) && ratio <= (bound.most ?? Infinity) });
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Alternately, the first round or more (`warm`) thrown away; medians of both and of their ratio. `rest`: milliseconds before each, so that neither pays for what the other left to be done later. */
async function against(rounds: number, ours: () => Promise<unknown>, theirs: () => Promise<unknown>, rest = 0, warm = 1): Promise<readonly [number, number, number]> {
  const times: [number, number][] = [];
  const rested = async (work: () => Promise<unknown>): Promise<number> => {
    if (rest > 0) await new Promise((wake) => setTimeout(wake, rest));
    return timed(work);
  };
  for (let round = 0; round < warm + rounds; round++) {
    const early = round % 2 === 0 ? await rested(ours) : undefined;
    const other = await rested(theirs);
    times.push([early ?? (await rested(ours)), other]);
  }
  const kept = times.slice(warm);
  return [median(kept.map(([one]) => one)), median(kept.map(([, other]) => other)), median(kept.map(([one, other]) => one / other))];
}

async function seriesOf(rounds: number, measure: () => Promise<number>): Promise<readonly number[]> {
  const values: number[] = [];
  for (let round = 0; round < rounds; round++) values.push(await measure());
  return values;
}

/** A few files by one, then by the other, so that what else the machine does hits both alike; medians over the rounds. */
async function inTurns(rounds: number, sources: readonly Source[], ours: (part: readonly Source[]) => Promise<void>, theirs: (part: readonly Source[]) => Promise<void>): Promise<readonly [number, number, number]> {
  const times: [number, number][] = [];
  for (let round = 0; round <= rounds; round++) {
    const sum: [number, number] = [0, 0];
    for (let at = 0; at < sources.length; at += PART) {
      const part = sources.slice(at, at + PART);
      sum[0] += await timed(() => ours(part));
      sum[1] += await timed(() => theirs(part));
    }
    times.push(sum);
  }
  const kept = times.slice(1);
  return [median(kept.map(([one]) => one)), median(kept.map(([, other]) => other)), median(kept.map(([one, other]) => one / other))];
}

/** Files of one turn. */
const PART = 20;

async function outlines(folder: string): Promise<void> {
  const sources = await allOf(path.join(root, 'node_modules'), '.ts', 60_000, 4_000_000);
  const size = sources.reduce((sum, one) => sum + one.text.length, 0);
  const bare = await bareLoop(root);
  const reader = await createCodeReader(languages, silent);
  await reader.symbols('warm.ts', 'const a = 1;\n');
  const least = (part: readonly Source[]): Promise<void> => {
    bare(part.map(({ text }) => text));
    return Promise.resolve();
  };
  const [ours, theirs, ratio] = await inTurns(7, sources, async (part) => {
    for (const { path: file, text } of part) await reader.symbols(file, text);
  }, least);
  add(`outline of ${String(sources.length)} files, ${(size / 1e6).toFixed(1)} MB, share of a bare loop's throughput`, ours, theirs, 1 / ratio, { least: 0.85 });

  const store = path.join(folder, 'outlines');
  const start = async (): Promise<void> => {
    const cache = await openOutlineCache(createFiles(), store, 'bench', sha256);
    const reader = await createCodeReader(languages, silent, cache);
    for (const { path: file, text } of sources) await reader.symbols(file, text);
    await cache.save();
  };
  const first = await timed(start);
  const second = median([await timed(start), await timed(start), await timed(start)]);
  add('second start with the outline cache, times faster', second, first, first / second, { least: 20 });
  add('outline cache on disk, share of the sources', (await readFile(store)).length / 1e6, size / 1e6, (await readFile(store)).length / size, { most: 3 }, 'MB');
}

/** Both sides write with the same Files: a temporary file, its fsync, a rename and the folder's fsync. What only an edit does stays in its time: judging the path, reading the file, looking at both once more as it is written, the syntax before and after, and the outline where the edit is. Not in it: the folder's fsync, for which the room's books wait. Measured once the code is compiled: sixty edits of either are thrown away. The whole outline is made anew 50 ms later, for whoever asks next: a time of its own. */
async function update(folder: string): Promise<void> {
  const body = (index: number, value: number): string => `export function f${String(index)}(a: number): number {\n  const b = a + ${String(value)};\n  return b * 2;\n}\n`;
  const text = Array.from({ length: 1_000 }, (_, index) => body(index, index)).join('\n');
  const { parser } = await bareParser(root);
  const target = path.join(folder, 'target.ts');
  const files = createFiles();
  let [tree, count, old] = [parser.parse(text), 0, text];
  await withDisk({ 'a.ts': text }, { resultLimit: 4_000 }, async (context) => {
    const [ours, theirs, ratio] = await against(61, async () => {
      const result = await updateSymbol.run({ path: 'a.ts', name: 'f500', code: body(500, 10_000 + count++) }, context);
      if (!result.ok) throw new Error(result.text);
    }, async () => {
      const now = text.replace(body(500, 500), body(500, 20_000 + count++));
      const at = old.indexOf('function f500') + 60;
      const row = old.slice(0, at).split('\n').length - 1;
      const point = { row, column: 0 };
      tree?.edit({ startIndex: at, oldEndIndex: at + 12, newEndIndex: at + 12 + now.length - old.length, startPosition: point, oldEndPosition: point, newEndPosition: point } as Parameters<typeof tree.edit>[0]);
      const next = parser.parse(now, tree);
      tree?.delete();
      [tree, old] = [next, now];
      await files.write(target, new TextEncoder().encode(now));
    }, 100, 60);
    const outlined = median(await seriesOf(9, async () => {
      await updateSymbol.run({ path: 'a.ts', name: 'f500', code: body(500, 30_000 + count++) }, context);
      const file = await context.room.read('a.ts');
      const now = new TextDecoder().decode(file.ok ? file.bytes : new Uint8Array());
      return timed(() => context.code.symbols('a.ts', now));
    }));
    console.error(`  the whole outline, once the edit is answered: ${outlined.toFixed(1)} ms`);
    add('update_symbol in 5,000 lines, against re-parse and write', ours, theirs, ratio, { most: 1.3 });
  });
}

async function references(): Promise<void> {
  const rg = ripgrep(root);
  // As in the editor, which brings the same program.
  await withDisk({}, { resultLimit: 40_000, files: createFiles(process.platform, () => Promise.resolve(rg)) }, async (context) => {
    await plantFiles(context.room.folder, 10_000);
    const { parser } = await bareParser(root);
    const ours = async (): Promise<void> => {
      const result = await findReferences.run({ path: 'd0/f0.ts', name: 'wanted' }, context);
      if (!result.ok) throw new Error(result.text);
    };
    if (rg === undefined) return void console.error('find_references is not compared: no ripgrep on this machine');
    const [mine, theirs, ratio] = await against(9, ours, async () => {
      for (const file of execFileSync(rg, ['-lw', 'wanted', context.room.folder], { encoding: 'utf8' }).trim().split('\n')) parser.parse(await readFile(file, 'utf8'))?.delete();
    });
    add('find_references over 10,000 files, against rg -w and parsing the hits', mine, theirs, ratio, { most: 1.5 });
  });
}

/** As the product has them. */
const threads = async (folder: string, count: number): Promise<OtherThreads> =>
  parserThreads({ script: await threadScript(folder), folder: root, threads: count, log: (line) => { console.error(line); } });

/** Rounds of threads that count for nothing: each sees half of the files in one, and has its code compiled as late. */
const WARM = 8;

/** One reader alone against two threads, asked for all files at once, as find_references asks; and, in the same rounds, two bare loops on threads against one: more than those gain no two threads can. Both sides keep the outlines of a round until its end; they become garbage then, which is collected before the next side is timed: it would be in that one's time. */
async function workers(folder: string): Promise<void> {
  const sources = await allOf(path.join(root, 'node_modules'), '.ts', 60_000, 4_000_000);
  const alone = await createCodeReader(languages, silent);
  const two = await threads(folder, 2);
  const bare = await bareThreads(root, folder, sources.map(({ text }) => text));
  const rounds: { readonly ours: number; readonly alone: number; readonly ceiling: number }[] = [];
  for (let round = 0; round < WARM + 15; round++) {
    await collected();
    const one = await timed(async () => {
      const kept: unknown[] = [];
      for (const { path: file, text } of sources) kept.push(await alone.symbols(file, text));
    });
    await collected();
    const ours = await timed(() => Promise.all(sources.map((source) => two.ask({ kind: 'symbols', ...source }))));
    const [least, both] = [await timed(bare.one), await timed(bare.two)];
    rounds.push({ ours, alone: one, ceiling: least / both });
  }
  await bare.end();
  const kept = rounds.slice(WARM);
  const middle = (of: (round: (typeof rounds)[number]) => number): number => median(kept.map(of));
  add(`outline of ${String(sources.length)} files on two threads, times one's throughput`, middle((one) => one.ours), middle((one) => one.alone), middle((one) => one.alone / one.ours), { least: 1.7 });
  add('what two threads gain, share of what two bare loops gain on this machine', middle((one) => one.alone / one.ours), middle((one) => one.ceiling), middle((one) => one.alone / one.ours / one.ceiling), { least: 0.9 }, 'times');
}

async function delay(folder: string): Promise<void> {
  const text = Array.from({ length: 55_000 }, (_, index) => `export function f${String(index)}(a: number): number {\n  const b = a + 1;\n  return b * 2;\n}\n`).join('');
  const reader = await createCodeReader(languages, silent, undefined, await threads(folder, 1));
  await reader.symbols('warm.ts', 'const a = 1;\n');
  const meter = monitorEventLoopDelay({ resolution: 5 });
  await new Promise((wake) => setTimeout(wake, 30));
  meter.enable();
  await reader.symbols('large.ts', text);
  await reader.check('large.ts', text);
  await new Promise((wake) => setTimeout(wake, 30));
  meter.disable();
  add(`longest block of the thread, outline and check of ${(text.length / 1e6).toFixed(1)} MB`, meter.max / 1e6, 50, meter.max / 1e6 / 50, { most: 1 });
}

/** Collects what nobody holds on this thread. */
async function collected(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round++) {
    collect();
    await new Promise((wake) => setImmediate(wake));
  }
}

/** Memory of the JavaScript heap and beside it, the parser's included, in bytes, once all that nobody holds is gone. */
async function used(): Promise<number> {
  await collected();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A reader and an outline cache that have seen all files, as the product holds them. */
async function indexed(sources: readonly Source[], folder: string): Promise<unknown> {
  const cache = await openOutlineCache(createFiles(), path.join(folder, 'none'), 'bench', sha256);
  const reader = await createCodeReader(languages, silent, cache);
  for (const { path: file, text } of sources) await reader.symbols(file, text);
  return { cache, reader };
}

async function memory(folder: string): Promise<void> {
  const sources = await allOf(path.join(root, 'node_modules'), '.ts', 60_000, 4_000_000);
  const size = sources.reduce((sum, one) => sum + one.text.length, 0);
  const held: unknown[] = [await indexed(sources, folder)];
  held.length = 0;
  // The same process with an index and without it, each time a new one: what else the engine keeps is in both. Trees of the last eight files lie in the parser's memory, which never shrinks: the row after this one bounds it.
  const rounds: [number, number][] = [];
  for (let round = 0; round < 5; round++) {
    held.push(await indexed(sources, folder));
    const full = await used();
    held.length = 0;
    rounds.push([full, await used()]);
  }
  const index = median(rounds.map(([full, empty]) => full - empty));
  const empties = rounds.map(([, empty]) => empty);
  const floor = Math.max(...empties) - Math.min(...empties);
  add(`memory of the index of ${String(sources.length)} files, share of the sources (measured to ${(floor / size).toFixed(2)})`, index / 1e6, size / 1e6, index / size, { most: 3 }, 'MB');
  const other = await createCodeReader(languages, silent);
  const parseAll = async (): Promise<number> => {
    for (const { path: file, text } of sources) await other.symbols(file, text);
    return await used();
  };
  const once = await parseAll();
  for (let round = 0; round < 4; round++) await parseAll();
  const later = await parseAll();
  add(`memory after ${String(sources.length * 6)} parsed files, against after ${String(sources.length)}`, later / 1e6, once / 1e6, later / once, { most: 1.1 }, 'MB');
}

const parts: Readonly<Record<string, (folder: string) => Promise<void>>> = { outlines, update, references, delay, workers, memory };

/** What one part leaves in a process (compiled code, a large heap) would be in the next one's time. */
function inOwnProcess(part: string): readonly Row[] {
  return JSON.parse(execFileSync(process.execPath, [process.argv[1] ?? '', part, '--rows'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })) as readonly Row[];
}

/** `bench:code PART` measures that alone, in this process; `--rows` prints what came of it for a program to read. */
async function main(): Promise<void> {
  const [part, as] = process.argv.slice(2);
  if (part === undefined) for (const name of Object.keys(parts)) rows.push(...inOwnProcess(name));
  else {
    const folder = await mkdtemp(path.join(tmpdir(), 'whittle-bench-'));
    await parts[part]?.(folder).finally(() => rm(folder, { recursive: true, force: true }));
  }
  if (as === '--rows') return console.log(JSON.stringify(rows));
  for (const row of rows) console.log(`${row.ok ? '✓' : '✗'} ${row.what}: ${row.ours.toFixed(1)} and ${row.theirs.toFixed(1)} ${row.unit}, ratio ${row.ratio.toFixed(2)} (wanted ${row.wanted})`);
  if (part !== undefined) return;
  const results = path.join(root, 'bench/results');
  await mkdir(results, { recursive: true });
  const file = path.join(results, 'code.json');
  // What was measured before this work began stays to compare with.
  const { before } = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as { readonly before?: unknown }) : {};
  await writeFile(file, `${JSON.stringify({ node: process.version, cores: cpus().length, rows, before }, null, 2)}\n`);
}

void main();

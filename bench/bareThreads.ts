/** Bare loops on threads: what two of them gain over one is the most that this machine has to give. */
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';

export interface BareThreads {
  /** All texts on one thread. */
  one(): Promise<void>;
  /** Half of their length on each of two. */
  two(): Promise<void>;
  end(): Promise<void>;
}

/** `folder` gets their program. */
export async function bareThreads(root: string, folder: string, texts: readonly string[]): Promise<BareThreads> {
  const script = path.join(folder, 'bareThread.js');
  await build({
    entryPoints: [path.join(root, 'bench/bareThread.ts')], outfile: script, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent',
    alias: { 'web-tree-sitter': path.join(root, 'node_modules/web-tree-sitter/web-tree-sitter.cjs') },
  });
  const halves: [string[], string[]] = [[], []];
  const sizes: [number, number] = [0, 0];
  for (const text of texts.toSorted((a, b) => b.length - a.length)) {
    const half = sizes[0] <= sizes[1] ? 0 : 1;
    halves[half].push(text);
    sizes[half] += text.length;
  }
  const workers = [texts, ...halves].map((some) => new Worker(script, { workerData: { folder: root, texts: some } }));
  const heard = (worker: Worker): Promise<void> => once(worker, 'message').then(() => undefined);
  const ready = workers.map(heard);
  const run = async (some: readonly Worker[]): Promise<void> => {
    const done = some.map(heard);
    for (const worker of some) worker.postMessage('run');
    await Promise.all(done);
  };
  await Promise.all(ready);
  return {
    one: () => run(workers.slice(0, 1)),
    two: () => run(workers.slice(1)),
    end: async () => { await Promise.all(workers.map((worker) => worker.terminate())); },
  };
}

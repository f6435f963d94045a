/** A thread that does nothing but the bare loop, over the texts it was started with. */
import { parentPort, workerData } from 'node:worker_threads';
import { bareLoop } from './bareLoop';

const { folder, texts } = workerData as { readonly folder: string; readonly texts: readonly string[] };

void (async () => {
  const run = await bareLoop(folder);
  parentPort?.on('message', () => {
    run(texts);
    parentPort?.postMessage('done');
  });
  parentPort?.postMessage('ready');
})();

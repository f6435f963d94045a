/** Reads from VS Code itself what starting the packaged extension takes, in fresh windows: `npm run bench:activation [-- WINDOWS]`. */
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { closeAllWindows, disposeWindows, openWindow } from '../test/support/window';

/** Milliseconds that a person is promised. */
const limit = 50;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The figure of the editor's own list of running extensions: loading the code and running `activate`, on the clock. */
async function once(): Promise<number> {
  const window = await openWindow({ folder: path.resolve('scripts', 'sample') });
  try {
    await window.command('Developer: Show Running Extensions');
    const row = window.page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Whittle' }).first();
    return await window.until('the time of Whittle', async () => {
      const found = /(\d+)ms/.exec(await row.locator('.activation-time').innerText());
      return found?.[1] === undefined ? undefined : Number(found[1]);
    });
  } finally {
    await window.close();
  }
}

async function main(): Promise<void> {
  const windows = Number(process.argv[2] ?? 5);
  const times: number[] = [];
  for (let round = 0; round < windows; round++) times.push(await once());
  await closeAllWindows();
  await disposeWindows();
  process.stdout.write(`activation in ${String(windows)} windows: ${times.join(', ')} ms, median ${String(median(times))} ms (promised: under ${String(limit)})\n`);
  const [load = 0] = loadavg();
  const processors = cpus().length;
  // A clock on a busy machine tells of the machine.
  if (load > processors) process.stdout.write(`no verdict: a load of ${load.toFixed(1)} on ${String(processors)} processors; wait until the machine is quiet and run it again\n`);
  else if (median(times) >= limit) process.exitCode = 1;
}

void main();

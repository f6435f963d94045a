/** Runs the host suite inside VS Code's extension host and leaves the results in a file, since no exit code gets out of a browser's window. */
import { appendFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

/**
 * One line of out/host/results.jsonl. A file without an `end` line is a run that crashed.
 */
export type HostResult =
  | { kind: 'pass'; title: string; ms: number }
  | { kind: 'fail'; title: string; message: string }
  | { kind: 'skip'; title: string }
  | { kind: 'end'; files: number }
  | { kind: 'crash'; message: string }

/** What VS Code calls: the export that `extensionTestsPath` asks for. Rejects if a test failed, so that a desktop VS Code ends with 1. */
export async function run(): Promise<void> {
  const report = (result: HostResult) => appendFileSync(path.join(__dirname, 'results.jsonl'), `${JSON.stringify(result)}\n`);
  try {
    const failures = await runAll(report);
    if (failures > 0) throw new Error(`${failures} host tests failed`);
  } catch (error) {
    report({ kind: 'crash', message: textOf(error) });
    throw error;
  }
}

async function runAll(report: (result: HostResult) => void): Promise<number> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 180_000, reporter: 'min' });
  const files = readdirSync(__dirname).filter(name => name.endsWith('.host.test.js'));
  for (const name of files) mocha.addFile(path.join(__dirname, name));
  return new Promise(resolve => {
    const runner = mocha.run(failures => {
      report({ kind: 'end', files: files.length });
      resolve(failures);
    });
    runner.on('pass', test => report({ kind: 'pass', title: test.fullTitle(), ms: test.duration ?? 0 }));
    runner.on('fail', (test, error) => report({ kind: 'fail', title: test.fullTitle(), message: textOf(error) }));
    runner.on('pending', test => report({ kind: 'skip', title: test.fullTitle() }));
  });
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

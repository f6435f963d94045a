/** Runs mocha in a process of its own and tells how many tests passed and failed; a run that crashed is a failure. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { inRoot, root } from './paths.mjs';
import { attempt } from './run.mjs';

/** Resolves to { passed, failed, notes }: notes say, in words, what no test says. */
export async function mochaRun(name, args, { verbose = false, env } = {}) {
  const counts = inRoot('out', `${name}-counts.json`);
  await mkdir(inRoot('out'), { recursive: true });
  await rm(counts, { force: true });
  const { code } = await attempt(process.execPath, [
    inRoot('node_modules', 'mocha', 'bin', 'mocha.js'), ...args,
    '--reporter', inRoot('scripts', 'lib', 'mochaReporter.mjs'),
    '--reporter-option', `counts=${counts}`, ...(verbose ? ['--reporter-option', 'verbose=1'] : []),
  ], { cwd: root, show: true, env: { ...process.env, ...env } });
  if (!existsSync(counts)) return { passed: 0, failed: 1, notes: [`${name}: the run crashed before its end (exit code ${code})`] };
  const { passed, failed, skipped } = JSON.parse(await readFile(counts, 'utf8'));
  const notes = skipped > 0 ? [`${name}: ${skipped} tests were skipped`] : [];
  if (passed + failed === 0) return { passed: 0, failed: 1, notes: [...notes, `${name}: no test ran`] };
  // Mocha can fail outside any test: an unhandled rejection, or a hook at the very end.
  if (failed === 0 && code !== 0) return { passed, failed: 1, notes: [...notes, `${name}: every test passed, and yet it ended with exit code ${code}`] };
  return { passed, failed, notes };
}

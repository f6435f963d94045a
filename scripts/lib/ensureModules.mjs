/** Keeps node_modules in step with package-lock.json, and does nothing where it already is. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { inRoot, root } from './paths.mjs';
import { run } from './run.mjs';
import { during } from './say.mjs';

const stamp = inRoot('node_modules', '.whittle-installed');

/** Installs the dependencies if the lock file changed since they were installed last. */
export async function ensureModules() {
  const wanted = createHash('sha256').update(await readFile(inRoot('package-lock.json'))).digest('hex');
  if (await inStep(wanted)) return;
  await during('Installing the dependencies (npm ci)', () =>
    // The grammar packages would compile native parsers nobody here uses: their .wasm files are all we take.
    run('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: root,
      hint: 'It needs the npm registry once; afterwards it works offline. Check the connection (npm ping) and try again.',
    }));
  await writeFile(stamp, wanted);
}

async function inStep(wanted) {
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) return true;
  // Installed by hand, or the lock file changed without need: npm's own record says what is there, and a reinstall under
  // an editor's feet is a nuisance, offline an obstacle.
  const record = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(await readFile(record, 'utf8')).packages;
  const lock = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8')).packages;
  return Object.entries(lock).every(([name, entry]) =>
    name === '' || entry.optional === true || installed[name]?.version === entry.version);
}

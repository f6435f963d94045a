/** Fetches one pinned package from the npm registry, checks what came, and unpacks it: once. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { toolsDir } from './paths.mjs';
import { run } from './run.mjs';
import { Plain } from './say.mjs';

const hint = 'It needs the npm registry once; afterwards it works offline. Check the connection (npm ping) and try again.';

/**
 * Makes sure that `name@version` lies unpacked at `target`, and calls `finish(folder)` on it before it counts as there:
 * an interrupted set-up leaves nothing that a later one would take for whole.
 */
export async function unpackOnce({ name, version, integrity, target, finish = async () => {} }) {
  if (existsSync(target)) return;
  await mkdir(toolsDir, { recursive: true });
  const work = await mkdtemp(path.join(toolsDir, 'fetching-'));
  try {
    await run('npm', ['pack', `${name}@${version}`, '--silent', '--prefer-offline', '--pack-destination', work], { cwd: toolsDir, hint });
    const archive = (await readdir(work)).find(each => each.endsWith('.tgz'));
    if (archive === undefined) throw new Plain(`npm fetched no archive for ${name}@${version}. ${hint}`);
    const digest = createHash('sha512').update(await readFile(path.join(work, archive))).digest('base64');
    if (`sha512-${digest}` !== integrity) {
      throw new Plain(`${name}@${version} came with the checksum sha512-${digest}, not ${integrity}. Don't use it: check which registry npm is set to (npm config get registry).`);
    }
    await run('tar', ['-xzf', archive], { cwd: work, hint: 'Install tar and try again.' });
    await finish(path.join(work, 'package'));
    await rename(path.join(work, 'package'), target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

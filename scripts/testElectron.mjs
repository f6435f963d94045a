/** `npm run test:electron`: the host suite in a desktop VS Code, where one can be downloaded. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureModules } from './lib/ensureModules.mjs';
import { underNode24 } from './lib/ensureNode.mjs';
import { inRoot, root, toolsDir } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { during, fail, Plain, say } from './lib/say.mjs';

async function main() {
  if (!(await underNode24(fileURLToPath(import.meta.url)))) return;
  await ensureModules();
  // Loaded only now: these need what ensureModules installs.
  const { downloadAndUnzipVSCode, runTests } = await import('@vscode/test-electron');
  const { buildHostSuite, readResults, suiteFolder, suiteSettings } = await import('./lib/hostSuite.mjs');
  const { quietSettings } = await import('./lib/editorServer.mjs');
  await during('Building', () => run(process.execPath, [inRoot('scripts', 'build.mjs')], { cwd: root }));
  await buildHostSuite();
  const vscodeExecutablePath = await during('Fetching a desktop VS Code', () => downloadAndUnzipVSCode({ cachePath: toolsDir }).catch(error => {
    throw new Plain(`A desktop VS Code could not be downloaded: ${error.message}\n  Without one, \`npm test\` runs the same suite in VS Code's server.`);
  }));
  const { base, folder, remove } = await suiteFolder();
  try {
    const user = path.join(base, 'user');
    await mkdir(path.join(user, 'User'), { recursive: true });
    await writeFile(path.join(user, 'User', 'settings.json'), JSON.stringify({ ...quietSettings, ...suiteSettings }));
    await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: root,
      extensionTestsPath: inRoot('out', 'host', 'index.js'),
      launchArgs: [folder, '--user-data-dir', user, '--extensions-dir', path.join(base, 'extensions'), '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    }).catch(() => say('  (VS Code ended with an error: the results tell)'));
    const { passed, failed, notes } = await readResults();
    for (const note of notes) say(`! ${note}`);
    say(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    await remove();
  }
}

main().catch(fail);

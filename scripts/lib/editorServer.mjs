/** Serves VS Code on loopback: one server, one data folder, no process left when it stops. */
import { mkdir, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { node24 } from './ensureNode.mjs';
import { startGroup } from './processGroup.mjs';
import { run } from './run.mjs';
import { Plain } from './say.mjs';

/** What every window of ours is set to, whoever opens it: nothing phones home, and the built-in chat stays out of the way. */
export const quietSettings = {
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'git.openRepositoryInParentFolders': 'never',
};

/** Resolves to a port nobody listens on: `preferred` if that is free. */
export function freePort(preferred = 0) {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', error => (preferred === 0 ? reject(error) : resolve(freePort(0))));
    probe.listen(preferred, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Installs the packaged extension into `extensionsDir`. */
export async function installVsix({ editor, vsix, extensionsDir, dataDir }) {
  await run(await node24(), [
    path.join(editor, 'out', 'server-main.js'), '--install-extension', vsix, '--force',
    '--extensions-dir', extensionsDir, '--server-data-dir', dataDir, '--accept-server-license-terms',
  ], { env: childEnv() });
}

/**
 * Starts a server. `dataDir` holds its settings (written here from `settings`) and logs; `extensionsDir` the installed
 * extensions. `development` lets it load an unpackaged extension and run tests inside its extension host.
 * Resolves, once it answers, to { url, port, stop }.
 */
export async function startEditor({ editor, dataDir, extensionsDir, settings = {}, port, development = false, env = {} }) {
  const user = path.join(dataDir, 'data', 'User');
  await mkdir(user, { recursive: true });
  await writeFile(path.join(user, 'settings.json'), `${JSON.stringify({ ...quietSettings, ...settings }, null, 2)}\n`);
  // To the window the server is a remote machine: what has machine scope (an address, an interpreter) counts only here.
  const machine = path.join(dataDir, 'data', 'Machine');
  await mkdir(machine, { recursive: true });
  await writeFile(path.join(machine, 'settings.json'), `${JSON.stringify(settings, null, 2)}\n`);
  const chosen = port ?? (await freePort());
  let output = '';
  const group = startGroup(await node24(), [
    path.join(editor, 'out', 'server-main.js'), '--host', '127.0.0.1', '--port', String(chosen),
    '--without-connection-token', '--accept-server-license-terms', '--telemetry-level', 'off',
    '--server-data-dir', dataDir, '--extensions-dir', extensionsDir ?? path.join(dataDir, 'extensions'),
    ...(development ? ['--enable-smoke-test-driver'] : []),
  ], { env: childEnv(env), onOutput: text => { output = (output + text).slice(-100_000); } });
  const url = `http://127.0.0.1:${chosen}`;
  await answering(url, group, () => output).catch(async error => { await group.stop(); throw error; });
  return { url, port: chosen, ended: group.ended, stop: () => group.stop() };
}

/** The address that opens `folder` (a folder or a .code-workspace file); `payload` is the workbench's own list of extra arguments. */
export function folderUrl(url, folder, payload = []) {
  const query = new URLSearchParams({ [folder.endsWith('.code-workspace') ? 'workspace' : 'folder']: folder.split(path.sep).join('/') });
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  return `${url}/?${query}`;
}

async function answering(url, group, output) {
  let over = null;
  void group.ended.then(result => { over = result; });
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    if (over) throw new Plain(`VS Code's server ended at once (exit code ${over.code}).\n${output().split('\n').slice(-20).join('\n')}`);
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
      await answer.body?.cancel();
      if (answer.ok) return;
    } catch {
      // Not listening yet: asked again until the deadline.
    }
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Plain(`VS Code's server didn't answer at ${url} within a minute.\n${output().split('\n').slice(-20).join('\n')}`);
}

/** Variables of an editor this may have been started from would turn the server into a client of that one. */
function childEnv(extra = {}) {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('VSCODE_') && !name.startsWith('ELECTRON_'));
  return { ...Object.fromEntries(kept), ...extra };
}

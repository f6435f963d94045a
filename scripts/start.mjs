/** `npm start`: from a fresh clone to VS Code with the packaged extension on a sample project, until Ctrl-C. */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDesktop } from './lib/desktop.mjs';
import { folderUrl, freePort, installVsix, startEditor } from './lib/editorServer.mjs';
import { ensureEditor } from './lib/ensureEditor.mjs';
import { ensureModules } from './lib/ensureModules.mjs';
import { underNode24 } from './lib/ensureNode.mjs';
import { findModelServer, startStandIn } from './lib/modelServer.mjs';
import { openInBrowser } from './lib/openInBrowser.mjs';
import { packageVsix } from './lib/packageVsix.mjs';
import { inRoot } from './lib/paths.mjs';
import { during, fail, Plain, say } from './lib/say.mjs';

const help = `npm start [-- options]

Builds and packages Whittle, and opens VS Code with it on a fresh copy of a sample project.
Everything it needs is fetched on the first run; the next one works offline. Ctrl-C ends it.

  --folder PATH   open this project instead of the sample
  --desktop       use the VS Code installed on this machine (its \`code\` command) instead of a browser
  --port N        the port on 127.0.0.1 to serve on (default: 7717, or a free one)
  --no-open       only print the address
  --help          this text`;

const defaultPort = 7717;

async function main() {
  const options = readOptions();
  if (options.help) return say(help);
  const folder = options.folder === undefined ? undefined : await existingFolder(options.folder);
  const port = options.port === undefined ? undefined : await requestedPort(options.port);
  if (!(await underNode24(fileURLToPath(import.meta.url)))) return;
  await ensureModules();
  const vsix = await packageVsix();
  const editor = options.desktop ? undefined : await ensureEditor();

  const base = await mkdtemp(path.join(os.tmpdir(), 'whittle-'));
  const cleanups = [() => rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })];
  const ending = untilSignal();
  try {
    const project = folder ?? (await copySample());
    const { settings, stop, text } = await model();
    cleanups.push(stop);
    // The sample is ours, so it opens trusted; whether a project of the person's is trusted is theirs to say.
    if (folder === undefined) Object.assign(settings, { 'security.workspace.trust.enabled': false, 'workbench.startupEditor': 'readme' });
    say(text);
    const { ended } = options.desktop
      ? await onDesktop({ base, vsix, project, settings, cleanups })
      : await inBrowser({ base, vsix, project, settings, cleanups, editor, port, show: !options['no-open'] });
    await Promise.race([ending, ended]);
    say('\nEnding …');
  } finally {
    for (const each of cleanups.reverse()) await each();
  }
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        folder: { type: 'string' }, desktop: { type: 'boolean' }, port: { type: 'string' },
        'no-open': { type: 'boolean' }, help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new Plain(`${error.message.split('. ')[0]}.\n\n${help}`);
  }
}

async function existingFolder(given) {
  // npm runs scripts at the repository's root; INIT_CWD is where the person typed.
  const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (!existsSync(folder)) throw new Plain(`There is no folder ${folder}. Give --folder the path of an existing project.`);
  if (!(await stat(folder)).isDirectory()) throw new Plain(`${folder} is a file. Give --folder the project's folder.`);
  return folder;
}

async function requestedPort(given) {
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new Plain(`--port ${given} is no port. Give a number from 1 to 65535, or leave it out.`);
  if ((await freePort(port)) !== port) throw new Plain(`Port ${port} is taken. Give another, or leave --port out and a free one is found.`);
  return port;
}

/** Kept when all ends: the person may have made something in it. */
async function copySample() {
  const project = path.join(await mkdtemp(path.join(os.tmpdir(), 'whittle-sample-')), 'sample');
  await cp(inRoot('scripts', 'sample'), project, { recursive: true });
  return project;
}

async function model() {
  const found = await findModelServer();
  if (found) return { settings: {}, stop: async () => {}, text: `  A model server answers at ${found}.` };
  const { url, stop } = await startStandIn();
  return {
    settings: { 'whittle.endpoint': url },
    stop,
    text: '  No model server answers on this machine, so a scripted stand-in plays the model: it knows the sample\'s tasks and no others.\n  For a real one, start Ollama, llama.cpp, LM Studio or KoboldCPP, and run `npm start` again.',
  };
}

async function inBrowser({ base, vsix, project, settings, cleanups, editor, port, show }) {
  const dataDir = path.join(base, 'server');
  const extensionsDir = path.join(base, 'extensions');
  const server = await during('Starting VS Code', async () => {
    await installVsix({ editor, vsix, extensionsDir, dataDir });
    return startEditor({ editor, dataDir, extensionsDir, settings, port: port ?? (await freePort(defaultPort)) });
  });
  cleanups.push(server.stop);
  const address = folderUrl(server.url, project);
  say(`\n  Project  ${project}\n  Open     ${address}\n\n  Ctrl-C ends it.`);
  if (show) openInBrowser(address);
  return { ended: server.ended.then(({ code }) => { throw new Plain(`VS Code's server ended by itself (exit code ${code}). Run \`npm start\` again.`); }) };
}

async function onDesktop({ base, vsix, project, settings, cleanups }) {
  const desktop = await openDesktop({ base, vsix, project, settings });
  cleanups.push(desktop.stop);
  say(`\n  Project  ${project}\n  VS Code is open. Closing its window or Ctrl-C ends it.`);
  return desktop;
}

/** Resolves at the first Ctrl-C; those that follow must not tear the cleaning up. */
function untilSignal() {
  return new Promise(resolve => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => resolve());
  });
}

main().catch(fail);

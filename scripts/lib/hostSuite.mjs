/** Runs test/host inside VS Code's extension host, without a desktop: the workbench in a headless browser starts it. */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { launchBrowser } from './browser.mjs';
import { folderUrl, startEditor } from './editorServer.mjs';
import { inRoot, root } from './paths.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

const results = inRoot('out', 'host', 'results.jsonl');
// A suite that goes on at all may take its time: a busy machine is no fault.
const limitMs = 900_000;

/** Bundles the suite into out/host. */
export async function buildHostSuite() {
  await run(process.execPath, [inRoot('scripts', 'build.mjs'), '--tests'], { cwd: root });
  await rm(results, { force: true });
}

/** A fresh folder with the sample project for the suite to work in, and how to remove it. */
export async function suiteFolder() {
  const base = await mkdtemp(path.join(os.tmpdir(), 'whittle-host-'));
  const folder = path.join(base, 'sample');
  await cp(inRoot('scripts', 'sample'), folder, { recursive: true });
  return { base, folder, remove: () => rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

/** The settings the suite runs under, whichever VS Code it is in. */
export const suiteSettings = { 'security.workspace.trust.enabled': false };

/** Resolves to { passed, failed, notes } after the suite ran in VS Code's server. */
export async function runHostSuite(editor) {
  await buildHostSuite();
  const { base, folder, remove } = await suiteFolder();
  const server = await startEditor({ editor, dataDir: path.join(base, 'server'), settings: suiteSettings, development: true });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const spoken = [];
    page.on('console', message => { if (message.type() === 'error') spoken.push(message.text()); });
    const remote = file => `vscode-remote://127.0.0.1:${server.port}${file.split(path.sep).join('/')}`;
    await page.goto(folderUrl(server.url, folder, [
      ['extensionDevelopmentPath', remote(root)], ['extensionTestsPath', remote(inRoot('out', 'host', 'index'))], ['skipWelcome', 'true'],
    ]));
    await ended();
    const counts = await readResults();
    if (counts.crashed) for (const line of spoken.slice(-20)) say(`  ${line}`);
    return counts;
  } finally {
    await browser.close();
    await server.stop();
    await remove();
  }
}

/** Waits for the suite's last line; a suite that never ends is reported by what it wrote until then. */
async function ended() {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline;) {
    if ((await readLines()).some(each => each.kind === 'end' || each.kind === 'crash')) return;
    await new Promise(resolve => setTimeout(resolve, 200));
  }
}

async function readLines() {
  if (!existsSync(results)) return [];
  const text = await readFile(results, 'utf8');
  // The last line may still be under way.
  return text.slice(0, text.lastIndexOf('\n') + 1).split('\n').filter(Boolean).map(line => JSON.parse(line));
}

/** Prints the suite's results and counts them. */
export async function readResults() {
  const lines = await readLines();
  const of = kind => lines.filter(each => each.kind === kind);
  for (const { title, ms } of of('pass')) say(`  ✓ ${title}${ms > 1000 ? ` (${(ms / 1000).toFixed(1)} s)` : ''}`);
  for (const { title, message } of of('fail')) say(`  ✗ ${title}\n${message.replace(/^/gm, '      ')}`);
  const passed = of('pass').length;
  const failed = of('fail').length;
  const notes = of('skip').map(({ title }) => `host: skipped ${title}`);
  const crash = of('crash')[0];
  const crashed = crash !== undefined && of('end').length === 0;
  if (crashed) notes.push(`host: the suite crashed: ${crash.message}`);
  else if (lines.length === 0) notes.push('host: the suite never started: the extension host didn\'t load out/host/index.js');
  else if (of('end').length === 0) notes.push(`host: the suite was not done after ${limitMs / 1000} s; the last line: ${JSON.stringify(lines.at(-1))}`);
  else if (passed + failed === 0) notes.push('host: no test ran');
  else return { passed, failed, notes };
  return { passed, failed: failed + 1, notes, crashed: true };
}

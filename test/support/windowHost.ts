/** What all windows of one test run share: one browser and one folder with the packaged extension installed in it. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import { installVsix } from '../../scripts/lib/editorServer.mjs';
import { ensureEditor } from '../../scripts/lib/ensureEditor.mjs';

/** One test run's browser, editor and installed extension. `dispose` removes all of it. */
export interface WindowHost {
  readonly editor: string;
  readonly extensionsDir: string;
  readonly browser: Browser;
  /** A folder of the run's own under the temporary folder. */
  temporary(prefix: string): Promise<string>;
  dispose(): Promise<void>;
}

/** Installs `vsix` (the packaged extension) and starts the browser. */
export async function createWindowHost(vsix: string): Promise<WindowHost> {
  if (!existsSync(vsix)) throw new Error(`There is no ${vsix}: run \`npm run package\` first.`);
  const base = await mkdtemp(path.join(os.tmpdir(), 'whittle-ui-'));
  const temporary = (prefix: string) => mkdtemp(path.join(base, `${prefix}-`));
  const editor = await ensureEditor();
  const extensionsDir = await temporary('extensions');
  await installVsix({ editor, vsix, extensionsDir, dataDir: await temporary('install') });
  const browser = await launchBrowser();
  return {
    editor, extensionsDir, browser, temporary,
    async dispose() {
      await browser.close();
      await rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

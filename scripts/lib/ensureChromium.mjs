/** Finds the Chromium (or Chrome) that the window tests are driven in; installs Debian's where that is allowed. */
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';
import { during, Plain } from './say.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const usual = {
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap(each =>
    process.env[each] ? [path.join(process.env[each], 'Google/Chrome/Application/chrome.exe'), path.join(process.env[each], 'Microsoft/Edge/Application/msedge.exe')] : []),
};

/** The browser's executable, or undefined. CHROMIUM in the environment wins. */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const onPath = (process.env.PATH ?? '').split(path.delimiter).flatMap(folder => names.map(name => path.join(folder, name)));
  return [...(usual[process.platform] ?? []), ...onPath].find(runnable);
}

/** Resolves to a browser's executable; as root on Debian it installs the package `chromium` when there is none. */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await during('Installing Chromium from Debian\'s packages', async () => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      await run('apt-get', ['update', '-q'], { env });
      await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env });
    });
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Plain('The window tests need Chromium or Chrome, and there is none on this machine. Install it (on Debian: sudo apt-get install chromium), or set CHROMIUM to its executable, and try again.');
}

function runnable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

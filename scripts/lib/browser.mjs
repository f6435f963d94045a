/** Starts the headless Chromium that drives VS Code's window, kept from calling anybody. */
import { chromium } from 'playwright-core';
import { ensureChromium } from './ensureChromium.mjs';

/** Resolves to a browser with its own throwaway profile; it dies with this process. */
export async function launchBrowser() {
  return chromium.launch({
    executablePath: await ensureChromium(),
    headless: true,
    // Its own listeners would keep this process alive after a signal; at exit it is killed in any case.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      // Chromium's sandbox refuses to run as root; it opens nothing but our own server on loopback.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update',
      '--disable-sync', '--disable-quic', '--disable-dev-shm-usage',
    ],
  });
}

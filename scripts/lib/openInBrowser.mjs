/** Opens an address in the person's browser, where there is a display to open it on. */
import { spawn } from 'node:child_process';

/** Does its best and never fails: the address has been printed as well. */
export function openInBrowser(address) {
  const opener = openerOf(process.platform);
  if (opener === undefined) return;
  const [command, ...args] = opener;
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => process.stdout.write(`  (${command} isn't there: open the address yourself)\n`));
  child.unref();
}

function openerOf(platform) {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}

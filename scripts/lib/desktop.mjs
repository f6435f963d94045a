/** Opens the VS Code installed on this machine with the packaged extension, apart from the person's own settings and extensions. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { quietSettings } from './editorServer.mjs';
import { startGroup } from './processGroup.mjs';
import { attempt } from './run.mjs';
import { during, Plain } from './say.mjs';

const command = process.platform === 'win32' ? 'code.cmd' : 'code';

/** Resolves, once the window was asked for, to { ended, stop }; `ended` resolves when the window was closed. */
export async function openDesktop({ base, vsix, project, settings }) {
  const user = path.join(base, 'user');
  const apart = ['--user-data-dir', user, '--extensions-dir', path.join(base, 'extensions')];
  await mkdir(path.join(user, 'User'), { recursive: true });
  await writeFile(path.join(user, 'User', 'settings.json'), `${JSON.stringify({ ...quietSettings, ...settings }, null, 2)}\n`);
  await during('Installing the extension into VS Code', async () => {
    const { code, output } = await attempt(command, [...apart, '--install-extension', vsix, '--force']).catch(() => {
      throw new Plain('There is no `code` command on this machine. In VS Code, run "Shell Command: Install \'code\' command in PATH", or leave --desktop out to use the browser.');
    });
    if (code !== 0) throw new Plain(`VS Code didn't take the extension:\n${output}\n  Is it version 1.103 or newer (code --version)?`);
  });
  // `--wait` keeps the command alive for as long as the window is.
  const group = startGroup(command, [...apart, '--new-window', '--wait', project]);
  return {
    stop: () => group.stop(),
    ended: group.ended.then(({ code, error }) => { if (code !== 0) throw new Plain(`VS Code ended with exit code ${code}${error ? `: ${error.message}` : ''}.`); }),
  };
}

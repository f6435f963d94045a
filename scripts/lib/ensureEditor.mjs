/** Sets up the real VS Code that tests and `npm start` run in: its server and workbench as the npm package code-server carries them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { unpackOnce } from './npmPackage.mjs';
import { toolsDir } from './paths.mjs';
import { run } from './run.mjs';
import { during } from './say.mjs';

// code-server 4.139.1 holds VS Code 1.139.
const version = '4.139.1';
const integrity = 'sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==';
const target = path.join(toolsDir, `code-server-${version}-with-typescript`);

const install = cwd => run('npm', ['install', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
  cwd,
  hint: 'It needs the npm registry once; afterwards it works offline. Check the connection (npm ping) and try again.',
});

/** Resolves to the folder of VS Code's server (the one with out/server-main.js), fetched on the first call. */
export async function ensureEditor() {
  const vscode = folder => path.join(folder, 'lib', 'vscode');
  if (!existsSync(target)) {
    await during('Fetching VS Code 1.139 for the browser, once (45 MB, and 400 MB on disk)', () =>
      unpackOnce({
        name: 'code-server', version, integrity, target,
        // The install scripts would compile kerberos, spdlog and sqlite3 for minutes. None is needed: the terminal,
        // the watcher and the search come prebuilt, and the server only grumbles about the rest.
        finish: async folder => {
          await install(vscode(folder));
          // The language service of JavaScript and TypeScript; without it the editor complains at every start.
          await install(path.join(vscode(folder), 'extensions'));
        },
      }));
  }
  return vscode(target);
}

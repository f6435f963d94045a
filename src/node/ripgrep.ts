/** Finds files by a word with ripgrep, where the editor brings it or the machine has it: many times faster than reading them here. */
import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { Files } from '../engine/ports';

/** Milliseconds one search may take before the files are read one by one instead. */
const PATIENCE = 20_000;
const MOST_OUTPUT = 64 * 1024 * 1024;

/** Nothing but .gitignore hides a file, no configuration is read, and what is installed is left out; links are not followed. */
const OPTIONS = [
  '--no-config', '--no-messages', '--files-with-matches', '--null', '--fixed-strings', '--text', '--hidden', '--max-filesize', '1M',
  '--no-require-git', '--no-ignore-dot', '--no-ignore-exclude', '--no-ignore-global', '--no-ignore-parent',
  '--glob', '!.git', '--glob', '!node_modules', '--glob', '!.venv', '--glob', '!bower_components',
];

/** `program` is looked up at the first search; where it gives none, or that one fails, the answer is undefined. */
export function ripgrepSearch(program: () => Promise<string | undefined>): NonNullable<Files['holding']> {
  let found: Promise<string | undefined> | undefined;
  return async (folder, word) => {
    const file = await (found ??= program());
    if (file === undefined) return undefined;
    const output = await new Promise<string | undefined>((resolve) => {
      execFile(file, [...OPTIONS, '--regexp', word, './'], { cwd: folder, encoding: 'utf8', timeout: PATIENCE, maxBuffer: MOST_OUTPUT, windowsHide: true }, (fault, stdout) => {
        // 1: no match; 2 with matches: a folder that may not be read.
        const fine = fault === null || fault.code === 1 || (fault.code === 2 && stdout !== '');
        resolve(fine ? stdout : undefined);
      });
    });
    return output?.split('\0').filter((name) => name !== '').map((name) => name.replaceAll(path.sep, '/').replace(/^\.\//, ''));
  };
}

/** The editor's own below `appRoot`, else the first in an absolute folder of PATH; a name alone could run a file of the project. */
export async function findRipgrep(appRoot?: string, environment: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const packages = appRoot === undefined ? [] : ['node_modules', 'node_modules.asar.unpacked'].map((folder) => path.join(appRoot, folder, '@vscode'));
  const places = [
    ...packages.flatMap((folder) => [path.join(folder, 'ripgrep-universal', 'bin', `${process.platform}-${process.arch}`), path.join(folder, 'ripgrep', 'bin')]),
    ...(environment['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder)),
  ];
  for (const place of places) {
    const file = path.join(place, name);
    if (await access(file, constants.X_OK).then(() => true, () => false)) return file;
  }
  return undefined;
}

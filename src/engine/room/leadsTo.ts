/** Follows what a command runs through the scripts it leads to, so that a yes to one covers no other that was changed since. */
import { parentOf, resolveDots } from '../snapshot/diskPath';
import type { ShellLine } from './shellLine';

/** Files whose text is commands: what they name they may run. */
const SCRIPT = /\.(?:sh|bash|zsh|ksh|fish|ps1|psm1|bat|cmd|mk)$|(?:^|\/)(?:GNU)?makefile$|(?:^|\/)\.?justfile$/i;
/** Where these programs look when no file is named. */
const DEFAULTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^g?make$/, ['Makefile', 'makefile', 'GNUmakefile']], [/^just$/, ['justfile', 'Justfile', '.justfile']], [/^(?:npm|pnpm|yarn|bun)$/, ['package.json']],
];
/** Scripts looked at, at most. */
const MOST = 40;

/** The first changed file that a script run by the line names, and that script. `read` gives a file's text, undefined where there is none to see. */
export async function leadsTo(
  line: ShellLine, changed: readonly string[], read: (path: string) => Promise<string | undefined>,
): Promise<{ readonly script: string; readonly file: string } | undefined> {
  if (changed.length === 0) return undefined;
  const queue = new Set(line.commands.flatMap(({ words, reads }) => [
    ...[...words.map((word) => word.text), ...reads].flatMap((text) => placesOf('.', text)),
    ...DEFAULTS.flatMap(([program, names]) => (program.test(nameOf(words[0]?.text ?? '')) ? names : [])),
  ]));
  let looked = 0;
  for (const script of queue) {
    const whole = nameOf(script) === 'package.json';
    const text = ++looked > MOST || (/\.\w+$/.test(script) && !whole && !SCRIPT.test(script)) ? undefined : await read(script);
    if (text === undefined || (!whole && !SCRIPT.test(script) && !text.startsWith('#!'))) continue;
    const commands = whole ? scriptsText(text) : text;
    const named = commands.match(/[\w@%+.~/\\-]{2,}/g)?.flatMap((word) => placesOf(parentOf(script), word)) ?? [];
    const file = changed.find((one) => one !== script && named.some((name) => name === one || one === `${name}.js` || one === `${name}.sh`));
    if (file !== undefined && (SCRIPT.test(file) || (await read(file))?.startsWith('#!') === true)) return { script, file };
    for (const name of named) queue.add(name);
  }
  return undefined;
}

/** A word as a path in the project: from the root, and from the folder of the script it stands in. */
function placesOf(folder: string, word: string): readonly string[] {
  const path = word.replaceAll('\\', '/').replace(/^\$\{?\w+\}?\//, '');
  if (path.startsWith('/') || path.startsWith('-') || path === '') return [];
  const places = [resolveDots(path.split('/')), resolveDots([...folder.split('/'), ...path.split('/')])];
  return [...new Set(places.flatMap((segments) => (segments === undefined || segments.length === 0 ? [] : [segments.join('/')])))];
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function scriptsText(text: string): string {
  try {
    const value = JSON.parse(text) as { readonly scripts?: unknown } | null;
    return Object.values((value?.scripts ?? {}) as Record<string, unknown>).join('\n');
  } catch {
    // No JSON: npm runs nothing of it.
    return '';
  }
}

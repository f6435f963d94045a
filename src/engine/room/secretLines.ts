/** Takes the lines of secret files out of what a search or a comparison printed: not every value in them looks like a key. */
import { isSecretPath } from './secretNames';

const HIDDEN = '[secret]';
/** What programs say of a file, where a search would print a line of it. */
const MESSAGE = /^ (?:No such|Permission|Is a|Not a|command not|cannot|can't|binary)/i;

/** `path:12:text` and `path-12-text` of a search, and what `git diff` and `git show` print below the name of a file. */
export function withoutSecretLines(text: string): string {
  let inSecret = false;
  return text.split('\n').map((line) => {
    const header = /^(?:diff --git a\/.{1,500} b\/(.{1,500})|\+\+\+ (?:b\/)?(.{1,500})|--- a\/(.{1,500}))$/.exec(line.trimEnd());
    if (header !== null) {
      inSecret = isSecretPath((header[1] ?? header[2] ?? header[3] ?? '').replace(/\t.*$/, ''));
      return line;
    }
    if (inSecret && /^(?:commit [0-9a-f]{7,}|[^ +\-@\\])/.test(line) && !/^(?:index|new|deleted|old|similarity|rename|Binary)/.test(line)) inSecret = false;
    if (inSecret && /^[+ -]/.test(line)) return `${line[0] ?? ''}${HIDDEN}`;
    const found = /^([^\s:]{1,300}):(\d{1,9}:)?/.exec(line) ?? /^([^\s:]{1,300})-(\d{1,9}-)/.exec(line);
    const path = found?.[1];
    if (found === null || path === undefined || !isSecretPath(path) || MESSAGE.test(line.slice(found[0].length))) return line;
    return found[0] + HIDDEN;
  }).join('\n');
}

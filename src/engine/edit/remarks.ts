/** Comments as the text alone tells them: above a line, or at its end. */
import type { Range } from '../code/codeReader';

/** Offset before the end mark of the line, or of that on which the comment ends that the line ends in. */
export function endOfRemark(text: string, from: number): number {
  let end = endOfLine(text, from);
  // A mark that continues the line binds what follows to it, as in macros.
  if (/^(?:.[ \t]*)?\\$/s.test(text.slice(Math.max(0, from - 1), end))) while (text[end - 1] === '\\' && text.includes('\n', end)) end = endOfLine(text, text.indexOf('\n', end) + 1);
  const [opened, mark] = /^[ \t]*[,;]?[ \t]*(\/\*|\(\*)/.exec(text.slice(from, end)) ?? [];
  const open = from + (opened ?? '').length;
  const close = mark === undefined ? -1 : text.indexOf(mark === '/*' ? '*/' : '*)', open);
  // One that holds another ends elsewhere, or doesn't, by its language.
  return close < end || text.slice(open, close).includes(mark ?? '') ? end : endOfLine(text, close);
}

/** The same below the lines of a comment that says of itself that it speaks of what stands above. */
export function endOfNotes(text: string, from: number): number {
  const end = endOfRemark(text, from);
  return end + (/^(?:\r?\n[ \t]*(?:--[ \t]*\^.*(?:\r?\n[ \t]*--(?![ \t]*\|).*)*|\/\/[/!]<.*|\/\*[*!]<(?:(?!\*\/)[^])*\*\/[ \t]*(?=\r?\n)))+/.exec(text.slice(end, end + 4_000))?.[0].replace(/\r$/, '').length ?? 0);
}

/** Offset before the line's end mark. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  const stop = end === -1 ? text.length : end;
  return text.slice(from, stop).replace(/\r$/, '').length + from;
}

/** A comment, and nothing behind it. */
export function isRemark(rest: string): boolean {
  return /^\s*(?:\/\/|#(?!\[)|--|<!--|\/\*(?:(?!\*\/)[^])*\*\/\s*$|\(\*(?:(?!\*\))[^])*\*\)\s*$)/.test(rest);
}

/** Where the comment directly above a line begins, else that line. */
export function overComment(text: string, from: number, strings: readonly Range[]): number {
  for (let at = from; ; ) {
    const lineStart = at === 0 ? 0 : text.lastIndexOf('\n', at - 2) + 1;
    const line = text.slice(lineStart, at).trim();
    const closed = ['*/', '*)'].find((mark) => line.endsWith(mark));
    const end = lineStart + text.slice(lineStart, at).trimEnd().length - 2;
    const start = closed === '*/' ? text.lastIndexOf('/*', end) : closed ? opening(text, end) : line.startsWith('//') ? lineStart : -1;
    const first = text.lastIndexOf('\n', start - 1) + 1;
    if (start === -1 || text.slice(first, start).trim() !== '' || strings.some((one) => one.start < start && start < one.end)) return at;
    at = first;
  }
}

/** The same for lines of `--` too; those that say of themselves that they speak of what stands above them stay above. */
export function overNote(text: string, from: number): number {
  const at = overComment(text, from, []);
  const run = at < from ? '' : /(?:(?<=\n)[ \t]*--[^\n]*\n)+$/.exec(text.slice(Math.max(0, from - 4_000), from))?.[0] ?? '';
  const next = run.search(/^[ \t]*--[ \t]*\|/m);
  return next !== -1 ? from - run.length + next : /^[ \t]*--[ \t]*\^/.test(run) ? from : at - run.length;
}

/** Where the comment that ends at a mark begins: one may hold others. */
function opening(text: string, end: number): number {
  for (let [at, depth] = [end, 1]; ; ) {
    const [open, close] = [text.lastIndexOf('(*', at - 1), text.lastIndexOf('*)', at - 1)];
    at = Math.max(open, close);
    depth += close > open ? 1 : -1;
    if (at <= 0 || depth === 0) return depth === 0 ? at : -1;
  }
}

/** Undoes what models copy into code from what they were shown: line numbers, code fences, diff marks. */

const NUMBERED = /^ {0,6}(\d{1,6})(?: ?\| ?|\t|: |\u2192)/;

/** The first number where every non-blank line carries the next one; undefined where they don't. */
export function firstNumber(text: string): number | undefined {
  const lines = text.replace(/\n$/, '').split('\n');
  const first = Number(NUMBERED.exec(lines[0] ?? '')?.[1] ?? Number.NaN);
  const inOrder = lines.every((line, index) => Number(NUMBERED.exec(line)?.[1] ?? Number.NaN) === first + index);
  return Number.isNaN(first) || !inOrder ? undefined : first;
}

/** Takes off one mark of the kind `12 | ` from each line that has it. */
export function withoutNumbers(text: string): string {
  return text.split('\n').map((line) => line.replace(NUMBERED, '')).join('\n');
}

/** The inside of a fence that wraps the whole text, without a final line end; undefined where none does or one lies within. */
export function withoutFence(text: string): string | undefined {
  const match = /^\s*(`{3,}|~{3,})[\w+#.:/-]*[ \t]*\r?\n([\s\S]*?)\r?\n?[ \t]*\1\s*$/.exec(text);
  const [, fence, body] = match ?? [];
  if (fence === undefined || body === undefined || body.split(/\r?\n/).some((line) => line.trim().startsWith(fence))) return undefined;
  return body;
}

/** Code without the line that read_symbol puts above it. */
export function withoutHeading(text: string): string {
  return text.replace(/^\s*\S+:\d+-\d+ \S.*\n/, '');
}

/** Whether every non-blank line begins like a line of a diff, changed ones among them. */
export function looksLikeDiff(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const marked = lines.filter((line) => /^[+-](?![+-]?\d)/.test(line));
  return lines.some((line) => line.startsWith('@@ ')) || (lines.length > 1 && marked.length > 0 && lines.every((line) => /^[ +-]/.test(line)) && lines.some((line) => line.startsWith('+')) && lines.some((line) => line.startsWith('-')));
}

/** What stands in a result where a long line was cut; nothing that holds one is ever written. */
export function cutLine(line: string, most: number): string {
  if (line.length <= most) return line;
  const end = /[\ud800-\udbff]/.test(line.charAt(most - 1)) ? most - 1 : most;
  return `${line.slice(0, end)}\u2026[${line.length - end} more characters cut]`;
}

export function holdsCutMark(text: string): boolean {
  return /\u2026\[\d+ more characters cut\]|^\[cut here: |^\(Lines \d+-\d+(?:; the file ends here\.| of \d+\. For more call again with offset=\d+\.)\)/m.test(text);
}

/** Puts new lines in place of old ones so that every line the edit leaves alone keeps its own bytes and line end. */
import { diffArrays } from 'diff';

export interface WeaveOptions {
  /** How a new line is written (indentation moved, say); undefined where it can't be. */
  readonly write?: (line: string) => string | undefined;
  /** How a changed line is written over the one it replaces. */
  readonly over?: (source: string, old: string, fresh: string) => string;
  /** For new lines that replace none. */
  readonly lineEnd: string;
}

/**
 * `slice` is what stands in the file, `old` how the model wrote it (same number of lines, LF), `fresh` what it wants
 * (LF). Undefined where `write` fails.
 */
export function weave(slice: string, old: string, fresh: string, options: WeaveOptions): string | undefined {
  const source = slice.split('\n').map((line, index, all) => {
    const crlf = index < all.length - 1 && line.endsWith('\r');
    return { text: crlf ? line.slice(0, -1) : line, end: index === all.length - 1 ? undefined : crlf ? '\r\n' : '\n' };
  });
  const oldLines = old.split('\n');
  const out: { text: string; end: string | undefined }[] = [];
  let at = 0;
  let replaced: readonly { text: string; end: string | undefined }[] = [];
  for (const change of diffArrays(oldLines, fresh.split('\n'))) {
    if (change.removed) {
      replaced = source.slice(at, at + change.value.length);
      at += change.value.length;
    } else if (change.added) {
      const lines = addedLines(change.value, replaced, oldLines.slice(at - replaced.length, at), options);
      if (lines === undefined) return undefined;
      const before = out[out.length - 1]?.end;
      // Never spread into a call: its arguments stand on the stack, and a file has more lines than that has room for.
      for (const line of lines) out.push({ ...line, end: line.end ?? before });
      replaced = [];
    } else {
      for (const line of source.slice(at, at + change.value.length)) out.push(line);
      at += change.value.length;
      replaced = [];
    }
  }
  return out.map((line, index) => (index === out.length - 1 ? line.text : line.text + (line.end ?? options.lineEnd))).join('');
}

function addedLines(
  values: readonly string[], replaced: readonly { text: string; end: string | undefined }[], old: readonly string[], options: WeaveOptions,
): { text: string; end: string | undefined }[] | undefined {
  const lines: { text: string; end: string | undefined }[] = [];
  for (const [index, value] of values.entries()) {
    const text = options.write ? options.write(value) : value;
    if (text === undefined) return undefined;
    const under = values.length === replaced.length ? replaced[index] : undefined;
    const model = replaced[Math.min(index, replaced.length - 1)];
    lines.push({ text: under && options.over ? options.over(under.text, old[index] ?? '', text) : text, end: model?.end });
  }
  return lines;
}

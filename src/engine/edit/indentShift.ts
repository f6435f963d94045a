/** Finds a block that stands in the file with one uniform difference of indentation, and moves new lines the same way. */
import type { Span } from './view';

export interface ShiftedFit extends Span {
  /** The new line as the file indents; undefined where it can't be moved so. */
  move(line: string): string | undefined;
}

type Move = ShiftedFit['move'];

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

/** Whole lines only; trailing blanks don't count. A shift of nothing is no fit: that is an earlier rung's. */
export function shiftedFits(source: string, old: string): readonly ShiftedFit[] {
  const wanted = old.replace(/\n$/, '').split('\n').map((line) => line.trimEnd());
  const lines = source.split('\n');
  const first = wanted.findIndex((line) => line !== '');
  const lead = wanted[first];
  if (lead === undefined) return [];
  const bare = lead.trimStart();
  const found: ShiftedFit[] = [];
  let start = 0;
  for (let top = 0; top + wanted.length <= lines.length; top++) {
    const key = lines[top + first];
    if (key?.trim() === bare) {
      const window = lines.slice(top, top + wanted.length);
      const moved = wanted.some((line, index) => line !== window[index]?.trimEnd());
      const move = moved ? moves(indentOf(lead), indentOf(key)).find((candidate) => wanted.every((line, index) => candidate(line) === window[index]?.trimEnd())) : undefined;
      const length = window.join('\n').length;
      const end = start + length - (window[window.length - 1]?.endsWith('\r') === true && !old.endsWith('\n') ? 1 : 0);
      const withBreak = old.endsWith('\n') && start + length < source.length ? start + length + 1 : end;
      if (move) found.push({ start, end: withBreak, move });
    }
    start += (lines[top]?.length ?? 0) + 1;
  }
  return found;
}

/** The ways in which a line indented by `from` may stand indented by `to`. */
function moves(from: string, to: string): readonly Move[] {
  if (from === to) return widths.map((width) => retab(width, to.includes('\t')));
  const shift: Move[] = [];
  if (to.endsWith(from)) {
    const extra = to.slice(0, to.length - from.length);
    shift.push((line) => (line.trim() === '' ? line : extra + line));
  }
  if (from.endsWith(to)) {
    const extra = from.slice(0, from.length - to.length);
    shift.push((line) => (line.trim() === '' ? line.trimStart() : line.startsWith(extra) ? line.slice(extra.length) : undefined));
  }
  return [...shift, ...widths.map((width) => retab(width, to.includes('\t')))];
}

const widths = [4, 2, 8, 3];

/** Tabs for every `width` spaces, or the other way round. */
function retab(width: number, toTabs: boolean): Move {
  return (line) => {
    const indent = indentOf(line);
    const body = line.slice(indent.length);
    if (body === '') return '';
    if (!toTabs) return indent.replaceAll('\t', ' '.repeat(width)) + body;
    return indent.replaceAll(' '.repeat(width), '\t') + body;
  };
}

/** The lines of a small diff, with their numbers, as data. */
import { diffLines } from 'diff';
import { t } from './words';

export interface DiffRow {
  readonly sign: '+' | '-' | ' ' | '…';
  /** 1-based in the new text for kept and added lines, in the old one for removed lines; undefined for a gap. */
  readonly line: number | undefined;
  readonly text: string;
}

const context = 3;
/** More is for the diff editor. */
const limit = 400;

/** `line` is where both texts begin in their file. Unchanged stretches are folded to a few lines around each change. */
export function diffRows(before: string, after: string, line: number): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let oldLine = line;
  let newLine = line;
  for (const part of diffLines(before, after)) {
    for (const text of lines(part.value)) {
      if (part.removed) rows.push({ sign: '-', line: oldLine++, text });
      else if (part.added) rows.push({ sign: '+', line: newLine++, text });
      else {
        rows.push({ sign: ' ', line: newLine++, text });
        oldLine++;
      }
    }
  }
  const folded = fold(rows);
  return folded.length <= limit ? folded : [...folded.slice(0, limit), { sign: '…', line: undefined, text: t('{0} more lines', folded.length - limit) }];
}

export function countChanges(before: string, after: string): { readonly added: number; readonly removed: number } {
  const parts = diffLines(before, after);
  const sum = (which: 'added' | 'removed'): number => parts.filter(part => part[which]).reduce((total, part) => total + lines(part.value).length, 0);
  return { added: sum('added'), removed: sum('removed') };
}

function lines(text: string): readonly string[] {
  const all = text.split('\n').map(one => one.replace(/\r$/, ''));
  return all.at(-1) === '' ? all.slice(0, -1) : all;
}

function fold(rows: readonly DiffRow[]): readonly DiffRow[] {
  const changed = rows.flatMap((row, index) => (row.sign === ' ' ? [] : [index]));
  const near = new Set(changed.flatMap(at => Array.from({ length: 2 * context + 1 }, (_, offset) => at + offset - context)));
  const kept: DiffRow[] = [];
  rows.forEach((row, index) => {
    if (near.has(index)) kept.push(row);
    else if (kept.at(-1)?.sign !== '…') kept.push({ sign: '…', line: undefined, text: '' });
  });
  return kept;
}

/** Moves code to the indentation of its place without touching what is data: the inner lines of strings. */

export interface Place {
  /** White space the code's first line gets from the file. */
  readonly target: string;
  /** Lines whose indentation shows how this file is written; the first that says so decides. */
  readonly samples: readonly string[];
  /** Indentation carries meaning, so a body is always deeper than its first line. */
  readonly layout: boolean;
  /** 0-based lines that must stay as they are. */
  readonly fixed: ReadonlySet<number>;
}

interface Style {
  readonly tabs: boolean | undefined;
  /** Columns of one step. */
  readonly unit: number;
}

/** `code` with LF; the result begins with its first line's first visible character. */
export function placeCode(code: string, place: Place): string {
  const lines = code.split('\n');
  const base = leading(lines[0] ?? '');
  const style = styleOf(place.samples);
  const own = unitOf(lines);
  const convert = (space: string): string => inStyle(space, style, own);
  const flush = firstLineLost(lines, base, place, style);
  return lines.map((line, index) => {
    const space = leading(line);
    const rest = line.slice(space.length);
    if (index === 0) return rest;
    if (place.fixed.has(index)) return line;
    if (flush || base === place.target) return rest === '' ? line : convert(space) + rest;
    if (rest === '') return '';
    if (space.startsWith(base)) return place.target + convert(space.slice(base.length)) + rest;
    return place.target.slice(0, Math.max(0, place.target.length - (base.length - space.length))) + rest;
  }).join('\n');
}

/** The note directly above the code it was sent with, in another column, stands in that of the code: else it would be no part of it. */
export function withNoteAligned(note: string, code: string): string {
  const end = note.trimEnd().split('\n').length;
  const lines = code.split('\n');
  const [from, to] = [leading(code), leading(lines[end] ?? '')];
  const lost = from === '' && end > 1 && lines.slice(1, end).every((line) => line.startsWith(to));
  if (note.trim() === '' || !/\n[ \t]*$/.test(note) || from === to || lost || (lines[end] ?? '').trim() === '') return code;
  return lines.map((line, index) => (index < end && line.trim() !== '' ? to + (line.startsWith(from) ? line.slice(from.length) : line.trimStart()) : line)).join('\n');
}

/** White space before the first visible character. */
export function leading(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** One step of indentation as the samples show it. */
export function stepOf(samples: readonly string[]): string {
  const style = styleOf(samples);
  return style.tabs ? '\t' : ' '.repeat(style.unit);
}

/** The first line at column 0 while the others stand where the file has them: only that line lost its indentation. */
function firstLineLost(lines: readonly string[], base: string, place: Place, style: Style): boolean {
  if (base !== '' || place.target === '') return false;
  const rest = lines.filter((line, index) => index > 0 && !place.fixed.has(index) && line.trim() !== '');
  const widths = rest.map((line) => columns(leading(line), style.unit));
  const least = Math.min(...widths);
  const target = columns(place.target, style.unit);
  if (place.layout) return least >= target && headLost(lines.filter((line, index) => !place.fixed.has(index) && line.trim() !== ''), target, style.unit);
  // Elsewhere what closes the body tells, which stands below its first line, and what follows a comment or a decorator.
  const headed = /^(?:\/[/*]|#|--|\(\*|@[\w.]+(?:\(.*\))?$|\[.*\]$)/.test(lines[0] ?? '');
  return least === target && (headed || (widths.at(-1) === target && /^\s*(?:[)\]}]|end\b)/.test(rest.at(-1) ?? '')));
}

/** What follows a decorator or a comment, and what closes a bracket of the first line, stands as deep as that line; a body is deeper. */
function headLost(lines: readonly string[], target: number, unit: number): boolean {
  let open = 0;
  const end = lines.findIndex((line) => {
    const bare = line.replace(/"[^"]*"|(?<![\w'])'[^']*'|#[^)\]}]*$/g, '');
    open += (bare.match(/[([{]/g)?.length ?? 0) - (bare.match(/[)\]}]/g)?.length ?? 0);
    return open <= 0;
  });
  const width = (line: string): number => columns(leading(line), unit);
  const [head, rest] = [lines[end] ?? '', lines.slice(end + 1)];
  const closes = end > 0 && /^\s*[)\]}]/.test(head);
  if (closes && (width(head) !== target || lines.slice(1, end).some((line) => width(line) <= target))) return false;
  if (/^(?:@|#|--|\/\/)/.test(lines[0] ?? '')) return rest[0] !== undefined && width(rest[0]) === target;
  if (/(?:[:={]|->|\b(?:where|do|of|then))\s*(?:#.*|--.*|\/\/.*)?$/.test(head)) return rest.length > 0 && rest.every((line) => width(line) >= target + unit);
  return closes && rest.every((line) => width(line) >= target);
}

function styleOf(samples: readonly string[]): Style {
  for (const sample of samples) {
    const lines = sample.split('\n').filter((line) => leading(line) !== '' && line.trim() !== '');
    const tabbed = lines.filter((line) => line.startsWith('\t')).length;
    if (lines.length === 0) continue;
    return { tabs: tabbed === 0 ? false : tabbed === lines.length ? true : undefined, unit: unitOf(sample.split('\n')) };
  }
  return { tabs: undefined, unit: 4 };
}

/** The most common step from one line to a deeper one; 4 where nothing shows. */
function unitOf(lines: readonly string[]): number {
  const steps = new Map<number, number>();
  let before = 0;
  for (const line of lines) {
    if (line.trim() === '' || /^\s*\*/.test(line)) continue;
    const space = leading(line);
    const width = space.includes('\t') ? 0 : space.length;
    if (width > before) steps.set(width - before, (steps.get(width - before) ?? 0) + 1);
    before = width;
  }
  const [best] = [...steps].filter(([step]) => step > 1 && step <= 8).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return best?.[0] ?? 4;
}

/** Only white space wholly of the other kind is rewritten: mixed indentation is somebody's alignment. */
function inStyle(space: string, style: Style, own: number): string {
  if (style.tabs === true && /^ +$/.test(space)) return '\t'.repeat(Math.floor(space.length / own)) + ' '.repeat(space.length % own);
  if (style.tabs === false && /^\t+$/.test(space)) return ' '.repeat(space.length * style.unit);
  return space;
}

function columns(space: string, unit: number): number {
  return [...space].reduce((width, one) => width + (one === '\t' ? unit : 1), 0);
}

/** A symbol's text, and which of its lines begin within a string. */
export interface OldLines {
  readonly text: string;
  readonly strings: ReadonlySet<number>;
}

/**
 * Lines a symbol had before stand as they stood, at whatever indentation the new code was sent. `code`: as it was
 * sent; `moved`: the same lines as placed by their indentation alone, those in `fixed` within strings.
 * Code at column 0 is told from code whose first line alone lost its indentation by which of the old lines it holds,
 * and so are strings that lost theirs along with it from strings sent as they were.
 */
export function withOldLines(old: OldLines, target: string, code: string, moved: string, fixed: ReadonlySet<number>): string {
  const [sent, placed] = [code.split('\n'), moved.split('\n')];
  if (target === '' || leading(code) !== '' || placed.length !== sent.length) return moved;
  const own = old.text.replaceAll('\r\n', '\n').split('\n');
  const dedent = (line: string): string => (line.startsWith(target) ? line.slice(target.length) : line);
  if (code === own.join('\n')) return code;
  if (own.length === sent.length && sent.every((line, index) => line === (index === 0 ? own[0] : dedent(own[index] ?? '')))) return own.join('\n');
  const part = (lines: readonly string[], set: ReadonlySet<number>, inside: boolean): readonly string[] => lines.filter((line, index) => index > 0 && line !== '' && set.has(index) === inside);
  const restorer = (inside: boolean): Restorer => restore(part(own, old.strings, inside), part(sent, fixed, inside), target, inside);
  const [plain, data] = [restorer(false), restorer(true)];
  return placed.map((line, index) => (index === 0 ? line : (fixed.has(index) ? data : plain)(sent[index] ?? '', line))).join('\n');
}

/** A line as it was sent and as it was placed, to what it shall be. */
type Restorer = (line: string, placed: string) => string;

/** `whole`: new lines lost what the old ones did, as the lines of a string do. */
function restore(own: readonly string[], sent: readonly string[], target: string, whole: boolean): Restorer {
  const asIs = new Set(own.filter((line) => line.startsWith(target)));
  // Labels, directives and the like: no deeper than the symbol, they never move.
  const still = new Set(own.filter((line) => !line.startsWith(target)));
  const shifted = new Set([...asIs].map((line) => line.slice(target.length)).filter((line) => line !== ''));
  const count = (set: ReadonlySet<string>, other: ReadonlySet<string>): number => sent.filter((line) => set.has(line) && !other.has(line) && !still.has(line)).length;
  const [kept, dedented] = [count(asIs, shifted), count(shifted, asIs)];
  if (kept === 0 && dedented === 0) return (_, placed) => placed;
  if (kept > dedented) return (line, placed) => (asIs.has(line) || still.has(line) ? line : placed);
  return (line, placed) => (shifted.has(line) ? target + line : still.has(line) ? line : whole && line.trim() !== '' ? target + line : placed);
}

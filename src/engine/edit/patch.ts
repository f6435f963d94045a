/** Search and replace that lands in exactly one place or says why not: the ladder of readings a search text gets. */
import { firstNumber, looksLikeDiff, withoutFence, withoutNumbers } from './copiedMarks';
import { findElision } from './elision';
import { shiftedFits } from './indentShift';
import { nearest } from './nearest';
import { fits, fold, lineEnds, trailingBlanks, typography, view } from './view';
import type { Folding, Span } from './view';
import { weave } from './weave';
import type { WeaveOptions } from './weave';

export interface TextEdit {
  readonly old: string;
  readonly fresh: string;
  /** Every fit, from the top, instead of the only one. */
  readonly all?: boolean;
}

export type PatchCode = 'not_found' | 'ambiguous' | 'empty_old_str' | 'no_change' | 'elision';

export interface PatchRefusal {
  readonly ok: false;
  readonly code: PatchCode;
  /** 0-based edit that failed. */
  readonly index: number;
  /** 1-based lines of the fits, for `ambiguous`. */
  readonly lines: readonly number[];
  /** What happened and the next move. */
  readonly text: string;
}

export type Patched = { readonly ok: true; readonly text: string; /** What was set aside to make an edit fit. */ readonly notes: readonly string[] } | PatchRefusal;

interface Splice extends Span {
  readonly text: string;
}
type Placed = { readonly ok: true; readonly splices: readonly Splice[]; readonly note?: string } | Omit<PatchRefusal, 'index'>;

/**
 * All edits or none. Edits that each have one place in the text as it is land there, in whatever order they came;
 * else they are made one after the other. Bytes outside the places are untouched.
 */
export function patchText(text: string, edits: readonly TextEdit[], options: { readonly prose?: boolean } = {}): Patched {
  const together = edits.map((edit) => place(text, edit, options));
  const splices = together.flatMap((placed) => (placed.ok ? placed.splices : [])).sort((a, b) => a.start - b.start);
  const apart = splices.every((splice, at) => at === 0 || (splices[at - 1]?.end ?? 0) <= splice.start);
  const notes: string[] = [];
  if (apart && together.every((placed) => placed.ok) && !edits.some((edit) => edit.all)) {
    for (const placed of together) if (placed.ok && placed.note !== undefined) notes.push(placed.note);
    return { ok: true, text: spliced(text, splices), notes };
  }
  let now = text;
  for (const [index, edit] of edits.entries()) {
    const first = together[index];
    const placed = first && now === text ? first : place(now, edit, options);
    if (!placed.ok) return { ...placed, index };
    now = spliced(now, placed.splices);
    if (placed.note !== undefined) notes.push(placed.note);
  }
  return { ok: true, text: now, notes };
}

function spliced(text: string, splices: readonly Splice[]): string {
  let from = 0;
  const parts: string[] = [];
  for (const splice of splices) {
    parts.push(text.slice(from, splice.start), splice.text);
    from = splice.end;
  }
  return parts.join('') + text.slice(from);
}

function place(text: string, edit: TextEdit, options: { readonly prose?: boolean }): Placed {
  const old = fold(edit.old.replace(/^\ufeff/, ''), lineEnds);
  const fresh = fold(edit.fresh.replace(/^\ufeff/, ''), lineEnds);
  if (old === '') {
    if (text === '') return { ok: true, splices: [{ start: 0, end: 0, text: fresh }] };
    return refusal('empty_old_str', 'old_str is empty. Give the text to be replaced; to insert, give a line that is there as old_str and that line with the new ones as new_str.');
  }
  if (old === fresh) return refusal('no_change', 'old_str and new_str are the same, so nothing would change. Give the changed text as new_str, or go on if nothing is to be changed.');
  const elided = findElision(old, fresh, { ...options, file: text });
  if (elided) return refusal('elision', `line ${elided.line} of new_str stands for code that was left out: ${elided.text.slice(0, 120)}. Write that code in full, or replace only the lines that change.`);
  const placed = climb(text, { old, fresh, all: edit.all === true });
  if (placed) return placed;
  for (const cleaned of [unnumbered(old, fresh), unfenced(old, fresh)]) {
    const again = cleaned && cleaned.old !== cleaned.fresh ? climb(text, { ...cleaned, all: false }) : undefined;
    if (again?.ok) return { ...again, note: cleaned?.note ?? '' };
  }
  return refusal('not_found', notFound(text, old, fresh));
}

type Rung = (text: string, edit: Required<TextEdit>) => Placed | undefined;

/** From the strictest reading to the loosest; the first one with a fit decides, and only with exactly one. */
const ladder: readonly Rung[] = [
  folded(lineEnds, undefined),
  folded(trailingBlanks, 'blanks at line ends were set aside'),
  atFileEnd,
  (text, { old, fresh }) => only(text, shiftedFits(text, old), (fit) => splice(text, fit, old, fresh, { write: (line) => fit.move(line) }), 'moved to the indentation of the file'),
  folded(typography, 'typographic characters were read as plain ones'),
];

function climb(text: string, edit: Required<TextEdit>): Placed | undefined {
  for (const rung of ladder) {
    const placed = rung(text, edit);
    if (placed) return placed;
  }
  return undefined;
}

/** A last line without a line end, which a model that sees numbered lines can't know. */
function atFileEnd(text: string, { old, fresh }: Required<TextEdit>): Placed | undefined {
  if (!old.endsWith('\n') || old.trim() === '' || text.endsWith('\n')) return undefined;
  const last = fits(text, trailingBlanks, fold(old.slice(0, -1), trailingBlanks)).filter(({ end }) => text.slice(end).trim() === '');
  return only(text, last, (fit) => splice(text, fit, old.slice(0, -1), fresh.replace(/\n$/, ''), {}), 'the file has no final line end and keeps it so');
}

function folded(folding: Folding, note: string | undefined): Rung {
  const over = folding === typography ? { over: overTypography } : {};
  return (text, { old, fresh, all }) => {
    const wanted = fold(old, folding);
    const found = wanted.trim() === '' && folding !== lineEnds ? [] : fits(text, folding, wanted);
    if (!all || folding === typography) return only(text, found, (fit) => splice(text, fit, old, fresh, over), note);
    const apart = found.reduce<Span[]>((kept, fit) => ((kept[kept.length - 1]?.end ?? 0) <= fit.start ? [...kept, fit] : kept), []);
    const splices = apart.map((fit) => splice(text, fit, old, fresh, over)).filter((one) => one !== undefined);
    return apart.length === 0 ? undefined : { ok: true, splices, note: [`${apart.length} replaced`, note].filter(Boolean).join('; ') };
  };
}

function only<F extends Span>(text: string, found: readonly F[], make: (fit: F) => Splice | undefined, note: string | undefined): Placed | undefined {
  const [fit] = found;
  if (fit === undefined) return undefined;
  if (found.length === 1) {
    const made = make(fit);
    return made && { ok: true, splices: [made], ...(note === undefined ? {} : { note }) };
  }
  const lines = found.map(({ start }) => lineAt(text, start));
  const listed = lines.slice(0, 10).join(', ') + (lines.length > 10 ? ', …' : '');
  return refusal('ambiguous', `old_str fits in ${found.length} places (lines ${listed}). Add a line above or below that only the right place has, or set replace_all to change all.`, lines);
}

function splice(text: string, fit: Span, old: string, written: string, how: Omit<WeaveOptions, 'lineEnd'>): Splice | undefined {
  // A first line number equal to the place's own is copied, not meant.
  const fresh = firstNumber(old) === undefined && firstNumber(written) === lineAt(text, fit.start) ? withoutNumbers(written) : written;
  const woven = weave(text.slice(fit.start, fit.end), old, fresh, { ...how, lineEnd: lineEndAt(text, fit) });
  return woven === undefined ? undefined : { start: fit.start, end: fit.end, text: woven };
}

function lineEndAt(text: string, { start, end }: Span): string {
  const after = text.indexOf('\n', Math.max(start, end - 1));
  const at = after === -1 ? text.lastIndexOf('\n', start) : after;
  return at > 0 && text.charAt(at - 1) === '\r' ? '\r\n' : '\n';
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Keeps the typography at both ends of a changed line, as far as the new line says the same. */
function overTypography(source: string, _old: string, fresh: string): string {
  const seen = view(source, typography);
  if (fold(fresh, typography) !== fresh) return fresh;
  const most = Math.min(seen.text.length, fresh.length);
  let head = 0;
  while (head < most && seen.text.charAt(head) === fresh.charAt(head)) head++;
  while (head > 0 && seen.starts[head - 1] === seen.starts[head]) head--;
  let tail = 0;
  while (tail < most - head && seen.text.charAt(seen.text.length - 1 - tail) === fresh.charAt(fresh.length - 1 - tail)) tail++;
  while (tail > 0 && seen.starts[seen.text.length - tail] === seen.starts[seen.text.length - tail - 1]) tail--;
  const from = head === 0 ? 0 : (seen.ends[head - 1] ?? 0);
  const to = tail === 0 ? source.length : (seen.starts[seen.text.length - tail] ?? source.length);
  return source.slice(0, from) + fresh.slice(head, fresh.length - tail) + source.slice(to);
}

function unnumbered(old: string, fresh: string): { old: string; fresh: string; note: string } | undefined {
  if (firstNumber(old) === undefined) return undefined;
  return { old: withoutNumbers(old), fresh: withoutNumbers(fresh), note: 'copied line numbers were taken off' };
}

function unfenced(old: string, fresh: string): { old: string; fresh: string; note: string } | undefined {
  const inside = withoutFence(old);
  return inside === undefined ? undefined : { old: inside, fresh: withoutFence(fresh) ?? fresh, note: 'the code fences were taken off' };
}

function notFound(text: string, old: string, fresh: string): string {
  if (looksLikeDiff(old)) return 'old_str looks like a diff. Give the text before the change as old_str and after it as new_str, both without + and - marks.';
  const already = fresh.trim().length > 2 ? fits(text, lineEnds, fresh)[0] : undefined;
  const there = already ? ` new_str is already there, at line ${lineAt(text, already.start)}: if that is what you wanted, go on.` : '';
  const near = nearest(text, old);
  if (!near) return `old_str is not in the file, and nothing there resembles it.${there} Read the file and copy old_str from it.`;
  return `old_str is not in the file.${there} The nearest text is at lines ${near.from}-${near.to}:\n${near.shown}\nCopy old_str exactly from there, without the numbers, and call again.`;
}

function refusal(code: PatchCode, text: string, lines: readonly number[] = []): Omit<PatchRefusal, 'index'> {
  return { ok: false, code, lines, text };
}

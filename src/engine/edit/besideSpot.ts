/** Where code goes beside a symbol: no byte that is there changes, and what was set apart stays so. */
import type { CodeSymbol, LanguageStyle, Range } from '../code/codeReader';
import { leading, stepOf } from './indent';
import { endOfLine, endOfNotes, endOfRemark, isRemark, overComment, overNote } from './remarks';
import { blankLinesBetween, expectedBlanks, gapsAmong, neighbour } from './spacing';
import type { Neighbour } from './spacing';
import { indentationAt } from './symbolEdit';

/** Where code goes: in place of a range that is blank, with `before` and `after` around it. */
export interface Spot {
  readonly start: number;
  readonly end: number;
  readonly target: string;
  /** What the first line begins with in place of the target. */
  readonly lead?: string;
  readonly before: string;
  readonly after: string;
  /** The code where it isn't as it was given: without a comma. */
  readonly code?: string;
  /** Among the values of an object, which may declare nothing. */
  readonly value?: boolean;
}

/** What is above or below the new code: a symbol or statement, or the edge of a body or file (`undefined`). */
interface Side {
  readonly is: Neighbour | undefined;
  /** End of its line above, start of its line below. */
  readonly at: number;
  /** A comment set apart by blank lines: it would speak of what stands close below it. */
  readonly apart?: boolean;
}

const statement: Neighbour = { large: false, node: '', name: '' };

/** Spots to try in this order: where the first leaves a text that doesn't parse, the next may be a list parted by commas. */
export function spotsBeside(text: string, siblings: readonly CodeSymbol[], anchor: CodeSymbol, start: number, after: boolean, style: LanguageStyle, code: Neighbour & { readonly text: string; /** Nothing may follow on its line. */ readonly alone?: boolean }): readonly Spot[] {
  const index = siblings.indexOf(anchor);
  const rest = text.slice(anchor.end, endOfRemark(text, anchor.end));
  const [, ended = '', behind = ''] = /^([ \t]*[,;]|)([^]*)$/.exec(rest) ?? [];
  const led = behindComma(text, anchor, siblings[index + 1], after, code.text);
  // Anything else would part the list.
  if (led.length > 0 && leadingComma(text, after ? siblings[index + 1] : anchor) !== undefined) return led;
  const comma = ended.endsWith(',') ? ended.length : 0;
  // Some grammars count the mark behind an item as part of it.
  const within = /[,;]$/.exec(text.slice(anchor.start, anchor.end))?.[0];
  const given = (within === ';' ? /[,;]\s*$/ : /,\s*$/).test(code.text) ? '' : (within ?? ',');
  // It speaks of what stands before it.
  const noted = isRemark(behind);
  const lead = text.slice(text.lastIndexOf('\n', anchor.start - 1) + 1, anchor.start);
  // The next one of a statement shows how deep they stand below its first words.
  const next = after && comma > 0 && lead.trim() !== '' ? siblings[index + 1] : undefined;
  const target = indentationAt(text, next?.start ?? start);
  const gaps = gapsAmong(text, siblings);
  const beside = (one: { upper: Side; lower: Side; blanks: number; lead?: string; trail?: string; apart?: boolean }): Spot => {
    const usual = (comma > 0 && !one.apart) || one.lead || one.trail ? 0 : anchor.path.includes('.') ? Math.min(1, style.blankLines) : style.blankLines;
    const near = after ? index + 1 : index;
    // Where neighbours stand close though one of them is large, new code does so too; the gap that is there is never outdone.
    const most = one.upper.is && one.lower.is && (one.blanks > 0 || one.upper.is.large || one.lower.is.large || !code.large) ? one.blanks : Infinity;
    const expected = (first: Neighbour, second: Neighbour): number => Math.min(most, expectedBlanks(gaps, first, second, near, usual));
    const above = one.upper.is && expected(one.upper.is, code);
    const below = one.lower.is && expected(code, one.lower.is);
    return between(one, above, below, target);
  };
  // Parts of one line stay on it; what is no part goes to the line above or below.
  const mark = /\S[ \t]*([,;])[ \t]*$/.exec(lead)?.[1] ?? (noted || behind.trim() === '' ? undefined : ended.at(-1));
  const tight = mark !== undefined && (mark === ',' || text[anchor.end - 1] !== ';');
  const part = { start: after ? anchor.end : anchor.start, end: after ? anchor.end : anchor.start, target: '', before: after ? `${mark} ` : '', after: after ? '' : `${mark} ` };
  const parts = [...led, ...(tight && !code.alone && !code.text.includes('\n') && !/[,;]\s*$/.test(code.text) ? [part] : [])];
  const shared = sharedLine(text, anchor, start, after, code.alone === true || code.text.includes('\n'));
  if (!after) {
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const upper = above(text, siblings[index - 1], lineStart, target);
    const lower = { is: neighbour(anchor), at: lineStart };
    const blanks = blankLinesBetween(text, upper.at, lineStart) ?? 0;
    const listed = comma > 0 || within === ',' || /,\s*$/.test(text.slice(0, lineStart));
    const spots = [beside({ upper, lower, blanks }), beside({ upper, lower, blanks, trail: given })];
    return [...parts, ...(shared && !tight ? [shared] : []), ...(listed ? spots.reverse() : spots)];
  }
  const upper = { is: neighbour(anchor), at: comma > 0 && !noted ? anchor.end + comma : endOfRemark(text, anchor.end) };
  const lower = below(text, siblings[index + 1], upper.at, target);
  const blanks = blankLinesBetween(text, upper.at, lower.at) ?? 0;
  const last = { is: neighbour(anchor), at: endOfRemark(text, anchor.end) };
  const beyond = tight ? [beside({ upper: last, lower: below(text, undefined, last.at, target), blanks: 0, apart: true })] : [];
  const plain = beside({ upper, lower, blanks });
  const trailed = beside({ upper, lower, blanks, trail: given });
  const together = shared ? [shared, ...(within ? [{ ...shared, after: given + shared.after }] : [])] : within === ',' ? [trailed, plain] : within ? [plain, trailed] : [plain];
  if (comma > 0) return [...parts, trailed, plain, ...beyond];
  const listed = beside({ upper: { ...upper, at: anchor.end }, lower, blanks, lead: ',', trail: lower.is && ended === '' ? given : '' });
  const whole = noted || (ended !== '' && behind.trim() === '');
  const commaFirst = whole ? { ...listed, end: upper.at, before: `,${behind}${listed.before.slice(1)}`, after: ended.trim() + listed.after, ...(ended !== '' && { code: code.text.replace(/[,;]$/, '') }) } : listed;
  // What ends a list as a whole stays behind its last item.
  if (whole && ended !== '' && /^\s*,/.test(text.slice(siblings[index - 1]?.end ?? text.length))) return [...parts, commaFirst, ...together, ...beyond];
  // What stands behind it on the line may close the body it is in: then the code goes between.
  return [...parts, ...together, commaFirst, ...beyond];
}

/** Where another declaration or the bracket of the body stands on the line too, the code goes between: on the line where both fit on it. */
function sharedLine(text: string, anchor: CodeSymbol, start: number, after: boolean, apart: boolean): Spot | undefined {
  const [lineStart, lineEnd] = [text.lastIndexOf('\n', start - 1) + 1, endOfLine(text, anchor.end)];
  const [lead, rest] = [text.slice(lineStart, start), text.slice(anchor.end, lineEnd)];
  if (after ? !closes(rest) : lead.trim() === '') return undefined;
  // A comment of OCaml's sort, or one that says so, speaks of what stands before it.
  const at = after ? anchor.end + (/^[ \t]*(?:\(\*(?:(?!\*\)).)*\*\)|\/\*[*!]<(?:(?!\*\/).)*\*\/)/.exec(rest)?.[0].length ?? 0) : start;
  if (!apart && !text.slice(start, anchor.end).includes('\n')) return { start: at, end: at, target: '', before: after ? ' ' : '', after: after ? '' : ' ' };
  const base = indentationAt(text, start);
  const target = base + (text.slice(start, anchor.end).includes('\n') ? '' : stepOf([text]));
  return after
    ? { start: at, end: at + leading(text.slice(at)).length, target, before: '\n\n', after: `\n${base}` }
    : { start: lineStart + lead.trimEnd().length, end: start, target, before: '\n', after: `\n\n${target}` };
}

/** The comma that begins a symbol's line, and the blanks around it. */
function leadingComma(text: string, one: CodeSymbol | undefined): string | undefined {
  return one && /^[ \t]*,[ \t]*$/.exec(text.slice(text.lastIndexOf('\n', one.start - 1) + 1, one.start))?.[0];
}

/** Where commas begin the lines, so does one that of a new item, unless it comes before the first. */
function behindComma(text: string, anchor: CodeSymbol, next: CodeSymbol | undefined, after: boolean, code: string): readonly Spot[] {
  const own = leadingComma(text, anchor);
  const lead = own ?? leadingComma(text, next);
  if (lead === undefined) return [];
  const at = after ? endOfNotes(text, anchor.end) : own === undefined ? anchor.start : overNote(text, anchor.start - own.length);
  const spot = { start: at, end: at, target: lead.replace(/\S/g, ' '), code: code.replace(/,\s*$/, '') };
  if (after) return [{ ...spot, lead, before: '\n', after: '' }];
  return [own === undefined ? { ...spot, lead: '', before: '', after: `\n${lead}` } : { ...spot, lead, before: '', after: '\n' }];
}

/** More is closed than was opened. */
function closes(rest: string): boolean {
  let depth = 0;
  for (const [mark] of rest.matchAll(/[([{]|[)\]}]|\bend\b/g)) {
    depth += '([{'.includes(mark) ? 1 : -1;
    if (depth < 0) return true;
  }
  return false;
}

/** The last item of a list parted by commas, which has none of its own. */
export function isListed(text: string, siblings: readonly CodeSymbol[], last: CodeSymbol): boolean {
  const previous = siblings[siblings.indexOf(last) - 1];
  return previous !== undefined && /^\s*,/.test(text.slice(previous.end, last.start)) && /^\s*[}\])]/.test(text.slice(last.end, last.end + 200));
}

/** The gap that is there stays on the side it fits; the other side gets the expected one. */
function between(place: { upper: Side; lower: Side; blanks: number; lead?: string; trail?: string }, above: number | undefined, below: number | undefined, target: string): Spot {
  const { upper, lower, blanks, lead = '', trail = '' } = place;
  const stays = lower.is === undefined ? 'below' : upper.is === undefined || upper.apart ? 'above' : lead !== '' || below === blanks || above !== blanks ? 'below' : 'above';
  const lines = (count: number): string => '\n'.repeat(count);
  if (stays === 'above') {
    const apart = upper.is !== undefined && blanks === 0 ? (above ?? 0) : 0;
    return { start: lower.at, end: lower.at, target, before: lines(apart), after: trail + lines((below ?? 0) + 1) };
  }
  const apart = lower.is !== undefined && blanks === 0 ? (below ?? 0) : 0;
  return { start: upper.at, end: upper.at, target, before: lead + lines((above ?? 0) + 1), after: trail + lines(apart) };
}

/** What follows a line: the next sibling, another statement, or the end of the body. */
function below(text: string, next: CodeSymbol | undefined, from: number, target: string): Side {
  const found = /^[ \t]*\r?\n(?:[ \t]*\r?\n)*([ \t]*)(\S\S?\S?)/.exec(text.slice(from, from + 2000));
  if (!found) return { is: undefined, at: from };
  const at = from + found[0].length - (found[1] ?? '').length - (found[2] ?? '').length;
  if (next && blankLinesBetween(text, from, next.start) !== undefined) return { is: neighbour(next), at };
  const edge = (found[1] ?? '').length < target.length || /^(?:[)\]}]|end\b|\?>)/.test(found[2] ?? '');
  return { is: edge ? undefined : statement, at };
}

function above(text: string, previous: CodeSymbol | undefined, lineStart: number, target: string): Side {
  const head = text.slice(0, lineStart).trimEnd();
  if (previous && blankLinesBetween(text, previous.end, lineStart) !== undefined) return { is: neighbour(previous), at: head.length };
  const last = head.slice(head.lastIndexOf('\n') + 1);
  const edge = last === '' || /[{([:]$/.test(last) || (/^[ \t]*/.exec(last)?.[0].length ?? 0) < target.length;
  const apart = /^\s*(?:#|\/[/*]|--|<!--|\(\*)|(?:\*\/|\*\)|-\}|-->)$/.test(last) && (blankLinesBetween(text, head.length, lineStart) ?? 0) > 0;
  return { is: edge ? undefined : statement, at: head.length, apart };
}

interface Group {
  readonly start: number;
  /** With the blanks behind it. */
  readonly word: string;
}

/** The word at the head of a group of declarations in round brackets that a symbol stands in: `const (`. */
export function groupAround(text: string, at: number): Group | undefined {
  const before = (from: number): number => (from < 0 ? -1 : Math.max(text.lastIndexOf('(\n', from), text.lastIndexOf('(\r\n', from)));
  const closed = text.lastIndexOf('\n)', at);
  for (let open = before(at); open > closed; open = before(open - 1)) {
    const start = text.lastIndexOf('\n', open) + 1;
    // What is opened on an indented line is part of a member above.
    if (/[ \t]/.test(text[start] ?? '')) continue;
    const word = /^\w+[ \t]+$/.exec(text.slice(start, open))?.[0];
    return word === undefined ? undefined : { start, word };
  }
  return undefined;
}

/** Where code that fits in no group goes: the group's words left out, else beside the whole of it. `strings`: those over several lines. */
export function spotsBesideGroup(text: string, group: Group, at: number, after: boolean, spots: readonly Spot[], code: string, strings: readonly Range[]): readonly Spot[] {
  const end = endOfLine(text, Math.max(at, text.indexOf('\n)', at) + 1));
  const start = overComment(text, group.start, strings);
  const outer = after ? { start: end, end, target: '', before: '\n\n', after: '' } : { start, end: start, target: '', before: '', after: '\n\n' };
  return [...(code.startsWith(group.word) ? spots.map((spot) => ({ ...spot, code: code.slice(group.word.length) })) : []), outer];
}

/** Declarations that words such as `and` join are one statement: what, its comments apart, doesn't begin with such a word goes beside the whole of it. */
export function besideJoined(text: string, siblings: readonly CodeSymbol[], anchor: CodeSymbol, after: boolean, style: LanguageStyle, bare: string): { readonly siblings: readonly CodeSymbol[]; readonly anchor: CodeSymbol; readonly after: boolean } | undefined {
  const words = style.joiners.filter((word) => /^\w+$/.test(word)).join('|');
  const at = siblings.indexOf(anchor);
  const joins = (index: number): boolean => new RegExp(`(?:^|\\s)(?:${words})\\s+$`).test(text.slice(siblings[index - 1]?.end ?? 0, siblings[index]?.start ?? 0));
  let [first, last] = [at, at];
  if (words === '') return undefined;
  while (first > 0 && joins(first)) first--;
  while (last + 1 < siblings.length && joins(last + 1)) last++;
  const [head, tail, previous] = [siblings[first], siblings[last], siblings[at - 1]];
  if (first === last || !head || !tail) return undefined;
  if (new RegExp(`^(?:${words})\\s`).test(bare)) return after || at === first || !previous ? undefined : { siblings, anchor: previous, after: true };
  if (after) return { siblings, anchor: tail, after };
  const start = overComment(text, text.lastIndexOf('\n', head.start - 1) + 1, []);
  const whole = { ...head, start: start + text.slice(start).search(/\S/) };
  return { siblings: siblings.map((one) => (one === head ? whole : one)), anchor: whole, after };
}

/** Where a sign such as `|` parts them, one goes between: on the line where they share one, else on a line of its own. */
export function spotsBetweenSigns(text: string, siblings: readonly CodeSymbol[], anchor: CodeSymbol, after: boolean, { joiners, keywords }: LanguageStyle, { note, bare }: { readonly note: string; readonly bare: string }): readonly Spot[] {
  const sign = joiners.find((one) => !/^\w+$/.test(one));
  const index = siblings.indexOf(anchor);
  const before = (one: CodeSymbol | undefined): string => (sign !== undefined && one ? new RegExp(`${sign}\\s*$`).exec(text.slice(0, one.start))?.[0] : undefined) ?? '';
  const first = before(anchor) === '';
  const neighbour = siblings[index + (after || first ? 1 : -1)] ?? siblings[index - 1];
  if (sign === undefined || anchor.kind !== 'variant' || keywords.includes(/^[a-z]+/.exec(bare)?.[0] ?? '') || (first && !/=\s*$/.test(text.slice(0, anchor.start)))) return [];
  const mark = before(neighbour).trim() || before(anchor).trim() || sign.replace('\\', '');
  const [noted, plain] = [note.includes('\n'), bare.replace(new RegExp(`^\\s*${sign}\\s*`), '')];
  // A comment on lines of its own stands above the sign.
  const code = noted ? `${note}${mark} ${plain}` : note + plain;
  const lineStart = text.lastIndexOf('\n', anchor.start - 1) + 1;
  const [from, to] = [Math.min(anchor.end, neighbour?.end ?? anchor.end), Math.max(anchor.start, neighbour?.start ?? anchor.start)];
  const apart = neighbour ? text.slice(from, to).includes('\n') : /^\s*\W?\s*$/.test(text.slice(lineStart, anchor.start));
  const at = after ? anchor.end : anchor.start;
  const spot = { start: at, end: at, target: '', before: '', after: '', code };
  if (noted && (!apart || (first && !after))) return [];
  if (!apart) return [after ? { ...spot, before: ` ${mark} ` } : { ...spot, after: ` ${mark} ` }];
  const marked = first ? neighbour : anchor;
  const target = indentationAt(text, marked && before(marked) !== '' ? marked.start : anchor.start);
  if (first && !after) return [{ ...spot, after: `\n${target}${mark} ` }];
  const end = endOfLine(text, at);
  const above = overComment(text, lineStart, []);
  const line = noted ? { ...spot, target, before: '' } : { ...spot, before: `${target}${mark} ` };
  return after ? [end, at].map((place) => ({ ...line, start: place, end: place, before: `\n${line.before}` })) : [{ ...line, start: above, end: above, after: '\n' }];
}

/** Before what stays last, which begins at `from`. */
export function beforeLast(text: string, from: number, style: LanguageStyle): Spot {
  const start = text.slice(0, from).trimEnd().length;
  const gap = text.slice(start, from).split('\n').length - 1;
  const blanks = '\n'.repeat(style.blankLines + 1);
  return { start, end: start, target: '', before: start === 0 ? '' : blanks, after: gap > 1 ? '' : blanks.slice(gap) };
}

export function atEnd(text: string, style: LanguageStyle): Spot {
  const end = text.trimEnd().length;
  if (end === 0) return { start: 0, end: text.length, target: '', before: '', after: '\n' };
  return { start: end, end, target: '', before: '\n'.repeat(style.blankLines + 1), after: '' };
}

/** What a declaration shares with others: the words at the head of their statement, the word or sign that joins them, and the comment above. */
import type { CodeSymbol, Range } from '../code/codeReader';
import { flatten } from '../code/findSymbol';
import { groupAround } from './besideSpot';
import { placeCode, stepOf } from './indent';
import { overComment } from './remarks';
import { commentsOf, indentationAt, noteOf } from './symbolEdit';
import type { Source, Target } from './symbolEdit';

/** Code that shares words with others, without these. */
export interface Part {
  readonly code: string;
  /** Its comment, where that goes above the line. */
  readonly note?: string;
  /** The comment above the line is that of the whole statement. */
  readonly listed?: boolean;
  /** The text with a line break where the comment needs one. */
  readonly split?: string;
}

/** undefined where the code stands for itself. */
export async function sharedWords(source: Source, target: Target, code: string): Promise<Part | undefined> {
  const { text } = source;
  const note = await noteOf({ ...source, text: text.slice(0, target.symbol.start) }, target.style, code);
  return joinedBare(text, target, code, note) ?? withoutSign(text, target, code, note) ?? partOf(text, target, code, note);
}

/** `const b = 3` for the `b` of `const a = 1, b = 2`: its first words stand at the head of the statement already; the comment of its first name goes above that. */
function partOf(text: string, { symbol, symbols }: Target, given: string, note: string): Part | undefined {
  const { start, end, declarationStart } = symbol;
  const before = (at: number): string => text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const first = firstOfList(text, symbols, symbol);
  const opening = /[^;{}([]*$/.exec(before(first.start))?.[0].trimStart() ?? '';
  const whole = given.slice(note.length);
  const heads = [opening.replace(/\/\*.*?\*\/\s*/g, ''), before(start).trimStart(), groupAround(text, start)?.word ?? ''];
  let [rest, words] = [whole, heads.find((one) => one.startsWith(firstWord(whole) ?? one)) ?? ''];
  for (let word = firstWord(rest); word !== undefined && words.startsWith(word) && !text.startsWith(word, declarationStart); word = firstWord(rest)) [rest, words] = [rest.slice(word.length), words.slice(word.length)];
  const listed = opening !== '' && (first !== symbol || /^\s*,/.test(text.slice(end, end + 200)));
  const name = (part: string): string | undefined => /^\W*\w+/.exec(part)?.[0];
  if (rest === whole ? !listed || note === '' : words !== '' && name(rest) !== name(text.slice(declarationStart, end))) return undefined;
  const code = text[end - 1] === ';' ? rest : rest.replace(/\s*;$/, '');
  if (!listed || note === '' || before(start).trim() === '') return { code: note + code, listed };
  const at = first === symbol ? start - opening.length : start;
  const lead = before(at).replace(/(?<=,\s*)\/\*(?:(?!\*\/).)*\*\/\s*$/, '').trimEnd();
  if (lead === '') return { code, note, listed };
  const broken = (text.includes('\r\n') ? '\r\n' : '\n') + indentationAt(text, at - before(at).trimStart().length) + (first === symbol ? '' : stepOf([text]));
  return { code, split: text.slice(0, at - before(at).length) + lead + broken + text.slice(at) };
}

/** The first of the names that a comma parts in one statement. */
function firstOfList(text: string, symbols: readonly CodeSymbol[], symbol: CodeSymbol): CodeSymbol {
  // Asked of every update: the outline of a large file is walked only where a comma, or a comment behind one, stands before it.
  if (!/(?:[,/]|\/\/.*)$/.test(text.slice(Math.max(0, symbol.start - 500), symbol.start).trimEnd())) return symbol;
  const all = siblingsOf(symbols, symbol);
  const parted = (one: CodeSymbol | undefined, next: CodeSymbol): one is CodeSymbol => one !== undefined && (one.node === next.node || [one, next].every(({ node }) => node.includes('declarator'))) && /^\s*,(?:\s|\/\/.*|\/\*(?:(?!\*\/)[^])*\*\/)*$/.test(text.slice(one.end, next.start));
  let first = symbol;
  for (let at = all.indexOf(symbol), one = all[--at]; parted(one, first); one = all[--at]) first = one;
  return first;
}

/** `let odd n = …` for the `odd n = …` behind `and`, and the comment before it. */
function joinedBare(text: string, { symbol: { start }, style: { group, joiners } }: Target, given: string, note: string): Part | undefined {
  const headed = group?.head.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim());
  // Behind another one on its line, or below the word, it keeps its comment with it: above that line would be the other's.
  const shared = !headed && joiners.includes(/\w+$/.exec(text.slice(Math.max(0, start - 500), start).trimEnd())?.[0] ?? '');
  if (!group || !(shared || headed)) return undefined;
  const opening = group.opening.exec(given.slice(note.length))?.[0] ?? '';
  const code = given.slice(note.length + opening.length);
  return note.trim() + opening === '' ? undefined : shared ? { code: note + code } : { note, code };
}

/** `| Red` for the `Red` of `Red | Green`; its comment goes above the line that the sign begins. */
function withoutSign(text: string, { symbol: { start, kind }, style }: Target, given: string, note: string): Part | undefined {
  const bare = given.slice(note.length);
  const sign = style.joiners.find((one) => kind === 'variant' && (note.includes('\n') || new RegExp(`^${one}\\s`).test(bare)) && !/\w/.test(one));
  if (sign === undefined || text.startsWith(bare[0] ?? '', start) && note === '') return undefined;
  const code = bare.replace(new RegExp(`^${sign}\\s+`), '');
  return /^[ \t]*\W[ \t]*$/.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start)) ? { code, note } : { code: note + code };
}

/** The comment above the line, in place of the old one only where that is surely its own. */
export async function withNote(source: Source, target: Target, { note = '', listed = false }: Part): Promise<string> {
  const { text } = source;
  if (note.trim() === '') return text;
  const end = text.lastIndexOf('\n', target.symbol.start - 1) + 1;
  const indentation = indentationAt(text, end + text.slice(end).search(/\S/));
  const moved = `${indentation}${placeCode(note.trimEnd(), { target: indentation, samples: [text], layout: target.style.layout, fixed: new Set() })}\n`;
  const start = listed ? overComment(text, end, await source.reader.multilineStrings(source.path, text)) : await ownNote(source, target, end);
  return text.slice(0, start) + (text.slice(end).includes('\r\n') ? moved.replaceAll('\n', '\r\n') : moved) + text.slice(end);
}

/** Where the comment above a line that a joining word or sign begins starts, if that is surely of the symbol: apart from what is above, or of variants of which the first has one too. */
export async function ownNote(source: Source, { symbol, symbols, style }: Target, end: number): Promise<number> {
  const { text } = source;
  const notes = await commentsOf(source, style);
  const above = (line: number): Range | undefined => notes.findLast((one) => one.end < line && /^[ \t]*\r?\n$/.test(text.slice(one.end, line)));
  let [old, start] = [above(end), end];
  for (let one = old; one; one = style.group ? undefined : above(start)) [old, start] = [one, text.lastIndexOf('\n', one.start - 1) + 1];
  if (!old) return end;
  const own = symbol.kind === 'variant' ? !/^\W*\^/.test(text.slice(old.start)) && (!style.group || /\*\)\s*\|?\s*$/.test(text.slice(0, siblingsOf(symbols, symbol)[0]?.start)))
    : /\n[ \t]*\r?\n[ \t]*$/.test(text.slice(0, old.start)) && !style.group?.opening.test(text.slice(old.start, old.end).replace(/^\W+/, ''));
  return own ? start : end;
}

function siblingsOf(symbols: readonly CodeSymbol[], symbol: CodeSymbol): readonly CodeSymbol[] {
  return flatten(symbols).find((one) => one.children.includes(symbol))?.children ?? symbols;
}

function firstWord(code: string): string | undefined {
  return /^\S+[ \t]+(?=[\w$*&])/.exec(code)?.[0];
}

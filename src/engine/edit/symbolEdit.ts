/** What the symbol edits share: their result, the code as the model meant it, and the way to its place in the file. */
import type { CodeReader, CodeSymbol, LanguageStyle, Range, SyntaxNode } from '../code/codeReader';
import { findSymbol, flatten, pathLike, pathsOf } from '../code/findSymbol';
import { looksLikeDiff, firstNumber, withoutFence, withoutHeading, withoutNumbers } from './copiedMarks';
import { findElision } from './elision';
import { leading, placeCode, withNoteAligned } from './indent';

/** A tree of more text takes the thread too long, in UTF-16 units: an edit then does without. */
export const LARGEST_TREE = 200_000;

export type SymbolRefusal = 'no_grammar' | 'not_found' | 'ambiguous' | 'elision' | 'not_a_declaration' | 'name_taken' | 'bad_name' | 'no_place' | 'entangled';

export type SymbolEdit =
  | { readonly ok: true; readonly text: string; readonly note?: string }
  | { readonly ok: false; readonly code: SymbolRefusal; /** Ends with the next move. */ readonly text: string };

/** A file as an edit gets it. */
export interface Source {
  readonly reader: CodeReader;
  readonly path: string;
  readonly text: string;
}

export interface Target {
  readonly symbol: CodeSymbol;
  /** With overload signatures, where the name meant them too. */
  readonly start: number;
  readonly symbols: readonly CodeSymbol[];
  readonly style: LanguageStyle;
}

export type Located = { readonly ok: true; readonly target: Target } | (SymbolEdit & { readonly ok: false });

export function no(code: SymbolRefusal, text: string): SymbolEdit & { ok: false } {
  return { ok: false, code, text };
}

export async function noGrammar({ reader, path }: Source): Promise<SymbolEdit & { ok: false }> {
  return no('no_grammar', `${(await reader.trouble(path)) ?? `${path} can't be read as code.`} Use read_file and patch for it.`);
}

/** The file read in the language that its text is in now, whatever an edit makes of the text that shows it. */
export async function keepingLanguage(source: Source): Promise<Source> {
  const { reader, path, text } = source;
  const style = await reader.style(path, text);
  if (style === undefined || style.id === reader.languageOf(path)) return source;
  const as = (one: string): string => (one.endsWith(path) ? `${one}${style.extensions[0] ?? ''}` : one);
  // Each by its name: one that is forgotten here doesn't compile.
  const kept: CodeReader = {
    languageOf: (one) => reader.languageOf(as(one)),
    familyOf: (one) => reader.familyOf(as(one)),
    style: (one, now) => reader.style(as(one), now),
    symbols: (one, now) => reader.symbols(as(one), now),
    symbolsAround: (one, now, range) => reader.symbolsAround(as(one), now, range),
    check: (one, now) => reader.check(as(one), now),
    multilineStrings: (one, now) => reader.multilineStrings(as(one), now),
    occurrences: (one, now, name) => reader.occurrences(as(one), now, name),
    tree: (one, now) => reader.tree(as(one), now),
    trouble: (one) => reader.trouble(as(one)),
  };
  return { ...source, reader: kept };
}

/** Finds the one symbol meant, or says what else there is. */
export async function locate(source: Source, name: string, line?: number): Promise<Located> {
  const { reader, path, text } = source;
  const symbols = await reader.symbols(path, text);
  const style = await reader.style(path, text);
  if (symbols === undefined || style === undefined) return noGrammar(source);
  const found = findSymbol(symbols, name, line);
  if (found.ok && /[\w@]$/.test(text.slice(0, found.symbol.start)) && /^\w/.test(text.slice(found.symbol.start))) {
    return no('entangled', `${found.symbol.path} begins within a word at line ${found.symbol.startLine}, as ${style.name} doesn't know what stands there: nothing was changed. Use read_file and patch for it.`);
  }
  if (found.ok) return { ok: true, target: { symbol: found.symbol, start: found.start, symbols, style } };
  const list = found.candidates.map((symbol) => `${pathLike(symbol, name)} (${path}:${symbol.declarationLine})`).join(', ');
  if (found.code === 'ambiguous') return no('ambiguous', `${name} is ambiguous in ${path}: ${list}. Call again with one of these names and its line.`);
  return no('not_found', `${path} has no symbol ${name}.${list === '' ? '' : ` Nearest: ${list}.`} Call list_symbols for all of them, or add_symbol for a new one.`);
}

/** The code without what models wrap around it; a refusal where it leaves something out. `line`: where `old` begins, which a line number copied before a single line tells. */
export async function givenCode(source: Source, style: LanguageStyle, code: string, old: string, line?: number): Promise<{ readonly ok: true; readonly code: string; /** The comments it begins with. */ readonly note: string } | (SymbolEdit & { readonly ok: false })> {
  let plain = code.replaceAll('\r\n', '\n').replace(/^\ufeff/, '');
  plain = withoutHeading(withoutFence(plain) ?? plain);
  plain = plain.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  const number = firstNumber(plain);
  if (number !== undefined && (plain.includes('\n') || number === line)) plain = withoutNumbers(plain);
  if (plain === '') return no('not_a_declaration', 'code is empty. Send the whole new declaration; remove_symbol takes one away.');
  if (looksLikeDiff(plain)) return no('not_a_declaration', 'code looks like a diff. Send the whole new declaration as it shall stand in the file.');
  const elision = findElision(old, plain, { declaration: true });
  if (elision) return no('elision', `Line ${elision.line} of code, "${elision.text}", stands for code that was left out, and that code would be lost. Send the whole declaration.`);
  const note = await noteOf({ ...source, text: style.opening }, style, plain);
  // A string that documents is data within.
  const aligned = /["']/.test(note[0] ?? '') ? plain : withNoteAligned(note, plain);
  return { ok: true, note: aligned.slice(0, aligned.length - plain.length + note.length), code: aligned };
}

/** By which the end of a piece of code is known again, however deep it is sent. */
export function lastLines(code: string): string {
  return code.split('\n').map((line) => line.trim()).filter((line) => line !== '').slice(-2).join('\n');
}

/** White space before `offset` where it begins its line, else that of the line. */
export function indentationAt(text: string, offset: number): string {
  return leading(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset));
}

/** The code at its indentation, with LF; strings keep their inner lines, which are `fixed`. */
export async function placed(source: Source, code: string, target: string, style: LanguageStyle, samples: readonly string[], at: number, end: number): Promise<{ readonly text: string; readonly fixed: ReadonlySet<number> }> {
  const plan = { target, samples, layout: style.layout, fixed: new Set<number>() };
  const moved = placeCode(code, plan);
  if (!code.includes('\n') || (target === '' && moved === code.trimStart())) return { text: moved, fixed: plan.fixed };
  const fixed = style.layout
    ? await stringLines({ ...source, path: `new/${source.path}`, text: code }, 0, code)
    : await stringLines({ ...source, text: source.text.slice(0, at) + code + source.text.slice(end) }, at, code);
  return { text: fixed.size === 0 ? moved : placeCode(code, { ...plan, fixed }), fixed };
}

/** Lines of `code`, which stands at `at` in the source, that begin inside a string. */
export async function stringLines(source: Source, at: number, code: string): Promise<Set<number>> {
  const strings = await source.reader.multilineStrings(source.path, source.text);
  const fixed = new Set<number>();
  let offset = at;
  for (const [index, line] of code.split('\n').entries()) {
    if (strings.some((string) => string.start < offset && offset < string.end)) fixed.add(index);
    offset += line.length + 1;
  }
  return fixed;
}

/** A refusal where what the symbol announces, as a here document is, stands below other code of its line and isn't in it. */
export async function tornFromText({ reader, path, text }: Source, { symbol, style: { below } }: Target): Promise<(SymbolEdit & { ok: false }) | undefined> {
  const code = text.slice(symbol.declarationStart, symbol.end);
  const tree = below && code.length <= LARGEST_TREE ? await reader.tree(path, code) : undefined;
  const count = (node: SyntaxNode, type: string): number => node.children.reduce((sum, child) => sum + count(child, type), Number(node.type === type));
  if (!below || !tree || count(tree, below.mark) <= count(tree, below.text)) return undefined;
  return no('entangled', `The text that ${symbol.path} announces stands below other code of line ${symbol.endLine}: nothing was changed. Change the line and its text with patch.`);
}

/** Comments outermost in a short text, in order. */
export async function commentsOf({ reader, path, text }: Source, { comments }: LanguageStyle): Promise<readonly Range[]> {
  const within = (node: SyntaxNode): readonly SyntaxNode[] => (comments.includes(node.type) ? [node] : node.children.flatMap(within));
  const tree = text.length <= LARGEST_TREE ? await reader.tree(path, text) : undefined;
  return tree ? within(tree).map(({ start, text: own }) => ({ start, end: start + own.trimEnd().length })) : [];
}

/** Where the code at `at` ends before the comments behind it: in a large text they are looked for in the code alone. */
export async function endOfCode(source: Source, style: LanguageStyle, at: number, code: string): Promise<number> {
  let end = code.trimEnd().length;
  if (!/\/[/*]|#|--|\(\*|\{-/.test(code)) return end;
  const [from, around] = source.text.length > LARGEST_TREE ? [style.opening.length, { ...source, path: `new/${source.path}`, text: style.opening + code }] : [at, source];
  for (const { start, end: stop } of [...(await commentsOf(around, style))].reverse()) {
    if (start > from && stop <= from + end && !/["']/.test(code[start - from] ?? '') && code.slice(stop - from, end).trim() === '') end = code.slice(0, start - from).trimEnd().length;
  }
  return end;
}

/** Whether the comment at the end of code takes in what follows it on its line. */
export async function swallows(source: Source, style: LanguageStyle, code: string): Promise<boolean> {
  const end = style.opening.length + code.length;
  return (await commentsOf({ ...source, path: `new/${source.path}`, text: `${style.opening}${code}x` }, style)).some((one) => one.end > end);
}

/** The comments that code begins with, and the white space behind them, where words or signs may have to stand between; the source is what is above it. */
export async function noteOf(above: Source, style: LanguageStyle, code: string): Promise<string> {
  if (/^\s*[\w|`@$]/.test(code)) return '';
  const before = above.text.length > LARGEST_TREE / 2 ? '' : above.text;
  let end = 0;
  for (const one of await commentsOf({ ...above, path: `new/${above.path}`, text: before + code }, style)) {
    if (one.start >= before.length && code.slice(end, one.start - before.length).trim() === '') end = one.end - before.length;
  }
  return code.slice(0, end + code.slice(end).search(/\S|$/));
}

/** Symbols outermost within a range. */
export function symbolsWithin(symbols: readonly CodeSymbol[], start: number, end: number): readonly CodeSymbol[] {
  const inside: CodeSymbol[] = [];
  for (const symbol of flatten(symbols)) {
    const last = inside.at(-1);
    if (symbol.declarationStart >= start && symbol.end <= end && !(last && symbol.end <= last.end)) inside.push(symbol);
  }
  return inside;
}

/** A refusal where a word of the language reads as the name that is declared, as after `and let`: a word too many stands before it. Members may be named so. */
export function namedAsWord(symbols: readonly CodeSymbol[], { keywords, name }: LanguageStyle, old?: CodeSymbol): (SymbolEdit & { ok: false }) | undefined {
  const found = symbols.find((one) => one.name !== old?.name && keywords.includes(one.name) && !/method|field|key|property|signature|indexer|variant/.test(one.kind))?.name;
  return found === undefined ? undefined : no('not_a_declaration', `In its place the code would declare "${found}", which is a word of ${name} and no name: nothing was changed. Call again without the words that don't fit there.`);
}

/** A symbol of the same path outside a range: a second one would hide the first. */
export function namesake(symbols: readonly CodeSymbol[], path: string, start: number, end: number): CodeSymbol | undefined {
  const bare = (one: string): string => one.replace(/(?<=[^.])\[\d+\]$/u, '');
  const wanted = bare(path);
  const fits = (one: string): boolean => one.startsWith(wanted) && bare(one) === wanted;
  return flatten(symbols).find((symbol) => (symbol.also ? pathsOf(symbol).some(fits) : fits(symbol.path)) && (symbol.end <= start || symbol.start >= end));
}

/** Adds a declaration beside or inside another one, with the file's own spacing and indentation. */
import type { CodeSymbol, LanguageStyle } from '../code/codeReader';
import { stepOf } from './indent';
import { givenCode, indentationAt, locate, namesake, no, placed, symbolsWithin } from './symbolEdit';
import type { Source, SymbolEdit } from './symbolEdit';

export interface AddRequest {
  readonly code: string;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly inside?: string | undefined;
  /** Settles `after`, `before` or `inside` where it is ambiguous. */
  readonly line?: number | undefined;
}

/** Where code goes: between two offsets of the text, with so many blank lines around it. */
interface Spot {
  readonly start: number;
  readonly end: number;
  readonly target: string;
  readonly before: string;
  readonly after: string;
}

/** The whole new text. Without a place the code goes to the end of the file. */
export async function addedSymbol(source: Source, request: AddRequest): Promise<SymbolEdit> {
  const given = givenCode(request.code, source.text);
  if (!given.ok) return given;
  const symbols = await source.reader.symbols(source.path, source.text);
  const style = await source.reader.style(source.path);
  if (symbols === undefined || style === undefined) return no('no_grammar', (await source.reader.trouble(source.path)) ?? `${source.path} can't be read as code. Use patch for it.`);
  const spot = await spotFor(source, request, symbols, style, given.code);
  if (!('target' in spot)) return spot;
  const eol = source.text.includes('\r\n') ? '\r\n' : '\n';
  const moved = spot.target + (await placed(source, given.code, spot.target, style, [source.text], spot.start, spot.end));
  const before = source.text.slice(0, spot.start) + spot.before.replaceAll('\n', eol);
  const text = before + moved.replaceAll('\n', eol) + spot.after.replaceAll('\n', eol) + source.text.slice(spot.end);
  return declared(source, symbols, text, before.length, before.length + moved.replaceAll('\n', eol).length);
}

async function declared(source: Source, old: readonly CodeSymbol[], text: string, start: number, end: number): Promise<SymbolEdit> {
  const inside = symbolsWithin((await source.reader.symbols(source.path, text)) ?? [], start, end);
  if (inside.length === 0 && (await source.reader.check(source.path, text)).state === 'valid') {
    return no('not_a_declaration', 'The code declares nothing. Use patch to add statements.');
  }
  const style = await source.reader.style(source.path);
  // A decorator may make a second definition of one name right: overloads, setters.
  const alone = style?.overloads ? [] : inside.filter((one) => one.kind !== 'signature' && !one.head.some((part) => part.sort === 'attribute'));
  const taken = alone.map((one) => namesake(old, one.path, -1, -1)).find((one) => one !== undefined && !one.head.some((part) => part.sort === 'attribute'));
  if (taken) {
    return no('name_taken', `${source.path} already has ${taken.path} at line ${taken.declarationLine}. Change it with update_symbol, or choose another name.`);
  }
  return { ok: true, text };
}

async function spotFor(source: Source, request: AddRequest, symbols: readonly CodeSymbol[], style: LanguageStyle, code: string): Promise<Spot | (SymbolEdit & { ok: false })> {
  const name = request.after ?? request.before ?? request.inside;
  if (name === undefined) return atEnd(source.text, style);
  const located = await locate(source, name, request.line);
  if (!located.ok) return located;
  const { symbol, start } = located.target;
  if (request.inside !== undefined && request.after === undefined && request.before === undefined) return insideOf(source.text, symbol, style, code);
  const siblings = siblingsOf(symbols, symbol);
  const blank = '\n'.repeat(blanksAround(source.text, siblings, symbol, style, code) + 1);
  const target = indentationAt(source.text, start);
  if (request.after === undefined) {
    const lineStart = source.text.lastIndexOf('\n', start - 1) + 1;
    return { start: lineStart, end: lineStart, target, before: '', after: blank };
  }
  const rest = source.text.slice(symbol.end, endOfLine(source.text, symbol.end));
  // Something else stands on the line, such as the end of a one-line body: the code goes between.
  if (rest.trim() !== '' && !code.includes('\n') && !/^\s*(?:#|\/[/*]|--|;|%|<!--|,)/.test(rest)) return { start: symbol.end, end: symbol.end, target: '', before: ' ', after: '' };
  const comma = rest.trimStart().startsWith(',');
  const end = comma ? symbol.end + rest.indexOf(',') + 1 : endOfLine(source.text, symbol.end);
  return { start: end, end, target, before: blank, after: (comma && !code.trimEnd().endsWith(',') ? ',' : '') + distanceTo(source.text, end, blank) };
}

/** What follows directly, without a blank line, is set apart like the rest. */
function distanceTo(text: string, end: number, blank: string): string {
  const following = /^\r?\n([ \t]*)(\S)/.exec(text.slice(end, end + 400));
  return following && blank.length > 1 && !/[)\]}]/.test(following[2] ?? '') ? blank.slice(1) : '';
}

function atEnd(text: string, style: LanguageStyle): Spot {
  const end = text.trimEnd().length;
  if (end === 0) return { start: 0, end: text.length, target: '', before: '', after: '\n' };
  return { start: end, end, target: '', before: '\n'.repeat(style.blankLines + 1), after: '' };
}

function insideOf(text: string, symbol: CodeSymbol, style: LanguageStyle, code: string): Spot | (SymbolEdit & { ok: false }) {
  const last = symbol.children.at(-1);
  const base = indentationAt(text, symbol.start);
  if (last && last.startLine > symbol.declarationLine) {
    const end = endOfBody(text, symbol, last);
    const blank = '\n'.repeat(blanksAround(text, symbol.children, last, style, code) + 1);
    return { start: end, end, target: indentationAt(text, last.start), before: blank, after: '' };
  }
  const { body } = symbol;
  if (body === undefined) return no('no_place', `${symbol.path} has no body to add to. Give after or before instead.`);
  const target = base + stepOf([base + text.slice(symbol.start, symbol.end), text]);
  const inner = text.slice(body.start, body.end);
  const open = /^(?:\{|begin\b)/.exec(inner)?.[0];
  if (open === undefined) {
    const end = body.start + inner.trimEnd().length;
    // `class A: pass` has nothing worth keeping; a doc string has.
    const empty = /^(?:pass|\.\.\.)\s*$/.test(inner);
    const from = empty ? text.slice(0, body.start).trimEnd().length : end;
    return { start: from, end, target, before: empty ? '\n' : '\n\n', after: '' };
  }
  const close = body.end - 1;
  const content = text.slice(body.start + open.length, close);
  const start = content.trim() === '' ? body.start + open.length : body.start + open.length + content.trimEnd().length;
  return { start, end: close, target, before: content.trim() === '' ? '\n' : '\n\n', after: `\n${base}` };
}

/** Statements after the last member belong to the body too. */
function endOfBody(text: string, symbol: CodeSymbol, last: CodeSymbol): number {
  const inner = symbol.body ? text.slice(last.end, symbol.body.end).replace(/\}\s*$/, '').trimEnd() : '';
  return endOfLine(text, Math.max(last.end, last.end + inner.length));
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  const stop = end === -1 ? text.length : end;
  return text.slice(from, stop).replace(/\r$/, '').length + from;
}

function siblingsOf(symbols: readonly CodeSymbol[], symbol: CodeSymbol): readonly CodeSymbol[] {
  if (symbols.includes(symbol)) return symbols;
  for (const one of symbols) {
    const found = siblingsOf(one.children, symbol);
    if (found.length > 0) return found;
  }
  return [];
}

/** Blank lines as the siblings have them: those nearest first, several lines apart from single ones, else as the language does. */
function blanksAround(text: string, siblings: readonly CodeSymbol[], anchor: CodeSymbol, style: LanguageStyle, code: string): number {
  const large = code.includes('\n') || isLarge(anchor);
  const pairs = siblings.slice(1).map((second, index) => ({ first: siblings[index], second }))
    .filter(({ first, second }) => (first !== undefined && (isLarge(first) || isLarge(second))) === large);
  const near = pairs.filter(({ first, second }) => first === anchor || second === anchor);
  const gaps = [...near.reverse(), ...pairs].map(({ first, second }) => gapBetween(text, first, second)).filter((gap) => gap !== undefined);
  const usual = large ? (anchor.path.includes('.') ? Math.min(1, style.blankLines) : style.blankLines) : 0;
  return gaps[0] ?? usual;
}

function isLarge(symbol: CodeSymbol): boolean {
  return symbol.startLine !== symbol.endLine;
}

function gapBetween(text: string, a: CodeSymbol | undefined, b: CodeSymbol | undefined): number | undefined {
  if (a === undefined || b === undefined || b.start < a.end) return undefined;
  const between = text.slice(a.end, b.start);
  return between.trim() === '' && between.includes('\n') ? between.split('\n').length - 2 : undefined;
}

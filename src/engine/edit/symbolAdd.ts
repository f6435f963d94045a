/** Adds a declaration beside or inside another one, with the file's own spacing and indentation. */
import type { CodeSymbol, LanguageStyle } from '../code/codeReader';
import { pathsOf } from '../code/findSymbol';
import { endOfLine, spotsBeside } from './besideSpot';
import type { Spot } from './besideSpot';
import { stepOf } from './indent';
import { puttingBack } from './putBack';
import type { Taken } from './putBack';
import { expectedBlanks, gapsAmong, neighbour } from './spacing';
import { givenCode, indentationAt, locate, namesake, no, placed, symbolsWithin } from './symbolEdit';
import type { Source, SymbolEdit } from './symbolEdit';

export interface AddRequest {
  readonly code: string;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly inside?: string | undefined;
  /** Settles `after`, `before` or `inside` where it is ambiguous. */
  readonly line?: number | undefined;
  /** What was removed from this file before: the same code in the same place gets its surroundings back. */
  readonly taken?: readonly Taken[] | undefined;
}

/** The whole new text. Without a place the code goes to the end of the file. */
export async function addedSymbol(source: Source, request: AddRequest): Promise<SymbolEdit> {
  const taken = request.taken ?? [];
  const given = givenCode(request.code, [source.text, ...taken.map((one) => one.code)].join('\n'));
  if (!given.ok) return given;
  const symbols = await source.reader.symbols(source.path, source.text);
  const style = await source.reader.style(source.path);
  if (symbols === undefined || style === undefined) return no('no_grammar', (await source.reader.trouble(source.path)) ?? `${source.path} can't be read as code. Use patch for it.`);
  const back = await puttingBack(source, given.code, request, taken);
  if (back !== undefined) return { ok: true, text: back };
  const spots = await spotsFor(source, request, symbols, style, given.code);
  if ('ok' in spots) return spots;
  const tries = await Promise.all(spots.map((spot) => filled(source, spot, given.code, style)));
  const [first] = tries;
  const sound = tries.length > 1 && (await source.reader.check(source.path, source.text)).state === 'valid';
  let chosen = first;
  for (const one of sound ? tries : []) {
    if ((await source.reader.check(source.path, one.text)).state !== 'valid') continue;
    chosen = one;
    break;
  }
  return chosen ? declared(source, symbols, chosen.text, chosen.start, chosen.end) : no('no_place', 'There is no place for it. Use patch.');
}

/** The text with the code at a spot, and where the code now is. */
async function filled(source: Source, spot: Spot, code: string, style: LanguageStyle): Promise<{ readonly text: string; readonly start: number; readonly end: number }> {
  const eol = source.text.includes('\r\n') ? '\r\n' : '\n';
  const write = (part: string): string => part.replace(/\r?\n/g, eol);
  const moved = write(spot.target + (await placed(source, code, spot.target, style, [source.text], spot.start, spot.end)));
  const before = source.text.slice(0, spot.start) + write(spot.before);
  return { text: before + moved + write(spot.after) + source.text.slice(spot.end), start: before.length, end: before.length + moved.length };
}

async function declared(source: Source, old: readonly CodeSymbol[], text: string, start: number, end: number): Promise<SymbolEdit> {
  const inside = symbolsWithin((await source.reader.symbols(source.path, text)) ?? [], start, end);
  if (inside.length === 0 && (await source.reader.check(source.path, text)).state === 'valid') {
    return no('not_a_declaration', 'The code declares nothing. Use patch to add statements.');
  }
  const style = await source.reader.style(source.path);
  // A decorator may make a second definition of one name right: overloads, setters.
  const alone = style?.overloads ? [] : inside.filter((one) => one.kind !== 'signature' && !one.head.some((part) => part.sort === 'attribute'));
  const wanted = alone.flatMap(pathsOf);
  const taken = wanted.map((path) => namesake(old, path, -1, -1)).find((one) => one !== undefined && !one.head.some((part) => part.sort === 'attribute'));
  if (taken) {
    return no('name_taken', `${source.path} already has ${pathsOf(taken).find((path) => wanted.includes(path)) ?? taken.path} at line ${taken.declarationLine}. Change it with update_symbol, or choose another name.`);
  }
  return { ok: true, text };
}

async function spotsFor(source: Source, request: AddRequest, symbols: readonly CodeSymbol[], style: LanguageStyle, code: string): Promise<readonly Spot[] | (SymbolEdit & { ok: false })> {
  const { text } = source;
  const name = request.after ?? request.before ?? request.inside;
  if (name === undefined) return [atEnd(text, style)];
  const located = await locate(source, name, request.line);
  if (!located.ok) return located;
  const { symbol, start } = located.target;
  const large = code.includes('\n');
  if (request.inside !== undefined && request.after === undefined && request.before === undefined) {
    const last = symbol.children.findLast((one) => one.start >= (symbol.body?.start ?? 0));
    if (last && last.startLine > symbol.declarationLine) return [afterLast(text, symbol, last, style, large)];
    const spot = insideOf(text, symbol);
    return 'target' in spot ? [spot] : spot;
  }
  const siblings = siblingsOf(symbols, symbol);
  const after = request.after !== undefined;
  const spots = (own: CodeSymbol | undefined): readonly Spot[] => spotsBeside(text, siblings, symbol, start, after, style, { large, node: own?.node ?? symbol.node, name: own?.name ?? '', text: code });
  const [draft] = spots(undefined);
  // What the code declares shows once it stands there.
  const tried = draft && (await filled(source, draft, code, style));
  return spots(tried && symbolsWithin((await source.reader.symbols(source.path, tried.text)) ?? [], tried.start, tried.end)[0]);
}

function atEnd(text: string, style: LanguageStyle): Spot {
  const end = text.trimEnd().length;
  if (end === 0) return { start: 0, end: text.length, target: '', before: '', after: '\n' };
  return { start: end, end, target: '', before: '\n'.repeat(style.blankLines + 1), after: '' };
}

/** Behind the last member, and behind the statements that follow it in the body. */
function afterLast(text: string, symbol: CodeSymbol, last: CodeSymbol, style: LanguageStyle, large: boolean): Spot {
  const end = endOfBody(text, symbol, last);
  const usual = Math.min(1, style.blankLines);
  const blanks = expectedBlanks(gapsAmong(text, symbol.children), neighbour(last), { large, node: last.node, name: '' }, symbol.children.length, usual);
  return { start: end, end, target: levelOf(text, symbol, last, style), before: '\n'.repeat(blanks + 1), after: '' };
}

/** The last member's indentation, unless a block within the body holds it. */
function levelOf(text: string, { start, body }: CodeSymbol, last: CodeSymbol, style: LanguageStyle): string {
  const own = indentationAt(text, last.start);
  if (!style.layout || body === undefined) return own;
  const first = body.start + (/^[:{]?\s*/.exec(text.slice(body.start, body.end))?.[0].length ?? 0);
  const level = indentationAt(text, first);
  return own.startsWith(level) && level.length > indentationAt(text, start).length ? level : own;
}

function insideOf(text: string, symbol: CodeSymbol): Spot | (SymbolEdit & { ok: false }) {
  const base = indentationAt(text, symbol.start);
  const { body } = symbol;
  if (body === undefined) return no('no_place', `${symbol.path} has no body to add to. Give after or before instead.`);
  const target = base + stepOf([base + text.slice(symbol.start, symbol.end), text]);
  const inner = text.slice(body.start, body.end);
  const closer = closerOf(text, symbol);
  const open = /^\{/.exec(inner)?.[0] ?? (closer && /^\w+/.exec(inner)?.[0]);
  if (open === undefined) {
    const end = body.start + inner.trimEnd().length;
    // `class A: pass` has nothing worth keeping; a doc string has.
    const empty = /^(?:pass|\.\.\.)\s*$/.test(inner);
    const from = empty ? text.slice(0, body.start).trimEnd().length : end;
    return { start: from, end, target, before: empty ? '\n' : '\n\n', after: '' };
  }
  const close = body.end - (closer ?? '}').length;
  const content = text.slice(body.start + open.length, close);
  const start = content.trim() === '' ? body.start + open.length : body.start + open.length + content.trimEnd().length;
  return { start, end: close, target, before: content.trim() === '' ? '\n' : '\n\n', after: `\n${base}` };
}

/** The word that closes a body as its last part, as `end` in `do … end`; what else ends with one only closes a statement. */
function closerOf(text: string, { body, end }: CodeSymbol): string | undefined {
  const opened = body && /^(?:begin|do|object|sig|struct)\b[^]*\bend$/.test(text.slice(body.start, body.end));
  return opened && !/\bend\b/.test(text.slice(body.end, end)) ? 'end' : undefined;
}

/** Statements after the last member belong to the body too. */
function endOfBody(text: string, symbol: CodeSymbol, last: CodeSymbol): number {
  const inner = symbol.body ? text.slice(last.end, symbol.body.end - (closerOf(text, symbol)?.length ?? 0)).replace(/\}\s*$/, '').trimEnd() : '';
  return endOfLine(text, Math.max(last.end, last.end + inner.length));
}

function siblingsOf(symbols: readonly CodeSymbol[], symbol: CodeSymbol): readonly CodeSymbol[] {
  if (symbols.includes(symbol)) return symbols;
  for (const one of symbols) {
    const found = siblingsOf(one.children, symbol);
    if (found.length > 0) return found;
  }
  return [];
}

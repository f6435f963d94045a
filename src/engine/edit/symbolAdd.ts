/** Adds a declaration beside or inside another one, with the file's own spacing and indentation. */
import type { CodeSymbol, LanguageStyle, Range, SyntaxNode } from '../code/codeReader';
import { flatten, pathsOf } from '../code/findSymbol';
import { atEnd, beforeLast, besideJoined, groupAround, isListed, spotsBeside, spotsBesideGroup, spotsBetweenSigns } from './besideSpot';
import type { Spot } from './besideSpot';
import { leading, stepOf } from './indent';
import { puttingBack } from './putBack';
import type { Taken } from './putBack';
import { endOfLine, endOfRemark, isRemark } from './remarks';
import { expectedBlanks, gapsAmong, lineEndAt, neighbour } from './spacing';
import { endOfCode, givenCode, indentationAt, keepingLanguage, LARGEST_TREE, locate, namedAsWord, namesake, no, noGrammar, noteOf, placed, swallows, symbolsWithin } from './symbolEdit';
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
export async function addedSymbol(file: Source, request: AddRequest): Promise<SymbolEdit> {
  const [source, taken] = [await keepingLanguage(file), request.taken ?? []];
  const symbols = await source.reader.symbols(source.path, source.text);
  const style = await source.reader.style(source.path, source.text);
  if (symbols === undefined || style === undefined) return noGrammar(source);
  const given = await givenCode(source, style, request.code, [source.text, ...taken.map((one) => one.code)].join('\n'));
  if (!given.ok) return given;
  const back = await puttingBack(source, given.code, request, taken);
  if (back !== undefined) return { ok: true, text: back };
  // The comment at its end goes along with it, behind the mark it may get; what ends a file may be no code.
  const last = symbols.at(-1)?.end ?? source.text.length;
  const end = await endOfCode({ ...source, text: `${source.text.slice(0, last)}\n${given.code}\n${source.text.slice(last)}` }, style, last + 1, given.code);
  const [code, remark] = given.code.includes('\n', end) ? [given.code, ''] : [given.code.slice(0, end), given.code.slice(end)];
  const alone = remark !== '' && (await swallows(source, style, given.code));
  const found = await spotsFor(source, request, symbols, style, code, alone);
  if ('ok' in found) return found;
  // Between a declaration and its comment nothing goes, as before a parameter that is a field too.
  const spots = found.filter(({ start }) => !flatten(symbols).some((one) => one.start < start && start <= one.declarationStart));
  const tries = (await Promise.all(spots.map((spot) => filled(source, spot, spot.code ?? code, style, remark))))
    .filter(({ text, end: at }) => !alone || text.slice(at, endOfLine(text, at)).trim() === '');
  const sound = tries.length > 1 && (await source.reader.check(source.path, source.text)).state === 'valid';
  let [chosen] = tries;
  for (const one of sound ? tries : []) {
    if ((await source.reader.check(source.path, one.text)).state !== 'valid') continue;
    chosen = one;
    break;
  }
  const result = chosen ? await declared(source, symbols, style, chosen) : no('no_place', alone ? 'The comment at the end of code would swallow what follows it on its line. Leave that comment out and call again.' : 'There is no place for it. Use patch.');
  return result.ok || result.code !== 'not_a_declaration' || (request.after ?? request.before ?? request.inside) !== undefined ? result : behindLast(source, request, symbols, style, given.code);
}

/** Where the end of a file takes no declaration, as behind `?>` it doesn't: behind the last one there is. */
async function behindLast(source: Source, request: AddRequest, symbols: readonly CodeSymbol[], style: LanguageStyle, code: string): Promise<SymbolEdit> {
  const last = symbols.at(-1);
  const top = source.text.length > LARGEST_TREE ? undefined : (await source.reader.tree(source.path, source.text))?.children;
  // One in a guard, which asks whether it is there, isn't the file's own.
  if (last && top?.some(({ start, end }) => last.start <= start && start <= last.declarationStart && last.declarationStart < end)) {
    const behind = await addedSymbol(source, { ...request, after: last.path, line: last.declarationLine });
    if (behind.ok) return behind;
    const spot = { start: last.end, end: last.end, target: indentationAt(source.text, last.start), before: '\n\n', after: '\n' };
    const direct = await declared(source, symbols, style, await filled(source, spot, code, style));
    if (direct.ok) return direct;
  }
  return no('not_a_declaration', `The code declares nothing at the end of ${source.path}. ${last ? `Send a declaration and its place, as in after ${last.path}, or add statements` : 'The file has no symbol to put it beside: write it where its code stands'} with patch.`);
}

interface Filled {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly value: boolean | undefined;
}

/** The text with the code at a spot, and where the code now is. */
async function filled(source: Source, spot: Spot, code: string, style: LanguageStyle, remark = ''): Promise<Filled> {
  const write = (part: string): string => part.replace(/\r?\n/g, lineEndAt(source.text, spot.end));
  const before = source.text.slice(0, spot.start) + write(spot.before);
  // On a line of its own, as it will stand: behind what ends a here document it would be a part of that.
  const around = { ...source, text: before + write(spot.after) + source.text.slice(spot.end) };
  const moved = write((spot.lead ?? spot.target) + (await placed(around, code, spot.target, style, [source.text], before.length, before.length)).text);
  const mark = /^[,;]/.exec(spot.after)?.[0] ?? '';
  const own = before + moved + mark + remark;
  return { text: own + write(spot.after.slice(mark.length)) + source.text.slice(spot.end), start: before.length, end: own.length, value: spot.value };
}

async function declared(source: Source, old: readonly CodeSymbol[], style: LanguageStyle, { text, start, end, value }: Filled): Promise<SymbolEdit> {
  const inside = symbolsWithin((await source.reader.symbols(source.path, text)) ?? [], start, end);
  // Not every value of an object is in the outline; what the grammar stumbles over without a place to show for it is no declaration either.
  if (inside.length === 0 && !value && (await source.reader.check(source.path, text)).problems.length === 0) {
    return no('not_a_declaration', 'The code declares nothing. Use patch to add statements.');
  }
  const misread = namedAsWord(inside, style);
  if (misread) return misread;
  // A decorator may make a second definition of one name right: overloads, setters.
  const alone = style.overloads ? [] : inside.filter((one) => one.kind !== 'signature' && !one.head.some((part) => part.sort === 'attribute'));
  const wanted = alone.flatMap(pathsOf);
  const taken = wanted.map((path) => namesake(old, path, -1, -1)).find((one) => one !== undefined && !one.head.some((part) => part.sort === 'attribute'));
  if (taken) {
    return no('name_taken', `${source.path} already has ${pathsOf(taken).find((path) => wanted.includes(path)) ?? taken.path} at line ${taken.declarationLine}. Change it with update_symbol, or choose another name.`);
  }
  return { ok: true, text };
}

async function spotsFor(source: Source, request: AddRequest, symbols: readonly CodeSymbol[], style: LanguageStyle, code: string, alone: boolean): Promise<readonly Spot[] | (SymbolEdit & { ok: false })> {
  const { text } = source;
  const name = request.after ?? request.before ?? request.inside;
  if (name === undefined) return spotsAtEnd(source, symbols, style, code);
  const located = await locate(source, name, request.line);
  if (!located.ok) return located;
  const { symbol, start } = located.target;
  const large = code.includes('\n');
  const note = await noteOf({ ...source, text: '' }, style, code);
  const given = { note, bare: code.slice(note.length) };
  if (request.inside !== undefined && request.after === undefined && request.before === undefined) {
    const last = symbol.children.findLast(({ kind }) => kind === 'variant');
    const signs = last ? spotsBetweenSigns(text, symbol.children, last, true, style, given) : [];
    // What stands in the type otherwise is a part of its variants.
    if (last && signs.length === 0 && style.joiners.some((one) => !/^\w+$/.test(one))) return no('no_place', `What ${symbol.path} holds is parted by signs. Give after or before instead, as in after ${last.path}.`);
    return signs.length > 0 ? signs : spotsInside(source, symbol, style, code);
  }
  const family = flatten(symbols).find(({ children }) => children.includes(symbol))?.children ?? symbols;
  const joined = besideJoined(text, family, symbol, request.after !== undefined, style, given.bare);
  const { siblings, anchor, after } = joined ?? { siblings: family, anchor: symbol, after: request.after !== undefined };
  const signs = spotsBetweenSigns(text, siblings, anchor, after, style, given);
  if (signs.length > 0) return signs;
  const spots = (own: CodeSymbol | undefined): readonly Spot[] => spotsBeside(text, siblings, anchor, joined ? anchor.start : start, after, style, { large, node: own?.node ?? symbol.node, name: own?.name ?? '', text: code, alone });
  const [draft] = spots(undefined);
  // What the code declares shows once it stands there.
  const tried = draft && (await filled(source, draft, code, style));
  const found = spots(tried && symbolsWithin((await source.reader.symbols(source.path, tried.text)) ?? [], tried.start, tried.end)[0]);
  const group = groupAround(text, symbol.start);
  return group ? [...found, ...spotsBesideGroup(text, group, symbol.start, after, found, code, await source.reader.multilineStrings(source.path, text))] : found;
}

/** Before what stays last, else at the end; in a file that is one value, within it. */
async function spotsAtEnd(source: Source, symbols: readonly CodeSymbol[], style: LanguageStyle, code: string): Promise<readonly Spot[]> {
  const { text } = source;
  const last = style.ending?.exec(text)?.groups?.['last'];
  if (last !== undefined) return [beforeLast(text, text.length - last.length, style), atEnd(text, style)];
  const [first] = symbols;
  const open = text.search(/\S/);
  if (first === undefined || text[open] !== '{' || first.start < open) return [atEnd(text, style)];
  const whole = { ...first, start: open, declarationStart: open, declarationLine: 1, children: symbols, body: { start: open, end: text.trimEnd().length } };
  const within = await spotsInside(source, whole, style, code);
  return [atEnd(text, style), ...('ok' in within ? [] : within)];
}

/** Behind the last member, and behind the statements that follow it in the body. */
async function afterLast({ reader, path, text }: Source, symbol: CodeSymbol, last: CodeSymbol, style: LanguageStyle, large: boolean): Promise<Spot> {
  const end = endOfBody(text, symbol, last);
  const usual = Math.min(1, style.blankLines);
  const blanks = expectedBlanks(gapsAmong(text, symbol.children), neighbour(last), { large, node: last.node, name: '' }, symbol.children.length, usual);
  return { start: end, end, target: await levelOf({ reader, path, text }, symbol, last), before: '\n'.repeat(blanks + 1), after: '' };
}

/** Spots to try in this order; in a list of values the comma goes between. */
async function spotsInside(source: Source, symbol: CodeSymbol, style: LanguageStyle, code: string): Promise<readonly Spot[] | (SymbolEdit & { ok: false })> {
  const { text } = source;
  const large = code.includes('\n');
  const { children } = symbol;
  const last = children.findLast((one) => one.start >= (symbol.body?.start ?? 0));
  if (last && last.startLine > symbol.declarationLine) {
    const plain = await afterLast(source, symbol, last, style, large);
    const kin = await lastOfItsKind(source, symbol, plain, style, code);
    const bare = code.replace(/,$/, '');
    const beside = (one: CodeSymbol): readonly Spot[] => spotsBeside(text, children, one, one.start, true, style, { large, node: one.node, name: '', text: bare }).map((spot) => ({ ...spot, code: spot.code ?? bare }));
    if (kin) {
      const own = text.slice(text.lastIndexOf('\n', kin.start - 1) + 1, kin.start).trim() === '';
      const at = { start: kin.end, end: kin.end, target: own ? indentationAt(text, kin.start) : '', code: bare };
      const noted = isRemark(text.slice(kin.end, endOfRemark(text, kin.end)).replace(/^[ \t]*[,;]/, ''));
      return [...(noted ? [] : [{ ...at, before: own ? ',\n' : ', ', after: '' }]), ...beside(kin), plain];
    }
    // A method behind the values of an enumeration.
    return isListed(text, children, last) || text[last.end - 1] === ',' ? [...beside(last), plain, { ...plain, before: ';\n\n' }] : [plain, ...beside(last)];
  }
  const list = await listOf(source, symbol);
  if (list) return spotsInList(text, symbol, list, style, code).map((spot) => ({ ...spot, value: list.value }));
  const spot = insideOf(text, symbol, large);
  return 'target' in spot ? [spot] : spot;
}

/** Values of an enumeration end before its methods begin. */
async function lastOfItsKind(source: Source, { children }: CodeSymbol, plain: Spot, style: LanguageStyle, code: string): Promise<CodeSymbol | undefined> {
  const last = children.at(-1);
  const [first, second] = children;
  if (first?.node === last?.node || first === undefined || second === undefined || !/^\s*[,;]/.test(source.text.slice(first.end, second.start))) return undefined;
  const { text, start, end } = await filled(source, plain, code, style);
  const [own] = symbolsWithin((await source.reader.symbols(source.path, text)) ?? [], start, end);
  return own?.node === last?.node ? undefined : children.findLast(({ node }) => node === (own?.node ?? first.node));
}

/** A body in brackets, or the object, array or mapping that is the value of the symbol. */
interface List extends Range {
  readonly value: boolean;
  /** End of its last item; undefined where it is empty. */
  readonly last: number | undefined;
  readonly comma: boolean;
}

async function listOf({ reader, path, text }: Source, { body, declarationStart, end }: CodeSymbol): Promise<List | undefined> {
  if (text.length > LARGEST_TREE) return undefined;
  if (body ? text[body.start] !== '{' : !/[=:]\s*[^]*[}\]]/.test(text.slice(declarationStart, end))) return undefined;
  const root = await reader.tree(path, text);
  let found: SyntaxNode | undefined;
  const look = (node: SyntaxNode): void => {
    const inside = declarationStart <= node.start && node.end <= end && (body ? node.start === body.start && node.end === body.end : /[=:]/.test(text.slice(declarationStart, node.start)));
    if (inside && /^(?:\{[^]*\}|\[[^]*\])$/.test(node.text) && node.children.length > 1) found = node;
    else if (node.end > declarationStart && node.start < end) node.children.forEach(look);
  };
  if (root) look(root);
  if (found === undefined) return undefined;
  const parts = found.children.slice(1, -1).filter((one) => !one.type.includes('comment') && one.text.trim() !== '');
  const items = parts.filter((one) => !/^[,;]$/.test(one.text));
  return { start: found.start, end: found.end, value: body === undefined, last: items.at(-1)?.end, comma: parts.at(-1)?.text === ',' };
}

/** What stands on one line stays on it where the code does too, and gets lines of its own where it doesn't. */
function spotsInList(text: string, symbol: CodeSymbol, list: List, style: LanguageStyle, code: string): readonly Spot[] {
  const base = indentationAt(text, symbol.start);
  const step = stepOf([base + text.slice(symbol.start, symbol.end), text]);
  const content = text.slice(list.start + 1, list.end - 1);
  const [start, end] = [list.start + 1 + content.trimEnd().length, list.end - 1];
  const bare = code.replace(/,$/, '');
  const whole = { start: list.start + 1, end, target: base + step, after: `\n${base}` };
  const oneLine = { start, end: start, target: '', after: '', code: bare };
  if (content.trim() === '') {
    const inline = list.value && style.layout && !code.includes('\n') ? [{ ...oneLine, start: list.start + 1, end, before: ' ', after: ' ' }] : [];
    return [...inline, { ...whole, before: '\n', code: list.value ? bare : code }];
  }
  const closed = !list.value && /[;}]$/.test(content.trimEnd());
  const marks = list.comma || closed ? ['', ','] : content.includes(';') ? [';', ',', ''] : [',', ';', ''];
  if (!content.includes('\n')) {
    const apart = list.value || style.blankLines === 0 || !code.includes('\n') ? '\n' : '\n\n';
    return [...(code.includes('\n') ? [] : marks.map((mark) => ({ ...oneLine, before: `${mark} ` }))), ...marks.map((mark) => ({ ...whole, before: `\n${base}${step}${content.trim()}${mark}${mark === '' ? apart : '\n'}`, code: mark === ',' ? bare : code }))];
  }
  const last = list.last ?? start;
  const target = list.value ? indentationAt(text, last) : base + step;
  const plain = { start, end, target, before: list.value ? '\n' : '\n\n', after: `\n${base}` };
  const listed = list.comma ? { ...plain, before: '\n', code: bare, after: `,\n${base}` } : { ...plain, start: last, before: `,${text.slice(last, start)}\n`, code: bare };
  return list.value ? [listed, plain] : [plain, listed];
}

/** The level of the body's own statements where a block among them holds the last member. */
async function levelOf({ reader, path, text }: Source, { start, body }: CodeSymbol, last: CodeSymbol): Promise<string> {
  const own = indentationAt(text, last.start);
  const base = indentationAt(text, start);
  const between = (level: string): boolean => base.length < level.length && level.length < own.length;
  if (body === undefined || text.length > LARGEST_TREE || !text.slice(text.lastIndexOf('\n', body.start - 1) + 1, last.start).split('\n').some((line) => line.trim() !== '' && between(leading(line)))) return own;
  let node = await reader.tree(path, text);
  while (node && !(node.start === body.start && node.end === body.end)) node = node.children.find((one) => one.start <= body.start && body.end <= one.end);
  const statement = node?.children.find((one) => one.start <= last.declarationStart && last.end <= one.end);
  const level = statement ? indentationAt(text, statement.start) : own;
  return between(level) ? level : own;
}

function insideOf(text: string, symbol: CodeSymbol, large: boolean): Spot | (SymbolEdit & { ok: false }) {
  const base = indentationAt(text, symbol.start);
  const { body } = symbol;
  if (body === undefined) return no('no_place', `${symbol.path} has no body to add to. Give after or before instead.`);
  const target = base + stepOf([base + text.slice(symbol.start, symbol.end), text]);
  const inner = text.slice(body.start, body.end);
  const closer = closerOf(text, symbol);
  const open = closer && /^\w+/.exec(inner)?.[0];
  if (open === undefined) {
    const end = body.start + inner.trimEnd().length;
    // `class A: pass` has nothing worth keeping; a doc string has.
    const empty = /^(?:pass|\.\.\.)\s*$/.test(inner);
    const from = text.slice(0, body.start).trimEnd().length;
    if (text.slice(from, body.start).includes('\n')) return { start: empty ? from : end, end, target, before: empty ? '\n' : '\n\n', after: '' };
    const stop = endOfLine(text, body.start);
    const line = text.slice(body.start, stop).trimEnd();
    const remark = /^(?:pass|\.\.\.)(\s*(?:#.*)?)$/.exec(line)?.[1];
    const gap = remark !== undefined || !(large || /^["']/.test(inner)) ? '\n' : '\n\n';
    return { start: from, end: stop, target, before: (remark ?? `\n${target}${line}`) + gap, after: '' };
  }
  const close = body.end - (closer ?? '').length;
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

/** Replaces exactly one symbol: what is attached to it stays unless the new code brings its own. */
import type { CodeSymbol, HeadPart, Range } from '../code/codeReader';
import { namesOf, pathsOf } from '../code/findSymbol';
import { leading, withOldLines } from './indent';
import { endOfLine, endOfRemark } from './remarks';
import { sharedWords, withNote } from './sharedWords';
import { commentsOf, endOfCode, givenCode, indentationAt, LARGEST_TREE, lastLines, keepingLanguage, locate, namedAsWord, namesake, no, placed, stringLines, symbolsWithin, tornFromText } from './symbolEdit';
import type { Source, SymbolEdit, Target } from './symbolEdit';
import { weave } from './weave';

export interface UpdateRequest {
  readonly name: string;
  readonly code: string;
  /** 1-based, any line of the symbol. */
  readonly line?: number | undefined;
  /** How pieces of the file end of which the model saw no more. */
  readonly cutAt?: readonly string[] | undefined;
}

/** What the new code turned out to declare, once in its place. */
interface Landed {
  readonly text: string;
  /** Where the code begins in it. */
  readonly at: number;
  readonly main: CodeSymbol;
  readonly others: readonly CodeSymbol[];
}

/** The whole new text. Syntax errors are the caller's gate's to find, except that the code must declare something. */
export async function updatedSymbol(file: Source, request: UpdateRequest): Promise<SymbolEdit> {
  const source = await keepingLanguage(file);
  const located = await locate(source, request.name, request.line);
  if (!located.ok) return located;
  const { target } = located;
  const torn = await tornFromText(source, target);
  if (torn) return torn;
  const given = await givenCode(source, target.style, request.code, source.text.slice(target.start, target.symbol.end), target.symbol.startLine);
  if (!given.ok) return given;
  const last = request.cutAt && lastLines(given.code);
  if (last !== undefined && request.cutAt?.includes(last) && lastLines(source.text.slice(target.start, target.symbol.end)) !== last) {
    return no('elision', `code ends where read_symbol cut ${target.symbol.path} off, and what follows there would be lost. Read the rest with read_file and send the whole declaration, or change only some lines with patch.`);
  }
  const code = withoutRest(source.text, target.symbol, withoutSame(source, target, given));
  const part = await sharedWords(source, target, code);
  if (part?.split !== undefined) {
    const line = part.split.slice(0, part.split.length - source.text.length + target.symbol.declarationStart).split('\n').length;
    return updatedSymbol({ ...source, text: part.split }, { ...request, name: target.symbol.path, line });
  }
  const edit = part && (await withoutRemark(source, target, part.code));
  if (!part || !edit?.ok || (await source.reader.check(source.path, edit.text)).state === 'broken') return edit && part?.listed ? edit : withoutRemark(source, target, code);
  return { ...edit, text: await withNote({ ...source, text: edit.text }, target, part) };
}

/** The same comment above, in another column or apart from the symbol, is known as no part of it: sent along, it is not there twice. */
function withoutSame({ text }: Source, { symbol: { start, head } }: Target, { code, note }: { readonly code: string; readonly note: string }): string {
  const linesOf = (part: string): readonly string[] => part.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const lines = linesOf(note);
  const above = linesOf(text.slice(Math.max(0, start - 2 * note.length - 2_000), start)).slice(-lines.length);
  if (lines.length === 0 || head.some(({ sort }) => sort === 'comment') || lines.some((line, index) => line !== above[index])) return code;
  return code.slice(note.trimEnd().length).replace(/^(?:[ \t]*\n)+|^[ \t]+/, '');
}

/** What stands behind the symbol on its line, sent along, is not there twice. */
function withoutRest(text: string, { start, end }: CodeSymbol, code: string): string {
  const rest = text.slice(end, endOfRemark(text, end)).trim().replaceAll('\r\n', '\n');
  return /\w/.test(rest) && code.endsWith(rest) && !text.slice(start, end).endsWith(rest) ? code.slice(0, -rest.length).trimEnd() : code;
}

/** A remark behind the symbol on its line is replaced by that of the code; code there must not become a comment. */
async function withoutRemark(source: Source, target: Target, code: string): Promise<SymbolEdit> {
  const { symbol: { path, start, end, endLine }, style } = target;
  const { text } = source;
  const lineEnd = endOfRemark(text, end);
  const rest = text.slice(end, lineEnd).trim();
  if (rest === '') return replaced(source, target, code);
  const codeEnd = (behind: number): Promise<number> => endOfCode({ ...source, text: text.slice(0, start) + code + text.slice(behind) }, style, start, code);
  const own = await codeEnd(lineEnd);
  if (own === code.length) return replaced(source, target, code);
  const mark = text.slice(end, start + (await endOfCode(source, style, start, text.slice(start, lineEnd)))).trim();
  if (!/^[,;]?$/.test(mark)) {
    return (await codeEnd(end)) === own ? replaced(source, target, code) : no('entangled', `${path} shares line ${endLine} with "${rest}", which the comment at the end of code would swallow. Leave that comment out and call again.`);
  }
  return replaced({ ...source, text: text.slice(0, end) + text.slice(lineEnd) }, target, code.slice(0, own).replace(mark === '' ? /$/ : /[,;]?$/, mark) + code.slice(own));
}

async function replaced(source: Source, target: Target, code: string): Promise<SymbolEdit> {
  const { symbol, style } = target;
  const { text } = source;
  const indentation = indentationAt(text, symbol.start);
  const old = text.slice(symbol.start, symbol.end);
  const moved = asTheFileHasIt(text, symbol.start, old, code) ? code : await asBefore(source, symbol, code, await placed(source, code, indentation, style, [indentation + old, text], symbol.start, symbol.end));
  const landed = (await land(source, target, symbol.start, moved)) ?? (await land(source, target, symbol.declarationStart, moved));
  if (landed === undefined) {
    const tried = text.slice(0, symbol.start) + moved + text.slice(symbol.end);
    // Broken code declares nothing either: the gate names the place of the error.
    if ((await source.reader.check(source.path, tried)).state === 'broken') return { ok: true, text: tried };
    return no('not_a_declaration', `The code for ${symbol.path} is not a declaration. Send the whole declaration, from its first line to its last.`);
  }
  const inner = memberOf(landed, target);
  if (inner !== undefined) return replaced(source, target, inner);
  const kept = await withOtherHalf(source, symbol, landed, moved);
  if (kept !== undefined) return { ok: true, text: kept };
  const { main } = landed;
  const member = symbol.children.find((one) => one.name === main.name);
  if (symbol.children.length > 0 && main.name !== symbol.name && main.kind !== symbol.kind) {
    return no('not_a_declaration', `The code declares ${main.name}, and ${symbol.path} would be lost with its ${symbol.children.length} members. ${member ? `Call update_symbol with name ${member.path}` : `Call add_symbol with inside ${symbol.path}`}, or send the whole of ${symbol.path}.`);
  }
  const misread = namedAsWord([main, ...landed.others], style, symbol);
  if (misread) return misread;
  const own = pathsOf(symbol);
  const paths = [landed.main, ...landed.others].flatMap(pathsOf).filter((one) => !own.includes(one));
  const taken = paths.map((path) => namesake(target.symbols, path, target.start, symbol.end)).find((one) => one !== undefined && one.name !== symbol.name);
  if (taken) return no('name_taken', `The code declares ${pathsOf(taken).find((path) => paths.includes(path)) ?? taken.path}, which ${source.path} already has at line ${taken.declarationLine}. Send the declaration of ${symbol.name} alone.`);
  return (await losesNames(source, symbol, landed)) ?? finish(source, target, landed, moved);
}

/** A signature and what it speaks of are one symbol: code that has only one of them leaves the other as it is. */
async function withOtherHalf({ reader, path, text }: Source, symbol: CodeSymbol, { main, others, at }: Landed, moved: string): Promise<string | undefined> {
  const signed = (one: CodeSymbol): boolean => one.node.includes('signature');
  if (!signed(symbol) || symbol.kind === 'signature' || others.length > 0 || main.name !== symbol.name || (signed(main) && main.kind !== 'signature')) return undefined;
  // Alone on lines of its own in its column, as the tree of the whole file may be large; the signature comes first.
  const column = `\n${text.slice(text.lastIndexOf('\n', symbol.declarationStart - 1) + 1, symbol.declarationStart).replace(/\S/g, ' ')}`;
  let node = await reader.tree(path, (column + text.slice(symbol.declarationStart, symbol.end)).slice(0, LARGEST_TREE));
  while (node && node.type !== symbol.node) node = node.children.find((one) => one.start <= column.length && column.length < one.end);
  const end = symbol.declarationStart + (node?.text.trimEnd().length ?? 0);
  if (node === undefined || end >= symbol.end) return undefined;
  const head = moved.slice(0, main.declarationStart - at);
  const old = text.slice(symbol.declarationStart, symbol.end).replaceAll('\r\n', '\n');
  const signature = text.slice(symbol.declarationStart, end).replaceAll('\r\n', '\n');
  const half = signed(main) ? moved + old.slice(signature.length) : head + signature + (/^\s*/.exec(old.slice(signature.length))?.[0] ?? '') + moved.slice(head.length);
  const start = head === '' ? symbol.declarationStart : symbol.start;
  const slice = text.slice(start, symbol.end);
  return text.slice(0, start) + (slice.includes('\r\n') ? half.replaceAll('\n', '\r\n') : half) + text.slice(symbol.end);
}

/** Code for one of several names of a statement would take the others away; other names in their places are a change of names. */
async function losesNames({ reader, path, text }: Source, symbol: CodeSymbol, landed: Landed): Promise<(SymbolEdit & { readonly ok: false }) | undefined> {
  const [own, main] = [namesOf(symbol), namesOf(landed.main)];
  const lost = own.filter((name) => ![landed.main, ...landed.others].flatMap(namesOf).includes(name));
  if (symbol.also === undefined || lost.length === 0 || (landed.others.length === 0 && main.length >= own.length)) return undefined;
  // Broken code declares less than it means: the gate names the place of the error.
  if ((await reader.check(path, landed.text)).state === 'broken' && (await reader.check(path, text)).state === 'valid') return undefined;
  return no('entangled', `${own.join(', ')} are declared by one statement at line ${symbol.declarationLine}, and the code no longer declares ${lost.join(', ')}: nothing was changed. Send the whole statement with all its names, or take a name out with patch.`);
}

/** Other code stands before the symbol on its line, so its first line has no indentation to tell: the other lines do. */
function asTheFileHasIt(text: string, start: number, old: string, code: string): boolean {
  if (text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '' || leading(code) !== '') return false;
  const least = (part: string): number => Math.min(...part.split('\n').slice(1).filter((line) => line.trim() !== '').map((line) => leading(line).length));
  return least(old) === least(code);
}

/** The code in its place, what it has of the old lines as they were. */
async function asBefore(source: Source, { start, end }: CodeSymbol, code: string, { text, fixed }: { readonly text: string; readonly fixed: ReadonlySet<number> }): Promise<string> {
  const indentation = indentationAt(source.text, start);
  if (indentation === '' || leading(code) !== '' || !code.includes('\n')) return text;
  const old = source.text.slice(start, end);
  return withOldLines({ text: old, strings: await stringLines(source, start, old) }, indentation, code, text, fixed);
}

/** The new text where `moved` declares something at `start`; overloads of its own replace the old ones. */
async function land(source: Source, target: Target, start: number, moved: string): Promise<Landed | undefined> {
  const text = source.text.slice(0, start) + moved + source.text.slice(target.symbol.end);
  const symbols = await source.reader.symbolsAround(source.path, text, { start, end: start + moved.length });
  const inside = symbolsWithin(symbols ?? [], start, start + moved.length);
  const named = inside.filter((one) => namesOf(one).includes(target.symbol.name));
  const main = named.at(-1) ?? inside[0];
  return main && { text, at: start, main, others: inside.filter((one) => one !== main) };
}

/** Some models wrap a method in its class again: then the method is what they mean. */
function memberOf(landed: Landed, { symbol }: Target): string | undefined {
  const parent = symbol.path.split('.').at(-2)?.replace(/(?<=[^.])\[\d+\]$/u, '');
  const { main } = landed;
  if (parent === undefined || landed.others.length > 0 || main.name === symbol.name || !main.name.includes(parent)) return undefined;
  const [member, another] = main.children;
  if (member === undefined || another !== undefined || member.name !== symbol.name) return undefined;
  const lineStart = landed.text.lastIndexOf('\n', member.start - 1) + 1;
  return landed.text.slice(lineStart, member.end);
}

async function finish(source: Source, target: Target, landed: Landed, moved: string): Promise<SymbolEdit> {
  const { text } = source;
  const { symbol } = target;
  const signatures = landed.others.some((one) => one.name === symbol.name && one.kind === 'signature');
  const start = signatures ? target.start : symbol.start;
  const first = landed.others.filter((one) => one.start < landed.main.start)[0] ?? landed.main;
  const remark = moved.slice(await endOfCode({ ...source, text: landed.text }, target.style, landed.at, moved));
  const bare = moved.slice(0, moved.length - remark.length);
  const closed = withHead(text, symbol, first, landed, bare) + (await closing(source, target, landed.main, moved, bare));
  const twice = /[,;]$/.test(closed) && text.slice(symbol.end, endOfLine(text, symbol.end)).trimStart().startsWith(closed.at(-1) ?? '');
  const fresh = (twice ? closed.slice(0, -1) : closed) + remark;
  const slice = text.slice(start, symbol.end);
  const lineEnd = (slice.includes('\n') ? slice : text).includes('\r\n') ? '\r\n' : '\n';
  const woven = weave(slice, slice.replaceAll('\r\n', '\n'), fresh, { lineEnd });
  const names = [landed.main, ...landed.others].flatMap(namesOf);
  const lost = namesOf(symbol).filter((name) => !names.includes(name));
  const note = lost.length === 0 ? undefined : `It is now named ${namesOf(landed.main).join(', ')}: references to ${lost.join(', ')} were not changed.`;
  const code = woven ?? fresh;
  return { ok: true, text: start === landed.at && code === moved ? landed.text : text.slice(0, start) + code + text.slice(symbol.end), ...(note !== undefined && { note }) };
}

/** Parts of the old head of which the new code has no sort of its own go before it, in the usual order; what else the code begins with (an import) before them. */
function withHead(text: string, symbol: CodeSymbol, first: CodeSymbol, landed: Landed, moved: string): string {
  const own = first.head.filter((part) => part.start >= landed.at);
  const sorts = new Set(own.map((part) => part.sort));
  const oldParts = piecesOf(text, symbol.head, symbol.declarationStart).filter(({ sort }) => !sorts.has(sort));
  if (oldParts.length === 0) return moved;
  const bodyStart = first.declarationStart - landed.at;
  const before = moved.slice(0, (own[0]?.start ?? first.declarationStart) - landed.at);
  // A statement on the line of the declaration stays on it.
  if (before.trim() !== '' && !/\n[ \t]*$/.test(before)) return oldParts.map((piece) => piece.text).join('') + moved;
  if (own.length === 0) return before + oldParts.map((piece) => piece.text).join('') + moved.slice(bodyStart);
  const newParts = piecesOf(landed.text, own, first.declarationStart);
  const rank = { comment: 0, attribute: 1, prefix: 2 };
  const pieces = [...oldParts, ...newParts];
  if (sorts.has('comment') || sorts.has('attribute')) pieces.sort((a, b) => rank[a.sort] - rank[b.sort]);
  return before + pieces.map((piece) => piece.text).join('').replaceAll('\r\n', '\n') + moved.slice(bodyStart);
}

/** Each part with the white space up to what follows it. */
function piecesOf(text: string, head: readonly HeadPart[], declarationStart: number): { sort: HeadPart['sort']; text: string }[] {
  return head.map((part, index) => ({ sort: part.sort, text: text.slice(part.start, head[index + 1]?.start ?? declarationStart).replaceAll('\r\n', '\n') }));
}

/** A closing mark the old declaration had and the new one, of the same kind, forgot; or the comment below it, where the new one brings none. */
async function closing(source: Source, { symbol, style }: Target, main: CodeSymbol, moved: string, bare: string): Promise<string> {
  const old = source.text.slice(symbol.start, symbol.end);
  const notes = (text: string): Promise<readonly Range[]> => commentsOf({ ...source, path: `new/${source.path}`, text }, style);
  const note = style.group && (await notes(moved)).length === 0 ? (await notes(old)).find(({ end }) => end === old.length) : undefined;
  const below = note && /\r?\n[ \t]*$/.exec(old.slice(0, note.start));
  if (below) return old.slice(below.index).replaceAll('\r\n', '\n');
  const mark = style.terminators.find((one) => old.endsWith(one));
  return mark !== undefined && main.node === symbol.node && !bare.endsWith(mark) ? mark : '';
}

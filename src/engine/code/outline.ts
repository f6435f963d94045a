/** From a syntax tree to the tree of symbols, guided by the language's query alone. */
import type { Node, QueryCapture, QueryMatch, Tree } from 'web-tree-sitter';
import type { CodeSymbol, Range, Writable } from './codeReader';
import { extentOf, wrapped } from './extent';
import type { OutlineQuery } from './grammar';
import type { Language } from './languages';
import type { Lines } from './lines';
import { Marks } from './marks';
import { nested } from './nesting';
import type { Draft } from './nesting';
import { turns } from './turns';
import type { Turns } from './turns';

/** Characters. */
const LONGEST_NAME = 400;

/** One definition as the query found it. */
interface Definition {
  readonly node: Node;
  readonly kind: string;
  readonly name: Node | undefined;
  /** The name's text. */
  readonly written: string | undefined;
  /** The type a method belongs to though it stands elsewhere: a Go receiver. */
  readonly owner: string | undefined;
  /** What members are called after, where that isn't the name: the type of an impl block. */
  readonly scope: Node | undefined;
  /** Without a name: where the words end that name it in lists; its members are the parent's. */
  readonly headline: Node | undefined;
  /** What can't be parted though it declares several names: a tuple on the left, a list of names with one type. Without a name of its own it has those it binds. */
  readonly among: Node | undefined;
  /** It is set by the statement, and no name: `self.x`. */
  readonly beside?: boolean;
  readonly pattern: number;
}

type Parted = Definition & { readonly also?: readonly string[] };

export interface Outline {
  /** Top-level symbols in the order of the text. */
  readonly symbols: readonly CodeSymbol[];
  /** All of them in the order of the text, an outer one before its members. */
  readonly drafts: readonly Draft[];
}

/** A tree that was made of this text; it must live as long as it is read. */
export interface Source {
  readonly tree: Tree;
  readonly text: string;
  readonly lines: Lines;
}

/** A part of a statement that no outline shows, and that is no part of its neighbours either. */
const UNSEEN = 'unseen';

/** Text queried at once, in UTF-16 units. */
const WINDOW = 50_000;

/** A large file is gone through in slices. */
export async function outlineOf(source: Source, language: Language, query: OutlineQuery): Promise<Outline> {
  const slices = turns();
  const drafts = await draftsIn(source, { start: 0, end: source.text.length }, language, query, slices);
  return { drafts, symbols: await nested(drafts, source.text, language, slices) };
}

/** Symbols that touch a range, by what the range alone shows of them. */
export async function draftsIn({ tree, text, lines }: Source, { start, end }: Range, language: Language, query: OutlineQuery, slices: Turns): Promise<readonly Draft[]> {
  const root = tree.rootNode;
  const found = new Map<number, Definition[]>();
  const marked: QueryCapture[] = [];
  const all = start === 0 && end === text.length && end <= WINDOW;
  // What reaches into two windows is found twice and counted once. The query counts bytes of UTF-16.
  for (let at = start; at === start || at < end; at += WINDOW) {
    for (const match of all ? query(root) : query(root, { startIndex: 2 * at, endIndex: 2 * Math.min(end, at + WINDOW) })) sort(match, found, marked, text, language);
    if (slices.over()) await slices.next();
  }
  const marks = new Marks(marked, text, language);
  const drafts: Draft[] = [];
  for (const same of found.values()) {
    const named = same.some(isPattern) ? same.flatMap((one) => (isPattern(one) ? boundBy(one, one.among, text, language) : one)) : same;
    for (const definition of named.length === 1 ? named : parted(named)) if (definition.kind !== UNSEEN) drafts.push(draft(definition, marks, text, lines, language));
    if (slices.over()) await slices.next();
  }
  return drafts.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Definitions by their node, each name once; comments and attributes for themselves. */
function sort(match: QueryMatch, found: Map<number, Definition[]>, marked: QueryCapture[], text: string, language: Language): void {
  const definition = definitionOf(match, text, language);
  if (definition === undefined) return void marked.push(...match.captures);
  if (definition.kind === '') return;
  // A name the grammar only supposes to be there is none, nor is a program in brackets that a compiler put where a name goes.
  if (definition.written === '' || (definition.written?.length ?? 0) > LONGEST_NAME) return;
  const same = found.get(definition.node.id);
  if (same === undefined) return void found.set(definition.node.id, [definition]);
  // The same name, or the same without its parentheses.
  const at = same.findIndex((one) => (one.name ?? one.among)?.startIndex === (definition.name ?? definition.among)?.startIndex || within(one.name, definition.name) || within(definition.name, one.name));
  if (at === -1) same.push(definition);
  else if (definition.pattern < (same[at]?.pattern ?? 0)) same[at] = definition;
}

function within(inner: Node | undefined, outer: Node | undefined): boolean {
  return inner !== undefined && outer !== undefined && outer.startIndex <= inner.startIndex && inner.endIndex <= outer.endIndex;
}

/** Several names in one statement (`const a = 1, b = 2`): each is its own part of it; those of `a, b = 1, 2` are one symbol. */
function parted(same: readonly Definition[]): readonly Parted[] {
  const groups = new Map<number, Definition[]>();
  const unnamed: Definition[] = [];
  for (const definition of [...same].sort((a, b) => (a.name?.startIndex ?? 0) - (b.name?.startIndex ?? 0))) {
    const core = coreOf(definition);
    if (core === undefined) unnamed.push(definition);
    else groups.set(core.id, [...(groups.get(core.id) ?? []), definition]);
  }
  const wholes = [...groups.values()].flatMap(asOne);
  if (wholes.length < 2) return [...unnamed, ...wholes];
  const cores = wholes.flatMap((whole) => coreOf(whole) ?? []);
  const parts = wholes.map((whole, index) => ({ ...whole, node: ownPart(whole.node, cores[index] ?? whole.node, cores) }));
  // `int a, *b;`: without `a` nothing would be left to declare `*b`.
  const stuck = parts.some(({ node, name, among }) => among === undefined && node.id === name?.id);
  return [...unnamed, ...(stuck ? asOne(wholes) : parts)];
}

/** What makes a name its own: the name, or what it can't be parted from. */
function coreOf({ among, name }: Definition): Node | undefined {
  return among ?? name;
}

/** The first, with the names of all. */
function asOne(all: readonly Parted[]): readonly Parted[] {
  const [first, ...others] = [...all].sort((a, b) => Number(a.beside ?? false) - Number(b.beside ?? false));
  if (first === undefined || others.length === 0) return first ? [first] : [];
  const also = [...(first.also ?? []), ...others.flatMap(({ written = '', also: more = [] }) => [written, ...more])].filter((one) => one !== first.written);
  return [also.length > 0 ? { ...first, also } : first];
}

function isPattern(definition: Definition): definition is Definition & { readonly among: Node } {
  return definition.among !== undefined && definition.name === undefined;
}

/** One definition for each name a pattern binds, however deep; none where it binds no name. `_` is none. */
function boundBy(definition: Definition, pattern: Node, text: string, { binds }: Language): readonly Definition[] {
  const found: Definition[] = [];
  const look = (node: Node): void => {
    const beside = binds.beside.includes(node.type);
    const written = textOf(node, text);
    if (beside || binds.names.includes(node.type)) return void (written !== '' && written !== '_' && written.length <= LONGEST_NAME && found.push({ ...definition, name: node, written, beside }));
    const value = node.type.includes('assignment') ? node.childForFieldName('right') : null;
    // What stands right of a `=` is a value, unless the chain goes on.
    if (binds.through.includes(node.type)) for (const child of node.namedChildren) if (child.id !== value?.id || binds.through.includes(child.type)) look(child);
  };
  look(pattern);
  return found.some((one) => !one.beside) ? found : [];
}

/** The largest part of a statement that declares `name` and none of the others. */
function ownPart(statement: Node, name: Node, names: readonly Node[]): Node {
  let part = statement;
  while (names.some((other) => other.id !== name.id && part.startIndex <= other.startIndex && other.endIndex <= part.endIndex)) {
    const inner = part.childWithDescendant(name);
    if (inner === null) break;
    part = inner;
  }
  return part;
}

function definitionOf({ captures, patternIndex: pattern }: QueryMatch, text: string, language: Language): Definition | undefined {
  let [whole, kind]: [Node | undefined, string] = [undefined, ''];
  const parts: { name?: Node; owner?: Node; scope?: Node; headline?: Node; among?: Node } = {};
  for (const { name, node } of captures) {
    if (name === 'name' || name === 'owner' || name === 'scope' || name === 'headline' || name === 'among') parts[name] ??= node;
    else if (whole === undefined && name.startsWith('definition.')) [whole, kind] = [node, name.slice('definition.'.length)];
    else if (whole === undefined && name.startsWith('outer.')) [whole, kind] = [node, language.outer.includes(node.parent?.type ?? '') ? name.slice('outer.'.length) : ''];
  }
  const { name, owner, scope, headline, among } = parts;
  return whole && { node: whole, kind, name, written: name && nameOf(name, text, language), owner: owner && cleanName(textOf(owner, text), language), scope, headline, among, pattern };
}

function draft(definition: Parted, marks: Marks, text: string, lines: Lines, language: Language): Draft {
  const { node } = definition;
  const { type } = node;
  // A bare name, such as a value of an enumeration, is no more than itself.
  const outer = definition.name?.id === node.id ? node : wrapped(node, type, language);
  const { start, end, declarationStart, head } = extentOf(node, outer, marks, text, language);
  const own = definition.written !== undefined ? cleanName(definition.written, language) : words(text.slice(node.startIndex, (definition.scope ?? definition.headline ?? node).endIndex));
  const name = definition.owner === undefined ? own : `${definition.owner}.${own}`;
  const body = definition.kind === 'signature' ? undefined : bodyOf(node, type, language);
  const made: Writable<Draft> = {
    name: name.slice(name.lastIndexOf('.') + 1) || name,
    path: name,
    prefix: definition.scope ? cleanName(textOf(definition.scope, text), language) : definition.headline ? '' : name,
    kind: definition.kind,
    start, declarationStart, head, end,
    startLine: lines.lineAt(start),
    endLine: lines.lineAt(Math.max(start, end - 1)),
    declarationLine: lines.lineAt(declarationStart),
    node: type,
  };
  if (definition.also) made.also = definition.also.map((one) => cleanName(one, language));
  if (body) made.body = body;
  return made;
}

function bodyOf(node: Node, type: string, language: Language): Range | undefined {
  const direct = node.childForFieldName('body');
  if (direct) return rangeOf(direct);
  if (language.members.includes(type)) return undefined;
  const children = node.namedChildren;
  const other = language.bodies.length === 0 ? undefined : children.find((child) => language.bodies.includes(child.type));
  if (other) return rangeOf(other);
  for (const child of children) {
    const value = child.childForFieldName('value')?.childForFieldName('body');
    if (value) return rangeOf(value);
  }
  return undefined;
}

function rangeOf({ startIndex: start, endIndex: end }: Node): Range {
  return { start, end };
}

/** `Foo<T>::bar` is `Foo.bar`; quotes and a symbol's colon before a name go. */
function cleanName(text: string, language: Language): string {
  if (/^\w+$/.test(text)) return text;
  const flat = words(text).replace(/^(["'`])(.*)\1$/u, '$2').replace(/^\(\s*([^\s(),]*[^\w\s(),])\s*\)$/u, '$1');
  // A Ruby symbol (`:name`) stands for a name; a CSS selector with a colon doesn't.
  const plain = language.separators.includes('::') ? flat.replace(/^:(?=\w)/u, '') : flat;
  const operator = /\boperator\b.*$/u.exec(plain);
  const bare = operator ? withoutArguments(plain.slice(0, operator.index)) + operator[0].replace(/(operator \w[^(]*?)\s*\(.*$/u, '$1') : withoutArguments(plain);
  return language.separators.reduce((name, separator) => name.replaceAll(separator, '.'), bare);
}

function withoutArguments(name: string): string {
  let bare = name;
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replace(/(\w)\s*<[^<>]*>/gu, '$1');
  }
  return bare;
}

function textOf(node: Node, text: string): string {
  return text.slice(node.startIndex, node.endIndex);
}

function nameOf(node: Node, text: string, { namePattern }: Language): string {
  const written = textOf(node, text);
  return namePattern?.exec(written)?.[0] ?? written;
}

function words(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

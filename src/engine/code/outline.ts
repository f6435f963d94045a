/** From a syntax tree to the tree of symbols, guided by the language's query alone. */
import type { Node, Query, QueryMatch, Tree } from 'web-tree-sitter';
import type { CodeSymbol, Range } from './codeReader';
import { extentOf, wrapped } from './extent';
import type { Language } from './languages';
import { Lines } from './lines';

/** One definition as the query found it. */
interface Definition {
  readonly node: Node;
  readonly kind: string;
  readonly name: Node | undefined;
  /** The type a method belongs to though it stands elsewhere: a Go receiver. */
  readonly owner: string | undefined;
  /** What members are called after, where that isn't the name: the type of an impl block. */
  readonly scope: Node | undefined;
  /** Without a name: where the words end that name it in lists; its members are the parent's. */
  readonly headline: Node | undefined;
  readonly pattern: number;
}

type Draft = { -readonly [Key in keyof CodeSymbol]: CodeSymbol[Key] } & { children: Draft[]; prefix: string };

/** Kinds in which a function is a method and a variable a field. */
const types = new Set(['class', 'struct', 'interface', 'trait', 'impl', 'enum', 'object', 'record', 'union', 'protocol', 'mixin']);

/** Longest time without giving the thread back, in milliseconds. */
const SLICE = 15;
/** Text queried at once, in UTF-16 units. */
const WINDOW = 50_000;

/** Top-level symbols in the order of the text. The tree must live until then; a large one is gone through in slices. */
export async function outlineOf(tree: Tree, text: string, language: Language, query: Query): Promise<readonly CodeSymbol[]> {
  const root = tree.rootNode;
  const lines = new Lines(text);
  let until = performance.now() + SLICE;
  const pause = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    until = performance.now() + SLICE;
  };
  const matches: QueryMatch[] = [];
  // What reaches into two windows is found twice and counted once. The query counts bytes of UTF-16.
  for (let at = 0; at === 0 || at < text.length; at += WINDOW) {
    for (const match of text.length <= WINDOW ? query.matches(root) : query.matches(root, { startIndex: 2 * at, endIndex: 2 * (at + WINDOW) })) matches.push(match);
    if (performance.now() > until) await pause();
  }
  const drafts: Draft[] = [];
  for (const definition of definitionsOf(matches, language)) {
    drafts.push(draft(definition, root, text, lines, language));
    if (performance.now() > until) await pause();
  }
  drafts.sort((a, b) => a.start - b.start || b.end - a.end);
  return nest(drafts, text, language);
}

function definitionsOf(matches: readonly QueryMatch[], language: Language): Definition[] {
  const found = new Map<string, Definition>();
  const names = new Map<number, Node[]>();
  for (const match of matches) {
    const definition = definitionOf(match, language);
    // A name the grammar only supposes to be there is none.
    if (definition === undefined || definition.name?.isMissing === true || definition.name?.text === '') continue;
    const key = `${definition.node.id}:${definition.name?.startIndex ?? -1}`;
    const known = found.get(key);
    if (known === undefined && definition.name) names.set(definition.node.id, [...(names.get(definition.node.id) ?? []), definition.name]);
    if (known === undefined || definition.pattern < known.pattern) found.set(key, definition);
  }
  // Several names in one statement (`const a = 1, b = 2`): each is its own part of it; `a, b = 1, 2` stays one.
  return [...found.values()].flatMap((definition) => {
    const all = names.get(definition.node.id) ?? [];
    if (all.length < 2 || !definition.name) return [definition];
    const part = ownPart(definition.node, definition.name, all);
    if (part.id !== definition.name.id) return [{ ...definition, node: part }];
    return all[0]?.id === definition.name.id ? [definition] : [];
  });
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

function definitionOf(match: QueryMatch, language: Language): Definition | undefined {
  const capture = (name: string): Node | undefined => match.captures.find((one) => one.name === name)?.node;
  const whole = match.captures.find((one) => one.name.startsWith('definition.'));
  if (whole === undefined) return undefined;
  const owner = capture('owner');
  return {
    node: whole.node,
    kind: whole.name.slice('definition.'.length),
    name: capture('name'),
    owner: owner && cleanName(owner.text, language),
    scope: capture('scope'),
    headline: capture('headline'),
    pattern: match.patternIndex,
  };
}

function draft(definition: Definition, root: Node, text: string, lines: Lines, language: Language): Draft {
  const { node } = definition;
  const extent = extentOf(node, wrapped(node, language), root, text, language);
  const own = definition.name ? cleanName(definition.name.text, language) : words(text.slice(node.startIndex, (definition.scope ?? definition.headline ?? node).endIndex));
  const name = definition.owner === undefined ? own : `${definition.owner}.${own}`;
  const body = bodyOf(node, language);
  return {
    name: name.slice(name.lastIndexOf('.') + 1) || name,
    path: name,
    prefix: definition.scope ? cleanName(definition.scope.text, language) : definition.headline ? '' : name,
    kind: definition.kind,
    ...extent,
    startLine: lines.lineAt(extent.start),
    endLine: lines.lineAt(Math.max(extent.start, extent.end - 1)),
    declarationLine: lines.lineAt(extent.declarationStart),
    ...(body && { body }),
    node: node.type,
    children: [],
  };
}

function bodyOf(node: Node, language: Language): Range | undefined {
  const direct = node.childForFieldName('body') ?? (language.bodies.length === 0 ? undefined : node.namedChildren.find((child) => language.bodies.includes(child.type)));
  if (direct) return { start: direct.startIndex, end: direct.endIndex };
  const value = node.namedChildren.map((child) => child.childForFieldName('value')?.childForFieldName('body')).find(Boolean);
  return value ? { start: value.startIndex, end: value.endIndex } : undefined;
}

function nest(drafts: readonly Draft[], text: string, language: Language): CodeSymbol[] {
  const top: Draft[] = [];
  const open: Draft[] = [];
  const seen = new Map<string, number>();
  for (const symbol of drafts) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) < symbol.end) open.pop();
    const parent = open.at(-1);
    if (parent) {
      if (types.has(parent.kind)) symbol.kind = symbol.kind === 'function' ? 'method' : symbol.kind === 'variable' ? 'field' : symbol.kind;
      symbol.path = joined(parent.prefix, symbol.path);
      symbol.prefix = symbol.prefix === '' ? parent.prefix : joined(parent.prefix, symbol.prefix);
    }
    const siblings = parent?.children ?? top;
    const before = siblings.at(-1);
    if (before && continues(before, symbol, text, language)) {
      Object.assign(before, { end: symbol.end, endLine: symbol.endLine, kind: before.kind === 'signature' ? symbol.kind : before.kind });
      open.push(before);
      continue;
    }
    const nth = (seen.get(symbol.path) ?? 0) + 1;
    seen.set(symbol.path, nth);
    if (nth > 1) {
      if (symbol.prefix === symbol.path) symbol.prefix = `${symbol.path}[${nth}]`;
      symbol.path = `${symbol.path}[${nth}]`;
    }
    siblings.push(symbol);
    open.push(symbol);
  }
  return top;
}

/** The next equation or clause of the same function. */
function continues(before: Draft, symbol: Draft, text: string, language: Language): boolean {
  return before.path.replace(/\[\d+\]$/u, '') === symbol.path && language.joined.includes(before.node) && language.joined.includes(symbol.node)
    && text.slice(before.end, symbol.start).trim() === '';
}

function joined(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}.${name}`;
}

/** `Foo<T>::bar` is `Foo.bar`; quotes and a symbol's colon before a name go. */
function cleanName(text: string, language: Language): string {
  const flat = words(text).replace(/^(["'`])(.*)\1$/u, '$2').replace(/^\(\s*([^\w\s(),]+)\s*\)$/u, '$1');
  // A Ruby symbol (`:name`) stands for a name; a CSS selector with a colon doesn't.
  const plain = language.separators.includes('::') ? flat.replace(/^:(?=\w)/u, '') : flat;
  const bare = /\boperator\b/u.test(plain) ? plain.replace(/(operator \w[^(]*?)\s*\(.*$/u, '$1') : withoutArguments(plain);
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

function words(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

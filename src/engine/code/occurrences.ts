/** Where a name stands in a file, and which of these places mean the same thing. */
import type { Node, Query, Tree } from 'web-tree-sitter';
import type { Occurrence, Range } from './codeReader';
import type { Language } from './languages';

interface Scope extends Range {
  /** A class's names are not seen by its methods; `var` and `:=` reach the next function. */
  readonly kind: 'block' | 'function' | 'class';
}

/** One place before it is resolved. */
interface Place extends Range {
  readonly captures: ReadonlySet<string>;
  readonly node: Node;
}

/** In the order of the text. Without `scopes` everything but members is one binding. */
export function occurrencesOf(tree: Tree, text: string, name: string, language: Language, scopes: Query | undefined): readonly Occurrence[] {
  const places = placesOf(tree.rootNode, text, name, language);
  const whole: Scope = { start: 0, end: text.length, kind: 'function' };
  if (scopes === undefined && language.sorts.length > 0) return places.map((place) => ({ start: place.start, end: place.end, role: dotted(text, place) ? 'member' : 'reference', binding: sortOf(place, text, name, language), scope: whole }));
  if (scopes === undefined) return places.map((place) => ({ start: place.start, end: place.end, role: dotted(text, place) ? 'member' : 'reference', binding: dotted(text, place) ? undefined : 0, scope: whole }));
  const known: Scope[] = [];
  const captures = new Map<string, Set<string>>();
  for (const { name: capture, node } of scopes.captures(tree.rootNode)) {
    if (capture.startsWith('scope')) known.push({ start: node.startIndex, end: node.endIndex, kind: kindOf(capture) });
    else captures.set(key(node), (captures.get(key(node)) ?? new Set()).add(capture));
  }
  const found = places.map((place) => ({ ...place, captures: captures.get(key(place.node)) ?? new Set<string>() }));
  return resolve(found, [whole, ...known], name, text);
}

function resolve(places: readonly Place[], scopes: readonly Scope[], name: string, text: string): Occurrence[] {
  const chains = new Map(places.map((place) => [place, chainOf(place, scopes)]));
  const homes = new Set<Scope>();
  const outward = new Map<Scope, 'global' | 'nonlocal'>();
  for (const place of places) {
    const chain = chains.get(place) ?? [];
    const [nearest] = chain;
    if (nearest && place.captures.has('global')) outward.set(nearest, 'global');
    if (nearest && place.captures.has('nonlocal')) outward.set(nearest, 'nonlocal');
  }
  for (const place of places) {
    const home = homeOf(place, chains.get(place) ?? []);
    if (home && !outward.has(home)) homes.add(home);
  }
  return places.map((place) => {
    const chain = chains.get(place) ?? [];
    const role = roleOf(place, text);
    const scope = role === 'member' ? undefined : seenFrom(declares(place, 'outer') ? chain.slice(1) : chain, homes, outward);
    return { start: place.start, end: place.end, role, binding: scope && scopes.indexOf(scope), scope: scope ?? { start: 0, end: text.length } };
  });
}

function sortOf({ node, start, end }: Place, text: string, name: string, { sorts, perhaps }: Language): number {
  const types: string[] = [];
  for (let one: Node | null = node; one && types.length < 5; one = one.parent) types.unshift(one.type);
  const trail = `${types.join('>')} ${text.slice(Math.max(text.lastIndexOf('\n', start - 1) + 1, start - 200), start)}[${name}]${text.slice(end, end + 3)}`;
  const sort = sorts.findIndex((one) => one.test(trail));
  return sort !== -1 ? sort : perhaps?.test(trail) === true ? -1 : -2;
}

/** Scopes around a place, innermost first. */
function chainOf(place: Range, scopes: readonly Scope[]): readonly Scope[] {
  return scopes.filter((scope) => scope.start <= place.start && place.end <= scope.end).sort((a, b) => a.end - a.start - (b.end - b.start));
}

/** The scope a declaration declares its name in. */
function homeOf(place: Place, chain: readonly Scope[]): Scope | undefined {
  if (place.captures.has('reference')) return undefined;
  if (declares(place, 'outer')) return chain[1];
  if (declares(place, 'hoisted')) return chain.find((scope) => scope.kind !== 'block');
  return place.captures.has('define') ? chain[0] : undefined;
}

function seenFrom(chain: readonly Scope[], homes: ReadonlySet<Scope>, outward: ReadonlyMap<Scope, string>): Scope | undefined {
  let passedFunction = false;
  let globally = false;
  for (const scope of chain) {
    const hidden = (scope.kind === 'class' && passedFunction) || (globally && scope !== chain.at(-1));
    if (!hidden && homes.has(scope)) return scope;
    if (outward.get(scope) === 'global') globally = true;
    if (scope.kind === 'function') passedFunction = true;
  }
  // Declared by `global` alone: the file's own.
  return globally ? chain.at(-1) : undefined;
}

function declares(place: Place, how: 'outer' | 'hoisted'): boolean {
  return place.captures.has(`define.${how}`);
}

function roleOf(place: Place, text: string): Occurrence['role'] {
  const { captures } = place;
  if (captures.has('member')) return 'member';
  if (captures.has('shorthand')) return 'shorthand';
  if (captures.has('exported')) return 'exported';
  if (captures.has('imported')) return 'imported';
  if ([...captures].some((capture) => capture.startsWith('define'))) return 'define';
  return dotted(text, place) ? 'member' : 'reference';
}

function placesOf(root: Node, text: string, name: string, language: Language): Place[] {
  const places: Place[] = [];
  // An empty name stands everywhere, without end.
  if (name === '') return places;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (isWord(text, at - 1) && isWord(text, at)) continue;
    if (isWord(text, end) && isWord(text, end - 1)) continue;
    const node = root.descendantForIndex(at, end);
    // A name of PHP is another one with its dollar sign.
    const other = text[at - 1] === '$' && node?.parent?.type === 'variable_name';
    const closes = language.endMarker !== undefined && node?.previousSibling?.type === 'end';
    if (node?.startIndex !== at || !(node.isNamed || closes) || other) continue;
    // Some grammars take the `$name` in a string for text, from the name on.
    const filled = text[at - 1] === '$' && node.previousSibling?.text === '$';
    if (filled || (node.endIndex === end && !isText(node, language))) places.push({ start: at, end, node, captures: new Set() });
  }
  return places;
}

function isText(node: Node, language: Language): boolean {
  for (let one: Node | null = node; one; one = one.parent) {
    if (language.comments.includes(one.type)) return true;
    if (one !== node && /interpolation|substitution|expansion/.test(one.type)) return false;
    if (/string|comment|char|text|content|regex|heredoc/.test(one.type)) return one === node || !/interpolation|substitution|template/.test(node.parent?.type ?? '');
  }
  return false;
}

function dotted(text: string, place: Range): boolean {
  return /(?:\?\.|(?<!\.\.)\.|->)\s*$/u.test(text.slice(Math.max(0, place.start - 20), place.start));
}

function isWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text[at] ?? '');
}

function kindOf(capture: string): Scope['kind'] {
  return capture === 'scope.function' ? 'function' : capture === 'scope.class' ? 'class' : 'block';
}

function key(node: Node): string {
  return `${node.startIndex}:${node.endIndex}`;
}

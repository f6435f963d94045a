/** Which places of a member's name mean it, where only the syntax tree is known: a receiver counts by what it is declared as. */
import { literal } from '../../shared/literal';
import type { CodeSymbol, LanguageStyle, Occurrence } from '../code/codeReader';
import { flatten, namesOf, withoutNumbers } from '../code/findSymbol';
import type { Source } from './symbolEdit';

export type Verdict = 'own' | 'unsure' | 'other';
type Judge = (source: Source, one: Occurrence, all: readonly Occurrence[]) => { readonly verdict: Verdict; /** A field and a variable in one word, as in `Cart { items }`. */ readonly short?: boolean };

const TYPES = /^(?:class|struct|interface|trait|enum|object|record|union|impl|type)$/u;
const MAKERS = /^(?:new|default|create|init|instance|of|from\w*|with\w*)$/u;
const NO_TYPES = /^(?:var|let|val|auto|mut|const|final|in|of|return|new|case|and|or|not|await|yield|else|throw|is|as|import|local|ref|out|def|fn|func|fun|puts|raise|unless|if|while|until|elsif|then|do|mutable|echo|print)$/u;
/** What a name may begin with: these expressions are made anew for each variable, and a class of Unicode takes ten times as long to be made. */
const LETTER = String.raw`A-Za-z_\u0080-\u{10ffff}`;
const RECEIVER = /((?:[\w$@]+\s*(?:\.|::|->|\\)\s*)*)([$@]{0,2}[\p{L}_]\w*)(\((?:[^()]|\([^()]*\))*\))?\s*[?!&]*(?:\.|::|->|:)\s*$/u;

/** Tells a member's own places from those of another type's of that name, by what stands before them; undefined where the symbol is no member of a type. */
export async function memberJudge(sources: readonly Source[], { name, place, symbol }: { readonly name: string; readonly place: Occurrence; readonly symbol: CodeSymbol | undefined }): Promise<Judge | undefined> {
  const [home] = sources;
  const styles = new Map(await Promise.all(sources.map(async ({ reader, path, text }) => [path, await reader.style(path, text)] as const)));
  const { receivers } = styles.get(home?.path ?? '') ?? {};
  const owner = symbol && partsOf(symbol).at(-2);
  if (owner === undefined || TYPES.test(symbol?.kind ?? '') || receivers === undefined) return undefined;
  const known = new Map(await Promise.all(sources.map(async (source) => [source.path, flatten((await source.reader.symbols(source.path, source.text)) ?? [])] as const)));
  const owners = [...known.values()].flat().filter((one) => one.name === owner);
  if (owners.length > 0 && !owners.some((one) => TYPES.test(one.kind) || receivers.open)) return undefined;
  const family = familyOf(owner, name, sources, known, styles);
  const free = owners.some((one) => one.kind === 'enum');
  const imported = new RegExp(`^\\s*(?:import|use|using)\\b.*\\b(?:${[...family].map(literal).join('|')})(?:\\.|::)(?:\\{.*)?(?:${literal(name)}(?!\\w)|[*_])`, 'mu');
  const asked = new Map<string, readonly string[]>();
  // Of a whole file: the same few variables are behind most places.
  const typesIn = ({ path, text }: Source, word: string): readonly string[] => {
    const key = `${path}\n${word}`;
    const types = asked.get(key) ?? typesOf(text, word, styles.get(path));
    asked.set(key, types);
    return types;
  };
  return (source, one, all) => {
    if (source.path === home?.path && one.start === place.start) return { verdict: 'own' };
    const around = (known.get(source.path) ?? []).filter((each) => each.start <= one.start && one.end <= each.end);
    const declared = around.findLast((each) => namesOf(each).includes(name) && all.find((other) => other.start >= each.declarationStart)?.start === one.start);
    if (declared) return { verdict: family.has(partsOf(declared).at(-2) ?? '') ? 'own' : 'other' };
    const style = styles.get(source.path);
    const spoken = style?.receivers;
    const key = keyOf(source.text, one, (word) => family.has(word === 'Self' ? (typeAround(around) ?? '') : word), (word) => typesIn(source, word));
    if (key) return { verdict: 'own', short: key === 'short' };
    const before = source.text.slice(Math.max(0, one.start - 300), one.start);
    if (spoken?.mark.test(before)) return { verdict: isOwnReceiver(before, source, { around, family, style, typesIn }) ? 'own' : 'unsure' };
    const inside = spoken?.bare && around.some((each) => partsOf(each).some((part) => family.has(part)));
    return { verdict: free || inside || imported.test(source.text) ? 'own' : spoken?.bare === false ? 'other' : 'unsure' };
  };
}

/** Whether `this` means the type there, or one below it. */
export async function selfJudge(home: Source, owner: string | undefined, name: string): Promise<(one: Occurrence) => boolean> {
  const known = flatten((await home.reader.symbols(home.path, home.text)) ?? []);
  const family = familyOf(owner ?? '', name, [home], new Map([[home.path, known]]), new Map([[home.path, await home.reader.style(home.path, home.text)]]));
  return (one) => {
    const around = known.filter((each) => each.start <= one.start && one.end <= each.end);
    const type = around.findLast((each) => TYPES.test(each.kind));
    return type ? family.has(type.name) : around.some((each) => partsOf(each).some((part) => family.has(part)));
  };
}

/** The type whose `this` is meant there. */
function typeAround(around: readonly CodeSymbol[]): string | undefined {
  const inner = around.findLast((one) => TYPES.test(one.kind) || partsOf(one).length > 1);
  return inner && (TYPES.test(inner.kind) ? inner.name : partsOf(inner).at(-2));
}

interface Surroundings {
  readonly around: readonly CodeSymbol[];
  readonly family: ReadonlySet<string>;
  readonly style: LanguageStyle | undefined;
  readonly typesIn: (source: Source, word: string) => readonly string[];
}

function isOwnReceiver(before: string, source: Source, { around, family, style, typesIn }: Surroundings): boolean {
  const { text } = source;
  const [, prefix = '', word = '', call] = RECEIVER.exec(before) ?? [];
  const self = /^(?:\$?this|[Ss]elf|static|parent|super|base)$/u;
  const maker = /(\w+)\W+$/u.exec(prefix)?.[1] ?? /\(\s*new\s+([\w\\]+)\s*(?:\([^()]*\))?\s*\)\s*(?:\.|->)\s*$/u.exec(before)?.[1] ?? '';
  if (word === '') return family.has(typeName(maker));
  if (self.test(word)) return family.has(prefix === '' ? (typeAround(around) ?? '') : maker);
  if (family.has(word)) return true;
  if (MAKERS.test(word) && family.has(maker)) return true;
  const field = /^(?:\$?this|self)\W+$/u.test(prefix) || word.startsWith('@');
  if (call !== undefined || (prefix !== '' && !field)) return false;
  const last = around.at(-1);
  const near = field || last === undefined ? [] : typesOf(text.slice(last.start, last.end), word, style);
  const types = near.length > 0 ? near : typesIn(source, word);
  return types.length > 0 && types.every((one) => family.has(one));
}

/** What a variable or field is declared as, or made by where no declaration says it: one type for each of them. */
function typesOf(text: string, variable: string, { receivers, keywords = [] }: Partial<LanguageStyle> = {}): readonly string[] {
  const word = variable.replace(/^[$@]+/u, '');
  const type = String.raw`([${LETTER}\\][\w.:\\]*\w|[${LETTER}])`;
  const before = String.raw`(?<![\w$.])${type}(?:<[^;{}()=]*>)?(?:[?\s*&\]]|const\b)*[\s*&\]]\$?${word}(?=\s*(?:[=;,):({]|$|in\b))`;
  const colon = String.raw`(?<![\w$.])${word}\s*::?(?!:)\s*(?:&|\*|mut\b|dyn\b|\?|const\b|\s|'\w+)*${type}`;
  const behind = String.raw`(?<![\w$.])${word}(?:\s*,\s*\w+)*[ \t]+\*?${type}`;
  const declared = { before, colon, behind, none: undefined }[receivers?.types ?? 'before'];
  const all = (pattern: string): string[] => [...text.matchAll(new RegExp(pattern, 'gmu'))].map((match) => typeName(match[1] ?? ''));
  const explicit = declared === undefined ? [] : all(declared).filter((one) => !keywords.includes(one) && !NO_TYPES.test(one));
  const made = String.raw`\s*(?:new\b|await\b|try\b|&|\*|\[|\s)*([${LETTER}\\][\w.:\\]*\w(?=\s*(?:<[^;(){}]*>)?\s*[({]|\]::new)|[${LETTER}][\w:]*\.new\b|)`;
  // What stands in a loop or is given to a lambda hides a declaration, and its type isn't known.
  const hidden = all(String.raw`(?:\bfor\s*\(?\s*(?:\w+\s+)?|\|\s*(?:\w+,\s*)*)${word}\s*(?:in\b|of\b|:=\s*range|[|,])|\b(?:auto|var)\W+${word}\s*:|(?<![\w.])\$?${word}\)?\s+[-=]>`);
  const introduced = all(String.raw`(?:\b(?:var|let|val|auto|mut|const)\s+${word}\s*=|(?<![\w.])${word}\s*:=)${made}`);
  return [...hidden, ...(explicit.length > 0 ? [...explicit, ...introduced] : all(String.raw`(?<![\w.])(?:\$this->)?[$@]*${word}\s*:?=(?![=>])${made}`))];
}

/** `Cart` of `shop::Cart`, `Cart::new` and `Cart.new`. */
function typeName(written: string): string {
  const parts = written.split(/[.:\\]+/u).filter(Boolean);
  return (parts.length > 1 && MAKERS.test(parts.at(-1) ?? '') ? parts.at(-2) : parts.at(-1)) ?? '';
}

/** `Cart { items: 1 }`, `Cart(items = 1)`, `Cart c = { .items = 1 }`. */
function keyOf(text: string, one: Occurrence, isOwn: (type: string) => boolean, typesOfWord: (word: string) => readonly string[]): 'key' | 'short' | undefined {
  const [before, after] = [text.slice(Math.max(0, one.start - 1000), one.start), text.slice(one.end, one.end + 20)];
  if (!/[{(,\n;]\s*\.?$/u.test(before)) return undefined;
  const isKey = /^\s*(?:[:=](?![:=>]))/u.test(after);
  if (!isKey && !(/^\s*[,}]/u.test(after) && /[{,]\s*$/u.test(before))) return undefined;
  let deep = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    const letter = before[at] ?? '';
    if (/[)}\]]/u.test(letter)) deep += 1;
    else if (/[({[]/u.test(letter) && --deep < 0) {
      const head = before.slice(0, at);
      const word = /([\p{L}_]\w*)(?:<[^;{}()]*>)?\s*(?:\([^()]*\)\s*)?(=)?\s*$/u.exec(head);
      if (/[{,]\s*$/u.test(head)) {
        deep = 0;
        continue;
      }
      if (word === null) return undefined;
      const types = word[2] === undefined ? [word[1] ?? ''] : typesOfWord(word[1] ?? '');
      const declares = /\b(?:class|struct|interface|trait|enum|object|record|union|impl|fn|def|fun|func|function|type)\s+[\w.]*$/u.test(head.slice(0, word.index + (word[1]?.length ?? 0)));
      return declares || types.length === 0 || !types.every(isOwn) ? undefined : isKey ? 'key' : 'short';
    }
  }
  return undefined;
}

/** The type, those below it, and those above that declare the name themselves. */
function familyOf(owner: string, name: string, sources: readonly Source[], known: ReadonlyMap<string, readonly CodeSymbol[]>, styles: ReadonlyMap<string, LanguageStyle | undefined>): ReadonlySet<string> {
  const types = sources.flatMap((source) => (known.get(source.path) ?? []).filter((one) => TYPES.test(one.kind) || one.kind === 'module').map((one) => ({ name: one.name, above: aboveOf(source, one, styles.get(source.path)), declares: one.children.some((child) => namesOf(child).includes(name)) })));
  const family = new Set([owner]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const one of types) {
      if (one.above.some((above) => family.has(above))) family.add(one.name);
      if (family.has(one.name)) for (const above of one.above) if (types.some((type) => type.name === above && type.declares)) family.add(above);
    }
  }
  return family;
}

/** The words of a type's head, and what it mixes in. */
function aboveOf({ text }: Source, symbol: CodeSymbol, style: LanguageStyle | undefined): readonly string[] {
  const whole = text.slice(symbol.declarationStart, symbol.end);
  const end = symbol.body ? symbol.body.start - symbol.declarationStart : whole.search(/[{\n]|$/u);
  const head = whole.slice(0, end).replace(/<[^<>]*>|\[[^[\]]*\]/gu, '').replace(style?.parentsInParentheses ? /^$/u : /\([^()]*\)/gu, '');
  const mixed = [...whole.matchAll(/^\s*(?:include|extend|prepend|use)\s+([\w:\\]+)/gmu)].map((match) => typeName(match[1] ?? ''));
  return [...(head.match(/[\p{L}_]\w*/gu) ?? []), ...mixed].filter((word) => word !== symbol.name);
}

/** Its path, part by part, without the numbers of namesakes. */
export function partsOf({ path }: CodeSymbol): readonly string[] {
  return withoutNumbers(path).split('.');
}

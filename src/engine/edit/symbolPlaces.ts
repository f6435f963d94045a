/** Every place that means one symbol, in its own file and in those that use it; what can't be told apart is named, not guessed. */
import { literal } from '../../shared/literal';
import type { CodeSymbol, LanguageStyle, Occurrence } from '../code/codeReader';
import { findSymbol, flatten, namesOf, withoutNumbers } from '../code/findSymbol';
import { turns } from '../code/turns';
import { memberJudge, partsOf, selfJudge, type Verdict } from './memberPlaces';
import { locate, no } from './symbolEdit';
import type { Source, SymbolEdit } from './symbolEdit';

export interface SymbolPlace {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** What the place becomes under a new name; the old name where other files go on knowing it by that. */
  readonly renamed: (name: string) => string;
}

export interface SymbolPlaces {
  readonly ok: true;
  readonly name: string;
  readonly places: readonly SymbolPlace[];
  /** The same name after a dot or in a file without scopes: may or may not be meant. */
  readonly unsure: readonly SymbolPlace[];
  /** `scopes`: told apart by the scopes of the language; `types`: by what receivers are declared as; `name`: by the name alone. */
  readonly by: 'scopes' | 'types' | 'name';
  /** Several of the name are declared, and nothing tells them apart. */
  readonly rivals?: boolean;
  /** Where the name is known, to keep a new one from clashing. */
  readonly scope: { readonly start: number; readonly end: number };
}

type Wanted = { readonly name: string; readonly place: Occurrence; readonly symbol: CodeSymbol | undefined; readonly all: readonly Occurrence[] };

/** `others` are the further files of the language that contain the name. */
export async function symbolPlaces(home: Source, others: readonly Source[], name: string, line?: number): Promise<SymbolPlaces | (SymbolEdit & { ok: false })> {
  const wanted = await wantedPlace(home, name, line);
  if ('ok' in wanted) return wanted;
  const style = await home.reader.style(home.path, home.text);
  const place = (source: Source, one: Occurrence, renamed = local(one, source.text, wanted.name)): SymbolPlace => ({ path: source.path, start: one.start, end: one.end, renamed });
  const result = { ok: true as const, name: wanted.name, scope: wanted.place.scope };
  const sort = style?.scoped === true ? undefined : wanted.place.binding;
  const ofSort = (one: Occurrence): boolean => sort === undefined || one.binding === undefined || one.binding === sort || one.binding === -1;
  const elsewhere = await Promise.all(others.map(async (source) => ({ source, found: ((await source.reader.occurrences(source.path, source.text, wanted.name)) ?? []).filter(ofSort) })));
  if (!style?.scoped) {
    const typed = await memberJudge([home, ...others], wanted);
    const named = wanted.all.filter(ofSort);
    const rivals = style?.shared ? 1 : await rivalsOf([home, ...others], wanted, typed !== undefined);
    if (rivals > 1) return { ...result, by: 'name', rivals: true, places: [place(home, wanted.place)], unsure: named.filter((one) => one.start !== wanted.place.start).map((one) => place(home, one)) };
    const here = { source: home, found: named };
    if (typed) {
      const judged: (ReturnType<typeof typed> & { readonly place: SymbolPlace })[] = [];
      const slices = turns();
      for (const { source, found } of [here, ...elsewhere]) {
        for (const one of found) {
          if (slices.over()) await slices.next();
          judged.push({ ...typed(source, one, found), place: place(source, one) });
        }
      }
      const sorted = (verdict: Verdict): SymbolPlace[] => judged.filter((one) => one.verdict === verdict).map((one) => (one.short === true ? { ...one.place, renamed: (to) => `${to}: ${wanted.name}` } : one.place));
      return { ...result, by: 'types', places: sorted('own'), unsure: sorted('unsure') };
    }
    const isForeign = foreignTo(home, wanted.symbol, style);
    const all = [here, ...(wanted.symbol === undefined ? [] : elsewhere)].flatMap(({ source, found }) => found.map((one) => ({
      place: place(source, one), foreign: one.binding === -1 || (!(source === home && one.start === wanted.place.start) && isForeign(source.text, one.start)),
    })));
    const are = (foreign: boolean): SymbolPlace[] => all.filter((one) => one.foreign === foreign).map((one) => one.place);
    return { ...result, by: 'name', places: are(false), unsure: are(true) };
  }
  if (wanted.place.binding === undefined) return { ...result, by: 'scopes', ...(await members(home, wanted, elsewhere, place)) };
  const own = wanted.all.filter((one) => one.binding === wanted.place.binding).map((one) => place(home, one));
  // Its name is bound in the class body, and used outside of it after a dot.
  if (await isClassMember(home, wanted.symbol)) {
    const dotted = await members(home, wanted, elsewhere, place);
    return { ...result, by: 'scopes', places: [...own, ...dotted.places].sort((a, b) => a.start - b.start), unsure: dotted.unsure };
  }
  const topLevel = wanted.symbol !== undefined && !wanted.symbol.path.includes('.');
  const seen = topLevel && namedOutside(home, wanted.symbol, style);
  const outside = (one: Occurrence) => (to: string): string => (!seen ? wanted.name : one.role === 'exported' ? `${to} as ${wanted.name}` : shorthand(one, wanted.name, to));
  const users = topLevel ? elsewhere.flatMap(({ source, found }) => usesOf(home.path, source, found).map((one) => place(source, one, outside(one)))) : [];
  // A parameter is given by its name; a module may go by another name.
  const given = wanted.symbol === undefined ? [{ source: home, found: wanted.all }, ...elsewhere].flatMap(({ source, found }) => found.filter((one) => one.role === 'member' && /^\s*=(?!=)/u.test(source.text.slice(one.end, one.end + 20)) && !/\.\s*$/u.test(source.text.slice(0, one.start))).map((one) => place(source, one))) : [];
  const stem = new RegExp(`(?<![\\w$])${literal(stemOf(home.path))}(?![\\w$])`, 'u');
  const missed = (source: Source, one: Occurrence): boolean => (one.role === 'member' || one.role === 'shorthand') && !users.some((user) => user.path === source.path && user.start === one.start);
  const through = seen ? elsewhere.flatMap(({ source, found }) => (stem.test(source.text) ? found.filter((one) => missed(source, one)).map((one) => place(source, one)) : [])) : [];
  return { ...result, by: 'scopes', places: [...own, ...users], unsure: [...given, ...through] };
}

/** Without scopes: after a dot, an arrow or `Type::` stands something of another module or type, unless its own stands before. What the home says is read once, however many places there are. */
function foreignTo({ path, text: home }: Source, symbol: CodeSymbol | undefined, style: LanguageStyle | undefined): (text: string, start: number) => boolean {
  const { qualified } = style ?? {};
  if (symbol === undefined || qualified === undefined) return () => false;
  const modular = qualified.by === 'module';
  const parts = partsOf(symbol).slice(0, -1);
  const named = [...home.matchAll(/^\s*(?:package|namespace)\s+([\w.\\]+)/gmu)].flatMap(([, name = '']) => name.split(/[.\\]/u));
  const modules = [stemOf(path), path.split('/').at(-2), ...named];
  return (text, start) => {
    const before = /([\w$]*)([)\]>?!]*)((?<!\.)\.|::|->)$/u.exec(text.slice(Math.max(0, start - 80), start));
    if (before === null) return false;
    const [, word = '', closed = '', mark = ''] = before;
    // Of a member's receiver only the name of a type tells that it is another one.
    if (parts.length > 0 && !modular) return mark === '::' && closed === '' && /^[A-Z]/u.test(word) && word !== 'Self' && !parts.includes(word);
    if (!/function|method/u.test(symbol.kind) || (mark === '->' && !qualified.arrow) || qualified.words?.test(word) === false) return false;
    const own = [...modules, ...(modular ? [...parts, '__MODULE__', stemOf(path).replace(/^./u, (first) => first.toUpperCase())] : []), ...qualified.own, ...(mark === '::' ? ['', 'crate', 'self', 'super'] : [])];
    const names = own.filter(Boolean).map((one) => literal(one ?? '')).join('|');
    const plain = literal(word);
    // An import by another name: `import q "app/text"`, `use text as q`.
    const alias = new RegExp(`^\\s*(?:import\\s+)?${plain}\\s+"[^"\\n]*\\b(?:${names})"|\\b(?:${names})\\s*(?:\\bas|,\\s*as:)\\s+${plain}\\b|\\b${plain}\\s*=\\s*(?:require|@import)\\W+[^"'\\n]*\\b(?:${names})\\b`, 'mu');
    return closed !== '' || !(own.includes(word) || (word !== '' && alias.test(text)));
  };
}

/** Whether other files know it by the name it is declared with: where modules say what they export, an export list may keep the old one. */
function namedOutside(home: Source, symbol: CodeSymbol, { exportWord: word }: Partial<LanguageStyle>): boolean {
  return word === undefined || symbol.head.some((part) => part.sort === 'prefix' && home.text.startsWith(word, part.start));
}

async function isClassMember(home: Source, symbol: CodeSymbol | undefined): Promise<boolean> {
  if (symbol === undefined || !symbol.path.includes('.')) return false;
  const around = flatten((await home.reader.symbols(home.path, home.text)) ?? []).filter((one) => one !== symbol && one.start <= symbol.start && symbol.end <= one.end && one.path !== symbol.path);
  return /class|struct|interface|trait|enum|object|module/.test(around.at(-1)?.kind ?? '');
}

async function wantedPlace(home: Source, name: string, line?: number): Promise<Wanted | (SymbolEdit & { ok: false })> {
  const located = await locate(home, name, line);
  const short = name.slice(name.lastIndexOf('.') + 1).replace(/(?<=[^.])\[\d+\]$/u, '');
  const bare = located.ok && !located.target.symbol.also?.includes(short) ? located.target.symbol.name.replace(/^[.#](?=[\p{L}_-][\p{L}\p{N}_-]*$)/u, '') : short;
  const all = (await home.reader.occurrences(home.path, home.text, bare)) ?? [];
  if (located.ok) {
    const { symbol } = located.target;
    const inside = all.filter((one) => one.start >= symbol.declarationStart && one.end <= symbol.end);
    // Among several names one may be a key too: `{ b: a, b }`.
    const first = (symbol.also && inside.find((one) => one.role === 'define' || one.role === 'shorthand')) ?? inside.find((one) => one.binding === undefined || one.binding >= 0);
    const titled = symbol.kind === 'test' && first && /\w/.test(bare) && home.text.slice(symbol.declarationStart, first.start).includes(bare);
    if (titled) return no('not_found', `${bare} is the title of a test, a text that no code refers to: nothing was changed. Change it with patch.`);
    return first ? { name: bare, place: first, symbol, all } : no('not_found', `${bare} is not a name that can be followed. Use search.`);
  }
  if (located.code === 'ambiguous') return located;
  // No symbol of the outline: a variable of a function, given as `function.variable`.
  const around = name.includes('.') ? findSymbol((await home.reader.symbols(home.path, home.text)) ?? [], name.slice(0, name.lastIndexOf('.'))) : undefined;
  if (around && !around.ok) return located;
  const range = around?.ok ? around.symbol : { start: 0, end: home.text.length };
  const declared = all.filter((one) => (one.role === 'define' || one.role === 'shorthand') && one.start >= range.start && one.end <= range.end);
  const there = line === undefined ? declared : declared.filter((one) => home.text.slice(0, one.start).split('\n').length === line);
  const bindings = new Set((there.length > 0 ? there : declared).map((one) => one.binding));
  const [first] = there.length > 0 ? there : declared;
  if (first === undefined) return located;
  if (bindings.size > 1) return no('ambiguous', `${name} is ambiguous in ${home.path}: declared at lines ${declared.map((one) => home.text.slice(0, one.start).split('\n').length).join(', ')}. Call again with one of these lines as line.`);
  return { name: bare, place: first, symbol: undefined, all };
}

/** Of a class's member only what stands after the class, or after `self` or `this` in it or one below it, is certain. */
async function members(home: Source, wanted: Wanted, elsewhere: readonly { source: Source; found: readonly Occurrence[] }[], place: (source: Source, one: Occurrence) => SymbolPlace): Promise<{ places: SymbolPlace[]; unsure: SymbolPlace[] }> {
  const owner = wanted.symbol?.path.split('.').at(-2);
  const certain = new RegExp(`(?:^|[^.\\w])(self|cls|this|super\\(\\)|super${owner === undefined ? '' : `|${literal(owner)}`})\\s*\\??\\.\\s*$`, 'u');
  const own = wanted.all.filter((one) => one.binding === undefined);
  const isSelf = await selfJudge(home, owner, wanted.name);
  const sure = own.filter((one) => {
    const receiver = certain.exec(home.text.slice(Math.max(0, one.start - 60), one.start))?.[1];
    return one === wanted.place || (receiver !== undefined && (receiver === owner || isSelf(one)));
  });
  // After a dot, or as a key: `{ size: 1 }`, `({ size }) => …`, `Box(size=1)`.
  const rest = wanted.all.filter((one) => !sure.includes(one) && (one.role === 'member' || one.role === 'shorthand'));
  const far = elsewhere.flatMap(({ source, found }) => found.filter(({ role }) => role === 'member' || role === 'shorthand').map((one) => place(source, one)));
  return { places: sure.map((one) => place(home, one)), unsure: [...rest.map((one) => place(home, one)), ...far] };
}

/** Occurrences in another file that mean the top-level name of `from`: imported from it, or reached through it. */
function usesOf(from: string, source: Source, found: readonly Occurrence[]): readonly Occurrence[] {
  const stem = stemOf(from);
  const imports = found.filter((one) => (one.role === 'imported' || one.role === 'member' || one.role === 'exported') && stemOf(moduleOf(source.text, one) ?? '') === stem);
  const bindings = new Set(imports.filter((one) => one.role === 'imported').map((one) => one.binding));
  const through = new RegExp(`(?:^|[^\\w])${literal(stem)}\\.$`, 'u');
  return found.filter((one) => imports.includes(one) || (one.binding !== undefined && bindings.has(one.binding)) || (one.role === 'member' && through.test(source.text.slice(Math.max(0, one.start - stem.length - 2), one.start))));
}

function moduleOf(text: string, one: Occurrence): string | undefined {
  return /^[^;'"]*\}\s*from\s*['"]([^'"]+)['"]/u.exec(text.slice(one.end, one.end + 2000))?.[1] ?? /(?:^|\n)[ \t]*from[ \t]+([.\w]+)[ \t]+import\b[^\n()]*(?:\([^()]*)?$/u.exec(text.slice(Math.max(0, one.start - 2000), one.start))?.[1]?.replace(/\.(?=\w)/gu, '/');
}

function stemOf(path: string): string {
  const parts = path.replace(/\.[a-z]+$/u, '').split('/');
  const last = parts.at(-1) ?? '';
  return last === 'index' || last === '__init__' ? (parts.at(-2) ?? last) : last;
}

/** Under a new name the outside stays as it is: a key keeps its name, an export and an import too. */
function local(one: Occurrence, text: string, name: string): (to: string) => string {
  if (one.role === 'exported') return (to) => `${to} as ${name}`;
  if (one.role === 'imported') return (to) => `${name} as ${to}`;
  return (to) => shorthand(one, name, to);
}

function shorthand(one: Occurrence, name: string, to: string): string {
  return one.role === 'shorthand' ? `${name}: ${to}` : to;
}

/** How many declarations nothing tells apart, an interface and what is behind it counted as one; `typed`: members of different types are. */
async function rivalsOf(sources: readonly Source[], { name, symbol: own }: Wanted, typed: boolean): Promise<number> {
  // A function and its declaration are one; a member that is only declared is another.
  const free = own?.path.includes('.') === false;
  const found = await Promise.all(sources.map(async ({ reader, path, text }) => ({
    stem: path.replace(/\.\w+$/u, ''), style: await reader.style(path, text),
    paths: flatten((await reader.symbols(path, text)) ?? []).filter((symbol) => namesOf(symbol).includes(name) && (symbol.kind !== 'signature' || (free && symbol.path.includes('.')))).map((symbol) => withoutNumbers(symbol.path)),
  })));
  const paths = found.flatMap((file) => {
    const behind = found.find(({ stem, style }) => stem === file.stem && style?.id === file.style?.interfaceOf);
    return file.paths.filter((path) => behind?.paths.includes(path) !== true);
  });
  const itself = own && withoutNumbers(own.path);
  if (free && itself !== undefined && !paths.includes(itself)) paths.push(itself);
  return typed && paths.every((path) => path.includes('.')) && new Set(paths).size === paths.length ? 1 : paths.length;
}

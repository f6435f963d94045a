/** From the name a model gives to the one symbol it means, or to words about which ones it could mean. */
import type { CodeSymbol } from './codeReader';

export type Found =
  | { readonly ok: true; readonly symbol: CodeSymbol; /** Where the symbol begins with its overload signatures, where it was meant as a whole. */ readonly start: number }
  | { readonly ok: false; readonly code: 'not_found' | 'ambiguous'; readonly candidates: readonly CodeSymbol[] };

/** All symbols in the order of the text. */
export function flatten(symbols: readonly CodeSymbol[]): readonly CodeSymbol[] {
  return among(symbols, () => true);
}

/** Those of all symbols that `fits`, in the order of the text. */
function among(symbols: readonly CodeSymbol[], fits: (symbol: CodeSymbol) => boolean): readonly CodeSymbol[] {
  const found: CodeSymbol[] = [];
  const add = (some: readonly CodeSymbol[]): void => {
    for (const symbol of some) {
      if (fits(symbol)) found.push(symbol);
      if (symbol.children.length > 0) add(symbol.children);
    }
  };
  add(symbols);
  return found;
}

/** Its name, and each further one of its statement. */
export function namesOf({ name, also = [] }: CodeSymbol): readonly string[] {
  return [name, ...also];
}

/** Its path, and one for each further name of its statement. */
export function pathsOf({ path, also = [] }: Pick<CodeSymbol, 'path' | 'also'>): readonly string[] {
  return [path, ...also.map((name) => path.slice(0, path.lastIndexOf('.') + 1) + name)];
}

/**
 * `name` is a path (`Class.method`, `mod::Type::f`), the end of one, or one with a number (`f[2]`). A whole path goes
 * before the end of a longer one; `line` (1-based, any line of the symbol) settles which of all that fit is meant, and
 * one near the only one that does is none of it.
 */
export function findSymbol(symbols: readonly CodeSymbol[], name: string, line?: number): Found {
  const written = !/[\])]$/.test(name) ? [] : among(symbols, (symbol) => `${symbol.path}[1]` === name || (symbol.path === name && /(?<=[^.])\[\d+\]$|\)$/u.test(name)));
  const fits = written.length > 0 ? written : candidatesFor(symbols, plainName(name), line !== undefined);
  const [only] = fits;
  if (only === undefined) return { ok: false, code: 'not_found', candidates: nearestSymbols(flatten(symbols), name) };
  if (line !== undefined) {
    const at = (symbol: CodeSymbol): boolean => symbol.startLine <= line && line <= symbol.endLine;
    // A constructor on the line of its class has the name of the class too.
    const spelt = (symbol: CodeSymbol): boolean => symbol.declarationLine === line && symbol.path === name;
    const [smallest] = fits.filter(at).toSorted((a, b) => Number(spelt(b)) - Number(spelt(a)) || a.endLine - a.startLine - (b.endLine - b.startLine));
    if (smallest) return { ok: true, symbol: smallest, start: smallest.start };
    // The name says one, the line another of the same last name.
    const called = lastPart(plainName(name));
    const other = written.length > 0 ? [] : among(symbols, (symbol) => at(symbol) && lastPart(symbol.path) === called);
    if (other.length > 0) return { ok: false, code: 'ambiguous', candidates: [...fits, ...other] };
  }
  if (fits.length === 1) return { ok: true, symbol: only, start: only.start };
  return overloaded(fits) ?? { ok: false, code: 'ambiguous', candidates: fits };
}

/** The symbols whose name looks most like `name`, best first, at most three. */
export function nearestSymbols(all: readonly CodeSymbol[], name: string): readonly CodeSymbol[] {
  const wanted = lastPart(plainName(name)).toLowerCase();
  return all
    .map((symbol) => ({ symbol, distance: Math.min(...pathsOf(symbol).map((path) => away(path, wanted))) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ symbol }) => symbol);
}

/** Of a symbol's paths the one that looks most like `name`. */
export function pathLike(symbol: CodeSymbol, name: string): string {
  const wanted = lastPart(plainName(name)).toLowerCase();
  return symbol.also === undefined ? symbol.path : (pathsOf(symbol).toSorted((a, b) => away(a, wanted) - away(b, wanted))[0] ?? symbol.path);
}

function away(path: string, wanted: string): number {
  return distance(lastPart(plainName(path)).toLowerCase(), wanted);
}

/** A symbol called so goes before a statement that declares the name among others, unless a line will tell them apart. */
function candidatesFor(symbols: readonly CodeSymbol[], wanted: string, settled: boolean): readonly CodeSymbol[] {
  const numbered = /(?<=[^.])\[\d+\]/.test(wanted);
  // What has not even its last word is none of them, and most haven't.
  const word = /\w+(?=(?:\[\d+\])?$)/.exec(wanted)?.[0] ?? '';
  const named = among(symbols, ({ path, also }) => path.includes(word) || also?.some((one) => one.includes(word)) === true).map((symbol) => ({ symbol, path: numbered ? plainName(symbol.path) : withoutNumbers(plainName(symbol.path)) }));
  const first = numbered ? wanted.replace(/(?<=[^.])\[1\]/g, '') : wanted;
  const whole = (path: string): boolean => path === first;
  const end = (path: string): boolean => path.endsWith(`.${first}`);
  const listed = (fits: (path: string) => boolean): typeof named => named.filter(({ symbol: { also }, path }) => also && pathsOf({ path, also }).slice(1).some(fits));
  const tiers = [named.filter(({ path }) => whole(path)), listed(whole), named.filter(({ path }) => end(path)), listed(end)];
  // `timeout` is `@timeout`; `T.v` is what the constructor of T declares.
  const loose = named.filter(({ path }) => `.${path.replace(/\.constructor(?=\.)/gu, '').replace(/(^|\.)[$@:]+(?=\w)/gu, '$1')}`.endsWith(`.${first}`));
  const best = tiers.find((tier) => tier.length > 0);
  if (best) return [...new Set((settled ? [...tiers.flat(), ...loose] : best).map(({ symbol }) => symbol))];
  // `self.save`, `crate.store.save`, `def save`: what stands before is where or what the model thinks it is, not part of the name here.
  const bare = /^(?:(?:self|this|cls|crate|super|exports|module\.exports)\.|(?:async|class|const|constant|def|enum|export|field|fn|fun|func|function|interface|let|method|module|struct|trait|type|variable) +)(.+)$/.exec(first)?.[1];
  if (bare !== undefined) return candidatesFor(symbols, bare, settled);
  return loose.map(({ symbol }) => symbol);
}

/** The one implementation is meant, not its prototypes; signatures directly above it (overloads) are part of it. */
function overloaded(fits: readonly CodeSymbol[]): Found | undefined {
  const bodies = fits.filter((symbol) => symbol.kind !== 'signature');
  const [implementation] = bodies;
  const samePath = new Set(fits.map((symbol) => withoutNumbers(symbol.path))).size === 1;
  if (bodies.length !== 1 || implementation === undefined || !samePath) return undefined;
  const together = fits.at(-1) === implementation && fits.every((symbol, index) => (fits[index + 1]?.startLine ?? symbol.endLine) - symbol.endLine <= 1);
  return { ok: true, symbol: implementation, start: together ? (fits[0]?.start ?? implementation.start) : implementation.start };
}

function plainName(name: string): string {
  // Most are, and a file has many.
  return /^\w[\w.]*$/.test(name) ? name : name.trim().replace(/\(.*\)$/su, '').replaceAll('::', '.').replace(/(\w):(?=\w)/gu, '$1.').replace(/(\w)#/gu, '$1.').replaceAll('->', '.').replace(/^\.+/u, '');
}

/** `A.f` of `A.f[2]`: the number tells namesakes apart. */
export function withoutNumbers(path: string): string {
  return !path.includes('[') ? path : path.replace(/(?<=[^.])\[\d+\]/gu, '');
}

function lastPart(path: string): string {
  return withoutNumbers(path.slice(path.lastIndexOf('.') + 1));
}

function distance(a: string, b: string): number {
  if (a === b) return 0;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  const edits = row[b.length] ?? 0;
  return (a.includes(b) || b.includes(a)) && Math.min(a.length, b.length) > 2 ? Math.min(edits, 1.5) : edits;
}

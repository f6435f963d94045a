/** From a name to files: the one a symbol is in when the model didn't say, and all that hold a word. */
import type { CodeSymbol } from '../code/codeReader';
import { findSymbol, flatten, nearestSymbols, pathLike } from '../code/findSymbol';
import { openText } from './openText';
import type { Opened } from './openText';
import { refuse } from './tool';
import type { ToolContext, ToolResult } from './tool';

export type SymbolFile = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly result: ToolResult };

export type OpenedSource = Extract<Opened, { ok: true }>;

/** Bytes; larger files are generated or data. */
const LARGEST = 1_000_000;
/** Files opened together. */
const AT_ONCE = 32;
/** Files parsed to offer near names; enough for the usual project, bounded for the others. */
const PARSED_FOR_NAMES = 60;

/** The path given, or the only file that declares `name`. */
export async function symbolFile(context: ToolContext, name: string, path: string | undefined): Promise<SymbolFile> {
  if (path !== undefined && path !== '') return { ok: true, path };
  const word = /[\p{L}\p{N}_$]+(?=[^\p{L}\p{N}_$]*$)/u.exec(name.replace(/\(.*\)$|(?<=[^.])\[\d+\]$/su, ''))?.[0] ?? name;
  const places: { path: string; symbol: CodeSymbol }[] = [];
  for (const { path: at, file } of await sourcesHolding(context, word, (other) => context.code.languageOf(other) !== undefined)) {
    const symbols = await context.code.symbols(at, file.text);
    const found = symbols && findSymbol(symbols, name);
    if (found?.ok) places.push({ path: at, symbol: found.symbol });
    else if (found?.code === 'ambiguous') places.push(...found.candidates.map((symbol) => ({ path: at, symbol })));
  }
  const paths = new Set(places.map((place) => place.path));
  const [only] = paths;
  if (only !== undefined && paths.size === 1) return { ok: true, path: only };
  if (only === undefined) return { ok: false, result: refuse(`No file declares ${name}.${await near(context, name)}`, 'Call list_symbols with a path, or search for the name.') };
  const list = places.slice(0, 8).map((place) => `${pathLike(place.symbol, name)} (${place.path}:${place.symbol.declarationLine})`).join(', ');
  return { ok: false, result: refuse(`${name} is ambiguous: ${list}.`, 'Call again with path.') };
}

async function near(context: ToolContext, name: string): Promise<string> {
  const files = (await context.room.walk('.')).filter((file) => file.size <= LARGEST && context.code.languageOf(file.path) !== undefined);
  const known = new Map<CodeSymbol, string>();
  for (const file of files.slice(0, PARSED_FOR_NAMES)) {
    const opened = await openText(context, file.path);
    const symbols = opened.ok ? await context.code.symbols(file.path, opened.file.text) : undefined;
    for (const symbol of flatten(symbols ?? [])) known.set(symbol, file.path);
  }
  const nearest = nearestSymbols([...known.keys()], name);
  return nearest.length === 0 ? '' : ` Nearest: ${nearest.map((symbol) => `${pathLike(symbol, name)} (${known.get(symbol)}:${symbol.declarationLine})`).join(', ')}.`;
}

/** The room's source files that hold a word, what the person has typed but not saved included, sorted by path; `wanted` chooses by path before anything is opened. */
export async function sourcesHolding(context: ToolContext, word: string, wanted: (path: string) => boolean): Promise<readonly OpenedSource[]> {
  const saved = (await context.room.holding(word)).filter((file) => file.size <= LARGEST).map((file) => file.path);
  const paths = [...new Set([...saved, ...(context.host.unsavedPaths?.() ?? [])])].filter(wanted).sort((a, b) => (a < b ? -1 : 1));
  const sources: OpenedSource[] = [];
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    for (const opened of await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => openText(context, path)))) {
      if (opened.ok && opened.file.text.includes(word)) sources.push(opened);
    }
  }
  return sources;
}

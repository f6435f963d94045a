/** Renames one symbol at every place that means it, and refuses a name that can't be or is taken. */
import { no } from './symbolEdit';
import type { Source, SymbolEdit } from './symbolEdit';
import type { SymbolPlace, SymbolPlaces } from './symbolPlaces';

export type Renamed = { readonly ok: true; /** New texts by path. */ readonly texts: ReadonlyMap<string, string> } | (SymbolEdit & { readonly ok: false });

export async function renamed(sources: readonly Source[], found: SymbolPlaces, name: string): Promise<Renamed> {
  const [home] = sources;
  if (home === undefined) return no('not_found', 'No file to rename in. Give path.');
  const style = await home.reader.style(home.path, home.text);
  if (!(style?.names ?? /^[#@$]?[\p{L}_][\p{L}\p{N}_$]*$/u).test(name) || style?.keywords.includes(name)) return no('bad_name', `${name} is no name ${style?.name ?? 'this language'} allows. Choose an identifier that is no keyword.`);
  if (style?.special?.test(name) === true && !style.special.test(found.name)) return no('bad_name', `${name} has a meaning of its own in ${style.name}, so it is no name for anything else. Choose another.`);
  if (/\w=$/u.test(found.name) !== /\w=$/u.test(name)) return no('bad_name', `${name} and ${found.name} are called in different ways: one of them by an assignment. Choose a name that ends like ${found.name}, or use patch at each place.`);
  if (name === found.name) return no('bad_name', `${name} is the name it has already. Choose another.`);
  for (const source of sources) {
    const clash = await clashIn(source, found, name);
    if (clash !== undefined) return no('name_taken', `${source.path} already has ${name} at line ${clash}, and the two would be mixed up. Choose another name.`);
  }
  return { ok: true, texts: new Map(sources.map((source) => [source.path, spliced(source.text, found.places.filter((place) => place.path === source.path), name)])) };
}

/** The 1-based line of a place where `name` is seen or declared wherever the renamed symbol is. */
async function clashIn(source: Source, found: SymbolPlaces, name: string): Promise<number | undefined> {
  const places = found.places.filter((place) => place.path === source.path && place.renamed(name) !== found.name);
  if (places.length === 0) return undefined;
  const [first] = places;
  const sort = (await source.reader.style(source.path, source.text))?.scoped === true ? undefined : (await source.reader.occurrences(source.path, source.text, found.name))?.find((one) => one.start === first?.start)?.binding;
  const taken = ((await source.reader.occurrences(source.path, source.text, name)) ?? []).filter((one) => sort === undefined || one.binding === undefined || one.binding === sort);
  const isMember = found.scope.start === 0 && first !== undefined && (await source.reader.occurrences(source.path, source.text, found.name))?.find((one) => one.start === first.start)?.binding === undefined;
  const afterSelf = (one: { readonly start: number }): boolean => /(?:self|this|cls)\s*\.\s*$/u.test(source.text.slice(0, one.start));
  const clash = taken.find((one) => {
    if (one.role === 'member') return (isMember || places.some(afterSelf)) && afterSelf(one);
    if (isMember) return false;
    // The other name is seen at one of our places, or ours would be seen at one of its.
    return places.some((place) => one.scope.start <= place.start && place.end <= one.scope.end) && (one.binding !== undefined || (found.scope.start <= one.start && one.end <= found.scope.end));
  }) ?? taken.find((one) => one.role !== 'member' && one.binding === undefined && found.scope.start <= one.start && one.end <= found.scope.end && !isMember);
  return clash && source.text.slice(0, clash.start).split('\n').length;
}

function spliced(text: string, places: readonly SymbolPlace[], name: string): string {
  let out = '';
  let at = 0;
  for (const place of [...places].sort((a, b) => a.start - b.start)) {
    out += text.slice(at, place.start) + place.renamed(name);
    at = place.end;
  }
  return out + text.slice(at);
}

/** Asks a language server about a symbol and believes the answer only where it agrees with the room's own files. */
import type { Source } from '../edit/symbolEdit';
import type { SymbolPlace } from '../edit/symbolPlaces';
import type { CodePlace, CodeRange } from '../ports';
import { joinPath, pathBelow, toSlashes } from '../snapshot/diskPath';
import { openText } from './openText';
import type { Uses } from './symbolUses';
import type { ToolContext } from './tool';

type Found = Extract<Uses, { ok: true }>;
type Place = Pick<SymbolPlace, 'path' | 'start' | 'end'>;

/** More files than this are not shown to a server for one question. */
const MOST_SHOWN = 30;

/** `unsure`: sure by the scopes and unknown to the server, or in files it says nothing of. Undefined where there is no answer to rely on. */
export async function serverReferences(context: ToolContext, uses: Found): Promise<{ readonly sources: readonly Source[]; readonly places: readonly Place[]; readonly unsure: readonly Place[] } | undefined> {
  const ranges = await context.host.languageServer?.references(questionOf(context, uses), context.signal);
  const answer = ranges && (await placesOf(context, uses, ranges));
  if (!answer) return undefined;
  const { sources } = answer;
  const unsure = [...missing(uses.found.places, answer.places), ...unsettled(uses, answer.places)];
  const order = new Map(sources.map((source, index) => [source.path, index]));
  const places = [...answer.places].sort((a, b) => (order.get(a.path) ?? 0) - (order.get(b.path) ?? 0) || a.start - b.start);
  return { sources, places: places.filter((place, at) => place.path !== places[at - 1]?.path || place.start !== places[at - 1]?.start), unsure };
}

/** The new texts by path; `unsure` is left as it is. Undefined where the server's edits leave the room, miss a place that is sure, or change anything but the name. */
export async function serverRename(context: ToolContext, uses: Found, to: string): Promise<{ readonly sources: readonly Source[]; readonly texts: ReadonlyMap<string, string>; readonly count: number; readonly unsure: readonly Place[] } | undefined> {
  const edits = await context.host.languageServer?.rename(questionOf(context, uses), to, context.signal);
  const answer = edits && (await placesOf(context, uses, edits));
  if (!edits || !answer || answer.outside > 0 || missing(uses.found.places, answer.places).length > 0) return undefined;
  const { sources, places } = answer;
  const texts = new Map<string, string>();
  for (const { path, text } of sources) {
    const own = places.map((place, at) => ({ ...place, text: edits[at]?.text ?? '' })).filter((place) => place.path === path).sort((a, b) => a.start - b.start);
    let [renamed, at] = ['', 0];
    for (const place of own) {
      if (place.start < at || !text.slice(place.start, place.end).includes(uses.found.name) || !place.text.includes(to)) return undefined;
      renamed += text.slice(at, place.start) + place.text;
      at = place.end;
    }
    if (own.length > 0) texts.set(path, renamed + text.slice(at));
  }
  return { sources, texts, count: places.length, unsure: unsettled(uses, places) };
}

/** The server looked at the other files, so what it didn't name there means something else. */
function unsettled({ found }: Found, places: readonly Place[]): readonly Place[] {
  const known = new Set(places.map((place) => place.path));
  return found.unsure.filter((place) => !known.has(place.path));
}

/** Any sure place will do. */
function questionOf({ room }: ToolContext, { found, sources }: Found): CodePlace {
  const [place] = found.places;
  const before = (sources.find((source) => source.path === place?.path)?.text ?? '').slice(0, place?.start ?? 0).split('\n');
  return {
    path: joinPath(room.folder, place?.path ?? ''), line: before.length, column: (before.at(-1)?.length ?? 0) + 1,
    related: sources.slice(0, MOST_SHOWN).map((source) => joinPath(room.folder, source.path)),
  };
}

/** Ranges as places in the room's texts, in the same order; undefined where one can't be, or the place asked about isn't among them. */
async function placesOf(context: ToolContext, uses: Found, ranges: readonly CodeRange[]): Promise<{ readonly sources: readonly Source[]; readonly places: readonly Place[]; readonly outside: number } | undefined> {
  const { room, code, host } = context;
  const sources = [...uses.sources];
  const places: Place[] = [];
  let outside = 0;
  for (const range of ranges) {
    const path = pathBelow(host.files.platform, room.folder, toSlashes(host.files.platform, range.path));
    if (path === undefined) {
      outside += 1;
      continue;
    }
    let source = sources.find((one) => one.path === path);
    if (!source) {
      const opened = await openText(context, path);
      if (!opened.ok) return undefined;
      source = { reader: code, path: opened.path, text: opened.file.text };
      sources.push(source);
    }
    const [start, end] = [offsetOf(source.text, range.line, range.column), offsetOf(source.text, range.endLine, range.endColumn)];
    if (start === undefined || end === undefined || end < start) return undefined;
    places.push({ path: source.path, start, end });
  }
  const asked = uses.found.places[0];
  return asked && missing([asked], places).length === 0 ? { sources, places, outside } : undefined;
}

function missing(sure: readonly Place[], places: readonly Place[]): readonly Place[] {
  return sure.filter((one) => !places.some((place) => place.path === one.path && place.start <= one.start && one.end <= place.end));
}

function offsetOf(text: string, line: number, column: number): number | undefined {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', start);
    if (end === -1) return undefined;
    start = end + 1;
  }
  const offset = start + column - 1;
  return offset <= text.length ? offset : undefined;
}

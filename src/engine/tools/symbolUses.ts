/** Gathers the files in which a symbol may be used and finds its places in them. */
import type { CodeReader } from '../code/codeReader';
import type { Source } from '../edit/symbolEdit';
import { symbolPlaces } from '../edit/symbolPlaces';
import type { SymbolPlace, SymbolPlaces } from '../edit/symbolPlaces';
import { openText } from './openText';
import { sourcesHolding, symbolFile } from './symbolFile';
import { refuse } from './tool';
import type { ToolContext, ToolResult } from './tool';

export type Uses = { readonly ok: true; /** The symbol's own file first. */ readonly sources: readonly Source[]; readonly found: SymbolPlaces } | { readonly ok: false; readonly result: ToolResult };

export async function symbolUses(context: ToolContext, name: string, path: string | undefined, line: number | undefined): Promise<Uses> {
  const file = await symbolFile(context, name, path);
  if (!file.ok) return file;
  const opened = await openText(context, file.path);
  if (!opened.ok) return { ok: false, result: opened.result };
  const home: Source = { reader: context.code, path: opened.path, text: opened.file.text };
  const word = name.slice(name.lastIndexOf('.') + 1).replace(/(?<=[^.])\[\d+\]$/u, '');
  const using = await sourcesHolding(context, word, (other) => other !== home.path && related(context.code, home.path, other));
  const others = using.map((other): Source => ({ reader: context.code, path: other.path, text: other.file.text }));
  const found = await symbolPlaces(home, others, name, line);
  return found.ok ? { ok: true, sources: [home, ...others], found } : { ok: false, result: refuse(found.text, '') };
}

/** How places were told apart, in words. */
export const HOW: Readonly<Record<SymbolPlaces['by'], string>> = { scopes: 'by scopes', types: 'by declared types', name: 'by name alone' };

/** `path:line: text` for each place. */
export function placeLines(sources: readonly Source[], places: readonly Pick<SymbolPlace, 'path' | 'start' | 'end'>[]): readonly string[] {
  return places.map((place) => {
    const text = sources.find((source) => source.path === place.path)?.text ?? '';
    const start = text.lastIndexOf('\n', place.start - 1) + 1;
    const end = text.indexOf('\n', place.end);
    return `${place.path}:${text.slice(0, place.start).split('\n').length}: ${text.slice(start, end === -1 ? text.length : end).trim().slice(0, 160)}`;
  });
}

/** Files that can share a name: of one language, or of one family such as JavaScript and TypeScript. */
function related(code: CodeReader, a: string, b: string): boolean {
  const family = code.familyOf(a);
  return family !== undefined && family === code.familyOf(b);
}

/** The room's source files that hold a word, what the person has typed but not saved included: the way to anything looked up by name. */
import { openText } from './openText';
import type { Opened } from './openText';
import type { ToolContext } from './tool';

export type OpenedSource = Extract<Opened, { ok: true }>;

/** Bytes; larger files are generated or data. */
const LARGEST = 1_000_000;
/** Files opened together. */
const AT_ONCE = 32;

/** Sorted by path; `wanted` chooses by path before anything is opened. */
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

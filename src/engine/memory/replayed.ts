/** What of a reply joins the history: of a huge one only the head, without a mark in it that a model could take for its own words. */
import type { RawToolCall } from '../ports';

/** At most `limit` characters, cut on a line bound where there is one near, never inside a character. */
export function replayedWords(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  const line = head.lastIndexOf('\n');
  return (line > limit / 2 ? head.slice(0, line) : head).trimEnd();
}

/** The calls of one reply, byte for byte while they fit into `limit` characters together; from there on without their long arguments. Each `arguments` is a JSON object. */
export function replayedCalls(calls: readonly RawToolCall[], limit: number): readonly (RawToolCall & { readonly shortened?: true })[] {
  let left = limit;
  return calls.map((call) => {
    const fits = call.arguments.length <= Math.max(left, 200);
    const written = fits ? call.arguments : withoutLong(call.arguments);
    left -= written.length;
    return fits ? call : { id: call.id, name: call.name, arguments: written, shortened: true };
  });
}

function withoutLong(json: string): string {
  const args = JSON.parse(json) as Record<string, unknown>;
  return JSON.stringify(Object.fromEntries(Object.entries(args).filter(([, value]) => JSON.stringify(value).length <= 200)));
}

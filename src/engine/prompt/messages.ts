/** Puts a request together: what is sent is the history as it stands, with the moving tail on its last message only. */
import type { ChatMessage } from '../ports';
import type { KeyVault } from '../room/keyVault';

/** Where the person was when they asked. */
export interface Place {
  readonly path: string;
  readonly symbol?: string;
  /** 1-based. */
  readonly line?: number;
  readonly selection?: string;
}

/** The person's words first, what the editor knows behind them: keys in a selection by name. */
export function firstMessage(text: string, place: Place | undefined, keys?: KeyVault): string {
  if (place === undefined) return text;
  const at = place.symbol !== undefined ? `symbol ${place.symbol} in ${place.path}` : place.path;
  const line = place.line === undefined ? '' : `, line ${place.line}`;
  const selection = place.selection === undefined || place.selection === '' ? '' : `\nSelected:\n${keys?.hide(place.selection) ?? place.selection}`;
  return `${text}\n\n(Open: ${at}${line})${selection}`;
}

/** The messages of a request, a list of their own: `tail` (the plan's anchor) stands at the end of the last message and is not part of the history. */
export function withTail(history: readonly ChatMessage[], tail: string): readonly ChatMessage[] {
  const last = history.at(-1);
  if (tail === '' || last === undefined || last.role === 'assistant') return [...history];
  return [...history.slice(0, -1), { ...last, content: `${last.content}\n\n${tail}` }];
}

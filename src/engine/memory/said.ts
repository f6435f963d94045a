/** The words of both sides that a conversation carries from task to task. */
import type { Category, Outcome } from '../../shared/events';
import type { ChatMessage } from '../ports';
import { replayedWords } from './replayed';

/** Characters; the last exchange is kept whatever it has. */
const most = 1_200;

/** Adds a task's request and its answer, newest last, within a small share of any window (tokens). A task without an answer leaves no words. */
export function remember(said: ChatMessage[], asked: string, outcome: Outcome, window = 8192): void {
  const answer = outcome.kind === 'answered' ? outcome.text : outcome.kind === 'done' ? outcome.summary : undefined;
  if (answer === undefined) return;
  const kept = (text: string): string => replayedWords(text, Math.floor(window * 0.3));
  said.push({ role: 'user', content: kept(asked) }, { role: 'assistant', content: kept(answer) });
  while (said.length > 2 && said.reduce((sum, { content }) => sum + content.length, 0) > most) said.splice(0, 2);
}

/** A turn of an earlier window's conversation. */
export interface EarlierTurn {
  readonly asked: string;
  readonly outcome: Outcome;
  readonly category?: Category;
  /** What it did, as facts: `edit src/a.py`. */
  readonly done: readonly string[];
}

/** Adds it as `remember` does; one that ended before it was done leaves what it did. */
export function recall(said: ChatMessage[], { asked, outcome, done }: EarlierTurn): void {
  const text = `(Ended before it was done. Until then: ${done.length === 0 ? 'nothing was changed' : done.slice(-8).join('; ')}.)`;
  remember(said, asked, outcome.kind === 'stopped' || outcome.kind === 'failed' ? { kind: 'answered', text } : outcome);
}

/** The words of both sides that a conversation carries from task to task. */
import type { Outcome } from '../../shared/events';
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

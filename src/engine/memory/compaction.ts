/** Fits a history into a budget: old tool results go first, then old rounds are folded into what was learned and changed. */
import type { ChatMessage } from '../ports';

/** Characters of all contents and call arguments. */
export function historySize(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + messageSize(message), 0);
}

/** Keeps the system message, the person's first words and the last round; a call and its result never part. `notes`: what a fold says was done. */
export function compact(messages: readonly ChatMessage[], budget: number, notes: readonly string[] = []): readonly ChatMessage[] {
  if (historySize(messages) <= budget) return messages;
  const frameEnd = messages.findIndex((message) => message.role === 'user') + 1;
  const frame = messages.slice(0, frameEnd);
  let rounds = splitRounds(messages.slice(frameEnd));

  for (let at = 0; at < rounds.length - 1; at++) {
    if (total(frame, rounds) <= budget) break;
    rounds = rounds.map((round, index) => (index === at ? round.map(withoutResult) : round));
  }
  let folded = 0;
  while (total(frame, rounds) + foldText(folded, notes, budget).length > budget && rounds.length > 1) {
    rounds = rounds.slice(1);
    folded += 1;
  }
  const fold = foldText(folded, notes, budget);
  const kept = folded === 0 ? frame : frame.map((message, at) =>
    (at === frame.length - 1 ? { ...message, content: `${message.content}\n\n${fold}` } : message));
  return shortenLongest([...kept, ...rounds.flat()], budget);
}

const droppedResult = '(Older result, no longer shown. Call the tool again if you need it.)';

function withoutResult(message: ChatMessage): ChatMessage {
  return message.role === 'tool' && message.content.length > droppedResult.length ? { ...message, content: droppedResult } : message;
}

/** An assistant message with all that follows it up to the next one. */
function splitRounds(messages: readonly ChatMessage[]): (readonly ChatMessage[])[] {
  const rounds: ChatMessage[][] = [];
  for (const message of messages) {
    const current = rounds.at(-1);
    if (message.role === 'assistant' || current === undefined) rounds.push([message]);
    else current.push(message);
  }
  return rounds;
}

function foldText(rounds: number, notes: readonly string[], budget: number): string {
  if (rounds === 0) return '';
  const lines = notes.slice(-12).map((note) => `- ${note.slice(0, 160)}`);
  const text = [`(${rounds} earlier rounds are left out. Done so far:`, ...(lines.length === 0 ? ['- nothing changed yet'] : lines), ')'].join('\n');
  return text.slice(0, Math.max(0, Math.floor(budget / 8)));
}

/** As a last resort the longest results of the last round lose their ends, on line bounds: one reply may have read several files. */
function shortenLongest(messages: readonly ChatMessage[], budget: number): readonly ChatMessage[] {
  const over = historySize(messages) - budget;
  if (over <= 0) return messages;
  const longest = Math.max(...messages.map((message) => (message.role === 'tool' ? message.content.length : 0)));
  const at = messages.findLastIndex((message) => message.role === 'tool' && message.content.length === longest);
  const message = messages[at];
  if (message === undefined || longest <= 400) return messages;
  const keep = Math.max(200, message.content.length - over - 80);
  const lines = message.content.slice(0, keep).split('\n');
  if (lines.length > 1) lines.pop();
  const content = `${lines.join('\n')}\n(Cut to fit the window. Ask for a smaller part.)`;
  return shortenLongest(messages.map((other, index) => (index === at ? { ...message, content } : other)), budget);
}

function messageSize(message: ChatMessage): number {
  const calls = message.role === 'assistant' ? message.toolCalls ?? [] : [];
  return message.content.length + calls.reduce((sum, call) => sum + call.arguments.length, 0);
}

function total(frame: readonly ChatMessage[], rounds: readonly (readonly ChatMessage[])[]): number {
  return historySize(frame) + rounds.reduce((sum, round) => sum + historySize(round), 0);
}

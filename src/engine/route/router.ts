/** Picks a category for a person's words without asking a model: weighted patterns, a tie order, and a guard for "yes". */
import type { Category } from '../../shared/events';
import { affirmation, severalSteps, signals, tieOrder } from './table';

export interface Decision {
  readonly category: Category;
  /** 0 to 1: the winner's lead over the second, in proportion. */
  readonly confidence: number;
  /** Several steps: a plan comes before any other tool. */
  readonly planned: boolean;
  readonly scores: Readonly<Partial<Record<Category, number>>>;
}

const nearTie = 0.5;
const unsure = 0.1;
/** More than this is text to work on rather than a request; patterns over it would only cost time. */
const mostCharacters = 4_000;

/** `running`: the category of the task that these words may continue. */
export function route(message: string, running?: Category): Decision {
  const text = message.length > mostCharacters ? `${message.slice(0, mostCharacters / 2)}\n${message.slice(-mostCharacters / 2)}` : message;
  if (running !== undefined && affirmation.test(text)) return { category: running, confidence: 1, planned: false, scores: {} };
  const scores: Partial<Record<Category, number>> = {};
  for (const signal of signals) {
    if (signal.pattern.test(text)) scores[signal.category] = (scores[signal.category] ?? 0) + signal.weight;
  }
  const planned = severalSteps.some((pattern) => pattern.test(text));
  const ranked = tieOrder.filter((category) => (scores[category] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const [first, second] = ranked;
  if (first === undefined) return { category: 'read', confidence: 0, planned: false, scores };
  const top = scores[first] ?? 0;
  const confidence = (top - (second === undefined ? 0 : scores[second] ?? 0)) / top;
  const category = confidence < unsure
    ? tieOrder.find((candidate) => top - (scores[candidate] ?? 0) <= nearTie && (scores[candidate] ?? 0) > 0) ?? first
    : first;
  return { category, confidence, planned: planned && (category === 'write' || category === 'plan'), scores };
}

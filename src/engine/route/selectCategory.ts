/** The first of two stages in a small window: the model picks the category by one small call, and only that category's tools follow. */
import type { Category } from '../../shared/events';
import { Cancelled, ModelUnavailable } from '../errors';
import type { Model, ToolSpec } from '../ports';
import { readReply } from '../reply/readReply';
import { routeFor } from './routes';
import type { Decision } from './router';

export type TwoStage = 'auto' | 'always' | 'never';

/** Below this window `auto` asks. */
const SMALL_WINDOW = 16_384;
/** A lead and a score from here on were never wrong on the labelled set: asking would only cost time. */
const DECISIVE = { confidence: 0.7, score: 3 };

const meaning: Readonly<Record<Category, string>> = {
  write: 'change or create code', run: 'run a command or the tests', 'code-intelligence': 'references, renames, diagnostics', search: 'find where something is',
  plan: 'a plan or several steps', read: 'explain code or a file of the project', web: 'needs the internet', respond: 'talk that needs no file',
};
const categories = Object.keys(meaning) as readonly Category[];

const tool: ToolSpec = {
  name: 'select_category', description: 'Say what kind of request this is', changes: false,
  parameters: { type: 'object', properties: { category: { type: 'string', enum: categories } }, required: ['category'], additionalProperties: false },
  example: { category: 'write' },
};
const system = `Do not answer the request. Call select_category with its kind:\n${categories.map((category) => `${category}: ${meaning[category]}`).join('\n')}`;

/** Whether a first stage is worth its call. The yes to a running task is none. A scripted model has nothing to choose. */
export function needsSelection({ category, confidence, scores }: Decision, running: Category | undefined, twoStage: TwoStage, model: Model): boolean {
  const { window, standIn } = model.profile;
  const goesOn = running === category && confidence === 1 && Object.keys(scores).length === 0;
  if (twoStage === 'never' || standIn || goesOn) return false;
  if (twoStage === 'always') return true;
  return window < SMALL_WINDOW && (confidence < DECISIVE.confidence || (scores[category] ?? 0) < DECISIVE.score);
}

/** The decision with the model's category; the same one where it gives none. Throws Cancelled, nothing else: a model that can't be asked is named by the task's own first request. */
export async function selectCategory(decision: Decision, text: string, model: Model, signal: AbortSignal): Promise<Decision> {
  try {
    // More of a message says nothing about its kind.
    const user = text.slice(0, 2000);
    const raw = await model.complete({ messages: [{ role: 'system', content: system }, { role: 'user', content: user }], tools: [tool], maxTokens: 256, thinking: 0, temperature: 0 }, () => undefined, signal);
    const reply = readReply(raw, [tool]);
    const said = reply.kind === 'calls' ? reply.calls[0]?.args['category'] : reply.kind === 'answer' ? reply.text.toLowerCase().replace(/[^a-z-]/g, '') : undefined;
    const category = categories.find((one) => one === said);
    if (category === undefined) return decision;
    return { ...decision, category, planned: decision.planned && routeFor(category, false).changes && category !== 'run' && category !== 'code-intelligence' };
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    if (error instanceof ModelUnavailable) return decision;
    throw error;
  }
}

/** Reads the checklists models write into their answers, so that a mark there counts like complete_step. */
import type { Plan, StepState } from '../../shared/plan';
import { findStep, plainStep, withState } from './plan';

export interface ChecklistItem {
  readonly text: string;
  readonly state: StepState;
}

const words: Readonly<Record<string, StepState>> = {
  done: 'done', complete: 'done', completed: 'done', finished: 'done', x: 'done', yes: 'done',
  active: 'active', 'in-progress': 'active', in_progress: 'active', 'in progress': 'active', doing: 'active', started: 'active', running: 'active',
  pending: 'pending', todo: 'pending', 'to do': 'pending', open: 'pending', not_started: 'pending', '': 'pending',
  failed: 'failed', error: 'failed', blocked: 'failed', skipped: 'skipped', cancelled: 'skipped', canceled: 'skipped',
};

/** The state a model means by a word; undefined for words nobody uses so. */
export function stateFromWord(word: string): StepState | undefined {
  return words[word.trim().toLowerCase()];
}

/** Items in order of first mention; a later mark wins, but a done item stays done. Text inside code fences is no plan. */
export function readChecklist(texts: readonly string[]): readonly ChecklistItem[] {
  const items = new Map<string, ChecklistItem>();
  for (const text of texts) {
    for (const item of itemsOf(text)) {
      const key = item.text.toLowerCase();
      if (items.get(key)?.state !== 'done') items.set(key, { text: items.get(key)?.text ?? item.text, state: item.state });
    }
  }
  return [...items.values()];
}

/** The plan after the marks of one answer: only a step marked done there advances. */
export function withMarks(plan: Plan, answer: string, evidence: string): Plan {
  let next = plan;
  for (const item of itemsOf(answer)) {
    const step = item.state === 'done' ? findStep(next, item.text) : undefined;
    if (step !== undefined && step.state === 'active') next = withState(next, step.number, 'done', evidence);
  }
  return next;
}

function* itemsOf(text: string): Generator<ChecklistItem> {
  // Some models write the line breaks of a list as the two characters \n.
  const lines = (text.includes('\n') ? text : text.replaceAll('\\n', '\n')).split(/\r?\n/u);
  let fence: string | undefined;
  for (const line of lines) {
    const mark = /^\s*(```+|~~~+)/u.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
      continue;
    }
    const match = fence === undefined ? /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX~/>-])\]\s+(.+?)\s*$/u.exec(line) : null;
    if (match === null) continue;
    const sign = match[1] ?? ' ';
    yield { text: plainStep(match[2] ?? ''), state: /x/iu.test(sign) ? 'done' : sign === ' ' ? 'pending' : 'active' };
  }
}

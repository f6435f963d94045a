/** The plan as it is put before the model each round: the words that keep step four alive. */
import type { Plan, StepState } from '../../shared/plan';
import { activeStep } from './plan';

const marks: Record<StepState, string> = { done: '✓', active: '→', pending: ' ', failed: '✗', skipped: '–' };

/** The anchor text; empty without a plan. Long steps are shortened so that it stays under about 120 tokens. */
export function anchor(plan: Plan): string {
  if (plan.steps.length === 0) return '';
  const active = activeStep(plan);
  const head = active === undefined
    ? 'PLAN (all steps closed): call finish.'
    : `ACTIVE PLAN (step ${active.number} of ${plan.steps.length}):`;
  const room = Math.floor(360 / plan.steps.length);
  const lines = plan.steps.map((step) => `${marks[step.state]} ${step.number}. ${shorten(step.text, Math.max(24, room))}`);
  return [head, ...lines].join('\n');
}

function shorten(text: string, most: number): string {
  const plain = [...text];
  return plain.length <= most ? text : `${plain.slice(0, most - 1).join('')}…`;
}

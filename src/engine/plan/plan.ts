/** The plan tracker: pure transitions of a Plan, so that a model which forgets step four still has it. */
import type { Plan, Step, StepState } from '../../shared/plan';

export const emptyPlan: Plan = { steps: [] };

export const stepLimits = { least: 2, most: 8 } as const;

/** A new plan from the model's steps; the first step that may start is active. Leading numbers and marks are not part of a step. */
export function planFrom(texts: readonly string[]): Plan {
  const steps = texts.map((text): Omit<Step, 'after'> => ({ number: 0, text: plainStep(text), state: 'pending' }))
    .filter((step) => step.text !== '')
    .map((step, at) => ({ ...step, number: at + 1 }));
  const ordered = steps.map((step): Step => ({ ...step, after: dependencies(step, steps) }));
  return activateNext({ steps: ordered });
}

/** Why these steps make no plan, in words that end with the next move; undefined where they do. */
export function planProblem(texts: readonly string[]): string | undefined {
  const count = texts.filter((text) => plainStep(text) !== '').length;
  if (count >= stepLimits.least && count <= stepLimits.most) return undefined;
  return `A plan has ${stepLimits.least} to ${stepLimits.most} steps; this has ${count}. Call set_plan again with steps that each name a file or symbol.`;
}

/** A step's own text: without number, bullet, checkbox, bold or strike marks. */
export function plainStep(text: string): string {
  return text
    .replace(/^\s*(?:step\s+\d+\s*[:.)-]|\d+\s*[.):]|[-*+•]\s)?\s*(?:\[[ xX~/-]\]\s*)?/iu, '')
    .replace(/^(\*\*|__|~~)(.*)\1$/su, '$2')
    .trim();
}

/** The step a model means by a number or by its text; undefined where none fits or several do. */
export function findStep(plan: Plan, wanted: number | string): Step | undefined {
  const number = typeof wanted === 'number' ? wanted : /^\s*(?:step\s*)?#?(\d+)\s*[.:)]?\s*$/iu.exec(wanted)?.[1];
  if (number !== undefined) return plan.steps.find((step) => step.number === Number(number));
  const text = plainStep(String(wanted)).toLowerCase();
  const fits = plan.steps.filter((step) => step.text.toLowerCase() === text);
  return fits.length === 1 ? fits[0] : undefined;
}

/** The plan with one step's state changed; the next step that may start becomes active. */
export function withState(plan: Plan, number: number, state: StepState, evidence?: string): Plan {
  const steps = plan.steps.map((step): Step => {
    if (step.number !== number) return step;
    const { evidence: _old, ...rest } = step;
    return evidence === undefined ? { ...rest, state } : { ...rest, state, evidence };
  });
  return activateNext({ steps });
}

export function activeStep(plan: Plan): Step | undefined {
  return plan.steps.find((step) => step.state === 'active');
}

const isClosed = (step: Step): boolean => step.state === 'done' || step.state === 'skipped';

function activateNext(plan: Plan): Plan {
  if (plan.steps.some((step) => step.state === 'active')) return plan;
  const closed = new Set(plan.steps.filter(isClosed).map((step) => step.number));
  const next = plan.steps.find((step) => step.state === 'pending' && step.after.every((number) => closed.has(number)))
    ?? plan.steps.find((step) => step.state === 'pending');
  if (next === undefined) return plan;
  return { steps: plan.steps.map((step) => (step === next ? { ...step, state: 'active' } : step)) };
}

/** "after step N", and earlier steps that name the same file. */
function dependencies(step: Omit<Step, 'after'>, all: readonly Omit<Step, 'after'>[]): readonly number[] {
  const numbers = new Set<number>();
  for (const match of step.text.matchAll(/\bafter steps?\s+(\d+)/giu)) {
    const number = Number(match[1]);
    if (number < step.number && number > 0) numbers.add(number);
  }
  const files = filesNamed(step.text);
  for (const other of all) {
    if (other.number >= step.number) break;
    if ([...filesNamed(other.text)].some((file) => files.has(file))) numbers.add(other.number);
  }
  return [...numbers].sort((a, b) => a - b);
}

function filesNamed(text: string): Set<string> {
  return new Set([...text.matchAll(/[\w./-]*\w\.[a-z]\w{0,4}\b/giu)].map((match) => match[0].toLowerCase()));
}

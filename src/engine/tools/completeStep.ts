/** complete_step: the only way a plan advances, and only with something on record. */
import { z } from 'zod';
import { activeStep, findStep, withState } from '../plan/plan';
import { refuse, tell, type Tool } from './tool';

interface Arguments {
  readonly step: number;
  readonly evidence?: string | undefined;
}

export const completeStep: Tool<Arguments> = {
  name: 'complete_step',
  purpose: 'Declare the active step done',
  unadvertised: ['evidence'],
  schema: z.object({ step: z.number(), evidence: z.string().optional() }),
  example: { step: 1, evidence: 'read median' },
  changes: false,
  run: async ({ step: wanted, evidence }, { record }) => {
    const active = activeStep(record.plan);
    const step = findStep(record.plan, wanted);
    if (record.plan.steps.length === 0) return refuse('There is no plan.', 'Go on with the work, or call set_plan.');
    if (step === undefined) return refuse(`No step ${wanted}.`, `The active step is ${active?.number ?? 'none'}: call complete_step with that number.`);
    if (step.state === 'done') return tell(`Step ${step.number} was done already. ${nextMove(active?.number)}`);
    if (step !== active) {
      return refuse(`Step ${step.number} is not the active one.`, `Do step ${active?.number ?? '?'} first, then call complete_step with it.`);
    }
    const proof = record.done.slice(record.doneAtStep);
    if (proof.length === 0) {
      return refuse(`Nothing was done for step ${step.number} yet.`, 'Read, edit or run what the step asks for, then call complete_step.');
    }
    // One thing done is proof of one step: work for two steps may be declared in one reply.
    record.doneAtStep += 1;
    record.plan = withState(record.plan, step.number, 'done', evidence ?? proof[0] ?? '');
    return tell(`Step ${step.number} is done. ${nextMove(activeStep(record.plan)?.number)}`);
  },
};

const nextMove = (number: number | undefined): string =>
  number === undefined ? 'All steps are closed: call finish.' : `Go on with step ${number}.`;

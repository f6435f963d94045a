/** set_plan: the model writes down its steps before it does anything else. */
import { z } from 'zod';
import { anchor } from '../plan/anchor';
import { planFrom, planProblem } from '../plan/plan';
import { refuse, tell, type Tool } from './tool';

interface Arguments {
  readonly steps: readonly string[];
}

export const setPlan: Tool<Arguments> = {
  name: 'set_plan',
  purpose: '2 to 8 steps, each naming files or symbols',
  schema: z.object({ steps: z.array(z.string()) }),
  example: { steps: ['Read median in stats.js', 'Correct median', 'Run the tests'] },
  changes: false,
  run: async ({ steps }, { record }) => {
    const problem = planProblem(steps);
    if (problem !== undefined) return refuse('No plan was set.', problem);
    if (record.plan.steps.some((step) => step.state === 'done')) {
      return refuse('A plan is under way and stays.', 'Do its active step, then call complete_step.');
    }
    record.plan = planFrom(steps);
    return tell(`The plan is set. Start with step ${record.plan.steps.find((step) => step.state === 'active')?.number ?? 1}.`,
      { kind: 'list', items: anchor(record.plan).split('\n').slice(1) });
  },
};

import assert from 'node:assert/strict';
import { anchor } from '../../../../src/engine/plan/anchor';
import { withMarks } from '../../../../src/engine/plan/checklist';
import { activeStep, findStep, planFrom, planProblem, withState } from '../../../../src/engine/plan/plan';

const five = ['Read the existing auth module', 'Identify the JWT validation function', 'Add the refresh token handler', 'Update the route middleware', 'Run tests'];

describe('plan', () => {
  it('shows the anchor of a plan under way', () => {
    let plan = planFrom(five.map((step, at) => `${at + 1}. ${step}`));
    plan = withState(withState(plan, 1, 'done', 'read'), 2, 'done', 'read');
    assert.equal(anchor(plan), [
      'ACTIVE PLAN (step 3 of 5):', '✓ 1. Read the existing auth module', '✓ 2. Identify the JWT validation function',
      '→ 3. Add the refresh token handler', '  4. Update the route middleware', '  5. Run tests'].join('\n'));
  });

  it('asks for 2 to 8 steps and says what to do', () => {
    assert.match(planProblem(['one']) ?? '', /has 2 to 8 steps; this has 1\. Call set_plan again/u);
    assert.match(planProblem(Array.from({ length: 9 }, (_, at) => `step ${at}`)) ?? '', /this has 9/u);
    assert.equal(planProblem(['', 'a', 'b']), undefined);
  });

  it('orders steps on one file and steps that name another', () => {
    const plan = planFrom(['Change f in src/a.ts', 'Change g in src/b.ts', 'Test src/a.ts', 'Write notes after step 2']);
    assert.deepEqual(plan.steps.map((step) => step.after), [[], [], [1], [2]]);
  });

  it('finds a step by number or text, and never guesses', () => {
    const plan = planFrom(['Read', 'Write', 'read']);
    assert.equal(findStep(plan, 'step 2')?.number, 2);
    assert.equal(findStep(plan, '**write**')?.number, 2);
    assert.equal(findStep(plan, 'read'), undefined);
    assert.equal(findStep(plan, 7), undefined);
  });

  it('advances on a mark for the active step only, never on words that sound done', () => {
    const plan = planFrom(['Read a.ts', 'Fix b.ts']);
    assert.equal(activeStep(withMarks(plan, 'Step 1 is done. Read a.ts: complete!', 'x'))?.number, 1);
    assert.equal(activeStep(withMarks(plan, '- [x] Fix b.ts', 'x'))?.number, 1);
    assert.equal(activeStep(withMarks(plan, '- [x] Read a.ts\n- [ ] Fix b.ts', 'x'))?.number, 2);
  });
});

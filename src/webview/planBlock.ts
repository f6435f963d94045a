/** The plan of a task, each step with its state, kept current where it stands. */
import type { Plan, Step } from '../shared/plan';
import { el, icon, setText, spoken, withCode, type View } from './dom';

const faces = {
  pending: { icon: 'circle-large', words: 'to do' },
  active: { icon: 'arrow-right', words: 'now' },
  done: { icon: 'pass-filled', words: 'done' },
  failed: { icon: 'error', words: 'failed' },
  skipped: { icon: 'circle-slash', words: 'skipped' },
} as const;

export function planBlock(): View<Plan> {
  const progress = el('span', { class: 'facts' });
  const steps = el('ol', { class: 'steps' });
  const node = el('details', { class: 'card plan', open: '' },
    el('summary', {}, icon('list-ordered', 'tool'), el('span', { class: 'title' }, 'Plan'), progress), steps);
  return {
    node,
    update(plan) {
      const done = plan.steps.filter(step => step.state === 'done' || step.state === 'skipped').length;
      setText(progress, `${done} of ${plan.steps.length} done`);
      steps.replaceChildren(...plan.steps.map(row));
    },
  };
}

function row(step: Step): HTMLElement {
  const face = faces[step.state];
  return el('li', { 'data-state': step.state, title: step.evidence, 'aria-current': step.state === 'active' ? 'step' : undefined },
    icon(face.icon), el('span', { class: 'number' }, `${step.number}.`), el('span', { class: 'text' }, ...withCode(step.text), spoken(` (${face.words})`)));
}

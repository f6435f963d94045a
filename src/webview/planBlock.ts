/** The plan of a task, each step with its state, kept current where it stands. */
import { heard } from '../shared/heard';
import type { Plan, Step } from '../shared/plan';
import { el, icon, setText, spoken, withCode, type View } from './dom';
import type { Item } from './turn';
import { t } from './words';

const faces = {
  pending: { icon: 'circle-large', words: t('to do') },
  active: { icon: 'arrow-right', words: t('now') },
  done: { icon: 'pass-filled', words: t('done') },
  failed: { icon: 'error', words: t('failed') },
  skipped: { icon: 'circle-slash', words: t('skipped') },
} as const;

/** An active step of a task that has ended. */
const left = { icon: 'debug-pause', words: t('not finished') } as const;

type Shown = Pick<Extract<Item, { kind: 'plan' }>, 'plan' | 'over' | 'gone' | 'changed'>;

export function planBlock(): View<Shown> {
  const progress = el('span', { class: 'facts' });
  const steps = el('ol', { class: 'steps' });
  const node = el('details', { class: 'card plan', open: '' },
    el('summary', {}, icon('list-ordered', 'tool'), el('span', { class: 'title' }, t('Plan')), progress), steps);
  return {
    node,
    update({ plan, over = false, gone, changed = false }) {
      const since = gone ?? (changed ? t('changed since') : undefined);
      setText(progress, since === undefined ? progressOf(plan) : `${progressOf(plan)}; ${since}`);
      steps.replaceChildren(...plan.steps.map(step => row(step, over, gone, changed)));
    },
  };
}

function progressOf({ steps }: Plan): string {
  const of = (state: Step['state']): number => steps.filter(step => step.state === state).length;
  return of('skipped') === 0 ? t('{0} of {1} done', of('done'), steps.length) : t('{0} of {1} done, {2} skipped', of('done'), steps.length, of('skipped'));
}

function row(step: Step, over: boolean, gone: string | undefined, changed: boolean): HTMLElement {
  const current = step.state === 'active' && !over;
  const back = step.state === 'done' && gone !== undefined;
  const face = step.state === 'active' && over ? left : back ? { icon: 'discard', words: gone } : faces[step.state];
  // What was done is seen; why something was not is worth a word.
  const why = step.state === 'skipped' && step.evidence !== undefined ? heard(step.evidence, t) : undefined;
  return el('li', { 'data-state': back ? 'back' : step.state, title: step.evidence === undefined || !changed ? step.evidence : t('{0}; changed since', step.evidence), 'aria-current': current ? 'step' : undefined },
    icon(face.icon), el('span', { class: 'number' }, `${step.number}.`),
    el('span', { class: 'text' }, ...withCode(step.text), spoken(` (${face.words})`), why === undefined ? undefined : el('span', { class: 'dim' }, ' · ', ...withCode(why))));
}

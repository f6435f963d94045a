/** What is said of a task that was stopped, or interrupted by the window's end, with the way on. */
import { el, icon, type Post } from './dom';
import { fixButton } from './fixButton';
import type { Turn } from './turn';
import { t } from './words';

type Stopped = Pick<Turn, 'outcome' | 'reviewed' | 'edited'>;

/** Only the last turn can go on: the style sheet hides the button of any other. */
export function stoppedCard(turn: Stopped, post: Post): HTMLElement {
  const on = wasDiscarded(turn) ? 'start-again' : 'continue';
  const interrupted = wasInterrupted(turn);
  return el('div', { class: `outcome ${interrupted ? 'interrupted' : 'stopped'}`, role: interrupted ? 'group' : undefined, 'aria-label': interrupted ? t('Interrupted') : undefined },
    el('p', { class: 'line' }, icon(interrupted ? 'debug-disconnect' : 'debug-stop'), el('span', {}, stoppedWords(turn))),
    el('div', { class: 'buttons' }, fixButton(on, interrupted ? 'primary' : 'secondary', post)));
}

export function stoppedWords(turn: Stopped): string {
  const interrupted = wasInterrupted(turn);
  const what = interrupted ? t('Interrupted: the window was closed or reloaded before this was done.') : t('Stopped before it was done.');
  if (wasDiscarded(turn)) return [what, t('Start Again does it from the beginning.')].join(' ');
  return [what, leftWords(turn), interrupted ? t('Continue goes on from there, and the model reads again what it needs.') : t('Continue goes on from there.')].join(' ');
}

/** What was applied or refused says so itself, below this. */
function leftWords({ reviewed, edited }: Stopped): string {
  if (reviewed !== undefined && reviewed.result !== 'refused') return t('What became of its edits stands below.');
  switch (edited) {
    case 'waiting': return t('Your files are as they were; what was edited so far waits for your review.');
    case 'gone': return t('Your files are as they were, and nothing of what was edited is left to review.');
    case 'nothing': return t('Nothing was edited so far, and your files are as they were.');
    case undefined: return t('Your files are as they were.');
  }
}

const wasInterrupted = ({ outcome }: Stopped): boolean => outcome?.kind === 'stopped' && outcome.interrupted === true;
const wasDiscarded = ({ reviewed }: Stopped): boolean => reviewed?.result === 'discarded';

/** How a task ended, in words, with the button that helps where something went wrong. */
import type { ChangedSince, Fix, Outcome } from '../shared/events';
import { heard } from '../shared/heard';
import { el, icon, withCode, type Post } from './dom';
import { fixButton } from './fixButton';
import { MarkdownView } from './markdown';
import { stoppedCard } from './stoppedCard';
import type { Turn } from './turn';
import { t } from './words';

export const untrustedWords = t('Nothing was changed or run: this folder is not trusted, so Whittle only reads. Trust it to let Whittle edit, then ask again.');

/** `lastWords` is what the model said last: an answer that only repeats it isn't shown twice. */
export function outcomeCard(turn: Turn, lastWords: string, post: Post): HTMLElement | undefined {
  const { outcome } = turn;
  switch (outcome?.kind) {
    case undefined:
      return undefined;
    case 'done':
      return el('div', { class: outcome.changes === 0 && outcome.since ? 'outcome done gone' : 'outcome done' }, line(doneIcon(outcome, turn), doneWords(outcome, turn)), ...words(outcome.summary, lastWords, post));
    case 'answered': {
      if (outcome.untrusted === true) return el('div', { class: 'outcome untrusted' }, ...words(outcome.text, lastWords, post), line('workspace-untrusted', untrustedWords), el('div', { class: 'buttons' }, fixButton('trust', 'secondary', post)));
      const text = [...words(outcome.text, lastWords, post), ...(outcome.undone === true ? [line('info', t('Nothing was changed or run: the model only answered in words.'))] : [])];
      return text.length === 0 ? undefined : el('div', { class: 'outcome' }, ...text);
    }
    case 'stopped':
      return stoppedCard(turn, post);
    case 'failed':
      return failure(outcome.cause, outcome.next, outcome.fix, post);
  }
}

/** `role=alert` would cut off what is being read; the page's own live region tells it instead. */
function failure(cause: string, next: string, fix: Fix | undefined, post: Post): HTMLElement {
  const others: readonly Fix[] = fix === 'retry' ? ['show-log'] : ['retry'];
  const buttons = [...(fix ? [fix] : []), ...others].map((one, index) => fixButton(one, index === 0 ? 'primary' : 'secondary', post));
  return el('div', { class: 'outcome failed', role: 'group', 'aria-label': t('Error') },
    el('p', { class: 'line' }, icon('error'), el('strong', {}, ...withCode(heard(cause, t)))),
    next.trim() === '' ? undefined : el('p', { class: 'next' }, ...withCode(heard(next, t))),
    el('div', { class: 'buttons' }, ...buttons));
}

type Done = Extract<Outcome, { kind: 'done' }>;
type Items = Pick<Turn, 'items'>;

function doneIcon({ changes, tested, since }: Done, { items }: Items): string {
  if (since !== undefined) return changes === 0 ? 'discard' : 'warning';
  if (tested) return 'pass-filled';
  return changes > 0 ? 'warning' : ranNothing(items) ? 'circle-slash' : 'info';
}

/** The person said no, and no command ran. */
function ranNothing(items: Turn['items']): boolean {
  const kinds = items.map(item => (item.kind === 'call' ? item.result?.detail.kind : undefined));
  return kinds.includes('declined') && !kinds.includes('command');
}

export function doneWords({ changes, tested, since }: Done, { items }: Items): string {
  if (since !== undefined) return sinceWords(since, changes);
  if (changes === 0 && !tested) return ranNothing(items) ? t('Not run, as you declined; nothing was changed') : t('Done, nothing changed');
  if (changes === 0) return t('Done, nothing changed; tests passed');
  if (changes === 1) return tested ? t('Done, 1 file changed, tests passed') : t('Done, 1 file changed, not tested');
  return tested ? t('Done, {0} files changed, tests passed', changes) : t('Done, {0} files changed, not tested', changes);
}

function sinceWords({ takenBack, of, changed }: ChangedSince, changes: number): string {
  if (takenBack === of && changed === 'settled') return t('Done; nothing of it is in your files now');
  if (takenBack === of) return of === 1 ? t('Done; taken back since') : t('Done; all {0} files taken back since', of);
  if (takenBack === 0) return changed === 'merged' ? mergedWords(changes) : changed === 'settled' ? settledWords(changes) : editedWords(changes);
  if (changed === undefined) return t('Done; {0} of {1} files taken back since, tests not run on that', takenBack, of);
  if (changed === 'settled') return t('Done; {0} of {1} files kept as yours or taken back, and conflicts settled by you since, tests not run on that', takenBack, of);
  return changed === 'merged' ? t('Done; {0} of {1} files taken back and merged with your own changes since, tests not run on that', takenBack, of)
    : t('Done; {0} of {1} files taken back and changed by you since, tests not run on that', takenBack, of);
}

function mergedWords(changes: number): string {
  return changes === 1 ? t('Done, 1 file changed; merged with your own changes since, tests not run on that') : t('Done, {0} files changed; merged with your own changes since, tests not run on that', changes);
}

function settledWords(changes: number): string {
  return changes === 1 ? t('Done, 1 file changed; its conflicts settled by you since, tests not run on that') : t('Done, {0} files changed; conflicts settled by you since, tests not run on that', changes);
}

function editedWords(changes: number): string {
  return changes === 1 ? t('Done, 1 file changed; changed by you since, tests not run on that') : t('Done, {0} files changed; changed by you since, tests not run on that', changes);
}

function line(name: string, text: string): HTMLElement {
  return el('p', { class: 'line' }, icon(name), el('span', {}, text));
}

function words(text: string, lastWords: string, post: Post): readonly HTMLElement[] {
  if (text.trim() === '' || text.trim() === lastWords.trim()) return [];
  const view = new MarkdownView(post);
  view.update(text);
  return [view.node];
}

/** How a task ended, in words, with the button that helps where something went wrong. */
import type { ChangedSince, Fix, Outcome } from '../shared/events';
import { button, el, icon, withCode, type Post } from './dom';
import { plural } from './format';
import { MarkdownView } from './markdown';

export const fixLabels: Readonly<Record<Fix, string>> = {
  'retry': 'Try Again',
  'choose-model': 'Choose Model',
  'test-connection': 'Test Connection',
  'open-settings': 'Open Settings',
  'show-log': 'Show Log',
  'start-server-help': 'How to Start a Server',
  'bring-back': 'Bring It Back',
  'continue': 'Continue',
  'trust': 'Manage Workspace Trust',
};

export const interruptedWords = 'Interrupted: the window was closed or reloaded before this was done. Your files are as they were; what was edited so far, if anything, waits for your review. Continue goes on from there, and the model reads again what it needs.';

const stoppedWords = 'Stopped. Nothing in your files has changed; what was edited so far, if anything, waits for your review. Continue goes on from there.';

export const untrustedWords = 'Nothing was changed or run: this folder is not trusted, so Whittle only reads. Trust it to let Whittle edit, then ask again.';

/** `lastWords` is what the model said last: an answer that only repeats it isn't shown twice. */
export function outcomeCard(outcome: Outcome, lastWords: string, post: Post): HTMLElement | undefined {
  switch (outcome.kind) {
    case 'done':
      return el('div', { class: outcome.changes === 0 && outcome.since ? 'outcome done gone' : 'outcome done' }, line(doneIcon(outcome), doneWords(outcome)), ...words(outcome.summary, lastWords, post));
    case 'answered': {
      if (outcome.untrusted === true) return el('div', { class: 'outcome untrusted' }, ...words(outcome.text, lastWords, post), line('workspace-untrusted', untrustedWords), el('div', { class: 'buttons' }, fixButton('trust', 'secondary', post)));
      const text = [...words(outcome.text, lastWords, post), ...(outcome.undone === true ? [line('info', 'Nothing was changed or run: the model only answered in words.')] : [])];
      return text.length === 0 ? undefined : el('div', { class: 'outcome' }, ...text);
    }
    case 'stopped':
      if (outcome.interrupted === true) return interruption(post);
      return el('div', { class: 'outcome stopped' }, line('debug-stop', stoppedWords), el('div', { class: 'buttons' }, fixButton('continue', 'secondary', post)));
    case 'failed':
      return failure(outcome.cause, outcome.next, outcome.fix, post);
  }
}

/** Only the last turn can go on, as with one that was stopped: the style sheet hides the button of any other. */
function interruption(post: Post): HTMLElement {
  return el('div', { class: 'outcome interrupted', role: 'group', 'aria-label': 'Interrupted' },
    line('debug-disconnect', interruptedWords),
    el('div', { class: 'buttons' }, fixButton('continue', 'primary', post)));
}

/** `role=alert` would cut off what is being read; the page's own live region tells it instead. */
function failure(cause: string, next: string, fix: Fix | undefined, post: Post): HTMLElement {
  const others: readonly Fix[] = fix === 'retry' ? ['show-log'] : ['retry'];
  const buttons = [...(fix ? [fix] : []), ...others].map((one, index) => fixButton(one, index === 0 ? 'primary' : 'secondary', post));
  return el('div', { class: 'outcome failed', role: 'group', 'aria-label': 'Error' },
    el('p', { class: 'line' }, icon('error'), el('strong', {}, ...withCode(cause))),
    next.trim() === '' ? undefined : el('p', { class: 'next' }, ...withCode(next)),
    el('div', { class: 'buttons' }, ...buttons));
}

function fixButton(fix: Fix, kind: 'primary' | 'secondary', post: Post): HTMLElement {
  return button({ class: kind, 'data-fix': fix }, () => post({ kind: 'fix', fix }), fixLabels[fix]);
}

type Done = Extract<Outcome, { kind: 'done' }>;

function doneIcon({ changes, tested, since }: Done): string {
  if (since !== undefined) return changes === 0 ? 'discard' : 'warning';
  return tested || changes === 0 ? 'pass-filled' : 'warning';
}

export function doneWords({ changes, tested, since }: Done): string {
  if (since !== undefined) return sinceWords(since, changes);
  if (changes === 0) return tested ? 'Done, tests passed' : 'Done';
  return `Done, ${plural(changes, 'file', 'files')} changed, ${tested ? 'tests passed' : 'not tested'}`;
}

function sinceWords({ takenBack, of, changed }: ChangedSince, changes: number): string {
  if (takenBack === of) return of === 1 ? 'Done; taken back since' : `Done; all ${String(of)} files taken back since`;
  const how = [...(takenBack > 0 ? [`${String(takenBack)} of ${String(of)} files taken back`] : []), ...(changed === undefined ? [] : [changed === 'merged' ? 'merged with your own changes' : 'edited'])].join(' and ');
  return `Done${takenBack > 0 ? '' : `, ${plural(changes, 'file', 'files')} changed`}; ${how} since, tests not run on that`;
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

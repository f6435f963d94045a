/** The line under a running turn that says what is going on and for how long: a small machine may read a prompt for minutes. */
import { el, icon, setText, type View } from './dom';
import { tokens } from './format';
import type { Activity } from './turn';
import { t } from './words';

export function activityLine(): View<Activity | undefined> {
  const words = el('span', { class: 'shimmer' });
  const seconds = el('span', { class: 'facts' });
  const sign = icon('loading', 'codicon-modifier-spin');
  const node = el('p', { class: 'line activity' }, sign, words, seconds);
  node.hidden = true;
  let since = 0;
  let counts = true;
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = (): void => {
    const elapsed = Math.floor((performance.now() - since) / 1000);
    setText(seconds, elapsed < 3 || !counts ? '' : `${elapsed} s`);
  };
  return {
    node,
    update(activity) {
      node.hidden = activity === undefined;
      if (activity === undefined) {
        clearInterval(timer);
        timer = undefined;
        return;
      }
      timer ??= setInterval(tick, 1000);
      // The time is the person's own then, and nothing works.
      counts = activity.kind !== 'asking';
      for (const name of ['codicon-loading', 'codicon-modifier-spin']) sign.classList.toggle(name, counts);
      sign.classList.toggle('codicon-question', !counts);
      words.classList.toggle('shimmer', counts);
      const text = wordsFor(activity);
      if (words.textContent === text) return;
      since = performance.now();
      setText(words, text);
      tick();
    },
  };
}

export function wordsFor(activity: Activity): string {
  switch (activity.kind) {
    case 'waiting':
      return t('Waiting for the model…');
    case 'preparing':
      return t('Copying the project ({0} %)…', Math.floor((activity.copied / Math.max(activity.total, 1)) * 10) * 10);
    case 'prefill':
      return activity.tokens > 0 ? t('Reading the prompt ({0} tokens)…', tokens(activity.tokens)) : t('Reading the prompt…');
    case 'thinking':
      return t('Thinking…');
    case 'writing':
      return t('Writing…');
    case 'asking':
      return t('Waiting for your answer');
    case 'tool':
      // What it is stands in the card right above.
      return t('Working…');
  }
}

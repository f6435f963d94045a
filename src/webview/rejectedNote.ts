/** Says which changes the person rejected in the review, with the way back, until the next request. */
import { visible } from '../shared/visible';
import { button, el, icon, setText, type Post, type View } from './dom';
import type { State } from './state';
import { t } from './words';

export function rejectedNote(post: Post): View<State> {
  const words = el('span', {});
  const node = el('section', { class: 'rejected', 'aria-label': t('Rejected changes') },
    el('p', { class: 'line' }, icon('discard'), words),
    el('div', { class: 'buttons' }, button({ class: 'secondary', title: t('Put these changes back into the review'), 'data-action': 'bringBack' }, () => post({ kind: 'review', action: 'bringBack' }), t('Bring It Back'))));
  node.hidden = true;
  return {
    node,
    update({ rejected, busy }) {
      node.hidden = rejected.length === 0 || busy;
      setText(words, rejectedWords(rejected));
    },
  };
}

export function rejectedWords(paths: readonly string[]): string {
  const [first = ''] = paths;
  return paths.length <= 1 ? t('You rejected all that was changed in {0}.', visible(first)) : t('You rejected all that was changed in {0} files.', paths.length);
}

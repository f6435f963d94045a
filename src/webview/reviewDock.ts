/** The changed files that wait for the person, always in sight above the composer. */
import type { ChangeSummary } from '../shared/changes';
import { button, el, icon, setText, type Post, type View } from './dom';
import { heard } from '../shared/heard';
import { visible } from '../shared/visible';
import type { State } from './state';
import { t } from './words';

const kinds = { added: 'diff-added', changed: 'diff-modified', removed: 'diff-removed' } as const;

export function reviewDock(post: Post): View<State> {
  const title = el('h2', { class: 'title' });
  const alarms = el('ul', { class: 'alarms', 'aria-label': t('Look twice') });
  const list = el('ul', { class: 'files' });
  const why = el('p', { class: 'hint' }, t('Apply and Discard wait until Whittle is done or stopped.'));
  const act = (action: 'open' | 'apply' | 'discard', kind: string, label: string, tip: string): HTMLButtonElement =>
    button({ class: kind, title: tip, 'data-action': action }, () => post({ kind: 'review', action }), label);
  const apply = act('apply', 'primary', t('Apply'), t('Write these changes to your files; one undo takes them back'));
  const discard = act('discard', 'secondary', t('Discard'), t('Throw these changes away'));
  const node = el('section', { class: 'review', 'aria-label': t('Changes to review') },
    el('div', { class: 'line' }, icon('diff-multiple'), title), alarms, list,
    el('div', { class: 'buttons' }, act('open', 'secondary', t('Review'), t('Open the differences side by side')), apply, discard), why);
  node.hidden = true;
  let shown: readonly ChangeSummary[] = [];
  return {
    node,
    update({ review, busy }) {
      node.hidden = review === undefined;
      for (const one of [apply, discard]) one.disabled = busy;
      why.hidden = !busy;
      const changes = review?.changes ?? [];
      if (changes === shown) return;
      shown = changes;
      setText(title, toReview(changes.length));
      alarms.replaceChildren(...alarmRows(changes, post));
      alarms.hidden = !changes.some(({ alarm }) => alarm !== undefined);
      list.replaceChildren(...changes.map(change => el('li', {}, row(change, post))));
    },
  };
}

/** Without a stop: a title, or the beginning of a sentence. */
export function toReview(files: number): string {
  return files === 1 ? t('1 file to review') : t('{0} files to review', files);
}

/** Alarms shown one by one; of more, their number. */
const mostAlarms = 5;

/** Above the list, where no long list hides them. */
function alarmRows(changes: readonly ChangeSummary[], post: Post): readonly HTMLElement[] {
  const found = changes.filter(({ alarm }) => alarm !== undefined);
  const rows = found.slice(0, mostAlarms).map((change) => el('li', { class: 'alarm' }, icon('warning'),
    button({ class: 'file', title: t('Show the differences') }, () => post({ kind: 'review', action: 'open' }), el('span', { class: 'name' }, visible(change.path))), el('span', { class: 'words' }, heard(change.alarm ?? '', t))));
  return found.length <= mostAlarms ? rows : [...rows, el('li', { class: 'alarm' }, icon('warning'), el('span', { class: 'words' }, t('{0} more files of such kinds.', found.length - mostAlarms)))];
}

function kindWord(kind: ChangeSummary['kind']): string {
  return { added: t('added'), changed: t('changed'), removed: t('removed') }[kind];
}

function row(change: ChangeSummary, post: Post): HTMLElement {
  const slash = change.path.lastIndexOf('/');
  return button({ class: 'file', title: t('{0} ({1}): show the differences', visible(change.path), kindWord(change.kind)) }, () => post({ kind: 'review', action: 'open' }),
    icon(change.alarm === undefined ? kinds[change.kind] : 'warning', change.alarm === undefined ? change.kind : 'caution'),
    el('span', { class: 'name' }, visible(change.path.slice(slash + 1))),
    el('span', { class: 'dim folder' }, visible(change.path.slice(0, Math.max(0, slash)))),
    el('span', { class: 'counts' }, el('span', { class: 'added' }, `+${change.added}`), ' ', el('span', { class: 'removed' }, `−${change.removed}`)));
}

/** One turn of the conversation: the person's words, then everything Whittle said and did about them. */
import { heard } from '../shared/heard';
import type { ConflictNote } from '../shared/protocol';
import { callCard, type CallItem } from './callCard';
import { button, el, icon, Keyed, setText, spoken, withCode, type Post, type View } from './dom';
import { MarkdownView } from './markdown';
import { outcomeCard } from './outcomeCard';
import { planBlock } from './planBlock';
import { activityLine } from './activityLine';
import type { Item, Turn } from './turn';
import { t } from './words';

export function turnView(turn: Turn, post: Post, edit: (text: string) => void): View<Turn> {
  const items = el('div', { class: 'items' });
  const keyed = new Keyed<Item>(items, item => item.key, item => itemView(item, post));
  const activity = activityLine();
  const end = el('div', { class: 'end' });
  const node = el('article', { class: 'turn', 'data-turn': turn.id },
    el('div', { class: 'person' },
      spoken(t('You: ')), el('div', { class: 'words' }, turn.text),
      turn.context === undefined ? undefined : el('div', { class: 'dim context' }, icon('symbol-method'), turn.context),
      button({ class: 'quiet edit', title: t('Edit and send again'), 'aria-label': t('Edit and send again') }, () => edit(turn.text), icon('edit'))),
    el('div', { class: 'whittle' }, spoken(t('Whittle: ')), items, activity.node, end));
  let ended: Pick<Turn, 'outcome' | 'reviewed' | 'edited'> = { outcome: undefined, reviewed: undefined, edited: undefined };
  return {
    node,
    update(next) {
      keyed.update(next.items);
      activity.update(next.activity);
      if (ended.outcome === next.outcome && ended.reviewed === next.reviewed && ended.edited === next.edited) return;
      ended = next;
      end.replaceChildren(...endOf(next, post));
    },
  };
}

function endOf(turn: Turn, post: Post): readonly HTMLElement[] {
  const last = turn.items.findLast(item => item.kind === 'said');
  const card = outcomeCard(turn, last?.kind === 'said' ? last.text : '', post);
  const { reviewed } = turn;
  const note = reviewed && el('div', { class: `reviewed ${reviewed.result}` },
    el('p', { class: 'line' }, icon({ applied: 'check-all', discarded: 'trash', refused: 'warning', undone: 'discard', partly: 'discard' }[reviewed.result]), el('span', {}, ...withCode(reviewed.text))),
    ...conflictsOf(reviewed.conflicts ?? [], post),
    ...(reviewed.again === true ? [el('div', { class: 'buttons' }, button({ class: 'secondary', title: t('Write these changes to your files once more'), 'data-action': 'applyAgain' }, () => post({ kind: 'review', action: 'applyAgain' }), t('Apply Again')))] : []));
  return [card, note].filter(part => part !== undefined);
}

/** Each file with what stands against its change, and the way to see both versions. */
function conflictsOf(conflicts: readonly ConflictNote[], post: Post): readonly HTMLElement[] {
  if (conflicts.length === 0) return [];
  const rows = conflicts.map(({ path, text }) => el('li', {},
    button({ class: 'link', title: t('Open {0}', path) }, () => post({ kind: 'open', path }), path), text.startsWith(path) ? text.slice(path.length) : `: ${text}`));
  return [
    el('ul', { class: 'conflicts', 'aria-label': t('Conflicts') }, ...rows),
    el('div', { class: 'buttons' }, button({ class: 'primary', title: t('Open both versions of these files side by side'), 'data-action': 'showConflicts' }, () => post({ kind: 'review', action: 'showConflicts' }), t('Show Conflicts'))),
  ];
}

function itemView(item: Item, post: Post): View<Item> {
  switch (item.kind) {
    case 'said':
      return saidView(post);
    case 'call': {
      const card = callCard(item, post);
      return { node: card.node, update: next => { if (next.kind === 'call') card.update(next satisfies CallItem); } };
    }
    case 'plan': {
      const block = planBlock();
      return { node: block.node, update: next => { if (next.kind === 'plan') block.update(next); } };
    }
    case 'notice':
      return noteView('info', undefined);
    case 'correction':
      return noteView('debug-step-back', t('The model was corrected'));
  }
}

/** Reasoning stands before the words it led to, and folded: it is the model's scratch pad. */
function saidView(post: Post): View<Item> {
  const thoughts = el('pre', { class: 'thoughts', tabindex: '0', 'aria-label': t('Reasoning') });
  const label = el('span', { class: 'title' });
  const reasoning = el('details', { class: 'card reasoning' }, el('summary', {}, icon('lightbulb', 'tool'), label), thoughts);
  const words = new MarkdownView(post);
  const node = el('div', { class: 'said' }, reasoning, words.node);
  return {
    node,
    update(item) {
      if (item.kind !== 'said') return;
      reasoning.hidden = item.reasoning.trim() === '';
      setText(label, item.live && item.text === '' ? t('Thinking…') : t('Thought'));
      setText(thoughts, item.reasoning.trim());
      words.update(item.text);
      node.classList.toggle('live', item.live);
    },
  };
}

/** A short note stays a line; a long one folds behind `title`. */
function noteView(name: string, title: string | undefined): View<Item> {
  const node = el('div', { class: 'note' });
  return {
    node,
    update(item) {
      if (item.kind !== 'notice' && item.kind !== 'correction') return;
      node.replaceChildren(title === undefined
        ? el('p', { class: 'line' }, icon(name), el('span', {}, ...withCode(heard(item.text, t))))
        : el('details', { class: 'card' }, el('summary', {}, icon(name, 'tool'), el('span', { class: 'title' }, title)),
            el('pre', { tabindex: '0', 'aria-label': title }, item.text)));
    },
  };
}

/** Puts the parts of the chat together and brings them up to date with the state. */
import type { ReviewEnd } from '../shared/protocol';
import { announcements } from './announce';
import { banners } from './banners';
import { composer } from './composer';
import { button, el, icon, Keyed, type Post } from './dom';
import { footer } from './footer';
import { rejectedNote } from './rejectedNote';
import { reviewDock } from './reviewDock';
import { empty, type State } from './state';
import type { Turn } from './turn';
import { turnView } from './turnView';
import { welcome } from './welcome';
import { t } from './words';

export interface Page {
  /** Shows `state`; `silent` where it is no news (a page opened again). */
  show(state: State, silent: boolean): void;
  focus(): void;
}

/** Ends of a review that answer a press; what was undone elsewhere moves nothing. */
const answers: ReadonlySet<ReviewEnd> = new Set<ReviewEnd>(['applied', 'discarded', 'refused']);

/** How far from the end still counts as reading the end, in pixels. */
const nearEnd = 48;

export function page(root: HTMLElement, post: Post, draft: string, onDraft: (text: string) => void): Page {
  const write = composer(post, draft, onDraft);
  const begin = welcome(post, text => write.fill(text));
  const turns = el('div', { class: 'turns' });
  const conversation = el('main', { class: 'conversation', tabindex: '0', 'aria-label': t('Conversation') }, begin.node, turns);
  const live = el('div', { class: 'spoken', role: 'log', 'aria-live': 'polite', 'aria-relevant': 'additions' });
  const toEnd = button({ class: 'to-end', title: t('Go to the latest'), 'aria-label': t('Go to the latest') }, () => end(), icon('arrow-down'));
  toEnd.hidden = true;
  const parts = [banners(post), begin, rejectedNote(post), reviewDock(post), write, footer(post)] as const;
  const keyed = new Keyed<Turn>(turns, turn => turn.id, turn => turnView(turn, post, text => write.fill(text)));
  root.append(parts[0].node, el('div', { class: 'middle' }, conversation, toEnd), live, parts[2].node, parts[3].node, write.node, parts[5].node);

  let shown = empty;
  let built = false;
  let following = true;
  const end = (): void => {
    following = true;
    conversation.scrollTop = conversation.scrollHeight;
  };
  /** What Apply or Discard led to is seen, wherever the person was reading. */
  const reveal = (id: string): void => {
    const note = [...turns.querySelectorAll(':scope > .turn')].find(turn => turn.getAttribute('data-turn') === id)?.querySelector('.reviewed');
    const from = conversation.getBoundingClientRect();
    note?.scrollIntoView({ block: note.getBoundingClientRect().height > from.height ? 'start' : 'nearest' });
  };
  conversation.addEventListener('scroll', () => {
    following = conversation.scrollHeight - conversation.scrollTop - conversation.clientHeight < nearEnd;
    toEnd.hidden = following;
  }, { passive: true });
  // Whoever opens a card reads it: the end may grow meanwhile.
  conversation.addEventListener('click', event => {
    if (event.target instanceof Element && event.target.closest('summary')) following = false;
  });
  // Following goes on when the page gets narrower, a card below opens or the review takes its place.
  const sizes = new ResizeObserver(() => { if (following && shown.turns.length > 0) end(); });
  sizes.observe(turns);
  sizes.observe(conversation);
  root.addEventListener('keydown', event => {
    // Also where the page hasn't heard yet that a task begins: with none, nothing stops.
    if (event.key === 'Escape' && !event.isComposing) post({ kind: 'stop' });
  });

  return {
    focus: () => write.focus(),
    show(state, silent) {
      const before = shown;
      shown = state;
      // The first time there is nothing yet to be the same as.
      if (state === before && built) return;
      built = true;
      for (const part of parts) part.update(state);
      keyed.update(state.turns);
      if (state.turns.length > before.turns.length) end();
      else if (state.turns.length === 0) conversation.scrollTop = 0;
      const answered = silent ? undefined : state.turns.findLast(turn => turn.reviewed && turn.reviewed !== before.turns.find(one => one.id === turn.id)?.reviewed && answers.has(turn.reviewed.result));
      if (answered) reveal(answered.id);
      if (state.compose.count !== before.compose.count) {
        if (state.compose.text === undefined) write.focus();
        else write.fill(state.compose.text);
      }
      if (!silent) speak(live, announcements(before, state));
    },
  };
}

/** The region keeps only what is fresh: it would grow with the conversation. */
function speak(live: HTMLElement, sentences: readonly string[]): void {
  live.append(...sentences.map(text => el('p', {}, text)));
  while (live.childElementCount > 20) live.firstElementChild?.remove();
}

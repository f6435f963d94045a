/** What the person has to know before trusting anything below it: no real model, or no trust in this folder. */
import { button, el, icon, type Child, type Post, type View } from './dom';
import type { State } from './state';
import { t } from './words';

export function banners(post: Post): View<State> {
  const standIn = banner('stand-in', 'beaker', t('A scripted stand-in, not a model.'),
    t('To use a real one: start Ollama, llama.cpp or LM Studio, then choose its model.'),
    button({ class: 'inline' }, () => post({ kind: 'fix', fix: 'start-server-help' }), t('How to Start a Server')),
    button({ class: 'inline' }, () => post({ kind: 'fix', fix: 'choose-model' }), t('Choose Model')));
  const restricted = banner('restricted', 'workspace-untrusted', t('Restricted Mode: Whittle only answers questions.'),
    t('Edits and commands are off until you trust this folder.'),
    button({ class: 'inline' }, () => post({ kind: 'trust' }), t('Manage Workspace Trust')));
  let talking = false;
  return {
    node: el('div', { class: 'banners' }, restricted, standIn),
    update(state) {
      standIn.hidden = state.model?.standIn !== true;
      restricted.hidden = !state.ready || state.trusted;
      // The conversation needs the room; what matters stays in sight, and the rest is one key away.
      const talks = state.turns.length > 0;
      if (talks !== talking) for (const one of [standIn, restricted]) one.open = !talks;
      talking = talks;
    },
  };
}

function banner(name: string, sign: string, title: string, text: string, ...buttons: readonly Child[]): HTMLDetailsElement {
  // Hidden until something is known: what doesn't hold must not flash by.
  return el('details', { class: 'banner', 'data-banner': name, open: '', hidden: '' },
    el('summary', {}, icon(sign), el('span', { class: 'title' }, title)),
    el('p', {}, text), el('p', { class: 'buttons' }, ...buttons));
}

/** What the person has to know before trusting anything below it: no real model, or no trust in this folder. */
import { button, el, icon, type Child, type Post, type View } from './dom';
import type { State } from './state';

export function banners(post: Post): View<State> {
  const standIn = banner('beaker',
    'This is a scripted stand-in, not a model. To use a real one: start Ollama, llama.cpp or LM Studio, then test the connection.',
    button({ class: 'inline' }, () => post({ kind: 'fix', fix: 'start-server-help' }), 'How to Start a Server'),
    button({ class: 'inline' }, () => post({ kind: 'fix', fix: 'test-connection' }), 'Test Connection'));
  const restricted = banner('workspace-untrusted',
    'Restricted Mode: Whittle answers questions here. Edits and commands are off until you trust this folder.',
    button({ class: 'inline' }, () => post({ kind: 'trust' }), 'Manage Workspace Trust'));
  standIn.dataset['banner'] = 'stand-in';
  restricted.dataset['banner'] = 'restricted';
  const node = el('div', { class: 'banners' }, restricted, standIn);
  return {
    node,
    update(state) {
      standIn.hidden = state.model?.standIn !== true;
      restricted.hidden = !state.ready || state.trusted;
    },
  };
}

function banner(name: string, text: string, ...buttons: readonly Child[]): HTMLElement {
  return el('div', { class: 'banner', role: 'note' }, icon(name), el('div', {}, el('p', {}, text), el('p', { class: 'buttons' }, ...buttons)));
}

/** The page before anything was asked: what Whittle is, whether a model is there, and three ways to begin. */
import { button, el, icon, setText, type Post, type View } from './dom';
import { tokens } from './format';
import { fixLabels } from './fixButton';
import type { State } from './state';
import { t } from './words';

const forModels = [
  { icon: 'comment-discussion', text: t('What does this project do, and where does it start?') },
  { icon: 'beaker', text: t('Run the tests and fix what fails') },
  { icon: 'symbol-method', text: t('Write tests for the functions in the open file') },
] as const;

/** Where edits and commands are off. */
const forReading = [
  { icon: 'comment-discussion', text: t('What does this project do, and where does it start?') },
  { icon: 'search', text: t('Where are errors handled?') },
  { icon: 'symbol-method', text: t('Explain the functions in the open file') },
] as const;

/** The stand-in knows the sample project's tasks and nothing else, in these words. */
const forStandIn = [
  { icon: 'beaker', text: 'Fix the median function in src/stats.js, then run the tests' },
  { icon: 'symbol-method', text: 'Rewrite median in src/stats.js' },
  { icon: 'comment-discussion', text: 'Where is the title of a page put together?' },
] as const;

function examples({ model, trusted }: State): readonly { readonly icon: string; readonly text: string }[] {
  if (model?.standIn === true) return trusted ? forStandIn : forStandIn.filter(({ icon }) => icon === 'comment-discussion');
  return trusted ? forModels : forReading;
}

/** `begin` gets an example's words: they go into the composer, because the person decides when to send. */
export function welcome(post: Post, begin: (text: string) => void): View<State> {
  const model = el('div', { class: 'model-state' });
  const about = el('p', { class: 'dim' });
  const list = el('ul', { class: 'examples' });
  const node = el('div', { class: 'welcome' },
    el('h2', {}, t('What shall we work on?')),
    model, about, list);
  let shown: Pick<State, 'ready' | 'trusted' | 'model' | 'problem'> | undefined;
  return {
    node,
    update(state) {
      // A conversation may be on its way.
      node.hidden = !state.ready || state.turns.length > 0;
      if (shown?.model === state.model && shown?.problem === state.problem && shown?.ready === state.ready && shown.trusted === state.trusted) return;
      shown = state;
      setText(about, state.trusted ? t('Whittle works on a copy of your project, one function at a time. Commands ask first, and your files change only when you apply.') : t('This folder is not trusted, so Whittle reads it and answers questions. Trust it to let Whittle edit and run commands.'));
      // Nothing can be asked yet: what is missing comes first, and alone.
      list.hidden = state.ready && state.model === undefined && state.problem !== undefined;
      list.replaceChildren(...examples(state).map(example =>
        el('li', {}, button({ class: 'example' }, () => begin(example.text), icon(example.icon), el('span', {}, example.text)))));
      model.replaceChildren(...modelState(state, post));
    },
  };
}

function modelState({ ready, model, problem }: State, post: Post): readonly HTMLElement[] {
  if (model) {
    return [el('p', { class: 'line' }, icon(model.standIn ? 'beaker' : 'pass-filled', 'good'),
      el('span', {}, model.standIn ? t('Scripted stand-in, no model') : t('{0} on {1}', model.model, model.server), el('span', { class: 'dim' }, ` · ${t('{0} window', tokens(model.window))}`)))];
  }
  if (!ready || problem === undefined) return [el('p', { class: 'line dim' }, icon('loading', 'codicon-modifier-spin'), el('span', {}, t('Looking for a model on this machine…')))];
  return [
    el('p', { class: 'line' }, icon('warning', 'bad'), el('span', {}, problem)),
    el('div', { class: 'buttons' }, ...(['choose-model', 'start-server-help', 'test-connection'] as const).map((fix, index) =>
      button({ class: index === 0 ? 'primary' : 'secondary', 'data-fix': fix }, () => post({ kind: 'fix', fix }), fixLabels[fix]))),
  ];
}

/** Where the person writes: Enter sends, Shift+Enter breaks the line, Up on empty brings earlier requests back. */
import { button, el, icon, setText, type Post } from './dom';
import type { State } from './state';
import { t } from './words';

/** Milliseconds between two words on that somebody types while a task runs: no question may come between the letters. */
const TELL = 300;

export interface Composer {
  readonly node: HTMLElement;
  update(state: State): void;
  /** Replaces the draft and takes the focus. */
  fill(text: string): void;
  focus(): void;
}

/** `draft` is what was typed before the page went away; `onDraft` hears of every change. */
export function composer(post: Post, draft: string, onDraft: (text: string) => void): Composer {
  const input = el('textarea', { rows: '1', 'aria-label': t('Ask Whittle'), 'aria-describedby': 'composer-hint', spellcheck: 'false' });
  const hint = el('p', { id: 'composer-hint', class: 'hint' });
  const send = button({ class: 'send', title: t('Send (Enter)'), 'aria-label': t('Send') }, () => submit(), icon('send'));
  const stop = button({ class: 'stop', title: t('Stop (Escape)'), 'aria-label': t('Stop') }, () => post({ kind: 'stop' }), icon('debug-stop'));
  const node = el('form', { class: 'composer' }, el('div', { class: 'box' }, input, send, stop), hint);
  input.value = draft;
  let busy = false;
  let history: readonly string[] = [];
  /** How far back in the history; 0 is the draft itself. */
  let back = 0;
  let told = -TELL;

  const show = (working: boolean): void => {
    busy = working;
    stop.hidden = !working;
    send.hidden = working;
  };
  const changed = (): void => {
    onDraft(input.value);
    send.disabled = busy || input.value.trim() === '';
  };
  const set = (text: string): void => {
    input.value = text;
    input.setSelectionRange(text.length, text.length);
    changed();
  };
  const submit = (): void => {
    const text = input.value.trim();
    if (busy || text === '') return;
    post({ kind: 'ask', text });
    back = 0;
    set('');
    show(true);
  };
  /** True where there was something to show. */
  const recall = (by: number): boolean => {
    const next = Math.min(history.length, Math.max(0, back + by));
    if (next === back) return false;
    back = next;
    set(next === 0 ? '' : (history.at(-next) ?? ''));
    return true;
  };

  input.addEventListener('input', () => {
    back = 0;
    changed();
    if (!busy || performance.now() - told < TELL) return;
    told = performance.now();
    post({ kind: 'typing' });
  });
  input.addEventListener('keydown', event => {
    // An input method uses Enter to choose a word.
    if (event.isComposing) return;
    const browsing = back > 0 || input.value === '';
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === 'ArrowUp' && browsing && recall(1)) event.preventDefault();
    else if (event.key === 'ArrowDown' && back > 0 && recall(-1)) event.preventDefault();
  });
  node.addEventListener('submit', event => event.preventDefault());

  return {
    node,
    focus: () => input.focus(),
    fill(text) {
      back = 0;
      set(text);
      input.focus();
    },
    update(state) {
      // The focus mustn't fall out of the page with the button that held it.
      const held = document.activeElement === send || document.activeElement === stop;
      show(state.busy);
      history = state.turns.map(turn => turn.text).filter((text, index, all) => text !== all[index - 1]);
      input.placeholder = state.turns.length === 0 ? t('Ask about this project, or ask for a change') : t('Ask a follow-up, or for the next change');
      changed();
      setText(hint, hintFor(state));
      hint.classList.toggle('spoken', !busy);
      if (held) input.focus();
    },
  };
}

function hintFor(state: State): string {
  if (state.busy) return t('Whittle is working. Escape stops it; Enter sends again when it is done.');
  return t('Enter sends, Shift and Enter start a new line, Up brings back earlier requests.');
}

/** A block of code with its language and a Copy button; it can grow while it is being written. */
import { button, el, icon, setText, type Post } from './dom';
import { t } from './words';

export interface CodeBlock {
  readonly node: HTMLElement;
  update(text: string): void;
}

/** `info` is the fence's info string; only its first word is the language. */
export function codeBlock(info: string, post: Post): CodeBlock {
  const language = /^[\w+#.-]*/.exec(info.trim())?.[0] ?? '';
  const code = el('code');
  const label = el('span', { class: 'grow' }, language || t('text'));
  const copy = button({ class: 'quiet', 'aria-label': t('Copy code'), title: t('Copy') }, () => {
    post({ kind: 'copy', text: code.textContent });
    showCopied(copy);
  }, icon('copy'));
  const node = el('figure', { class: 'code' },
    el('figcaption', {}, label, copy),
    // Reachable by keyboard, because wide code scrolls sideways.
    el('pre', { tabindex: '0', 'aria-label': language ? t('{0} code', language) : t('code') }, code));
  return { node, update: text => setText(code, text) };
}

/** The button says so for a moment, to eyes and to readers. */
function showCopied(copy: HTMLButtonElement): void {
  const say = (name: string, label: string): void => {
    copy.replaceChildren(icon(name));
    copy.setAttribute('aria-label', label);
  };
  say('check', t('Copied'));
  setTimeout(() => say('copy', t('Copy code')), 1500);
}

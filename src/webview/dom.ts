/** The few DOM helpers the page needs, so that views read as what they show. */
import type { FromWebview } from '../shared/protocol';

export type Post = (message: FromWebview) => void;
export type Child = Node | string | undefined;

export interface View<T> {
  readonly node: HTMLElement;
  /** Brings the node up to date; called with the same value it may do nothing. */
  update(value: T): void;
}

/** An element with attributes; `class`, `aria-label` and the like are written as in HTML, undefined ones left out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Readonly<Record<string, string | undefined>> = {}, ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(name, value);
  node.append(...children.filter(child => child !== undefined));
  return node;
}

/** A codicon; only ever decoration, so no reader speaks it. */
export function icon(name: string, extra = ''): HTMLElement {
  return el('span', { class: `codicon codicon-${name} ${extra}`.trim(), 'aria-hidden': 'true' });
}

/** Words for screen readers alone. */
export function spoken(text: string): HTMLElement {
  return el('span', { class: 'spoken' }, text);
}

export function button(attributes: Readonly<Record<string, string | undefined>>, onClick: () => void, ...children: readonly Child[]): HTMLButtonElement {
  const node = el('button', { type: 'button', ...attributes }, ...children);
  node.addEventListener('click', onClick);
  return node;
}

/** Plain text in which `…` is code: for sentences that aren't Markdown. */
export function withCode(text: string): readonly Child[] {
  return text.split('`').map((part, index, all) => (index % 2 === 1 && index < all.length - 1 ? el('code', {}, part) : index % 2 === 1 ? `\`${part}` : part));
}

/** Sets text only where it differs, so that a selection in it survives. */
export function setText(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** Keeps one view per key in the order of `values`; views of keys that are gone leave the page. */
export class Keyed<T> {
  private readonly views = new Map<string | number, { view: View<T>; value: T }>();

  constructor(private readonly parent: HTMLElement, private readonly keyOf: (value: T) => string | number, private readonly make: (value: T) => View<T>) {}

  update(values: readonly T[]): void {
    const gone = new Set(this.views.keys());
    let before: ChildNode | null = this.parent.firstChild;
    for (const value of values) {
      const key = this.keyOf(value);
      gone.delete(key);
      const view = this.bring(key, value);
      if (view.node === before) before = before.nextSibling;
      else this.parent.insertBefore(view.node, before);
    }
    for (const key of gone) {
      this.views.get(key)?.view.node.remove();
      this.views.delete(key);
    }
  }

  private bring(key: string | number, value: T): View<T> {
    const known = this.views.get(key);
    if (known) {
      if (known.value !== value) known.view.update(value);
      known.value = value;
      return known.view;
    }
    const view = this.make(value);
    view.update(value);
    this.views.set(key, { view, value });
    return view;
  }
}

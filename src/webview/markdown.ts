/** Shows Markdown that is still being written: sanitised, and block by block, so that what is finished stays as it is. */
import DOMPurify from 'dompurify';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { el, setText, type Post } from './dom';
import { codeBlock, type CodeBlock } from './codeBlock';
import { findCitations, readTarget } from './fileLinks';
import { t } from './words';

const allowed = {
  ALLOWED_TAGS: [
    'p', 'br', 'strong', 'em', 'del', 'code', 'pre', 'ul', 'ol', 'li', 'blockquote', 'hr', 'a',
    'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td',
  ],
  ALLOWED_ATTR: ['href', 'start', 'data-language'],
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
};

// HTML in a model's words is text, never markup; pictures would be remote content, so their address is shown instead.
const renderer: RendererObject = {
  html: ({ text }) => escape(text),
  image: ({ href, text }) => `<a href="${escape(href)}">${escape(text || href)}</a>`,
  checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  code: ({ text, lang }) => `<pre data-language="${escape(lang ?? '')}"><code>${escape(text)}</code></pre>`,
};

interface Block {
  readonly raw: string;
  readonly node: Node;
  /** Top-level code is kept while it grows: its Copy button and a selection survive. */
  readonly code: { readonly language: string; readonly view: CodeBlock } | undefined;
}

export class MarkdownView {
  readonly node = el('div', { class: 'markdown' });
  private readonly marked = new Marked({ gfm: true, renderer });
  private text = '';
  private blocks: readonly Block[] = [];

  constructor(private readonly post: Post) {}

  update(text: string): void {
    if (text === this.text) return;
    this.text = text;
    const tokens = this.marked.lexer(text).filter(token => token.type !== 'space' && token.type !== 'def');
    const next = tokens.map((token, index) => this.block(token, this.blocks[index]));
    this.blocks.forEach((block, index) => { if (next[index]?.node !== block.node) block.node.parentNode?.removeChild(block.node); });
    let before = this.node.firstChild;
    for (const block of next) {
      if (block.node === before) before = before.nextSibling;
      else this.node.insertBefore(block.node, before);
    }
    this.blocks = next;
  }

  private block(token: Token, earlier: Block | undefined): Block {
    if (earlier?.raw === token.raw) return earlier;
    if (token.type !== 'code') return { raw: token.raw, node: this.safe(token), code: undefined };
    const { text, lang = '' } = token as Tokens.Code;
    const kept = earlier?.code?.language === lang ? earlier.code : undefined;
    const code = kept ?? { language: lang, view: codeBlock(lang, this.post) };
    code.view.update(text);
    return { raw: token.raw, node: code.view.node, code };
  }

  private safe(token: Token): Node {
    const node = el('div', { class: 'block' });
    node.append(DOMPurify.sanitize(this.marked.parser([token]), allowed));
    this.placeCode(node);
    this.placeLinks(node);
    this.placeCitations(node);
    return node;
  }

  private placeCode(root: HTMLElement): void {
    for (const pre of root.querySelectorAll('pre')) {
      const view = codeBlock(pre.dataset['language'] ?? '', this.post);
      view.update(pre.textContent);
      pre.replaceWith(view.node);
    }
    for (const table of root.querySelectorAll('table')) {
      const scroller = el('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': t('Table') });
      table.replaceWith(scroller);
      scroller.append(table);
    }
  }

  /** http(s) stays a link (VS Code opens it) and shows where it leads; a path in the workspace opens there; the rest is text. */
  private placeLinks(root: HTMLElement): void {
    for (const link of root.querySelectorAll('a')) {
      const href = link.getAttribute('href') ?? '';
      const url = /^https?:\/\//i.test(href) ? URL.parse(href) : null;
      const target = url ? undefined : readTarget(href);
      if (url) {
        link.title = url.href;
        if (!link.textContent.includes(url.host)) link.after(el('span', { class: 'dim' }, ` (${url.host})`));
      } else if (target) {
        link.replaceWith(this.fileLink(link.textContent, target.path, target.line));
      } else {
        link.replaceWith(...link.childNodes);
      }
    }
  }

  private placeCitations(root: HTMLElement): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text && !node.parentElement?.closest('a, pre')) found.push(node);
    }
    for (const text of found) {
      const pieces = findCitations(text.data);
      if (pieces.some(piece => typeof piece !== 'string')) {
        text.replaceWith(...pieces.map(piece => (typeof piece === 'string' ? piece : this.fileLink(piece.text, piece.path, piece.line))));
      }
    }
  }

  private fileLink(text: string, path: string, line: number | undefined): HTMLElement {
    return fileLink(this.post, text, path, line);
  }
}

/** Opens a file of the workspace in the editor. No button, because those don't wrap with the text, and no href, because VS Code would follow it. */
export function fileLink(post: Post, text: string, path: string, line?: number): HTMLElement {
  const node = el('a', { role: 'link', tabindex: '0', class: 'link', title: line === undefined ? t('Open {0}', path) : t('Open {0}, line {1}', path, line) });
  setText(node, text);
  const open = (): void => post({ kind: 'open', path, ...(line === undefined ? {} : { line }) });
  node.addEventListener('click', open);
  node.addEventListener('keydown', event => { if (event.key === 'Enter') open(); });
  return node;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

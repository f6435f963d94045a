/** How far a symbol reaches: up over what is attached to it, and on over what closes it. */
import type { Node } from 'web-tree-sitter';
import type { HeadPart, Range } from './codeReader';
import type { Language } from './languages';

export interface Extent extends Range {
  readonly declarationStart: number;
  readonly head: readonly HeadPart[];
}

/** `inner` is the declaration, `outer` the same or the outermost wrapper around it. */
export function extentOf(inner: Node, outer: Node, root: Node, text: string, language: Language): Extent {
  const start = upOver(outer, root, text, language);
  const head = headOf(start, inner, root, text, language);
  const declarationStart = head.at(-1) ? skipSpace(text, (head.at(-1) as HeadPart).end) : start;
  return { start, declarationStart, head, end: endOf(outer, root, text, language) };
}

/** The outermost node that only wraps this declaration. */
export function wrapped(node: Node, language: Language): Node {
  let outer = node;
  if (language.wrappers.length === 0) return outer;
  for (let parent = outer.parent; parent && language.wrappers.includes(parent.type) && isMain(outer, parent, language); parent = outer.parent) outer = parent;
  return outer;
}

function isMain(node: Node, wrapper: Node, language: Language): boolean {
  const last = wrapper.namedChildren.filter((child) => !language.comments.includes(child.type)).at(-1);
  return last?.id === node.id;
}

/** Attributes belong whatever the gap; a comment only without a blank line, alone on its line and in the same column. */
function upOver(outer: Node, root: Node, text: string, language: Language): number {
  let start = outer.startIndex;
  let pending = start;
  for (;;) {
    const above = nodeEndingBefore(pending, root, text, language);
    if (above === undefined) return start;
    const gap = text.slice(trimmedEnd(above, text), pending);
    if (isAttached(above, language)) start = pending = above.startIndex;
    else if (newlines(gap) === 1 && belongs(above, start, text)) start = pending = above.startIndex;
    // A comment behind an attribute on its line: the attribute decides.
    else if (newlines(gap) <= 1 && !startsLine(above.startIndex, text)) pending = above.startIndex;
    else return start;
  }
}

function belongs(comment: Node, start: number, text: string): boolean {
  if (text.startsWith('#!') && comment.startIndex === 0) return false;
  return startsLine(comment.startIndex, text) && indentAt(comment.startIndex, text) === indentAt(start, text) && startsLine(start, text);
}

function nodeEndingBefore(offset: number, root: Node, text: string, language: Language): Node | undefined {
  let last = offset - 1;
  while (last >= 0 && isSpace(text, last)) last--;
  if (last < 0 || (language.attachedPattern === undefined && onlyCloses(text, last + 1))) return undefined;
  let found: Node | undefined;
  for (let node = root.descendantForIndex(last, last + 1); node && node.id !== root.id; node = node.parent) {
    if (node.endIndex > offset || trimmedEnd(node, text) > last + 1) break;
    if (language.comments.includes(node.type) || isAttached(node, language)) found = node;
  }
  return found;
}

function isAttached(node: Node, language: Language): boolean {
  return language.attached.includes(node.type) && (language.attachedPattern?.test(node.text) ?? true);
}

function headOf(start: number, inner: Node, root: Node, text: string, language: Language): HeadPart[] {
  const head: HeadPart[] = [];
  for (let at = start; ; ) {
    // Within the declaration only an attribute can come first.
    if (at === inner.startIndex && language.attached.length === 0) return head;
    const comment = at < inner.startIndex ? nodeStartingAt(at, root, (node) => language.comments.includes(node.type)) : undefined;
    const attribute = comment ? undefined : nodeStartingAt(at, root, (node) => isAttached(node, language));
    const found = comment ?? attribute;
    if (found && found.endIndex < inner.endIndex) head.push({ sort: comment ? 'comment' : 'attribute', start: at, end: trimmedEnd(found, text) });
    else if (at < inner.startIndex) head.push({ sort: 'prefix', start: at, end: prefixEnd(at, inner, root, text, language) });
    else return head;
    at = skipSpace(text, (head.at(-1) as HeadPart).end);
  }
}

/** Words such as `export default` reach up to the declaration or to the next attribute or comment among them. */
function prefixEnd(at: number, inner: Node, root: Node, text: string, language: Language): number {
  let next = inner.startIndex;
  for (let node = root.descendantForIndex(at, at + 1)?.parent?.firstChild ?? null; node; node = node.nextSibling) {
    const stops = isAttached(node, language) || language.comments.includes(node.type);
    if (stops && node.startIndex > at && node.startIndex < next) next = node.startIndex;
  }
  while (next > at && isSpace(text, next - 1)) next--;
  return next;
}

function nodeStartingAt(offset: number, root: Node, fits: (node: Node) => boolean): Node | undefined {
  let found: Node | undefined;
  for (let node = root.descendantForIndex(offset, offset + 1); node && node.startIndex === offset; node = node.parent) {
    if (fits(node)) found = node;
  }
  return found;
}

function endOf(outer: Node, root: Node, text: string, language: Language): number {
  const end = endBeforeComments(outer, root, text, language);
  let next = end;
  while (text[next] === ' ' || text[next] === '\t') next++;
  const terminator = language.terminators.find((mark) => text.startsWith(mark, next) && !text.endsWith(mark, end));
  return terminator === undefined || text.slice(outer.startIndex, end).endsWith(terminator) ? end : next + terminator.length;
}

/** Some grammars count comments above the next declaration in: those that stand no deeper than this one aren't its own. */
function endBeforeComments(outer: Node, root: Node, text: string, language: Language): number {
  let end = trimmedEnd(outer, text);
  for (;;) {
    if (onlyCloses(text, end) || !text.slice(outer.startIndex, end).includes('\n')) return end;
    const comment = nodeAt(end - 1, root, (node) => language.comments.includes(node.type) && trimmedEnd(node, text) === end);
    if (!comment || comment.startIndex <= outer.startIndex || !startsLine(comment.startIndex, text)) return end;
    if (indentAt(comment.startIndex, text).length > indentAt(outer.startIndex, text).length) return end;
    end = comment.startIndex;
    while (end > outer.startIndex && isSpace(text, end - 1)) end--;
  }
}

function nodeAt(offset: number, root: Node, fits: (node: Node) => boolean): Node | undefined {
  for (let node = root.descendantForIndex(offset, offset + 1); node; node = node.parent) if (fits(node)) return node;
  return undefined;
}

function trimmedEnd(node: Node, text: string): number {
  let end = node.endIndex;
  while (end > node.startIndex && isSpace(text, end - 1)) end--;
  return end;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text, at)) at++;
  return at;
}

function isSpace(text: string, at: number): boolean {
  return /\s/u.test(text[at] ?? '');
}

/** A brace alone stands on the line before `end`: no comment and no attribute ends there, and no look at the tree is needed. */
function onlyCloses(text: string, end: number): boolean {
  return /^\s*\}[;,]?$/.test(text.slice(text.lastIndexOf('\n', end - 1) + 1, end));
}

function newlines(gap: string): number {
  return gap.split('\n').length - 1;
}

function indentAt(offset: number, text: string): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return text.slice(lineStart, offset);
}

function startsLine(offset: number, text: string): boolean {
  return indentAt(offset, text).trim() === '';
}

/** How far a symbol reaches: up over what is attached to it, and on over what closes it. */
import type { Node } from 'web-tree-sitter';
import type { HeadPart, Range } from './codeReader';
import type { Language } from './languages';
import { isSpace, trimmedEnd } from './marks';
import type { Mark, Marks } from './marks';

export interface Extent extends Range {
  readonly declarationStart: number;
  readonly head: readonly HeadPart[];
}

/** `inner` is the declaration, `outer` the same or the outermost wrapper around it. */
export function extentOf(inner: Node, outer: Node, marks: Marks, text: string, language: Language): Extent {
  const start = upOver(skipSpace(text, outer.startIndex), marks, text);
  const head = headOf(start, inner, marks, text);
  const last = head.at(-1);
  return { start, declarationStart: last ? skipSpace(text, last.end) : start, head, end: endOf(outer, marks, text, language) };
}

/** The outermost node that only wraps this declaration. */
export function wrapped(node: Node, type: string, language: Language): Node {
  let outer = node;
  if (language.wrappers.length === 0 || language.members.includes(type)) return outer;
  for (let parent = outer.parent; parent && language.wrappers.includes(parent.type) && isMain(outer, parent, language); parent = outer.parent) outer = parent;
  return outer;
}

function isMain(node: Node, wrapper: Node, language: Language): boolean {
  let last = wrapper.lastNamedChild;
  while (last && language.comments.includes(last.type)) last = last.previousNamedSibling;
  return last?.id === node.id;
}

/** Attributes belong whatever the gap; a comment only without a blank line, alone on its line and in the same column. */
function upOver(from: number, marks: Marks, text: string): number {
  let start = from;
  let pending = start;
  for (;;) {
    const above = markEndingBefore(pending, marks, text);
    if (above === undefined) return start;
    const gap = text.slice(above.trimmedEnd, pending);
    if (above.attached) start = pending = above.start;
    else if (newlines(gap) === 1 && belongs(above, start, text)) start = pending = above.start;
    // A comment behind an attribute on its line: the attribute decides.
    else if (newlines(gap) <= 1 && !startsLine(above.start, text)) pending = above.start;
    else return start;
  }
}

function belongs(comment: Mark, start: number, text: string): boolean {
  if (text.startsWith('#!') && comment.start === 0) return false;
  return startsLine(comment.start, text) && indentAt(comment.start, text) === indentAt(start, text) && startsLine(start, text);
}

function markEndingBefore(offset: number, marks: Marks, text: string): Mark | undefined {
  let end = offset;
  while (end > 0 && isSpace(text, end - 1)) end--;
  return marks.endingAt(end).find((mark) => mark.end <= offset);
}

function headOf(start: number, inner: Node, marks: Marks, text: string): HeadPart[] {
  const head: HeadPart[] = [];
  for (let at = start; ; ) {
    // Within the declaration only an attribute can come first.
    const here = marks.startingAt(at);
    const comment = at < inner.startIndex ? here.find((mark) => mark.comment) : undefined;
    const found = comment ?? here.find((mark) => mark.attached);
    if (found && found.end < inner.endIndex) head.push({ sort: comment ? 'comment' : 'attribute', start: at, end: found.trimmedEnd });
    else if (at < inner.startIndex) head.push({ sort: 'prefix', start: at, end: prefixEnd(at, inner, marks, text) });
    else return head;
    at = skipSpace(text, (head.at(-1) as HeadPart).end);
  }
}

/** Words such as `export default` reach up to the declaration or to the next attribute or comment among them. */
function prefixEnd(at: number, inner: Node, marks: Marks, text: string): number {
  let next = inner.startIndex;
  if (marks.anyBetween(at + 1, next)) {
    for (let node = inner.tree.rootNode.descendantForIndex(at, at + 1)?.parent?.firstChild ?? null; node; node = node.nextSibling) {
      const { startIndex } = node;
      if (startIndex > at && startIndex < next && marks.startingAt(startIndex).some((mark) => mark.end === node?.endIndex)) next = startIndex;
    }
  }
  while (next > at && isSpace(text, next - 1)) next--;
  return next;
}

function endOf(outer: Node, marks: Marks, text: string, language: Language): number {
  const below = language.below && endOfBelow(outer, language.below, language.comments);
  if (below !== undefined) return trimmedEnd(text, outer.startIndex, below);
  const end = endBeforeComments(outer, marks, text);
  const marker = language.members.includes(outer.type) ? undefined : language.endMarker?.exec(text.slice(end, end + 2000));
  if (marker && (marker[1] === undefined || marker[1] === /^[ \t]*/.exec(indentAt(outer.startIndex, text))?.[0])) return end + marker[0].length;
  let next = end;
  while (text[next] === ' ' || text[next] === '\t') next++;
  const terminator = language.terminators.find((mark) => text.startsWith(mark, next) && !text.endsWith(mark, end));
  return terminator === undefined || text.slice(outer.startIndex, end).endsWith(terminator) ? end : next + terminator.length;
}

/** The end of the texts that a declaration announces on its last line, one after the other. */
function endOfBelow(outer: Node, { mark, text }: { readonly mark: string; readonly text: string }, comments: readonly string[]): number | undefined {
  const before = outer.previousNamedSibling;
  // The texts below the line are another one's first.
  if (before?.endPosition.row === outer.endPosition.row && before.descendantsOfType(mark).length > 0) return undefined;
  let next = outer.nextNamedSibling;
  while (next && comments.includes(next.type) && next.startPosition.row === outer.endPosition.row) next = next.nextNamedSibling;
  if (next?.type !== text) return undefined;
  let [end, left]: [number | undefined, number] = [undefined, outer.descendantsOfType(mark).length];
  for (; next?.type === text && left > 0; next = next.nextNamedSibling, left--) end = next.endIndex;
  return end;
}

/** Some grammars count comments above the next declaration in: those that stand no deeper than this one aren't its own. */
function endBeforeComments(outer: Node, marks: Marks, text: string): number {
  const { startIndex, endIndex } = outer;
  let end = trimmedEnd(text, startIndex, endIndex);
  for (;;) {
    const comment = marks.endingAt(end).findLast((mark) => mark.comment);
    if (!comment || comment.start <= startIndex || !startsLine(comment.start, text)) return end;
    const newline = text.indexOf('\n', startIndex);
    if (newline === -1 || newline >= end || indentAt(comment.start, text).length > indentAt(startIndex, text).length) return end;
    end = comment.start;
    while (end > startIndex && isSpace(text, end - 1)) end--;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text, at)) at++;
  return at;
}

function newlines(gap: string): number {
  let count = 0;
  for (let at = gap.indexOf('\n'); at !== -1; at = gap.indexOf('\n', at + 1)) count++;
  return count;
}

function indentAt(offset: number, text: string): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return text.slice(lineStart, offset);
}

function startsLine(offset: number, text: string): boolean {
  return indentAt(offset, text).trim() === '';
}

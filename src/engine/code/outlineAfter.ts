/** The outline of a text that changed in one place: only what stands there is read again, all else moves along. */
import type { Node, Query, Tree } from 'web-tree-sitter';
import type { Change } from './change';
import type { Range } from './codeReader';
import type { Language } from './languages';
import { nested } from './nesting';
import type { Draft } from './nesting';
import { draftsIn } from './outline';
import type { Outline, Source } from './outline';
import { turns } from './turns';

/** What is read again: up to `before` in the old text, up to `after` in the new one. */
type Stretch = Change;

/** The text before, its tree, and the same tree moved to where the new text has its nodes. */
export interface Before extends Source {
  readonly edited: Tree;
  readonly outline: Outline;
}

/** Equal to a fresh outline; undefined where only that can tell. All trees must live. */
export async function outlineAfter(old: Before, change: Change, now: Source, language: Language, query: Query): Promise<Outline | undefined> {
  // How a parser gets over an error may change far away from an edit.
  if (old.tree.rootNode.hasError || now.tree.rootNode.hasError) return undefined;
  const { drafts } = old.outline;
  const { start, before, after } = aroundSymbols(stretchOf(old, change, now, language), drafts);
  if (start === 0 && after > now.text.length) return undefined;
  const slices = turns();
  const touched = await draftsIn(now, { start, end: after }, language, query, slices);
  const fresh = touched.filter((draft) => draft.start >= start && draft.start < after);
  if (touched.some((draft) => (draft.start < start && draft.end > start) || (draft.start < after && draft.end > after))) return undefined;
  const moved = { by: change.after - change.before, lines: now.lines.count - old.lines.count };
  const rest = drafts.filter((draft) => draft.start >= before);
  const all = [...drafts.filter((draft) => draft.start < start), ...fresh, ...(moved.by === 0 && moved.lines === 0 ? rest : rest.map((draft) => shifted(draft, moved)))];
  return { drafts: all, symbols: await nested(all, now.text, language, slices) };
}

/**
 * From one child of the root before all that changed to one behind it. Both are more than a comment or an attribute, so
 * no symbol beyond them looks over them. Where there is none the stretch reaches to the text's begin, or over its end.
 */
function stretchOf(old: Before, change: Change, now: Source, language: Language): Stretch {
  const by = change.after - change.before;
  const soft = new Set([...language.comments, ...language.attached]);
  const root = now.tree.rootNode;
  const taken = (child: Node, by: number): boolean => {
    const { startIndex, endIndex, isNamed, type, id } = child;
    const same = isNamed && endIndex > startIndex && !soft.has(type) ? old.tree.rootNode.firstChildForIndex(startIndex - by) : null;
    return same?.id === id && same.startIndex === startIndex - by;
  };
  // Where a grammar is ambiguous an edit decides on code far from it.
  const ranges = old.edited.getChangedRanges(now.tree);
  const [first, last] = [Math.min(change.start, ranges[0]?.startIndex ?? Infinity), Math.max(change.after, ranges.at(-1)?.endIndex ?? 0)];
  const next = root.firstChildForIndex(first);
  let lower = next === null ? root.lastChild : next.previousSibling;
  while (lower && !taken(lower, 0)) lower = lower.previousSibling;
  let upper = root.firstChildForIndex(last);
  while (upper && !(upper.startIndex >= last && taken(upper, by))) upper = upper.nextSibling;
  const after = upper?.endIndex ?? now.text.length + 1;
  return { start: lower?.startIndex ?? 0, before: after - by, after };
}

/** Wide enough to cut no symbol of the old text. */
function aroundSymbols(stretch: Stretch, drafts: readonly Draft[]): Stretch {
  let { start, before } = stretch;
  for (let wider = true; wider; ) {
    wider = false;
    for (const draft of drafts) {
      if (draft.start < start && draft.end > start) [start, wider] = [draft.start, true];
      if (draft.start < before && draft.end > before) [before, wider] = [draft.end, true];
    }
  }
  return { start, before, after: stretch.after + before - stretch.before };
}

function shifted(draft: Draft, moved: { readonly by: number; readonly lines: number }): Draft {
  const { by, lines } = moved;
  const range = ({ start, end }: Range): Range => ({ start: start + by, end: end + by });
  return {
    ...draft,
    start: draft.start + by, end: draft.end + by, declarationStart: draft.declarationStart + by,
    startLine: draft.startLine + lines, endLine: draft.endLine + lines, declarationLine: draft.declarationLine + lines,
    head: draft.head.length === 0 ? draft.head : draft.head.map((part) => ({ ...part, ...range(part) })),
    ...(draft.body && { body: range(draft.body) }),
  };
}

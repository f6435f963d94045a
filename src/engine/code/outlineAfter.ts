/** The outline of a text that changed in one place: only what stands there is read again, all else moves along. */
import type { Node, Tree } from 'web-tree-sitter';
import type { Change } from '../../shared/change';
import type { CodeSymbol, Range } from './codeReader';
import type { OutlineQuery } from './grammar';
import type { Language } from './languages';
import type { Lines } from './lines';
import { nested } from './nesting';
import type { Draft } from './nesting';
import { draftsIn } from './outline';
import type { Outline, Source } from './outline';
import { turns } from './turns';
import type { Turns } from './turns';

/** What is read again: up to `before` in the old text, up to `after` in the new one. */
type Stretch = Change;

/** The text before: its tree, told of the change, so that its nodes are where the new text has them; how the one became the other. */
export interface Before {
  readonly lines: Lines;
  readonly edited: Tree;
  readonly outline: Outline;
  readonly change: Change;
}

/** Equal to a fresh outline; undefined where only that can tell. Both trees must live. */
export async function outlineAfter(old: Before, now: Source, language: Language, query: OutlineQuery): Promise<Outline | undefined> {
  const { change, edited, outline: { drafts } } = old;
  if (unsure(old, now)) return undefined;
  // Where a grammar is ambiguous an edit decides on code far from it.
  const ranges = edited.getChangedRanges(now.tree);
  const slices = turns();
  const found = await freshIn(old, { start: Math.min(change.start, ranges[0]?.startIndex ?? Infinity), end: Math.max(change.after, ranges.at(-1)?.endIndex ?? 0) }, now, language, query, slices);
  if (found === undefined) return undefined;
  const { stretch: { start, before }, fresh } = found;
  const moved = { by: change.after - change.before, lines: now.lines.count - old.lines.count };
  const rest = drafts.filter((draft) => draft.start >= before);
  const all = [...drafts.filter((draft) => draft.start < start), ...fresh, ...(moved.by === 0 && moved.lines === 0 ? rest : rest.map((draft) => shifted(draft, moved)))];
  return { drafts: all, symbols: await nested(all, now.text, language, slices) };
}

/** The symbols that stand around the change and `range`, a path's number counting these alone; undefined as above. Costs no look at the rest of the file. */
export async function symbolsAround(old: Before, range: Range, now: Source, language: Language, query: OutlineQuery): Promise<readonly CodeSymbol[] | undefined> {
  if (unsure(old, now)) return undefined;
  const slices = turns();
  const found = await freshIn(old, { start: Math.min(old.change.start, range.start), end: Math.max(old.change.after, range.end) }, now, language, query, slices);
  return found && nested(found.fresh, now.text, language, slices);
}

/** How a parser gets over an error may change far away from an edit. */
function unsure(old: Before, now: Source): boolean {
  return old.edited.rootNode.hasError || now.tree.rootNode.hasError;
}

/** The drafts of a stretch that holds `range` of the new text and cuts no symbol. */
async function freshIn(old: Before, range: Range, now: Source, language: Language, query: OutlineQuery, slices: Turns): Promise<{ readonly stretch: Stretch; readonly fresh: readonly Draft[] } | undefined> {
  const stretch = aroundSymbols(stretchOf(old, range, now, language), old.outline.drafts);
  const { start, after } = stretch;
  if (start === 0 && after > now.text.length) return undefined;
  const touched = await draftsIn(now, { start, end: after }, language, query, slices);
  if (touched.some((draft) => (draft.start < start && draft.end > start) || (draft.start < after && draft.end > after))) return undefined;
  return { stretch, fresh: touched.filter((draft) => draft.start >= start && draft.start < after) };
}

/**
 * From one child of the root before all that changed to one behind it. Both are more than a comment or an attribute, so
 * no symbol beyond them looks over them. Where there is none the stretch reaches to the text's begin, or over its end.
 */
function stretchOf({ edited, change }: Before, range: Range, now: Source, language: Language): Stretch {
  const by = change.after - change.before;
  const soft = new Set([...language.comments, ...language.attached]);
  const [root, oldRoot] = [now.tree.rootNode, edited.rootNode];
  const taken = (child: Node): boolean => {
    const { startIndex, endIndex, isNamed, type, id } = child;
    const same = isNamed && endIndex > startIndex && !soft.has(type) ? oldRoot.firstChildForIndex(startIndex) : null;
    return same?.id === id && same.startIndex === startIndex;
  };
  const next = root.firstChildForIndex(range.start);
  let lower = next === null ? root.lastChild : next.previousSibling;
  while (lower && !taken(lower)) lower = lower.previousSibling;
  let upper = root.firstChildForIndex(range.end);
  while (upper && !(upper.startIndex >= range.end && taken(upper))) upper = upper.nextSibling;
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

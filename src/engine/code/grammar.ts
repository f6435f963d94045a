/** A loaded grammar: parses in slices, so that a large file never holds the thread, and runs the outline query. */
import { Edit, Language as TreeSitterLanguage, Parser, Query } from 'web-tree-sitter';
import type { Node, QueryMatch, Tree } from 'web-tree-sitter';
import type { Change } from '../../shared/change';
import type { Languages } from '../ports';
import type { LanguageEntry } from './languages';
import type { Lines } from './lines';
import { marksQuery } from './marks';

/** All matches below a root, or those that touch a range; in bytes of UTF-16. */
export type OutlineQuery = (root: Node, range?: { readonly startIndex: number; readonly endIndex: number }) => readonly QueryMatch[];

/** For one parse at a time. */
export interface Grammar {
  /** Definitions, and each `comment` and what may be `attached`. */
  readonly outline: OutlineQuery;
  /** Made when a name is first looked for: making a query takes this thread for tens of milliseconds. */
  readonly scopes: () => Query | undefined;
  /** The caller deletes the tree. `edited` stays the caller's: another text's tree, told what changed since. */
  parse(text: string, edited?: Tree): Promise<Tree>;
}

/** The parser's own steps (a hundred of its operations each) until the thread is given back: about 10 ms, more among errors. Counted and not timed: where it pauses decides how it recovers from errors, and one text must have one tree. */
const SLICE = 200;
/** A shorter text is parsed within a slice, in UTF-16 units. */
const LARGE = 100_000;

/** Throws where the grammar is missing, broken, of a foreign format, or doesn't fit its query. */
export async function loadGrammar(entry: LanguageEntry): Promise<Grammar> {
  const language = await TreeSitterLanguage.load(await entry.files.grammar());
  const parser = new Parser();
  const empty = await parse(parser, language, '', null);
  const queries = await entry.files.queries();
  const outline = outlineQuery(language, queries.outline + marksQuery(entry.language, (type) => language.idForNodeType(type, true) !== null), empty.rootNode.type);
  empty.delete();
  let scopes: Query | undefined;
  return {
    outline,
    scopes: () => (queries.scopes === undefined ? undefined : (scopes ??= new Query(language, queries.scopes))),
    parse: async (text, edited) => {
      const tree = await parse(parser, language, text, edited ?? null);
      // Recovery from errors depends on the way there: only a fresh parse gives the same answer each time.
      if (edited === undefined || !tree.rootNode.hasError) return tree;
      tree.delete();
      return parse(parser, language, text, null);
    },
  };
}

/**
 * A pattern that begins at the root stays open to the end, and is looked at for every node of the tree. So these begin one
 * step deeper, in a query of their own that goes no deeper than it must.
 */
function outlineQuery(language: TreeSitterLanguage, source: string, rootType: string): OutlineQuery {
  const all = new Query(language, source);
  const bytes = new TextEncoder().encode(source);
  const [numbers, patterns]: [number[], string[]] = [[], []];
  for (let number = 0; number < all.patternCount(); number++) {
    const pattern = new TextDecoder().decode(bytes.subarray(all.startIndexForPattern(number), all.endIndexForPattern(number)));
    if (!pattern.startsWith(`(${rootType} (`) && !pattern.startsWith(`(${rootType} [`)) continue;
    all.disablePattern(number);
    numbers.push(number);
    patterns.push(`(${pattern.slice(rootType.length + 2)}`);
  }
  if (patterns.length === 0) return (root, range) => all.matches(root, range);
  const top = new Query(language, patterns.join('\n'));
  return (root, range) => {
    const found = all.matches(root, range);
    if (root.type !== rootType) return found;
    for (const match of top.matches(root, { ...range, maxStartDepth: 1 })) {
      match.patternIndex = numbers[match.patternIndex] ?? 0;
      found.push(match);
    }
    return found;
  };
}

/** Must be awaited before any grammar is loaded. */
export async function startParser(languages: Languages): Promise<void> {
  await Parser.init({ wasmBinary: await languages.runtime() });
}

async function parse(parser: Parser, language: TreeSitterLanguage, text: string, old: Tree | null): Promise<Tree> {
  // Some scanners keep something of the last text: this makes a new one.
  parser.setLanguage(language);
  try {
    for (;;) {
      let steps = 0;
      const tree = parser.parse(text, old, text.length < LARGE ? {} : { progressCallback: () => ++steps > SLICE });
      if (tree) return tree;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  } catch (fault) {
    parser.reset();
    throw fault;
  }
}

/** A change as a tree wants to hear of it, with the lines of both texts. */
export function editOf({ start, before, after }: Change, old: Lines, now: Lines): Edit {
  return new Edit({
    startIndex: start,
    oldEndIndex: before,
    newEndIndex: after,
    startPosition: pointAt(old, start),
    oldEndPosition: pointAt(old, before),
    newEndPosition: pointAt(now, after),
  });
}

function pointAt(lines: Lines, offset: number): { row: number; column: number } {
  return { row: lines.lineAt(offset) - 1, column: offset - lines.startOf(offset) };
}

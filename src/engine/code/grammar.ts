/** A loaded grammar: parses in slices, so that a large file never holds the thread, and runs the outline query. */
import { Edit, Language as TreeSitterLanguage, Parser, Query } from 'web-tree-sitter';
import type { Tree } from 'web-tree-sitter';
import type { Languages } from '../ports';
import type { Change } from './change';
import type { LanguageEntry } from './languages';
import type { Lines } from './lines';
import { marksQuery } from './marks';

/** For one parse at a time. */
export interface Grammar {
  /** Definitions, and each `comment` and what may be `attached`. */
  readonly outline: Query;
  readonly scopes: Query | undefined;
  /** The caller deletes the tree. `edited` stays the caller's: another text's tree, told what changed since. */
  parse(text: string, edited?: Tree): Promise<Tree>;
}

/** Longest time without giving the thread back, in milliseconds. */
const SLICE = 20;
/** A shorter text is parsed within a slice, in UTF-16 units. */
const LARGE = 100_000;

/** Throws where the grammar is missing, broken, of a foreign format, or doesn't fit its query. */
export async function loadGrammar(entry: LanguageEntry): Promise<Grammar> {
  const language = await TreeSitterLanguage.load(await entry.files.grammar());
  const outline = new Query(language, entry.files.outline + marksQuery(entry.language, (type) => language.idForNodeType(type, true) !== null));
  const scopes = entry.files.scopes === undefined ? undefined : new Query(language, entry.files.scopes);
  const parser = new Parser();
  return {
    outline,
    scopes,
    parse: async (text, edited) => {
      const tree = await parse(parser, language, text, edited ?? null);
      // Recovery from errors depends on the way there: only a fresh parse gives the same answer each time.
      if (edited === undefined || !tree.rootNode.hasError) return tree;
      tree.delete();
      return parse(parser, language, text, null);
    },
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
      const until = performance.now() + SLICE;
      const tree = parser.parse(text, old, text.length < LARGE ? {} : { progressCallback: () => performance.now() > until });
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

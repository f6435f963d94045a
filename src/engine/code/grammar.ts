/** A loaded grammar: parses in slices, so that a large file never holds the thread, and runs the outline query. */
import { Edit, Language as TreeSitterLanguage, Parser, Query } from 'web-tree-sitter';
import type { Tree } from 'web-tree-sitter';
import type { Languages } from '../ports';
import type { LanguageEntry } from './languages';
import { marksQuery } from './marks';

/** For one parse at a time. */
export interface Grammar {
  /** Definitions, and each `comment` and what may be `attached`. */
  readonly outline: Query;
  readonly scopes: Query | undefined;
  /** The caller deletes the tree. `old` must be of `oldText`; it stays the caller's. */
  parse(text: string, old?: { readonly tree: Tree; readonly text: string }): Promise<Tree>;
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
    parse: async (text, old) => {
      if (old === undefined) return parse(parser, language, text, null);
      const edited = old.tree.copy();
      try {
        edited.edit(editBetween(old.text, text));
        const tree = await parse(parser, language, text, edited);
        // Recovery from errors depends on the way there: only a fresh parse gives the same answer each time.
        if (!tree.rootNode.hasError) return tree;
        tree.delete();
        return await parse(parser, language, text, null);
      } finally {
        edited.delete();
      }
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

function editBetween(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let tail = 0;
  while (tail < shorter - start && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail++;
  return new Edit({
    startIndex: start,
    oldEndIndex: before.length - tail,
    newEndIndex: after.length - tail,
    startPosition: pointAt(before, start),
    oldEndPosition: pointAt(before, before.length - tail),
    newEndPosition: pointAt(after, after.length - tail),
  });
}

function pointAt(text: string, offset: number): { row: number; column: number } {
  let row = 0;
  let last = -1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    row++;
    last = at;
  }
  return { row, column: offset - last - 1 };
}

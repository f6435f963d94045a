/** What the rest of the engine may ask of source code; implemented by createCodeReader. */
import type { Language } from './languages';

/** A value while it is made, field by field. */
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export interface Range {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

/** One piece of what stands before a declaration: a comment, an attribute or decorator, or words such as `export default`. */
export interface HeadPart extends Range {
  readonly sort: 'comment' | 'attribute' | 'prefix';
}

export interface CodeSymbol {
  /** `save`, `#secret`. */
  readonly name: string;
  /** `Store.save`; a second definition of the same path is `Store.save[2]`. */
  readonly path: string;
  /** Further names of the same statement that can't be parted from it, as `b` in `a, b = 1, 2`. */
  readonly also?: readonly string[];
  /** `function`, `class`, `method`, `field`, `type`, …; `signature` has no body of its own. */
  readonly kind: string;
  /** UTF-16 offsets of the whole symbol with what is attached above it: decorators, attributes, doc comment, export words. */
  readonly start: number;
  readonly end: number;
  /** UTF-16 offset where the declaration itself begins, after what is attached. */
  readonly declarationStart: number;
  /** 1-based lines of the same ranges. */
  readonly startLine: number;
  readonly endLine: number;
  readonly declarationLine: number;
  /** What lies between start and declarationStart, in order. */
  readonly head: readonly HeadPart[];
  /** Where members go, braces included; absent where there is no body. */
  readonly body?: Range;
  /** The grammar's own word for the declaration. */
  readonly node: string;
  readonly children: readonly CodeSymbol[];
}

/** One place where a name stands in code; never in a string or a comment. */
export interface Occurrence extends Range {
  /**
   * `define`: declares it; `member`: after a dot, or a key; `shorthand`: `{ size }`; `exported`: `export { size }`;
   * `imported`: `import { size }`.
   */
  readonly role: 'define' | 'reference' | 'member' | 'shorthand' | 'exported' | 'imported';
  /** Which binding it is of: occurrences of one binding have the same number; undefined for members and what isn't bound in this file. Where a language tells sorts apart, the number of the sort: -1 may be any, -2 is no name. */
  readonly binding: number | undefined;
  /** Where that binding is known: the scope's range. */
  readonly scope: Range;
}

export interface SyntaxProblem {
  /** 1-based; the column counts UTF-16 units. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The text of that line. */
  readonly text: string;
}

/** `unknown`: no grammar, or the grammar fails on constructs newer than itself. */
export interface SyntaxReport {
  readonly state: 'valid' | 'broken' | 'unknown';
  readonly problems: readonly SyntaxProblem[];
  /** The most likely repair of the first problem in one clause, where the text tells it. */
  readonly repair?: string;
}

/** A syntax tree as plain data, every token included. */
export interface SyntaxNode extends Range {
  readonly type: string;
  readonly text: string;
  /** Something in it could not be read, or had to be made up. */
  readonly broken: boolean;
  readonly children: readonly SyntaxNode[];
}

/** How a language is written, as far as an edit must know; what isn't said here, its folder's definition says. */
export interface LanguageStyle extends Pick<Language, 'receivers' | 'qualified' | 'parentsInParentheses' | 'exportWord' | 'family' | 'shared' | 'sigils' | 'below' | 'comments' | 'interfaceOf' | 'group' | 'opening' | 'extensions'> {
  readonly id: string;
  readonly name: string;
  /** Indentation carries meaning. */
  readonly layout: boolean;
  /** Several definitions of one name are usual. */
  readonly overloads: boolean;
  /** What a block must hold where it would be empty, such as `pass`. */
  readonly emptyBlock?: string | undefined;
  /** Nothing may stand behind `=`. */
  readonly emptyValues: boolean;
  /** Words that join the parts of one statement, such as `and`. */
  readonly joiners: readonly string[];
  /** Fits a file that has something which stays last: its group `last`. */
  readonly ending?: RegExp | undefined;
  /** Blank lines between two top-level symbols. */
  readonly blankLines: number;
  /** What may close a declaration from outside of it, such as `;`. */
  readonly terminators: readonly string[];
  readonly keywords: readonly string[];
  readonly names?: RegExp | undefined;
  readonly special?: RegExp | undefined;
  /** Whether `occurrences` knows scopes. */
  readonly scoped: boolean;
}

export interface CodeReader {
  /** The language's id by the path's name, undefined where none fits. */
  languageOf(path: string): string | undefined;
  /** The family of languages that use each other's names: the language's id where it has none. */
  familyOf(path: string): string | undefined;
  /** With the text, that of the language the text is in. */
  style(path: string, text?: string): Promise<LanguageStyle | undefined>;
  /** Top-level symbols with their children; undefined without a usable grammar. */
  symbols(path: string, text: string): Promise<readonly CodeSymbol[] | undefined>;
  /** Those of an edited text that lie around a range of it, others too where that is as cheap; a path's number may count these alone. */
  symbolsAround(path: string, text: string, range: Range): Promise<readonly CodeSymbol[] | undefined>;
  check(path: string, text: string): Promise<SyntaxReport>;
  /** Strings that span lines and whose inner lines must not be moved; doc strings are not among them. */
  multilineStrings(path: string, text: string): Promise<readonly Range[]>;
  /** Every place of a name in code. Without scopes for the language all are of one binding. */
  occurrences(path: string, text: string, name: string): Promise<readonly Occurrence[] | undefined>;
  /** The whole tree of a short text; undefined without a usable grammar. */
  tree(path: string, text: string): Promise<SyntaxNode | undefined>;
  /** Why there is no language for this path, where there is none; the next move is the caller's to say. */
  trouble(path: string): Promise<string | undefined>;
}

/** What the rest of the engine may ask of source code; implemented by createCodeReader. */

export interface CodeSymbol {
  /** `save`, `#secret`. */
  readonly name: string;
  /** `Store.save`; a second definition of the same path is `Store.save[2]`. */
  readonly path: string;
  /** `function`, `class`, `method`, `field`, `type`, … */
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
  readonly children: readonly CodeSymbol[];
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
}

export interface CodeReader {
  /** The language's id by the path's name, undefined where none fits. */
  languageOf(path: string): string | undefined;
  /** Top-level symbols with their children; undefined without a usable grammar. */
  symbols(path: string, text: string): Promise<readonly CodeSymbol[] | undefined>;
  check(path: string, text: string): Promise<SyntaxReport>;
}

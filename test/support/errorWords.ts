/** Finds what the sources throw at a person, so that every such message can be read in one place. */
import ts from 'typescript';

export interface ThrownWords {
  readonly file: string;
  readonly line: number;
  /** As written; what is filled in at run time stands as `…`. */
  readonly text: string;
}

/** What ends each error: the words of `new Error(words)`, and of `new ModelUnavailable(code, cause, next)` the next move. Words that are no literal are left out. */
export function thrownWords(file: string, text: string): readonly ThrownWords[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: ThrownWords[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) {
      const said = node.expression.text === 'Error' ? node.arguments?.[0] : node.expression.text === 'ModelUnavailable' ? node.arguments?.[2] : undefined;
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      // `...spread` is written elsewhere.
      if (said && !node.arguments?.some(ts.isSpreadElement)) found.push(...literals(said).map((words) => ({ file, line, text: words })));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function literals(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('')];
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  return [];
}

/** How a next move begins: with what to do. */
const moves = /(?:^|[.;,:] )(?:Ask|Check|Choose|Close|Free|Give|Have|Leave|Load|Look|Make|Move|Open|Pull|Restart|Restore|Run|Set|Start|Take|Try|Undo|Use|Wait|A smaller prompt)\b/iu;

/** Whether the words are whole sentences that tell what to do now. */
export function namesNextMove(text: string): boolean {
  return /[.…]$/u.test(text) && moves.test(text);
}

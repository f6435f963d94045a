/** Says whether a tree has errors, where the first of them are, and whether they prove anything. */
import type { Node, Tree } from 'web-tree-sitter';
import type { SyntaxProblem, SyntaxReport } from './codeReader';
import type { Language } from './languages';
import { Lines } from './lines';
import { likelyRepair } from './repair';

/** More would be the echo of the first ones. */
const MOST = 50;

export function syntaxOf(tree: Tree, text: string, language: Language): SyntaxReport {
  if (!tree.rootNode.hasError) return { state: 'valid', problems: [] };
  const lines = Lines.of(text);
  const problems: SyntaxProblem[] = [];
  collect(tree.rootNode, text, lines, problems);
  problems.sort((a, b) => a.line - b.line || a.column - b.column);
  const near = (line: number): string[] => Array.from({ length: language.unsureAbove + 1 }, (_, back) => lines.textOf(Math.max(1, line - back)));
  const certain = problems.some((problem) => !near(problem.line).some((text) => language.unsure.some((pattern) => pattern.test(text))));
  const repair = certain ? likelyRepair(tree, text, lines, problems, language) : undefined;
  return { state: certain ? 'broken' : 'unknown', problems, ...(repair !== undefined && { repair }) };
}

function collect(node: Node, text: string, lines: Lines, problems: SyntaxProblem[]): void {
  if (problems.length >= MOST) return;
  if (node.isMissing) return void problems.push(problemAt(node.startIndex, `missing ${quoted(node)}`, text, lines));
  if (node.isError) {
    const culprit = culpritOf(node);
    problems.push(problemAt(culprit.startIndex, `unexpected ${quoted(culprit)}`, text, lines));
    return;
  }
  if (!node.hasError) return;
  for (const child of node.children) collect(child, text, lines, problems);
}

/** Large error nodes start with what was still right: the first error inside is nearer to the cause. */
function culpritOf(node: Node): Node {
  const inner = node.children.find((child) => child.isError || child.isMissing || child.hasError);
  return inner ? culpritOf(inner) : node;
}

function problemAt(offset: number, message: string, text: string, lines: Lines): SyntaxProblem {
  const line = lines.lineAt(offset);
  return { line, column: offset - lines.startOf(offset) + 1, message, text: lines.textOf(line) };
}

function quoted(node: Node): string {
  const shown = (node.isMissing ? node.type : node.text.split('\n', 1)[0] ?? '').trim();
  return shown === '' ? 'end of text' : `"${shown.length > 40 ? `${shown.slice(0, 40)}…` : shown}"`;
}

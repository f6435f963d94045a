/** Says whether a tree has errors, where the first of them are, and whether they prove anything. */
import type { Node, Tree } from 'web-tree-sitter';
import type { SyntaxProblem, SyntaxReport } from './codeReader';
import type { Language } from './languages';
import { Lines } from './lines';
import { likelyRepair } from './repair';

/** More would be the echo of the first ones. */
const MOST = 50;

export function syntaxOf(tree: Tree, text: string, language: Language): SyntaxReport {
  const problems: SyntaxProblem[] = [];
  const sound = !tree.rootNode.hasError;
  if (sound && language.blocks.length === 0) return { state: 'valid', problems };
  const lines = Lines.of(text);
  if (sound) {
    layout(tree.rootNode, text, lines, language.blocks, problems);
    return { state: problems.length > 0 ? 'broken' : 'valid', problems };
  }
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

/** What grammars let pass: blocks without a statement, and statements at a column where none may begin. */
function layout(root: Node, text: string, lines: Lines, blocks: readonly string[], problems: SyntaxProblem[]): void {
  const columnOf = (node: Node): number | undefined => columnAt(node.startIndex, text, lines);
  const report = (node: Node, message: string): void => void (problems.length < MOST && problems.push(problemAt(node.startIndex, message, text, lines)));
  for (const block of [root, ...root.descendantsOfType([...blocks])]) {
    const opener = block.parent;
    const statements = block.namedChildren.filter((child) => !child.isExtra);
    const [first] = statements;
    if (opener && !first) report(opener, 'an indented block must follow');
    if (!first) continue;
    // A clause (`else`) and what is decorated stand at the column of their statement.
    const whole = opener?.parent && opener.parent.id !== root.id && !blocks.includes(opener.parent.type) ? opener.parent : opener;
    const outer = whole ? columnOf(whole) : undefined;
    const own = opener ? columnOf(opener) : undefined;
    const columns = statements.map(columnOf);
    const column = opener ? columns.find((one) => one !== undefined) : 0;
    if (opener && outer !== undefined && own !== undefined && own !== outer) report(opener, 'its indentation fits no statement above');
    if (outer !== undefined && column !== undefined && column <= outer) report(first, 'not deeper than the statement whose block it begins');
    const stray = statements[columns.findIndex((one) => one !== undefined && one !== column)];
    if (stray) report(stray, 'its indentation fits no open block');
  }
  problems.sort((a, b) => a.line - b.line || a.column - b.column);
}

/** Columns before what begins a line, tabs up to the next eighth; undefined for what stands behind other text or continues a line. */
function columnAt(offset: number, text: string, lines: Lines): number | undefined {
  const start = lines.startOf(offset);
  const space = text.slice(start, offset).replace(/^\uFEFF/, '');
  if (/[^ \t\f]/.test(space) || /\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start))) return undefined;
  return [...space].reduce((width, one) => (one === ' ' ? width + 1 : one === '\t' ? width + 8 - (width % 8) : 0), 0);
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

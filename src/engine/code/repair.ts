/** The most likely repair of a text that doesn't parse: what was opened and never closed, what is missing at a line's end. */
import type { Tree, TreeCursor } from 'web-tree-sitter';
import type { SyntaxProblem } from './codeReader';
import type { Language } from './languages';
import type { Lines } from './lines';

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** A longer text isn't walked for the sake of a hint. */
const LONGEST = 1_000_000;

/** One clause without a full stop; undefined where nothing certain can be said. `problems` begin with the first one. */
export function likelyRepair(tree: Tree, text: string, lines: Lines, problems: readonly SyntaxProblem[], language: Language): string | undefined {
  const [first] = problems;
  if (first === undefined || text.length > LONGEST) return undefined;
  return openedLong(text, lines, language) ?? openString(first) ?? blockMark(first, lines, language) ?? brackets(tree, lines);
}

/** Brackets as the grammar reads them: none in strings and comments. */
function brackets(tree: Tree, lines: Lines): string | undefined {
  const open: { readonly mark: string; readonly at: number }[] = [];
  const cursor = tree.walk();
  const never = (one: { mark: string; at: number }, before = ''): string => `the ${one.mark} opened in line ${lines.lineAt(one.at)} is never closed${before}`;
  try {
    for (let leaf = nextLeaf(cursor, true); leaf; leaf = nextLeaf(cursor, false)) {
      if (cursor.nodeIsMissing || cursor.nodeIsNamed) continue;
      const type = cursor.nodeType;
      const mark = type.at(-1) ?? '';
      if (type.length <= 2 && CLOSES[mark] !== undefined) open.push({ mark, at: cursor.startIndex });
      if (type !== ')' && type !== ']' && type !== '}') continue;
      const line = lines.lineAt(cursor.startIndex);
      const partner = open.findLastIndex((one) => CLOSES[one.mark] === type);
      const left = partner === -1 ? undefined : open[partner + 1];
      const older = partner === -1 || left ? undefined : strayBelow(open, partner, cursor.startIndex, lines);
      if (older) return never(older);
      if (left) return never(left, ` before the ${type} in line ${line}`);
      // A grammar may have closers of its own, such as `pattern)` in a shell's case; those are no error.
      if (partner === -1 && cursor.currentNode.parent?.isError) return `the ${type} in line ${line} closes nothing`;
      if (partner !== -1) open.pop();
    }
  } finally {
    cursor.delete();
  }
  return open[0] && never(open[0]);
}

/** A closer that begins its line belongs to the opener whose line is indented alike: the deeper one above it was forgotten. */
function strayBelow<O extends { readonly mark: string; readonly at: number }>(open: readonly O[], partner: number, at: number, lines: Lines): O | undefined {
  const indentation = (offset: number): number => /^\s*/.exec(lines.textOf(lines.lineAt(offset)))?.[0].length ?? 0;
  const [top, mine] = [open[partner], indentation(at)];
  if (top === undefined || lines.startOf(at) + mine !== at || indentation(top.at) <= mine) return undefined;
  return open.slice(0, partner).some((one) => one.mark === top.mark && indentation(one.at) === mine) ? top : undefined;
}

/** Moves on to the next node without children; `start` where the cursor stands at the root. */
function nextLeaf(cursor: TreeCursor, start: boolean): boolean {
  while (!start && !cursor.gotoNextSibling()) if (!cursor.gotoParent()) return false;
  while (cursor.gotoFirstChild());
  return true;
}

/** A string mark that spans lines (`"""`) and comes an odd number of times. */
function openedLong(text: string, lines: Lines, language: Language): string | undefined {
  for (const mark of language.longStrings) {
    const parts = text.split(mark);
    if (parts.length % 2 === 0) return `the ${mark} in line ${lines.lineAt(text.lastIndexOf(mark))} has no partner`;
  }
  return undefined;
}

function openString(first: SyntaxProblem): string | undefined {
  const bare = first.text.replace(/\\./gu, '').replace(/"[^"]*"|'[^']*'|`[^`]*`/gu, '');
  const mark = /^[^#]*?(["'`])/u.exec(bare)?.[1];
  return mark === undefined || /\/\/|--/.test(bare.slice(0, bare.indexOf(mark))) ? undefined : `the string opened with ${mark} in line ${first.line} is never closed`;
}

function blockMark(first: SyntaxProblem, lines: Lines, language: Language): string | undefined {
  if (!language.block) return undefined;
  for (const line of [first.line, first.line - 1]) {
    const code = lines.textOf(line).replace(/\s+#[^"']*$/u, '').trimEnd();
    if (line > 0 && language.block.pattern.test(code) && !code.includes(language.block.mark) && !/[\\([{,]$/.test(code)) return `expected ${language.block.mark} at the end of line ${line}`;
  }
  return undefined;
}

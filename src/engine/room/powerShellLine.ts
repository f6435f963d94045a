/** Reads a PowerShell line from its syntax tree; whatever isn't a plain command with plain words is a doubt. */
import type { SyntaxNode } from '../code/codeReader';
import { commandOf, roughCommands } from './roughCommands';
import type { ShellLine, SimpleCommand, Word } from './shellLine';

/** What must be there, or says nothing. */
const FRAME = new Set(['program', 'statement_list', 'pipeline', 'pipeline_chain', 'pipeline_chain_tail', 'empty_statement', ';', '|', '&&', '||']);
const NAMED: Readonly<Record<string, string>> = {
  script_block_expression: 'it holds a script block in braces', script_block: 'it holds a script block in braces', sub_expression: 'it runs a command inside $( )', parenthesized_expression: 'it runs what stands in parentheses',
  variable: 'it holds a variable', hash_literal_expression: 'it holds a table', assignment_expression: 'it sets a variable', invokation_expression: 'it calls a method', member_access: 'it reads a member', function_statement: 'it defines a function',
  command_invokation_operator: 'it runs what & or . is given', stop_parsing: 'it hands the rest on unread', comment: 'it holds a comment', type_literal: 'it names a type', array_expression: 'it runs what stands in @( )',
};
/** Grammar and shell agree on these, and on nothing else: the shell takes curly quotes for quotes, long dashes for dashes, and `a>b` for a redirection. */
const BARE = /^[\p{L}\p{N}\p{M}_.\\/:+=~^*?%-][\p{L}\p{N}\p{M}_.\\/:+=~^*?%@!-]*$/u;
const NAME = /^(?:[A-Za-z_.\\/~][\w.\\/:+~-]*|[%?])$/;
const CERTAIN = /^[\t\n\r -~\p{L}\p{N}\p{M}]*$/u;
const KEYWORDS = /^(?:begin|break|catch|class|configuration|continue|data|define|do|dynamicparam|else|elseif|end|enum|exit|filter|finally|for|foreach|from|function|hidden|if|in|inlinescript|module|namespace|parallel|param|process|public|return|sequence|static|switch|throw|trap|try|type|until|using|var|while|workflow|clean|default|interface|private|command)$/i;
const STREAMS = /^(?:[1-6*]>&[12])$/;

/** `tree`: of the same line by PowerShell's grammar; without it nothing is certain. Commands inside blocks and expressions are listed too. */
export function parsePowerShellLine(line: string, tree: SyntaxNode | undefined): ShellLine {
  const doubts = new Set<string>();
  const commands: SimpleCommand[] = [];
  if (!CERTAIN.test(line)) doubts.add('it holds characters that look like others');
  // Marks inside quotes are read another way in some places; without any there is nothing to disagree on.
  if (line.includes('`')) doubts.add('it holds a backtick');
  if (line.includes('$')) doubts.add('it holds a variable');
  if (tree === undefined) doubts.add('PowerShell could not be read here');
  else {
    if (tree.broken) doubts.add('it is not understood as a whole');
    visit(tree, commands, doubts);
  }
  // So that what is denied is found in whatever the tree does not show.
  if (doubts.size > 0) commands.push(...roughCommands(line));
  return { commands, doubts: [...doubts], piped: line.includes('|') };
}

function visit(node: SyntaxNode, commands: SimpleCommand[], doubts: Set<string>): void {
  if (node.type === 'command') {
    commands.push(readCommand(node, doubts));
    return;
  }
  if (!FRAME.has(node.type)) doubts.add(NAMED[node.type] ?? 'it is more than plain commands');
  let piped = false;
  for (const child of node.children) {
    const from = commands.length;
    visit(child, commands, doubts);
    const first = commands[from];
    if (piped && child.type === 'command' && first !== undefined) commands[from] = { ...first, input: 'pipe' };
    piped ||= child.type === '|';
  }
}

function readCommand(node: SyntaxNode, doubts: Set<string>): SimpleCommand {
  const words: Word[] = [];
  const writes: string[] = [];
  for (const child of node.children) {
    if (child.type === 'command_name' && words.length === 0) {
      if (!NAME.test(child.text) || KEYWORDS.test(child.text) || child.children.length > 0) doubts.add('the name of the program is not plain');
      words.push({ raw: child.text, text: child.text });
    } else if (child.type === 'command_elements') readElements(child.children, words, writes, doubts);
    else {
      doubts.add(NAMED[child.type] ?? 'the name of the program is worked out');
      if (child.type === 'command_name_expr') words.push({ raw: child.text, text: child.text.replace(/["'`]/g, '') });
    }
  }
  doubtInner(node, doubts);
  return { ...commandOf(words), writes };
}

/** Expressions among the words hold commands of their own; that they are there is a doubt already, and the rough reading lists them. */
function doubtInner(node: SyntaxNode, doubts: Set<string>): void {
  for (const child of node.children) {
    const named = NAMED[child.type];
    if (named !== undefined) doubts.add(named);
    doubtInner(child, doubts);
  }
}

function readElements(elements: readonly SyntaxNode[], words: Word[], writes: string[], doubts: Set<string>): void {
  let apart = false;
  for (const element of elements) {
    if (element.type === 'command_argument_sep') {
      apart = element.text.trim() === '' && element.text !== '';
      const last = words.at(-1);
      if (element.text === ':' && last !== undefined) {
        words[words.length - 1] = { raw: `${last.raw}:`, text: `${last.text}:` };
        apart = true;
      }
      continue;
    }
    if (!apart) doubts.add('words in it stand together');
    apart = false;
    if (element.type === 'redirection') {
      const file = element.children.find(({ type }) => type === 'redirected_file_name')?.text.trim();
      if (file !== undefined) writes.push(file.replace(/^["']|["']$/g, ''));
      else if (!STREAMS.test(element.text.trim())) doubts.add('it redirects in a way that is not known');
      continue;
    }
    const text = wordOf(element);
    if (text === undefined) doubts.add(NAMED[element.type] ?? 'a word in it is worked out');
    words.push({ raw: element.text, text: text ?? element.text });
  }
}

/** The value of a plain word, undefined where it has none that is certain. */
function wordOf(node: SyntaxNode): string | undefined {
  const [only] = node.children;
  switch (node.type) {
    case 'generic_token': return node.children.length === 0 && BARE.test(node.text) ? node.text : undefined;
    case 'command_parameter': return /^-[A-Za-z][\w-]*$/.test(node.text) || /^--[A-Za-z][\w-]*$/.test(node.text) ? node.text : undefined;
    case 'array_literal_expression': case 'unary_expression': case 'string_literal': case 'integer_literal': return node.children.length === 1 && only !== undefined ? wordOf(only) : undefined;
    case 'decimal_integer_literal': return /^\d+$/.test(node.text) ? node.text : undefined;
    case 'verbatim_string_characters': return /^'(?:[^']|'')*'$/.test(node.text) ? node.text.slice(1, -1).replaceAll("''", "'") : undefined;
    case 'expandable_string_literal': return /^"[^"$`]*"$/.test(node.text) ? node.text.slice(1, -1) : undefined;
    default: return undefined;
  }
}

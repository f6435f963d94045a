/** Reads a bash command line the way the shell would, and says where it is not certain; what is uncertain must be asked. */

export interface Word {
  /** After quote removal. */
  readonly text: string;
  /** As written. */
  readonly raw: string;
}

export interface SimpleCommand {
  readonly words: readonly Word[];
  /** `NAME=value` before the command. */
  readonly assignments: readonly string[];
  /** Files it writes by redirection; `/dev/null` is none. */
  readonly writes: readonly string[];
  /** Files it reads by redirection. */
  readonly reads: readonly string[];
  /** What feeds its input. */
  readonly input: 'pipe' | 'here' | 'file' | undefined;
}

export interface ShellLine {
  readonly commands: readonly SimpleCommand[];
  /** Why the words here may not be all that runs; empty where they are. */
  readonly doubts: readonly string[];
  readonly piped: boolean;
}

interface Draft {
  words: Word[];
  assignments: string[];
  writes: string[];
  reads: string[];
  input: SimpleCommand['input'];
}

class Unreadable extends Error {}

const KEYWORDS = new Set(['if', 'then', 'elif', 'else', 'fi', 'for', 'while', 'until', 'do', 'done', 'case', 'esac', 'in', 'select', 'function', 'coproc', 'time', '!', '{', '}', '[[']);
const ENDS_WORD = new Set([' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')']);

/** Commands inside substitutions and here-documents are listed too, after the others. */
export function parseShellLine(line: string): ShellLine {
  const reader = createReader(line);
  try {
    reader.readAll();
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    reader.doubts.add(fault.message);
  }
  const commands = [...reader.commands];
  let piped = reader.isPiped();
  for (const inner of reader.nested) {
    const parsed = parseShellLine(inner);
    commands.push(...parsed.commands);
    piped ||= parsed.piped;
  }
  return { commands, doubts: [...reader.doubts], piped };
}

function createReader(line: string) {
  const commands: SimpleCommand[] = [];
  const doubts = new Set<string>();
  const nested: string[] = [];
  const hereDocuments: { readonly end: string; readonly tabs: boolean }[] = [];
  let at = 0;
  let depth = 0;
  let piped = false;
  /** An operator was read that needs a command after it. */
  let waits = false;
  let draft = emptyDraft();

  const isEmpty = (): boolean => draft.words.length + draft.assignments.length + draft.writes.length + draft.reads.length === 0 && draft.input !== 'here';
  const endCommand = (): void => {
    if (!isEmpty()) commands.push(draft);
    draft = emptyDraft();
  };

  function readAll(): void {
    while (at < line.length) {
      const character = line[at];
      if (character === ' ' || character === '\t') at++;
      else if (line.startsWith('\\\n', at)) at += 2;
      else if (character === '#') at = endOfLine(at);
      else if (character === '\n') readLineBreak();
      else if (!readOperator()) readWordOrRedirect();
    }
    if (waits && isEmpty()) doubts.add('it ends in the middle');
    endCommand();
    if (hereDocuments.length > 0) throw new Unreadable('a here-document has no end');
    if (depth !== 0) throw new Unreadable('its parentheses do not match');
  }

  function endOfLine(from: number): number {
    const end = line.indexOf('\n', from);
    return end < 0 ? line.length : end;
  }

  function readLineBreak(): void {
    at++;
    if (!(waits && isEmpty())) {
      endCommand();
      waits = false;
    }
    for (const { end, tabs } of hereDocuments.splice(0)) {
      const body: string[] = [];
      for (;;) {
        if (at >= line.length) throw new Unreadable('a here-document has no end');
        const stop = endOfLine(at);
        const text = tabs ? line.slice(at, stop).replace(/^\t+/, '') : line.slice(at, stop);
        at = stop + 1;
        if (text === end) break;
        body.push(text);
      }
      nested.push(body.join('\n'));
    }
  }

  function readOperator(): boolean {
    const operator = /^(?:&&|\|\||\|&|;;&|;;|;&|[;|()]|&(?!>))/.exec(line.slice(at, at + 3))?.[0];
    if (operator === undefined) return false;
    at += operator.length;
    if (operator === '(' || operator === ')') {
      doubts.add('it groups commands with parentheses');
      depth += operator === '(' ? 1 : -1;
      if (depth < 0) throw new Unreadable('its parentheses do not match');
    }
    else if (isEmpty()) doubts.add('an operator in it has no command before it');
    if (operator.startsWith(';') && operator.length > 1) doubts.add('it holds a control structure');
    endCommand();
    waits = operator === '&&' || operator.startsWith('|');
    if (operator === '|' || operator === '|&') {
      piped = true;
      draft.input = 'pipe';
    }
    return true;
  }

  function readWordOrRedirect(): void {
    const redirect = /^(?:\d+|\{\w+\})?(?:<<<|<<-?|<&|<>|<(?!\()|>>|>&|>\||>(?!\()|&>>|&>)/.exec(line.slice(at, at + 24))?.[0];
    if (redirect !== undefined) {
      at += redirect.length;
      readRedirect(redirect.replace(/^(?:\d+|\{\w+\})/, ''));
      return;
    }
    const word = readWord();
    if (draft.words.length === 0 && /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(word.raw)) draft.assignments.push(word.text);
    else if (draft.words.length === 0 && KEYWORDS.has(word.raw)) doubts.add('it holds a control structure');
    else draft.words.push(word);
  }

  function readRedirect(operator: string): void {
    while (line[at] === ' ' || line[at] === '\t') at++;
    if (ENDS_WORD.has(line[at] ?? '\n') && !/^[<>]\(/.test(line.slice(at, at + 2))) throw new Unreadable('a redirection has no target');
    const { text, raw } = readWord();
    if (operator === '<<' || operator === '<<-') {
      hereDocuments.push({ end: text, tabs: operator === '<<-' });
      draft.input = 'here';
      doubts.add('it holds a here-document');
    } else if (operator === '<<<') {
      draft.input = 'here';
    } else if (/^[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(raw)) return;
    else if (operator === '<') {
      draft.input = 'file';
      draft.reads.push(text);
    } else if (text !== '/dev/null') {
      draft.writes.push(text);
    }
  }

  function readWord(): Word {
    const start = at;
    let text = '';
    while (at < line.length) {
      const character = line[at] ?? '';
      if ((character === '<' || character === '>') && line[at + 1] === '(') {
        at++;
        readSubstitution();
        doubts.add('it runs a command inside <( ) or >( )');
      } else if (character === '(' && at > start) {
        throw new Unreadable('it defines a function or an array, or uses a pattern with parentheses');
      } else if (ENDS_WORD.has(character)) {
        break;
      } else if (character === '\\') {
        if (at + 1 === line.length) throw new Unreadable('it ends in the middle');
        if (line[at + 1] !== '\n') text += line[at + 1] ?? '';
        at += 2;
      } else if (character === "'") {
        const end = line.indexOf("'", at + 1);
        if (end < 0) throw new Unreadable('a quote is not closed');
        text += line.slice(at + 1, end);
        at = end + 1;
      } else if (character === '"') {
        text += readDoubleQuoted();
      } else if (character === '$') {
        text += readDollar(false);
      } else if (character === '`') {
        readBackticks();
      } else {
        doubtHistory();
        if (character === '{' && !/^\{(?![^}]*\.\.)[\w.@^~:/+-]*\}/.test(line.slice(at, at + 80))) doubts.add('braces in it stand for several words');
        text += character;
        at++;
      }
    }
    return { text, raw: line.slice(start, at) };
  }

  function readDoubleQuoted(): string {
    let text = '';
    for (at++; line[at] !== '"'; ) {
      const character = line[at];
      if (character === undefined) throw new Unreadable('a quote is not closed');
      if (character === '\\' && '$`"\\\n'.includes(line[at + 1] ?? '?')) {
        text += line[at + 1] === '\n' ? '' : (line[at + 1] ?? '');
        at += 2;
      } else if (character === '$') text += readDollar(true);
      else if (character === '`') readBackticks();
      else {
        doubtHistory();
        text += character;
        at++;
      }
    }
    at++;
    return text;
  }

  /** In a terminal `!x` repeats an earlier command. */
  function doubtHistory(): void {
    if (/^![^\s=(]/.test(line.slice(at, at + 2))) doubts.add('it may repeat an earlier command');
  }

  function readDollar(quoted: boolean): string {
    const next = line[at + 1] ?? '';
    at++;
    if (next === '(') {
      doubts.add('it runs a command inside $( )');
      readSubstitution();
    } else if (next === '{') {
      doubts.add('it holds a variable');
      const end = line.indexOf('}', at);
      if (end < 0) throw new Unreadable('a brace is not closed');
      // Whatever is in there may run commands of its own; they are found by looking at it as a line.
      nested.push(line.slice(at + 1, end).replace(/^[^$`]*/, ''));
      at = end + 1;
    } else if (!quoted && (next === "'" || next === '"')) {
      throw new Unreadable('it writes characters as escapes');
    } else if (/[\w?!@*#$-]/.test(next)) {
      doubts.add('it holds a variable');
      at += /^(?:[A-Za-z_]\w*|.)/.exec(line.slice(at))?.[0].length ?? 1;
    } else if (next === '[') {
      throw new Unreadable('it holds an expression in an old form');
    } else {
      return '$';
    }
    return '';
  }

  /** From the opening parenthesis to its partner. */
  function readSubstitution(): void {
    const start = ++at;
    for (let open = 1; open > 0; ) {
      const character = line[at];
      if (character === undefined) throw new Unreadable('a parenthesis is not closed');
      if (character === '(') open++;
      else if (character === ')') open--;
      else if (character === '\\') at++;
      else if (character === "'" || character === '"') {
        const end = closingQuote(at, character);
        if (end < 0) throw new Unreadable('a quote is not closed');
        at = end;
      }
      at++;
    }
    nested.push(line.slice(start, at - 1));
  }

  function closingQuote(from: number, quote: string): number {
    for (let to = from + 1; to < line.length; to++) {
      if (quote === '"' && line[to] === '\\') to++;
      else if (line[to] === quote) return to;
    }
    return -1;
  }

  function readBackticks(): void {
    doubts.add('it runs a command inside backticks');
    const start = ++at;
    while (line[at] !== '`') {
      if (line[at] === undefined) throw new Unreadable('a backtick is not closed');
      at += line[at] === '\\' ? 2 : 1;
    }
    nested.push(line.slice(start, at++).replace(/\\([$`\\])/g, '$1'));
  }

  return { commands, doubts, nested, readAll, isPiped: () => piped };
}

const emptyDraft = (): Draft => ({ words: [], assignments: [], writes: [], reads: [], input: undefined });

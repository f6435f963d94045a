/** Reads a line for cmd.exe: where commands, words and redirections begin; what cmd would put in for something else is a doubt. */
import { roughCommands } from './roughCommands';
import type { ShellLine, SimpleCommand, Word } from './shellLine';

/** What follows is another command, or something only a batch file means. */
const STARTS = /^(?:if|for|call|start|else|do|not|in|exist|rem|set|setlocal|goto|exit|cmd|pause|prompt|assoc|ftype|pushd|popd|subst|mklink|forfiles|doskey|path|break|:.*)$/i;
/** Its own commands take a sign right after their name. */
const GLUED = /^(cd|chdir|dir|del|erase|rd|rmdir|md|mkdir|copy|move|ren|rename|type|echo|set|call|start|if|for|rem|mklink|pushd|date|time|vol|ver|cls|title|color|exit|goto)([^\w-].*)$/is;

/** Commands behind `if`, `for`, `call` and their like are listed too, so that what is denied is found. */
export function parseCmdLine(line: string): ShellLine {
  const doubts = new Set<string>();
  const commands: SimpleCommand[] = [];
  let words: Word[] = [];
  let writes: string[] = [];
  let reads: string[] = [];
  let input: SimpleCommand['input'];
  let piped = false;
  let target: '<' | '>' | undefined;
  let [text, raw, quoted] = ['', '', false];

  const endWord = (): void => {
    if (raw === '') return;
    if (target === undefined) words.push({ raw, text });
    else if (target === '<') reads.push(text);
    else if (!/^nul$/i.test(text)) writes.push(text);
    [target, text, raw] = [undefined, '', ''];
  };
  const endCommand = (next?: SimpleCommand['input']): void => {
    endWord();
    if (target !== undefined) doubts.add('a redirection names no file');
    if (words.length + writes.length + reads.length > 0) commands.push({ words: unglued(words, doubts), assignments: [], writes, reads, input });
    [words, writes, reads, input, target] = [[], [], [], next, undefined];
  };

  if (!/^[\t -~\p{L}\p{N}\p{M}]*$/u.test(line)) doubts.add('it holds characters that may end it or look like others');
  if (/["\\]"|""/.test(line.replace(/(^|\s)""(?=\s|$)/g, '$1'))) doubts.add('quotes in it stand where programs read them in other ways');
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? '';
    if (sign === '%' || sign === '!') doubts.add('it may hold a variable');
    if (sign === '"') {
      quoted = !quoted;
      raw += sign;
    } else if (/[\r\n]/.test(sign)) {
      quoted = false;
      endCommand();
    } else if (quoted) {
      text += sign;
      raw += sign;
    } else if (sign === '^') {
      doubts.add('it hides signs behind ^');
      raw += sign + (line[++at] ?? '');
      text += line[at] ?? '';
    } else if (sign === '&' || sign === '|') {
      const twice = line[at + 1] === sign;
      if (twice) at++;
      piped ||= sign === '|' && !twice;
      if (raw === '' && words.length === 0) doubts.add('a command is missing');
      endCommand(sign === '|' && !twice ? 'pipe' : undefined);
    } else if (sign === '(' || sign === ')') {
      doubts.add('it groups commands');
      endCommand();
    } else if (sign === '<' || sign === '>') {
      if (/^\d$/.test(raw)) [text, raw] = ['', ''];
      endWord();
      if (target !== undefined) doubts.add('a redirection names no file');
      if (line[at + 1] === '>' && sign === '>') at++;
      const stream = /^&\d(?=[\s&|<>]|$)/.exec(line.slice(at + 1));
      if (stream !== null) at += 2;
      else {
        target = sign;
        if (sign === '<') input = 'file';
      }
    } else if (/\s/.test(sign)) endWord();
    else if (/[,;=]/.test(sign) && words.length === 0) {
      doubts.add('words in it are parted by , ; or =');
      endWord();
    } else if (sign === '@' && raw === '' && words.length === 0) doubts.add('it begins with @');
    else {
      text += sign;
      raw += sign;
    }
  }
  if (quoted) doubts.add('a quote is not closed');
  endCommand();
  const all = commands.flatMap((command) => [command, ...started(command, doubts)]);
  return { commands: doubts.size > 0 ? [...all, ...roughCommands(line)] : all, doubts: [...doubts], piped };
}

function unglued(words: readonly Word[], doubts: Set<string>): readonly Word[] {
  const [first, ...rest] = words;
  const parts = first === undefined ? null : GLUED.exec(first.text);
  if (parts === null || /^\.(?:exe|com|bat|cmd)$/i.test(parts[2] ?? '')) return words;
  doubts.add('a sign stands right after the name of a command');
  return [parts[1] ?? '', parts[2] ?? ''].map((text) => ({ raw: text, text })).concat(rest);
}

function started(command: SimpleCommand, doubts: Set<string>): readonly SimpleCommand[] {
  if (!STARTS.test(command.words[0]?.text ?? '')) return [];
  doubts.add(`${command.words[0]?.text ?? ''} starts another command or changes how the next one is read`);
  return command.words.slice(1).map((_, at) => ({ ...command, words: command.words.slice(at + 1) }));
}

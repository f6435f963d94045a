/** Cuts a Windows line at every sign that may part commands, so that what is denied is found even where the line can't be read. */
import type { SimpleCommand, Word } from './shellLine';

/** Never what will run, only what might: the line needs a doubt beside it. */
export function roughCommands(line: string): readonly SimpleCommand[] {
  return line.split(/[&|;\n\r(){}=]+/).flatMap((part) => {
    const words = (part.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).map((raw) => ({ raw, text: raw.replace(/["'^`]/g, '') })).filter(({ text }) => text !== '' && text !== '.');
    return words.length === 0 ? [] : [commandOf(words)];
  });
}

/** A command that is nothing but words. */
export function commandOf(words: readonly Word[]): SimpleCommand {
  return { words, assignments: [], writes: [], reads: [], input: undefined };
}

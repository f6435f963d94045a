/** Makes what a command printed fit for a model: no escape codes, the last state of a progress line, head and tail. */

const STRING_SEQUENCE = /(?:\x1b[P\]X^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?/g;
const CONTROL_SEQUENCE = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]/g;
const SHORT_ESCAPE = /\x1b[ -/]*[0-~]?/g;
/** All that is neither text nor tab, line break, carriage return, backspace. */
const OTHER_CONTROLS = /[\0-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** What a person would have seen in the end. Well-formed; lines end with `\n`. */
export function cleanOutput(raw: string): string {
  const plain = raw
    .replace(STRING_SEQUENCE, '')
    .replace(CONTROL_SEQUENCE, '')
    .replace(SHORT_ESCAPE, '')
    .replace(OTHER_CONTROLS, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
  return plain.split('\n').map(lastState).join('\n');
}

/** A carriage return starts the line again, a backspace takes one character away. */
function lastState(line: string): string {
  const states = line.includes('\r') ? line.split('\r') : [line];
  const last = states.findLast((state) => state !== '') ?? '';
  if (!last.includes('\b')) return last;
  const kept: string[] = [];
  for (const character of last) {
    if (character === '\b') kept.pop();
    else kept.push(character);
  }
  return kept.join('');
}

/** A cut that doesn't part a surrogate pair. */
function cutAt(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff ? at - 1 : at;
}

/**
 * At most `limit` characters: the head, a line that says what is missing, and the tail, which tells how it ended.
 * Cuts fall on line bounds where lines are not longer than the share they would cost.
 */
export function boundOutput(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const budget = Math.max(0, limit - 100);
  const headRoom = Math.floor(budget * 0.35);
  const tailRoom = budget - headRoom;
  const headLine = text.lastIndexOf('\n', headRoom - 1) + 1;
  const headEnd = headLine > headRoom / 2 ? headLine : cutAt(text, headRoom);
  const tailFrom = cutAt(text, text.length - tailRoom);
  const tailLine = text.indexOf('\n', tailFrom) + 1;
  const tailStart = tailLine > 0 && text.length - tailLine > tailRoom / 2 ? tailLine : tailFrom;
  const missing = text.slice(headEnd, tailStart);
  const lines = missing.split('\n').length - 1;
  const gap = `${headEnd > 0 && text[headEnd - 1] !== '\n' ? '\n' : ''}[${lines > 0 ? `${String(lines)} lines` : `${String(missing.length)} characters`} left out: print less to see them]\n`;
  return text.slice(0, headEnd) + gap + text.slice(tailStart);
}

export interface RunFacts {
  readonly exitCode: number | null;
  readonly ended: 'exited' | 'timed-out' | 'stopped' | 'waiting-for-input';
  /** Raw. */
  readonly output: string;
  readonly milliseconds: number;
  /** Whether the line is a pipe, whose exit code is the last command's alone. */
  readonly piped: boolean;
}

/** The result of a run in words for the model, at most `limit` characters: how it ended first, then the output. */
export function presentRun(facts: RunFacts, limit: number): string {
  const head = endingOf(facts);
  const output = cleanOutput(facts.output).trimEnd();
  return output === '' ? `${head}\n(no output)` : `${head}\n${boundOutput(output, Math.max(200, limit - head.length - 1))}`;
}

function endingOf({ exitCode, ended, milliseconds, piped }: RunFacts): string {
  const seconds = `${String(Math.round(milliseconds / 100) / 10)} s`;
  switch (ended) {
    case 'timed-out':
      return `Timed out after ${seconds} and was ended; there is no exit code. What it printed so far:`;
    case 'stopped':
      return 'Stopped by the person; there is no exit code. What it printed so far:';
    case 'waiting-for-input':
      return `Ended after ${seconds} because it waited for input, which nobody can give; there is no exit code. Use a form that asks nothing. What it printed:`;
    case 'exited':
      if (exitCode === null) return 'Ended by a signal; there is no exit code.';
      return piped && exitCode === 0 ? 'exit code 0 (of the last command of the pipe only)' : `exit code ${String(exitCode)}`;
  }
}

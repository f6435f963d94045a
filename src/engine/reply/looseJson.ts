/** Reads JSON the way small models write it, and knows for certain whether the end is missing. */

/**
 * `closed`: the value is complete. `open`: every token is complete, only closing brackets are missing at the end.
 * `cut`: the text ends inside a token or before a value; `value` then holds what was there, good for a name and nothing else.
 */
export interface LooseValue {
  readonly value: unknown;
  /** Offset behind the value. */
  readonly end: number;
  readonly state: 'closed' | 'open' | 'cut';
  /** A key that was given twice with different values. */
  readonly duplicate?: string;
}

const DEPTH_LIMIT = 100;
const ESCAPES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true], ['True', true], ['false', false], ['False', false], ['null', null], ['None', null],
  // No JSON number stands for these: like null they mean "not given".
  ['undefined', null], ['NaN', null], ['Infinity', null], ['-Infinity', null],
]);
/** Verbatim quotes of token dialects and of other languages; a backslash in the last three could mean two things. */
const BLOCK_QUOTES: readonly { readonly mark: string; readonly raw: boolean }[] = [
  { mark: '<|"|>', raw: true }, { mark: '<escape>', raw: true },
  { mark: '"""', raw: false }, { mark: "'''", raw: false }, { mark: '`', raw: false },
];
const WORD = /-?[A-Za-z_$][\w$.-]*/y;
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const BLANK = /(?:[\s\ufeff]|\\[nrt]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;

/** What JSON has no meaning for (`\d`, `C:\users`) is a backslash the model forgot to double. */
function escape(text: string, at: number): readonly [string, number] {
  const next = text[at + 1] ?? '';
  const known = ESCAPES[next];
  if (known !== undefined) return [known, 2];
  const hex = next === 'u' ? /^[\da-fA-F]{4}/.exec(text.slice(at + 2, at + 6))?.[0] : undefined;
  return hex === undefined ? ['\\', 1] : [String.fromCharCode(parseInt(hex, 16)), 6];
}

/** Not JSON by any reading this file is sure of. */
class Unreadable extends Error {}

class Reader {
  state: LooseValue['state'] = 'closed';
  duplicate: string | undefined;
  constructor(readonly text: string, public at: number) {}

  /** White space, comments, and the two characters `\n` between tokens. */
  blank(): void {
    BLANK.lastIndex = this.at;
    BLANK.exec(this.text);
    this.at = BLANK.lastIndex;
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found) this.at += found.length;
    return found ?? undefined;
  }

  value(depth: number): unknown {
    this.blank();
    if (depth > DEPTH_LIMIT) throw new Unreadable();
    if (this.at >= this.text.length) return this.cut(undefined);
    const block = BLOCK_QUOTES.find(({ mark }) => this.text.startsWith(mark, this.at));
    if (block) return this.block(block.mark, block.raw);
    const next = this.text[this.at] ?? '';
    if (next === '{') return this.object(depth);
    if (next === '[') return this.array(depth);
    if (next === '"' || next === "'") return this.string(next);
    const word = this.match(WORD);
    if (word !== undefined) {
      if (WORDS.has(word)) return WORDS.get(word);
      if (this.at >= this.text.length && [...WORDS.keys()].some((known) => known.startsWith(word))) return this.cut(undefined);
      throw new Unreadable();
    }
    const number = this.match(NUMBER);
    if (number === undefined) throw new Unreadable();
    // The next digit may be missing: 1 of 120 is another number.
    return this.at >= this.text.length && depth > 0 ? this.cut(Number(number)) : Number(number);
  }

  object(depth: number): unknown {
    const result: Record<string, unknown> = {};
    this.at += 1;
    for (;;) {
      this.blank();
      if (this.at >= this.text.length) return this.unclosed(result);
      if (this.text[this.at] === '}') return this.close(result);
      const key = this.key();
      this.blank();
      if (this.state === 'cut' || this.at >= this.text.length) return this.cut(result);
      if (this.text[this.at] !== ':' && this.text[this.at] !== '=') throw new Unreadable();
      this.at += 1;
      const value = this.value(depth + 1);
      const known = Object.getOwnPropertyDescriptor(result, key);
      if (known && JSON.stringify(known.value) !== JSON.stringify(value)) this.duplicate ??= key;
      if (value !== undefined) Object.defineProperty(result, key, { value, enumerable: true, writable: true, configurable: true });
      if (this.state !== 'closed') return result;
      if (!this.comma('}')) return this.at >= this.text.length ? this.unclosed(result) : this.close(result);
    }
  }

  array(depth: number): unknown {
    const result: unknown[] = [];
    this.at += 1;
    for (;;) {
      this.blank();
      if (this.at >= this.text.length) return this.unclosed(result);
      if (this.text[this.at] === ']') return this.close(result);
      const value = this.value(depth + 1);
      if (value !== undefined) result.push(value);
      if (this.state !== 'closed') return result;
      if (!this.comma(']')) return this.at >= this.text.length ? this.unclosed(result) : this.close(result);
    }
  }

  /** True behind a comma, false before the closer or the end; anything else is another grammar. */
  comma(closer: string): boolean {
    this.blank();
    if (this.at >= this.text.length || this.text[this.at] === closer) return false;
    if (this.text[this.at] !== ',') throw new Unreadable();
    this.at += 1;
    return true;
  }

  key(): string {
    const next = this.text[this.at];
    if (next === '"' || next === "'") return this.string(next);
    const word = this.match(WORD);
    if (word === undefined) throw new Unreadable();
    return word;
  }

  string(quote: string): string {
    const from = this.at + 1;
    let close = this.text.indexOf(quote, from);
    // Never looked for behind the quote: a text of many strings would be gone through once for each.
    const slashFrom = (at: number): number => (close < 0 ? -1 : this.text.slice(at, close).indexOf('\\'));
    for (let at = from, slash = slashFrom(at); slash >= 0; slash = slashFrom(at)) {
      at += slash + 2;
      if (close < at) close = this.text.indexOf(quote, at);
    }
    this.at = close < 0 ? this.text.length : close + 1;
    const value = this.decoded(this.text.slice(from, close < 0 ? undefined : close), quote);
    return close < 0 ? this.cut(value) : value;
  }

  /** What stands between the quotes; where it is JSON the platform's own reader is by far the quickest. */
  decoded(raw: string, quote: string): string {
    if (!raw.includes('\\')) return raw;
    if (quote === '"') {
      try {
        return JSON.parse(`"${raw}"`) as string;
      } catch {
        // An escape or a line break that JSON doesn't know: read by hand.
      }
    }
    const pieces: string[] = [];
    let from = 0;
    for (let at = raw.indexOf('\\'); at >= 0; at = raw.indexOf('\\', from)) {
      const [decoded, length] = escape(raw, at);
      pieces.push(raw.slice(from, at), decoded);
      from = at + length;
    }
    return pieces.join('') + raw.slice(from);
  }

  block(mark: string, raw: boolean): string {
    const from = this.at + mark.length;
    const end = this.text.indexOf(mark, from);
    this.at = end < 0 ? this.text.length : end + mark.length;
    if (end < 0) return this.cut(this.text.slice(from));
    const value = this.text.slice(from, end);
    if (!raw && (value.includes('\\') || value.includes('${'))) throw new Unreadable();
    return value;
  }

  close<T>(value: T): T {
    this.at += 1;
    return value;
  }

  unclosed<T>(value: T): T {
    this.state = 'open';
    return value;
  }

  cut<T>(value: T): T {
    this.state = 'cut';
    return value;
  }
}

/**
 * The value that starts at `from`, or undefined where no reading is certain (an unescaped quote, a missing comma).
 * Understood beyond JSON: single quotes, Python and JavaScript literals, bare keys, trailing commas, comments,
 * raw line breaks in strings, escapes JSON doesn't know (kept as written).
 */
export function readLoose(text: string, from = 0): LooseValue | undefined {
  const reader = new Reader(text, from);
  try {
    const value = reader.value(0);
    if (value === undefined) return undefined;
    const result = { value, end: reader.at, state: reader.state };
    return reader.duplicate === undefined ? result : { ...result, duplicate: reader.duplicate };
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/**
 * The value of a text that is JSON to the letter; undefined where it isn't, or where it is nested deeper than any call is.
 * The depth is looked at first: the platform's reader takes ever longer the deeper it goes, and what it gives back can overflow the stack of its own writer.
 */
export function readStrict(text: string): unknown {
  if (isDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0, quoted = false; at < text.length && depth <= DEPTH_LIMIT; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === 0x5c) at += quoted ? 1 : 0;
    else if (mark === 0x22) quoted = !quoted;
    else if (!quoted && (mark === 0x5b || mark === 0x7b)) depth += 1;
    else if (!quoted && (mark === 0x5d || mark === 0x7d)) depth -= 1;
  }
  return depth > DEPTH_LIMIT;
}

/** A plain object, as JSON knows it. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every string in a value. */
export function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  return isRecord(value) ? Object.values(value).flatMap(strings) : [];
}

/** An outline as one short line, to be kept in a file or handed from thread to thread: far faster to read than symbols as JSON. */
import type { CodeSymbol, HeadPart, Writable } from './codeReader';

const SORTS: readonly HeadPart['sort'][] = ['comment', 'attribute', 'prefix'];

/** Numbers are written in digits of five bits, the lowest first; a sixth says that more follow. The 64 characters begin here, and a tab, which ends the numbers, is none of them. */
const ZERO = 48;
const BITS = 5;
const MORE = 1 << BITS;
/** No place in a text needs more bits. */
const MOST_BITS = 30;

/** No line end in it. For each symbol its words by number, its places relative to each other, its head and its children; then each word once. */
export function packed(symbols: readonly CodeSymbol[]): string {
  const words = new Map<string, number>();
  const numbers = new Numbers();
  const word = (text: string): number => {
    const known = words.get(text);
    if (known !== undefined) return known;
    words.set(text, words.size);
    return words.size - 1;
  };
  const add = (symbol: CodeSymbol, above: CodeSymbol | undefined): void => {
    const { name, also, path, start, startLine, head, body, children } = symbol;
    numbers.add(word(also ? [name, ...also].join('\0') : name));
    // Most are called after what they lie in.
    numbers.add(path === below(above?.path, name) ? 0 : word(path) + 1);
    numbers.add(word(symbol.kind));
    numbers.add(word(symbol.node));
    numbers.add(start - (above?.start ?? 0));
    numbers.add(symbol.end - start);
    numbers.add(symbol.declarationStart - start);
    numbers.add(startLine - (above?.startLine ?? 0));
    numbers.add(symbol.endLine - startLine);
    numbers.add(symbol.declarationLine - startLine);
    numbers.add(body ? body.end - body.start + 1 : 0);
    if (body) numbers.add(body.start - start);
    numbers.add(head.length);
    for (const part of head) {
      numbers.add(SORTS.indexOf(part.sort));
      numbers.add(part.start - start);
      numbers.add(part.end - part.start);
    }
    numbers.add(children.length);
    for (const child of children) add(child, symbol);
  };
  for (const symbol of symbols) add(symbol, undefined);
  return `${numbers.text()}\t${JSON.stringify([...words.keys()])}`;
}

/** Undefined for a line that was cut or garbled. */
export function unpacked(line: string): readonly CodeSymbol[] | undefined {
  const end = line.indexOf('\t');
  if (end === -1) return undefined;
  try {
    const words: unknown = JSON.parse(line.slice(end + 1));
    return Array.isArray(words) ? read(line, end, words) : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function below(path: string | undefined, name: string): string {
  return path === undefined ? name : `${path}.${name}`;
}

/** None below 0. */
class Numbers {
  private bytes = new Uint8Array(1_024);
  private length = 0;

  add(number: number): void {
    if (this.length + MOST_BITS / BITS > this.bytes.length) {
      const larger = new Uint8Array(2 * this.bytes.length);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    let left = number;
    while (left >= MORE) {
      this.bytes[this.length++] = ZERO + (left % MORE) + MORE;
      left >>>= BITS;
    }
    this.bytes[this.length++] = ZERO + left;
  }

  text(): string {
    return new TextDecoder().decode(this.bytes.subarray(0, this.length));
  }
}

function read(line: string, numbersEnd: number, words: readonly unknown[]): readonly CodeSymbol[] | undefined {
  let at = 0;
  let sound = true;
  const number = (): number => {
    let value = 0;
    for (let bits = 0; bits < MOST_BITS && at < numbersEnd; bits += BITS) {
      const digit = line.charCodeAt(at++) - ZERO;
      if (digit < 0 || digit >= 2 * MORE) break;
      value |= (digit % MORE) << bits;
      if (digit < MORE) return value;
    }
    sound = false;
    return 0;
  };
  const text = (index: number): string => {
    const one = words[index];
    if (typeof one === 'string') return one;
    sound = false;
    return '';
  };
  const headPart = (start: number): HeadPart => {
    const sort = SORTS[number()] ?? 'comment';
    const from = start + number();
    return { sort, start: from, end: from + number() };
  };
  // Made without spreading or splitting what nearly none has: a second start reads every symbol there is.
  const symbol = (above: CodeSymbol | undefined): CodeSymbol => {
    const name = text(number());
    const named = number();
    const kind = text(number());
    const node = text(number());
    const start = (above?.start ?? 0) + number();
    const end = start + number();
    const declarationStart = start + number();
    const startLine = (above?.startLine ?? 0) + number();
    const endLine = startLine + number();
    const declarationLine = startLine + number();
    const size = number() - 1;
    const bodyStart = size < 0 ? 0 : start + number();
    const head: HeadPart[] = [];
    const children: CodeSymbol[] = [];
    const made: Writable<CodeSymbol> = { name, path: '', kind, start, declarationStart, head, end, startLine, endLine, declarationLine, node, children };
    if (size >= 0) made.body = { start: bodyStart, end: bodyStart + size };
    if (name.includes('\0')) [made.name, ...made.also] = name.split('\0') as [string, ...string[]];
    made.path = named === 0 ? below(above?.path, made.name) : text(named - 1);
    for (let left = number(); left > 0 && sound; left--) head.push(headPart(start));
    for (let left = number(); left > 0 && sound; left--) children.push(symbol(made));
    return made;
  };
  const symbols: CodeSymbol[] = [];
  while (at < numbersEnd && sound) symbols.push(symbol(undefined));
  return sound ? symbols : undefined;
}

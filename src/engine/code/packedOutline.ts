/** An outline as one short line, to be kept in a file or handed from thread to thread: far faster to read than symbols as JSON. */
import type { CodeSymbol, HeadPart, Writable } from './codeReader';

const SORTS: readonly HeadPart['sort'][] = ['comment', 'attribute', 'prefix'];

/** No line end in it. First each word once, then for each symbol its words by number, its places relative to each other, its head and its children. */
export function packed(symbols: readonly CodeSymbol[]): string {
  const words = new Map<string, number>();
  const numbers: number[] = [];
  const word = (text: string): number => {
    const known = words.get(text);
    if (known !== undefined) return known;
    words.set(text, words.size);
    return words.size - 1;
  };
  const add = ({ name, also, path, kind, node, start, end, declarationStart, startLine, endLine, declarationLine, head, body, children }: CodeSymbol): void => {
    numbers.push(word(also ? [name, ...also].join('\0') : name), word(path), word(kind), word(node), start, end - start, declarationStart - start, startLine, endLine - startLine, declarationLine - startLine);
    numbers.push(body ? body.end - body.start : -1);
    if (body) numbers.push(body.start - start);
    numbers.push(head.length);
    for (const part of head) numbers.push(SORTS.indexOf(part.sort), part.start - start, part.end - part.start);
    numbers.push(children.length);
    children.forEach(add);
  };
  symbols.forEach(add);
  return JSON.stringify([[...words.keys()], numbers]);
}

/** Undefined for a line that was cut or garbled. */
export function unpacked(line: string): readonly CodeSymbol[] | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const [words, numbers] = Array.isArray(value) ? (value as readonly unknown[]) : [];
    return Array.isArray(words) && Array.isArray(numbers) ? read(words, numbers) : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function read(words: readonly unknown[], numbers: readonly unknown[]): readonly CodeSymbol[] | undefined {
  let at = 0;
  let sound = true;
  const number = (): number => {
    const one = numbers[at++];
    if (typeof one === 'number' && Number.isInteger(one)) return one;
    sound = false;
    return 0;
  };
  const word = (): string => {
    const one = words[number()];
    sound &&= typeof one === 'string';
    return typeof one === 'string' ? one : '';
  };
  const headPart = (start: number): HeadPart => {
    const [sort, from] = [SORTS[number()] ?? 'comment', start + number()];
    return { sort, start: from, end: from + number() };
  };
  // Made without spreading or splitting what nearly none has: a second start reads every symbol there is.
  const symbol = (): CodeSymbol => {
    const [name, path, kind, node, start] = [word(), word(), word(), word(), number()];
    const [end, declarationStart, startLine] = [start + number(), start + number(), number()];
    const [endLine, declarationLine, size] = [startLine + number(), startLine + number(), number()];
    const bodyStart = size < 0 ? 0 : start + number();
    const [head, children]: [HeadPart[], CodeSymbol[]] = [[], []];
    for (let left = number(); left > 0 && sound; left--) head.push(headPart(start));
    for (let left = number(); left > 0 && sound; left--) children.push(symbol());
    const read: Writable<CodeSymbol> = { name, path, kind, start, declarationStart, head, end, startLine, endLine, declarationLine, node, children };
    if (size >= 0) read.body = { start: bodyStart, end: bodyStart + size };
    if (name.includes('\0')) [read.name, ...read.also] = name.split('\0') as [string, ...string[]];
    return read;
  };
  const symbols: CodeSymbol[] = [];
  while (at < numbers.length && sound) symbols.push(symbol());
  return sound ? symbols : undefined;
}

/** read_symbol: one declaration as it stands in the file, so that it can be sent back changed. */
import { z } from 'zod';
import { pathsOf } from '../code/findSymbol';
import { lastLines, locate } from '../edit/symbolEdit';
import { openText } from './openText';
import { symbolFile } from './symbolFile';
import { refuse, tell } from './tool';
import type { Tool } from './tool';

interface Arguments {
  readonly name: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
}

export const readSymbol: Tool<Arguments> = {
  name: 'read_symbol',
  purpose: 'Show a function, class or Class.method',
  unadvertised: ['line'],
  schema: z.object({ name: z.string(), path: z.string().optional(), line: z.int().optional() }),
  example: { name: 'Cart.total', path: 'src/cart.py' },
  changes: false,
  run: async ({ name, path, line }, context) => {
    const file = await symbolFile(context, name, path);
    if (!file.ok) return file.result;
    const opened = await openText(context, file.path);
    if (!opened.ok) return opened.result;
    const located = await locate({ reader: context.code, path: opened.path, text: opened.file.text }, name, line);
    if (!located.ok) return refuse(located.text, '');
    const { symbol, start } = located.target;
    const code = wholeLines(opened.file.text, start, symbol.end);
    context.record.done.push(`read ${opened.path} ${symbol.path}`);
    if (start === 0 && symbol.end >= opened.file.text.trimEnd().length) context.record.read.set(opened.path, opened.hash);
    const head = `${opened.path}:${symbol.startLine}-${symbol.endLine} ${pathsOf(symbol).join(', ')}`;
    const shown = code.slice(0, shownLength(head, code, context.resultLimit));
    if (shown.length === code.length) return tell(`${head}\n${code}`, { kind: 'file', path: opened.path, line: symbol.declarationLine });
    const cutAt = (context.record.cutAt ??= new Map<string, readonly string[]>());
    cutAt.set(opened.path, [...(cutAt.get(opened.path) ?? []), lastLines(shown)]);
    const next = symbol.startLine + shown.split('\n').length;
    return tell(`${head}\n${shown}\n[cut here: read_symbol of a member, or read_file with offset=${next}, shows more]`, { kind: 'file', path: opened.path, line: symbol.declarationLine });
  },
};

/** With the white space before the first line, where nothing else stands there. */
export function wholeLines(text: string, start: number, end: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return (text.slice(lineStart, start).trim() === '' ? text.slice(lineStart, end) : text.slice(start, end)).replaceAll('\r\n', '\n');
}

/** Characters of `code` that fit, in whole lines where not all do. */
function shownLength(head: string, code: string, limit: number): number {
  return head.length + 1 + code.length <= limit ? code.length : Math.max(code.lastIndexOf('\n', Math.max(0, limit - head.length - 120)), 0);
}

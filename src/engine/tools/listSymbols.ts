/** list_symbols: what a file or a folder declares, as a tree of names and lines. */
import { z } from 'zod';
import type { CodeSymbol } from '../code/codeReader';
import { openText } from './openText';
import { refuse, tell } from './tool';
import type { Tool, ToolContext, ToolResult } from './tool';

interface Arguments {
  readonly path: string;
}

const FILES = 200;

export const listSymbols: Tool<Arguments> = {
  name: 'list_symbols',
  purpose: 'Outline of a file or folder',
  schema: z.object({ path: z.string() }),
  example: { path: 'src/cart.py' },
  changes: false,
  run: async ({ path }, context) => {
    const vetted = await context.room.vet(path, 'list');
    if (!vetted.ok && vetted.refusal.code !== 'not-a-folder') return refuse(vetted.refusal.text, '');
    const opened = await openText(context, path);
    if (opened.ok) return ofFile(context, opened.path, opened.file.text);
    return vetted.ok && (await context.room.list(path)).ok ? ofFolder(context, vetted.path) : opened.result;
  },
};

async function ofFile(context: ToolContext, path: string, text: string): Promise<ToolResult> {
  const symbols = await context.code.symbols(path, text);
  if (symbols === undefined) return refuse((await context.code.trouble(path)) ?? `${path} can't be read as code.`, 'Use read_file for it.');
  if (symbols.length === 0) return tell(`${path} declares nothing. Use read_file to see it.`);
  const lines = tree(symbols, '');
  return tell(within(lines, path, context.resultLimit, `read_symbol NAME, or search ${path}`), { kind: 'list', items: lines });
}

async function ofFolder(context: ToolContext, folder: string): Promise<ToolResult> {
  const files = (await context.room.walk(folder)).filter((file) => context.code.languageOf(file.path) !== undefined);
  const lines: string[] = [];
  for (const file of files.slice(0, FILES)) {
    const opened = await openText(context, file.path);
    const symbols = opened.ok ? await context.code.symbols(opened.path, opened.file.text) : undefined;
    if (symbols && symbols.length > 0) lines.push(file.path, ...symbols.map((symbol) => `  ${line(symbol)}`));
  }
  if (files.length > FILES) lines.push(`[${files.length - FILES} more files: call list_symbols with a folder below]`);
  if (lines.length === 0) return tell(`No symbols below ${folder}. Use list_dir to see its files.`);
  return tell(within(lines, undefined, context.resultLimit, 'list_symbols with a folder or file below'), { kind: 'list', items: lines });
}

/** Members below their owner by their own names; small ones of a kind share a line. */
function tree(symbols: readonly CodeSymbol[], indentation: string, owner = ''): string[] {
  const lines: string[] = [];
  let before: CodeSymbol | undefined;
  for (const symbol of symbols) {
    const last = lines.length - 1;
    if (before && small(before) && small(symbol) && before.kind === symbol.kind && (lines[last]?.length ?? 0) < WIDTH) {
      lines[last] = `${lines[last]}, ${nameIn(symbol, owner)} ${rangeOf(symbol)}`;
    } else lines.push(`${indentation}${line(symbol, owner)}`);
    lines.push(...tree(symbol.children, `${indentation}  `, symbol.path));
    before = symbol;
  }
  return lines;
}

const WIDTH = 90;

function small(symbol: CodeSymbol): boolean {
  return symbol.children.length === 0 && ['field', 'constant', 'variable', 'variant', 'key'].includes(symbol.kind);
}

function line(symbol: CodeSymbol, owner = ''): string {
  const name = nameIn(symbol, owner);
  return `${name.startsWith(symbol.kind) ? '' : `${symbol.kind} `}${name} ${rangeOf(symbol)}`;
}

function nameIn({ path, also = [] }: CodeSymbol, owner: string): string {
  return [owner !== '' && path.startsWith(`${owner}.`) ? path.slice(owner.length + 1) : path, ...also].join(', ');
}

function rangeOf(symbol: CodeSymbol): string {
  return symbol.startLine === symbol.endLine ? `${symbol.startLine}` : `${symbol.startLine}-${symbol.endLine}`;
}

function within(lines: readonly string[], head: string | undefined, limit: number, more: string): string {
  const all = head === undefined ? lines : [head, ...lines];
  let length = 0;
  const shown = all.filter((one) => (length += one.length + 1) < limit - 100);
  return shown.length === all.length ? all.join('\n') : `${shown.join('\n')}\n[${all.length - shown.length} more lines: call ${more}]`;
}

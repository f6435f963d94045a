/** Runs one case of test/cases/symbol through the tools themselves; maps their words to the cases' codes and decides nothing. */
import { isDeepStrictEqual } from 'node:util';
import type { CodeSymbol } from '../../../src/engine/code/codeReader';
import { flatten } from '../../../src/engine/code/findSymbol';
import { addSymbol } from '../../../src/engine/tools/addSymbol';
import { checkSyntax } from '../../../src/engine/tools/checkSyntax';
import { listSymbols } from '../../../src/engine/tools/listSymbols';
import { readSymbol } from '../../../src/engine/tools/readSymbol';
import { findReferences } from '../../../src/engine/tools/findReferences';
import { renameSymbol } from '../../../src/engine/tools/renameSymbol';
import { removeSymbol } from '../../../src/engine/tools/removeSymbol';
import type { ToolResult } from '../../../src/engine/tools/tool';
import { updateSymbol } from '../../../src/engine/tools/updateSymbol';
import { memoryContext } from '../memoryContext';
import type { MemoryContext } from '../memoryContext';

export interface SymbolCase {
  readonly id: string;
  readonly input: {
    readonly path: string; readonly text: string; readonly op: string; readonly symbol: string | null;
    readonly code?: string; readonly line?: number; readonly after?: string; readonly into?: string; readonly new_name?: string;
  };
  readonly expect: Readonly<Record<string, unknown>>;
}

export async function runSymbolCase(one: SymbolCase): Promise<{ passed: boolean; actual: unknown }> {
  const { input } = one;
  const context = await memoryContext({ files: { [input.path]: input.text } });
  const result = await call(one, context);
  const text = context.text(input.path) ?? '';
  const listed = flatten((await context.code.symbols(input.path, text)) ?? []);
  const actual = { text, unchanged: text === input.text, refusal: result.ok ? undefined : refusalOf(result.text), words: result.text };
  const wanted = (one.expect['one_of'] as readonly Readonly<Record<string, unknown>>[] | undefined) ?? [one.expect];
  return { passed: wanted.some((expected) => Object.entries(expected).every(([key, value]) => holds(key, value, actual, listed))), actual };
}

async function call({ input }: SymbolCase, context: MemoryContext): Promise<ToolResult> {
  const { path, code = '', line, after, into: inside } = input;
  const name = input.symbol ?? '';
  switch (input.op) {
    case 'update_symbol': return updateSymbol.run({ name, code, path, line }, context);
    case 'remove_symbol': return removeSymbol.run({ name, path, line }, context);
    case 'add_symbol': return addSymbol.run({ path, code, after, inside }, context);
    case 'add_then_remove': {
      const added = await addSymbol.run({ path, code, after, inside }, context);
      return added.ok && context.text(path) !== input.text ? removeSymbol.run({ name, path }, context) : added;
    }
    case 'list_symbols': return listSymbols.run({ path }, context);
    case 'read_symbol': return readSymbol.run({ name, path, line }, context);
    case 'check_syntax': return checkSyntax.run({ path }, context);
    case 'rename': return renameSymbol.run({ name, new_name: input.new_name ?? '', path, line }, context);
    case 'find_references': return findReferences.run({ name, path, line }, context);
    default: throw new Error(`no such operation: ${input.op}`);
  }
}

const codes: readonly (readonly [RegExp, string])[] = [
  [/syntax error/, 'syntax'], [/is ambiguous/, 'ambiguous'], [/left out/, 'elision'], [/declaration|declares nothing/, 'not_a_declaration'],
  [/already has/, 'name_taken'], [/is no name|is the name it has already/, 'bad_name'], [/has no symbol/, 'not_found'],
];

function refusalOf(words: string): string {
  return codes.find(([pattern]) => pattern.test(words))?.[1] ?? words;
}

function holds(key: string, value: unknown, actual: Readonly<Record<string, unknown>>, listed: readonly CodeSymbol[]): boolean {
  const words = String(actual['words']);
  switch (key) {
    case 'valid': return value === (words.includes('no syntax errors') ? true : words.includes("can't tell") ? 'unknown' : false);
    case 'error_line_one_of': return (value as number[]).includes(Number(/\n(\d+):/.exec(words)?.[1]));
    case 'symbols': return (value as { name: string; start_line: number[]; end_line: number }[]).every((wanted) =>
      listed.some((symbol) => symbol.path === wanted.name && symbol.endLine === wanted.end_line && wanted.start_line.includes(symbol.startLine)) && words.includes(wanted.name));
    case 'candidates': return (value as string[]).every((name) => words.includes(name));
    case 'lines': return (value as number[]).every((line) => words.includes(`:${line})`));
    case 'read': case 'code': return words.includes(String(value).trimEnd());
    default: return isDeepStrictEqual(actual[key], value);
  }
}

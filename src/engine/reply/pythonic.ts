/** Calls written as Python: `[read_file(path='a.ts')]`. */
import type { ToolSpec } from '../ports';
import type { FoundCall } from './envelope';
import { readLoose } from './looseJson';
import { resolveTool } from './problems';

const CALL = /(?:print\(\s*)?(?:await\s+)?(?:(?:default_api|functions|tools|api)\.)?([A-Za-z_]\w*)(?:\.call)?\s*\(/y;

/** Bare in the text only where the calls are all there is: prose may name a function with brackets. */
export function pythonic(text: string, tools: readonly ToolSpec[]): readonly FoundCall[] {
  const start = text.search(/\S/);
  if (start < 0 || !/^(?:\[\s*)?(?:print\(\s*)?[\w.]+\s*\(/.test(text.slice(start))) return [];
  const calls = readPythonCalls(text, start, tools);
  const last = calls.at(-1);
  const known = calls.every((call) => resolveTool(call.name, tools));
  return last && known && text.slice(last.end).trim() === '' ? calls : [];
}

/** The calls that start at `from`, in brackets or one after the other. */
export function readPythonCalls(text: string, from: number, tools: readonly ToolSpec[]): readonly FoundCall[] {
  const calls: FoundCall[] = [];
  let at = from;
  const skip = (pattern: RegExp): void => {
    at += pattern.exec(text.slice(at))?.[0].length ?? 0;
  };
  skip(/^\s*\[?\s*/);
  for (;;) {
    CALL.lastIndex = at;
    const head = CALL.exec(text);
    if (!head) break;
    const call = readCall(text, at, at + head[0].length, head[1] ?? '', tools);
    calls.push(calls.length === 0 ? { ...call, start: from } : call);
    at = call.end;
    if (call.state === 'cut' || call.bad !== undefined) return calls;
    if (head[0].startsWith('print(')) skip(/^\s*\)/);
    skip(/^[\s,;]*/);
  }
  skip(/^\s*\]?/);
  const last = calls.at(-1);
  return last ? [...calls.slice(0, -1), { ...last, end: at }] : [];
}

function readCall(text: string, start: number, from: number, name: string, tools: readonly ToolSpec[]): FoundCall {
  const args: Record<string, unknown> = {};
  const positional: unknown[] = [];
  let at = from;
  const result = (state: FoundCall['state'], bad?: string): FoundCall => {
    const required = resolveTool(name, tools)?.parameters.required ?? [];
    const sole = required[0];
    // One value for the one argument that must be there is no guess; two are.
    if (positional.length === 1 && required.length === 1 && sole !== undefined && !(sole in args)) args[sole] = positional[0];
    else if (positional.length > 0) bad ??= 'Name every argument, as in name=value.';
    return { start, end: at, name, args: { kind: 'value', value: args }, state, ...(bad === undefined ? {} : { bad }) };
  };
  for (;;) {
    at += /^[\s,]*/.exec(text.slice(at))?.[0].length ?? 0;
    if (at >= text.length) return result('cut');
    if (text[at] === ')') {
      at += 1;
      return result('closed');
    }
    const key = /^([A-Za-z_]\w*)\s*=(?!=)\s*/.exec(text.slice(at));
    if (key) at += key[0].length;
    const raw = /^[rR](?=["'])/.test(text.slice(at));
    const value = raw ? rawString(text, at + 1) : readLoose(text, at);
    if (!value) return { ...result('closed', 'The arguments can\'t be read.'), end: text.length };
    at = value.end;
    if (value.state !== 'closed' || at >= text.length) return result('cut');
    const name = key?.[1];
    if (name === undefined) positional.push(value.value);
    else if (Object.hasOwn(args, name)) return result('closed', `"${name}" is given twice.`);
    else args[name] = value.value;
    if (!/^\s*[,)]/.test(text.slice(at))) return { ...result(text.slice(at).trim() === '' ? 'cut' : 'closed', 'The arguments can\'t be read; a quote is wrong.'), end: text.length };
  }
}

function rawString(text: string, from: number): { readonly value: string; readonly end: number; readonly state: 'closed' } | undefined {
  const quote = text.startsWith('"""', from) ? '"""' : text.startsWith("'''", from) ? "'''" : text[from] ?? '';
  const end = text.indexOf(quote, from + quote.length);
  return end < 0 ? undefined : { value: text.slice(from + quote.length, end), end: end + quote.length, state: 'closed' };
}

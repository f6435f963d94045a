/** Calls in code fences: JSON, Python, and the style for models that can't escape strings (a line per argument, code verbatim). */
import type { ToolSpec } from '../ports';
import { openEnvelope, type FoundCall } from './envelope';
import { readLoose } from './looseJson';
import { resolveTool } from './problems';
import { readPythonCalls } from './pythonic';

const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([^\n`]*)\n/gm;

export function fenced(text: string, tools: readonly ToolSpec[]): readonly FoundCall[] {
  const found: FoundCall[] = [];
  let done = 0;
  for (const mark of text.matchAll(FENCE)) {
    if (mark.index < done) continue;
    const from = mark.index + mark[0].length;
    const info = (mark[2] ?? '').trim();
    const fence = mark[1] ?? '```';
    const calls = readBlock(text, mark.index, from, info, tools) ?? readFence(text, mark.index, from, info, fence, tools);
    for (const call of calls) found.push(call);
    done = calls.at(-1)?.end ?? fenceEnd(text, from, fence);
  }
  return found;
}

/** Behind the closing fence line, or the end of the text. */
function fenceEnd(text: string, from: number, fence: string): number {
  const close = new RegExp(`^[ \\t]*${fence}[${fence[0] ?? '`'}]*[ \\t]*$`, 'm').exec(text.slice(from));
  return close ? from + close.index + close[0].length : text.length;
}

function readFence(text: string, start: number, from: number, info: string, fence: string, tools: readonly ToolSpec[]): readonly FoundCall[] {
  const tagged = /^tool/i.test(info);
  const first = from + text.slice(from).search(/\S|$/);
  if (text[first] === '{' || text[first] === '[') {
    const calls: FoundCall[] = [];
    let at = first;
    while (text[at] === '{' || text[at] === '[') {
      const loose = readLoose(text, at);
      if (!loose) return tagged && calls.length === 0 ? [{ start, end: fenceEnd(text, from, fence), name: '', args: { kind: 'value', value: {} }, state: 'closed', bad: 'The call is not valid JSON; a quote, backslash or comma is wrong.' }] : calls;
      for (const call of openEnvelope(loose.value, tools, tagged) ?? []) {
        calls.push({ start: calls.length === 0 ? start : at, end: loose.end, ...call, state: loose.state, ...(loose.duplicate === undefined ? {} : { bad: `"${loose.duplicate}" is given twice with different values.` }) });
      }
      if (calls.length === 0) return [];
      at = loose.end + (/^[\s,]*/.exec(text.slice(loose.end))?.[0].length ?? 0);
    }
    return closeSpan(text, calls, fence);
  }
  if (!/^(?:tool\w*|py|python)?$/i.test(info)) return [];
  const calls = readPythonCalls(text, first, tools);
  const known = calls.length > 0 && calls.every((call) => resolveTool(call.name, tools));
  // A Python fence may hold ordinary code: it is a call only if calls are all there is.
  const rest = text.slice(calls.at(-1)?.end ?? first, fenceEnd(text, from, fence)).replace(/[`~\s]+$/, '');
  return known && rest.trim() === '' ? closeSpan(text, calls.map((call, index) => (index === 0 ? { ...call, start } : call)), fence) : [];
}

function closeSpan(text: string, calls: readonly FoundCall[], fence: string): readonly FoundCall[] {
  const last = calls.at(-1);
  if (!last) return [];
  const close = new RegExp(`^\\s*(?:${fence}[ \\t]*(?=\\n|$))?`).exec(text.slice(last.end))?.[0].length ?? 0;
  return [...calls.slice(0, -1), { ...last, end: last.end + close }];
}

/**
 * The fenced style: the tool's name behind the fence, `name: value` lines, and `name <<MARK` … `MARK` for text of several
 * lines, taken as it is with its line ends. Its own mark ends it, so a fence in the code ends nothing and a missing mark is seen.
 */
function readBlock(text: string, start: number, from: number, info: string, tools: readonly ToolSpec[]): readonly FoundCall[] | undefined {
  const name = /^(?:tool(?:_call)?[ :]\s*)?([\w.-]+)$/.exec(info)?.[1];
  const tool = name === undefined ? undefined : resolveTool(name, tools);
  if (name === undefined || !tool) return undefined;
  const pairs: Record<string, string> = {};
  const result = (end: number, state: FoundCall['state'], bad?: string): readonly FoundCall[] => [
    { start, end, name, args: { kind: 'pairs', pairs }, state, ...(bad === undefined ? {} : { bad }) },
  ];
  let at = from;
  while (at < text.length) {
    const lineEnd = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
    const line = text.slice(at, lineEnd).replace(/\r$/, '');
    const next = Math.min(text.length, lineEnd + 1);
    const block = /^[ \t]*([\w-]+)[ \t]*:?[ \t]*<<[-~]?[ \t]*["']?([A-Za-z_]\w*)["']?[ \t]*$/.exec(line);
    const single = /^[ \t]*([\w-]+)[ \t]*:[ \t]?(.*)$/s.exec(line);
    if (/^[ \t]*(?:`{3,}|~{3,})[ \t]*$/.test(line)) return result(lineEnd, 'closed');
    const key = block?.[1] ?? single?.[1];
    if (key !== undefined && Object.hasOwn(pairs, key)) return result(fenceEnd(text, at, '```'), 'closed', `"${key}" is given twice.`);
    if (block && key !== undefined) {
      const close = new RegExp(`^[ \\t]*${block[2] ?? ''}[ \\t]*\\r?$`, 'm').exec(text.slice(next));
      if (!close) return result(text.length, 'cut');
      pairs[key] = text.slice(next, next + close.index);
      at = next + close.index + close[0].length + 1;
    } else if (single && key !== undefined) {
      // The line may be half a line when nothing follows it.
      if (lineEnd === text.length) return result(text.length, 'cut');
      pairs[key] = single[2] ?? '';
      at = next;
    } else if (line.trim() === '') at = next;
    else if (/^\s*[{[]/.test(line) && Object.keys(pairs).length === 0) {
      const loose = readLoose(text, at);
      return loose ? closeSpan(text, [{ start, end: loose.end, name, args: { kind: 'value', value: loose.value }, state: loose.state }], '```') : undefined;
    } else return result(fenceEnd(text, at, '```'), 'closed', `The line "${line.trim().slice(0, 60)}" is no argument; write text of several lines as name <<END, the lines, END.`);
  }
  return result(text.length, 'open');
}

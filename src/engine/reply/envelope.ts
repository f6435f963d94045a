/** What every dialect finds in a text: a call's place, its name, its arguments; and the JSON objects that carry one. */
import type { ToolSpec } from '../ports';
import { isRecord, readLoose } from './looseJson';
import { resolveTool } from './problems';

export type ArgumentSource =
  /** JSON as the model wrote it. */
  | { readonly kind: 'text'; readonly text: string }
  /** Parsed with the object around it. */
  | { readonly kind: 'value'; readonly value: unknown }
  /** Verbatim strings by name; they are never parsed unless the schema wants another type. */
  | { readonly kind: 'pairs'; readonly pairs: Readonly<Record<string, string>> };

export interface FoundCall {
  /** The span of the call with its markup: what is not shown. */
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly args: ArgumentSource;
  /** `open`: complete but for its closing marks; `cut`: broken off inside. */
  readonly state: 'closed' | 'open' | 'cut';
  /** Why it can't be read at all. */
  readonly bad?: string;
}

/** A dialect family: a pure search for calls, in the order written. */
export type Family = (text: string, tools: readonly ToolSpec[], quoted: (at: number) => boolean) => readonly FoundCall[];

export interface Enveloped {
  readonly name: string;
  readonly args: ArgumentSource;
}

const NAMES = ['name', 'tool', 'tool_name', 'function', 'action'];
const ARGUMENTS = ['arguments', 'parameters', 'args', 'input', 'params', 'tool_input', 'action_input', 'kwargs'];
const FRAME = new Set([...NAMES, 'id', 'type', 'thought', 'call_id', 'tool_call_id']);

/**
 * The calls an object or array stands for: `{name, arguments}` in all its spellings, OpenAI's frame, arguments flattened
 * into it, or nested under the tool's name. Undefined where it is no call. `tagged`: a marker already says that it is one.
 */
export function openEnvelope(value: unknown, tools: readonly ToolSpec[], tagged: boolean): readonly Enveloped[] | undefined {
  if (Array.isArray(value)) {
    const inner = value.map((item) => (isRecord(item) ? openEnvelope(item, tools, tagged) : undefined));
    return inner.length > 0 && inner.every((item) => item !== undefined) ? inner.flat() : undefined;
  }
  if (!isRecord(value)) return undefined;
  if (Array.isArray(value['tool_calls'])) return openEnvelope(value['tool_calls'], tools, tagged);
  if (isRecord(value['function'])) return openEnvelope(value['function'], tools, tagged);
  if (isRecord(value['tool_call'])) return openEnvelope(value['tool_call'], tools, tagged);
  const nameKey = NAMES.find((key) => typeof value[key] === 'string');
  const name = nameKey === undefined ? undefined : String(value[nameKey]);
  const tool = name === undefined ? undefined : resolveTool(name, tools);
  if (name !== undefined) {
    const key = ARGUMENTS.find((candidate) => Object.hasOwn(value, candidate) && !(tool && Object.hasOwn(tool.parameters.properties, candidate)));
    if (key !== undefined) {
      const given = value[key];
      if (!tool && !tagged && !isRecord(given)) return undefined;
      return [{ name, args: typeof given === 'string' ? { kind: 'text', text: given } : { kind: 'value', value: given } }];
    }
    if (tool) {
      const flat = Object.fromEntries(Object.entries(value).filter(([other]) => other !== nameKey && !(FRAME.has(other) && !Object.hasOwn(tool.parameters.properties, other))));
      const required = tool.parameters.required ?? [];
      const whole = required.every((argument) => Object.hasOwn(flat, argument)) && (tagged || required.length > 0 || Object.keys(flat).length === 0);
      if (tagged || whole) return [{ name, args: { kind: 'value', value: flat } }];
    }
  }
  return nested(value, tools) ?? (tagged && name !== undefined ? [{ name, args: { kind: 'value', value: {} } }] : undefined);
}

/** `{"read_file": {"path": "a"}}`: only with nothing else in the object but a thought. */
function nested(value: Record<string, unknown>, tools: readonly ToolSpec[]): readonly Enveloped[] | undefined {
  const keys = Object.keys(value).filter((key) => key !== 'thought');
  const name = keys.length === 1 ? keys[0] : undefined;
  const inner = name === undefined ? undefined : value[name];
  return name !== undefined && isRecord(inner) && tools.some((tool) => tool.name === name) ? [{ name, args: { kind: 'value', value: inner } }] : undefined;
}

/**
 * The calls in a run of JSON values behind a marker at `start`. The values end themselves, so that a closing mark in a
 * string ends nothing. `close`: marks that belong to the span; `limit`: where the body ends if its JSON can't be read.
 */
export function readTaggedJson(text: string, start: number, from: number, close: RegExp, limit: number, tools: readonly ToolSpec[]): readonly FoundCall[] {
  const calls: FoundCall[] = [];
  let at = from;
  for (;;) {
    const gap = /^(?:[\s,;]|```(?:json)?)*/.exec(text.slice(at))?.[0].length ?? 0;
    const next = text[at + gap];
    // A bracket may also begin the next mark.
    if ((next !== '{' && next !== '[') || /^\[\/?[A-Z_]{4,}\]/.test(text.slice(at + gap, at + gap + 40))) break;
    const loose = readLoose(text, at + gap);
    if (!loose) return [...calls, unreadable(text, calls.length > 0 ? at + gap : start, at + gap, limit, tools)];
    const enveloped = openEnvelope(loose.value, tools, true);
    const end = loose.end + (/^\s*[\]}]*\s*(?:```)?/.exec(text.slice(loose.end))?.[0].length ?? 0);
    const begin = calls.length > 0 ? at + gap : start;
    if (!enveloped) calls.push({ start: begin, end, name: guessName(text.slice(at + gap, loose.end)), args: { kind: 'value', value: {} }, state: loose.state, ...(loose.state === 'cut' ? {} : { bad: 'It has no tool name and arguments.' }) });
    for (const call of enveloped ?? []) {
      const bad = loose.duplicate === undefined ? {} : { bad: `"${loose.duplicate}" is given twice with different values.` };
      calls.push({ start: begin, end, ...call, state: loose.state, ...bad });
    }
    at = end;
  }
  const last = calls.at(-1);
  const tail = close.exec(text.slice(at))?.[0].length ?? 0;
  return last ? [...calls.slice(0, -1), { ...last, end: at + tail }] : [];
}

/** JSON with an unescaped quote inside: the name is found by eye, the arguments go on as text. */
function unreadable(text: string, start: number, from: number, limit: number, tools: readonly ToolSpec[]): FoundCall {
  const body = text.slice(from, limit);
  const name = guessName(body);
  const mark = /["'](?:arguments|parameters|args|input)["']\s*:\s*(?=\{)/.exec(body);
  const known = resolveTool(name, tools) !== undefined && mark !== null;
  return {
    start, end: limit, name, state: 'closed',
    args: { kind: 'text', text: known ? body.slice(mark.index + mark[0].length) : '' },
    ...(known ? {} : { bad: 'The call is not valid JSON; a quote, backslash or comma is wrong.' }),
  };
}

const guessName = (body: string): string => /["']?(?:name|tool|tool_name|function)["']?\s*:\s*["']([^"'\n]{1,80})["']/.exec(body)?.[1] ?? '';

/**
 * Tells of an offset whether it lies in inline code or in a fence that shows something: a marker there is quoted, not meant.
 * The text is gone through once, when the first question comes; the answers are cheap.
 */
export function quoting(text: string): (at: number) => boolean {
  let spans: readonly number[] | undefined;
  return (at) => {
    spans ??= quotedSpans(text);
    let low = 0;
    for (let high = spans.length >> 1; low < high;) {
      const middle = (low + high) >> 1;
      if ((spans[2 * middle + 1] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return (spans[2 * low] ?? Infinity) <= at;
  };
}

/** Start, end, start, end, in order: flat, because an object for each of a hundred thousand costs more than finding them. */
function quotedSpans(text: string): readonly number[] {
  const spans: number[] = [];
  let open: { readonly start: number; readonly end: number; readonly info: string } | undefined;
  let inlineFrom = 0;
  const inline = (to: number): void => {
    let lineEnd = -1;
    for (let start = text.indexOf('`', inlineFrom); start >= 0 && start < to;) {
      const tick = text.indexOf('`', start + 1);
      if (tick < 0 || tick >= to) return;
      if (lineEnd < start) lineEnd = text.indexOf('\n', start);
      if (lineEnd < 0) lineEnd = Infinity;
      const code = tick > start + 1 && tick < lineEnd;
      if (code) spans.push(start, tick + 1);
      start = code ? text.indexOf('`', tick + 1) : tick;
    }
  };
  for (const fence of text.matchAll(/^[ \t]*(?:```|~~~)([^\n`]*)$/gm)) {
    const end = fence.index + fence[0].length;
    if (!open) {
      inline(fence.index);
      open = { start: fence.index, end, info: (fence[1] ?? '').trim() };
      continue;
    }
    if (!holdsCalls(text, open.end, open.info, end)) spans.push(open.end, fence.index);
    inlineFrom = end;
    open = undefined;
  }
  if (open && !holdsCalls(text, open.end, open.info, text.length)) spans.push(open.end, text.length);
  if (!open) inline(text.length);
  return spans;
}

/** Models do wrap their calls in a fence; then it begins with one and ends the reply. */
function holdsCalls(text: string, from: number, info: string, end: number): boolean {
  return /^(?:xml|json|html|text|tool\w*)?$/i.test(info) && /^\s*(?:[<{]|\[[A-Z{])/.test(text.slice(from, from + 200)) && text.slice(end).trim() === '';
}

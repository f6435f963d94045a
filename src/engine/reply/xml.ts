/** Calls in tags: Hermes JSON, Qwen's `<function=…>`, GLM's `<arg_key>`, `<invoke name="…">`. Values are taken verbatim. */
import type { ToolSpec } from '../ports';
import { readTaggedJson, type Family, type FoundCall } from './envelope';
import { resolveTool } from './problems';

interface Shape {
  /** Group `name`. */
  readonly open: RegExp;
  readonly close: string;
  /** Group `key`. */
  readonly param: RegExp;
  readonly end: string;
  /** One line break behind the opening and one before the closing tag are markup. */
  readonly lines: boolean;
}

const SHAPES: readonly Shape[] = [
  { open: /<function=["']?(?<name>[^>\n"']{1,80})["']?>/g, close: '</function>', param: /<parameter=["']?(?<key>[^>\n"']{1,80})["']?>/g, end: '</parameter>', lines: true },
  { open: /<invoke\s+name=["'](?<name>[^"'\n]{1,80})["']\s*>/g, close: '</invoke>', param: /<parameter\s+name=["'](?<key>[^"'\n]{1,80})["'][^>\n]*>/g, end: '</parameter>', lines: true },
  { open: /<tool_call>\s*(?<name>[\w.-]{1,80})\s*(?=<arg_key>|<\/tool_call>)/g, close: '</tool_call>', param: /<arg_key>\s*(?<key>[^<\n]{1,80}?)\s*<\/arg_key>\s*<arg_value>/g, end: '</arg_value>', lines: false },
];
const WRAPPER_OPEN = /(?:<(?:tool_calls?|function_calls|minimax:tool_call)>\s*)+$/;
const WRAPPER_CLOSE = /^(?:\s*<\/(?:tool_calls?|function_calls|minimax:tool_call)>)*/;
/** What may stand behind a call's closing tag, so that the same tag inside a value ends nothing. */
const AFTER_CALL = /^\s*(?:$|```|<\/?tool_calls?>|<\/?function_calls>|<\/?minimax:tool_call>|<function=|<invoke\b|<tool_response>|<\|)/;

export const xml: Family = (text, tools, quoted) => {
  if (!text.includes('<')) return [];
  const found: FoundCall[] = [];
  for (const shape of SHAPES) {
    let done = 0;
    for (const mark of text.matchAll(shape.open)) {
      if (mark.index < done || quoted(mark.index)) continue;
      const call = readCall(text, mark, shape, tools);
      found.push(call);
      done = call.end;
    }
  }
  found.sort((a, b) => a.start - b.start);
  return [...found, ...hermes(text, tools, quoted, found)];
};

function readCall(text: string, mark: RegExpExecArray, shape: Shape, tools: readonly ToolSpec[]): FoundCall {
  const name = (mark.groups?.['name'] ?? '').trim();
  const from = mark.index + mark[0].length;
  const wrapper = WRAPPER_OPEN.exec(text.slice(Math.max(0, mark.index - 80), mark.index))?.[0].length ?? 0;
  const close = callEnd(text, from, shape);
  const body = text.slice(from, close ?? text.length);
  const pairs = readPairs(body, shape, resolveTool(name, tools), close !== undefined);
  const behind = close === undefined ? text.length : close + shape.close.length;
  const end = behind + (WRAPPER_CLOSE.exec(text.slice(behind))?.[0].length ?? 0);
  const json = Object.keys(pairs.pairs).length === 0 && /^\s*\{/.test(body);
  return {
    start: mark.index - wrapper, end, name,
    args: json ? { kind: 'text', text: body } : { kind: 'pairs', pairs: pairs.pairs },
    // A last value without its closing tag may have held the tag that seems to close the call.
    state: close === undefined ? (pairs.whole ? 'open' : 'cut') : pairs.ended ? 'closed' : 'open',
    ...(pairs.bad === undefined ? {} : { bad: pairs.bad }),
  };
}

/** The first closing tag with a call's surroundings behind it, else the last one before the next call. */
function callEnd(text: string, from: number, shape: Shape): number | undefined {
  let last: number | undefined;
  const next = nextCall(text, from, shape);
  for (let at = text.indexOf(shape.close, from); at >= 0 && at < next; at = text.indexOf(shape.close, at + 1)) {
    last = at;
    const before = text.slice(from, at).trimEnd();
    const tidy = before === '' || before.endsWith(shape.end) || /^\s*\{[\s\S]*\}$/.test(before);
    if (tidy && AFTER_CALL.test(text.slice(at + shape.close.length, at + shape.close.length + 200))) return at;
  }
  return last;
}

/** Where another call opens, with the end of this one right before it. */
function nextCall(text: string, from: number, shape: Shape): number {
  shape.open.lastIndex = from;
  for (let mark = shape.open.exec(text); mark; mark = shape.open.exec(text)) {
    const before = text.slice(Math.max(from, mark.index - 120), mark.index).trimEnd();
    if (before.endsWith(shape.close) || before.replace(/(?:\s*<\/?(?:tool_calls?|function_calls)>)+$/, '').trimEnd().endsWith(shape.close)) return mark.index;
  }
  return text.length;
}

interface Pairs {
  readonly pairs: Readonly<Record<string, string>>;
  /** Nothing is known to be missing. */
  readonly whole: boolean;
  /** The last value had its closing tag. */
  readonly ended: boolean;
  readonly bad?: string;
}

/** The parameters of one call. A further opening tag counts only for a known argument that wasn't given yet; else it is text. */
export function readPairs(body: string, shape: Pick<Shape, 'param' | 'end' | 'lines'>, tool: ToolSpec | undefined, ended: boolean): Pairs {
  const marks: { readonly key: string; readonly from: number; readonly start: number }[] = [];
  const given = new Set<string>();
  const lastEnd = body.lastIndexOf(shape.end);
  for (const mark of body.matchAll(shape.param)) {
    const key = (mark.groups?.['key'] ?? '').trim();
    const previous = marks.at(-1);
    const between = previous ? body.slice(Math.max(previous.from, mark.index - 120), mark.index) : '';
    const closed = between.trimEnd().endsWith(shape.end);
    const known = tool === undefined || Object.hasOwn(tool.parameters.properties, key);
    if (previous && (given.has(key) || (known ? !closed && !/\n[ \t]*$/.test(between) : !closed))) continue;
    // An unknown name right behind a closing tag may be code that shows this very markup: leave it to the value before.
    if (previous && !known && lastEnd < mark.index) continue;
    marks.push({ key, from: mark.index + mark[0].length, start: mark.index });
    given.add(key);
  }
  const pairs: Record<string, string> = {};
  let whole = true;
  for (const [index, mark] of marks.entries()) {
    const next = marks[index + 1];
    const piece = body.slice(mark.from, next?.start ?? body.length);
    const close = piece.lastIndexOf(shape.end);
    if (close < 0 && !next && !ended) whole = false;
    if (close >= 0 && !next && !ended && piece.slice(close + shape.end.length).trim() !== '') whole = false;
    pairs[mark.key] = shape.lines ? unframe(close < 0 ? piece : piece.slice(0, close)) : close < 0 ? piece : piece.slice(0, close);
  }
  if (marks.length === 0 && body.trim() !== '' && !ended) whole = false;
  const last = marks.at(-1);
  return { pairs, whole, ended: !last || body.indexOf(shape.end, last.from) >= 0 };
}

const unframe = (value: string): string => value.replace(/^\r?\n/, '').replace(/\r?\n[ \t]*$/, (end) => (/[ \t]$/.test(end) ? end.replace(/[ \t]+$/, '').replace(/\r?\n$/, '') : ''));

/** Parameters without a function around them: what some servers leave in a native call's arguments. */
export function pairsOfArguments(text: string, tool: ToolSpec): Pairs | undefined {
  const shape = SHAPES.find(({ param }) => text.trimStart().search(param) === 0);
  return shape ? readPairs(text, shape, tool, false) : undefined;
}

/** `<tool_call>{…}</tool_call>`, with either tag missing, in the plural, or misspelt as `<function_call>`. */
function hermes(text: string, tools: readonly ToolSpec[], quoted: (at: number) => boolean, taken: readonly FoundCall[]): readonly FoundCall[] {
  const open = /<(tool_calls?|function_calls?|tools?)>\s*(?=[[{]|```)/g;
  const close = /^\s*(?:<\/(?:tool_calls?|function_calls?|tools?)>)?/;
  const found: FoundCall[] = [];
  let done = 0;
  let next = 0;
  // One mark and the next, never all of them: they would outlive the reading by far.
  for (let mark = open.exec(text), following = mark; mark; mark = following) {
    following = open.exec(text);
    while ((taken[next]?.end ?? Infinity) <= mark.index) next += 1;
    if (mark.index < done || quoted(mark.index) || (taken[next]?.start ?? Infinity) <= mark.index) continue;
    const until = following?.index ?? text.length;
    const end = text.slice(mark.index, until).lastIndexOf('</');
    const limit = end > 0 ? mark.index + end : until;
    const calls = readTaggedJson(text, mark.index, mark.index + mark[0].length, close, limit, tools);
    for (const call of calls) found.push(call);
    done = calls.at(-1)?.end ?? done;
  }
  return found;
}

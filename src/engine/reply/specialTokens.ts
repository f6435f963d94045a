/** Calls marked by a model family's own tokens, leaked into the text: one row per token. */
import type { ToolSpec } from '../ports';
import { readTaggedJson, type Family, type FoundCall } from './envelope';
import { readLoose } from './looseJson';
import { readPythonCalls } from './pythonic';

interface Row {
  readonly open: RegExp;
  /** Sticky to what follows the body; belongs to the span. */
  readonly close: RegExp;
  /** `json`: objects with a name in them. `named`: a name (group `name`), then arguments. `python`: calls in brackets. */
  readonly body: 'json' | 'named' | 'python';
}

const NAME = String.raw`(?<name>[\w.:-]+)`;
const ROWS: readonly Row[] = [
  // Mistral, new and old; DeepSeek V3 and R1, V3.1; Kimi K2.
  { open: new RegExp(String.raw`\[TOOL_CALLS\]\s*${NAME}\s*(?:\[CALL_ID\]\w*)?\s*(?:\[ARGS\])?\s*(?=\{)`, 'g'), close: /^\s*(?:<\/s>)?/, body: 'named' },
  { open: /\[TOOL_CALLS\]\s*(?=[[{])/g, close: /^\s*(?:\[\/TOOL_CALLS\])?(?:<\/s>)?/, body: 'json' },
  { open: new RegExp(String.raw`(?:<｜tool▁calls▁begin｜>\s*)?<｜tool▁call▁begin｜>\s*(?:function\s*<｜tool▁sep｜>)?\s*${NAME}\s*(?:<｜tool▁sep｜>)?\s*(?:${'```'}(?:json)?\s*)?(?=\{)`, 'g'), close: /^\s*(?:```)?\s*(?:<｜tool▁call▁end｜>)?\s*(?:<｜tool▁calls▁end｜>)?(?:<｜end▁of▁sentence｜>)?/, body: 'named' },
  { open: new RegExp(String.raw`(?:<\|tool_calls_section_begin\|>\s*)?<\|tool_call_begin\|>\s*${NAME}\s*<\|tool_call_argument_begin\|>\s*(?=\{)`, 'g'), close: /^\s*(?:<\|tool_call_end\|>)?\s*(?:<\|tool_calls_section_end\|>)?/, body: 'named' },
  // Gemma 4 and FunctionGemma; gpt-oss.
  { open: new RegExp(String.raw`<\|tool_call>\s*call:\s*${NAME}\s*(?=\{)`, 'g'), close: /^\s*(?:<tool_call\|>)?/, body: 'named' },
  { open: new RegExp(String.raw`<start_function_call>\s*call:\s*${NAME}\s*(?=\{)`, 'g'), close: /^\s*(?:<end_function_call>)?/, body: 'named' },
  { open: new RegExp(String.raw`(?:<\|start\|>assistant\s*)?<\|channel\|>\s*(?:commentary|analysis)\s+to=${NAME}\s*(?:<\|constrain\|>\s*\w+\s*|\s+(?:code|json)\s*)?<\|message\|>\s*(?=[{"])`, 'g'), close: /^\s*(?:<\|call\|>|<\|end\|>)?/, body: 'named' },
  // Llama 3, Granite and Phi, LM Studio's default, Command R, Liquid.
  { open: /<\|python_tag\|>\s*(?=[[{])/g, close: /^\s*(?:<\|eo[tm]_id\|>)?/, body: 'json' },
  { open: /<\|python_tag\|>\s*(?=[\w.]+\()/g, close: /^\s*(?:<\|eo[tm]_id\|>)?/, body: 'python' },
  { open: /<\|tool_call\|>\s*(?=[[{])/g, close: /^\s*(?:<\|\/tool_call\|>)?/, body: 'json' },
  { open: /\[TOOL_REQUEST\]\s*(?=[[{])/g, close: /^\s*(?:\[END_TOOL_REQUEST\])?/, body: 'json' },
  { open: /<\|START_ACTION\|>\s*(?=[[{])/g, close: /^\s*(?:<\|END_ACTION\|>)?/, body: 'json' },
  { open: /<\|tool_call_start\|>\s*(?=[[{]\s*["'{])/g, close: /^\s*(?:<\|tool_call_end\|>)?/, body: 'json' },
  { open: /<\|tool_call_start\|>\s*(?=\[?\s*\w)/g, close: /^\s*(?:<\|tool_call_end\|>)?/, body: 'python' },
];

export const specialTokens: Family = (text, tools, quoted) => {
  if (!/<\||\[TOOL_|<｜|<start_function_call>/.test(text)) return [];
  const found: FoundCall[] = [];
  for (const row of ROWS) {
    let done = 0;
    row.open.lastIndex = 0;
    // One mark and the next, never all: a model in a loop writes a hundred thousand.
    for (let mark = row.open.exec(text), next = mark; mark; mark = next) {
      next = row.open.exec(text);
      const from = mark.index + mark[0].length;
      if (mark.index < done || quoted(mark.index)) continue;
      const limit = next?.index ?? text.length;
      const calls = row.body === 'json' ? readTaggedJson(text, mark.index, from, row.close, limit, tools)
        : row.body === 'python' ? pythonBody(text, mark.index, from, row.close, tools)
        : [namedBody(text, mark, from, row.close, limit)];
      for (const call of calls) found.push(call);
      done = calls.at(-1)?.end ?? done;
    }
  }
  return found;
};

function namedBody(text: string, mark: RegExpExecArray, from: number, close: RegExp, limit: number): FoundCall {
  const name = mark.groups?.['name'] ?? '';
  const loose = readLoose(text, from);
  if (!loose) return { start: mark.index, end: limit, name, args: { kind: 'text', text: stripMarks(text.slice(from, limit)) }, state: 'closed' };
  const extra = /^[\]}]*/.exec(text.slice(loose.end))?.[0].length ?? 0;
  const end = loose.end + extra + (close.exec(text.slice(loose.end + extra))?.[0].length ?? 0);
  // Token strings (<|"|>) are no JSON; everything else goes on as the model wrote it.
  const written = text.slice(from, loose.end);
  const tokens = /<\|"\|>|<escape>/.test(written);
  return { start: mark.index, end, name, state: loose.state, args: tokens || loose.state !== 'closed' ? { kind: 'value', value: loose.value } : { kind: 'text', text: written } };
}

const stripMarks = (body: string): string => body.replace(/\s*(?:```)?\s*(?:<[|｜][^>\n]{1,40}[|｜]>|<end_function_call>|<tool_call\|>|<\/s>)*\s*$/, '');

function pythonBody(text: string, start: number, from: number, close: RegExp, tools: readonly ToolSpec[]): readonly FoundCall[] {
  const calls = readPythonCalls(text, from, tools);
  const last = calls.at(-1);
  if (!last) return [];
  const end = last.end + (close.exec(text.slice(last.end))?.[0].length ?? 0);
  return calls.map((call, index) => ({ ...call, start: index === 0 ? start : call.start, end: call === last ? end : call.end }));
}

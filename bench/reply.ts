/** Measures how reading a reply grows with its length: doubling the text must not much more than double the time. */
import type { ModelReply, ToolSpec } from '../src/engine/ports';
import { readReply } from '../src/engine/reply/readReply';
import { DIALECTS } from '../test/support/dialects';

const text = { type: 'string' };
const TOOLS: readonly ToolSpec[] = [
  { name: 'write_file', description: '', changes: true, parameters: { type: 'object', properties: { path: text, content: text }, required: ['path', 'content'], additionalProperties: false } },
  { name: 'search', description: '', changes: false, parameters: { type: 'object', properties: { pattern: text }, required: ['pattern'], additionalProperties: false } },
];
const LINE = '  const x = {"a": [1, "two", `three`], b: f(<T,>(y) => y < 3)}; // </b> & \'c\'\n';
/** Texts that a careless reader goes over again and again. */
const HOSTILE: Readonly<Record<string, string>> = {
  braces: '{', 'open objects': '{"name":', 'open calls': '{"name":"search","arguments":{"pattern":"x', 'whole objects': '{"name":"x"} ', backticks: '`', fences: '```\n', 'function tags': '<function=search>', 'closing tags': '</function>',
  'parameter tags': '<parameter=pattern>', 'call tags': '<tool_call>', 'call tags with brace': '<tool_call>{', 'think tags': '<think>', 'end tags': '</think> x', 'mistral marks': '[TOOL_CALLS]', 'harmony marks': '<|channel|>commentary to=functions.search<|message|>{',
  quotes: '"', backslashes: '\\', brackets: '[', 'glm keys': '<arg_key>a</arg_key><arg_value>', commas: ', ', spaces: ' ', newlines: '\n', 'turn ends': '`<|im_end|>` ', 'python calls': 'search(pattern=', 'many calls': '<tool_call>{"name":"search","arguments":{"pattern":"x"}}</tool_call>\n', 'many xml calls': '<function=search>\n<parameter=pattern>\nx\n</parameter>\n</function>\n', 'inline code': '`<tool_call>{}</tool_call>` ', prose: 'Let me see what this does. ',
};

const reply = (content: string): ModelReply => ({ content, reasoning: '', toolCalls: [], finish: 'stop' });
const native = (args: string): ModelReply => ({ content: '', reasoning: '', toolCalls: [{ id: '', name: 'write_file', arguments: args }], finish: 'tool_calls' });

function milliseconds(one: ModelReply): number {
  let best = Infinity;
  for (let round = 0; round < 4; round += 1) {
    const began = performance.now();
    readReply(one, TOOLS);
    best = Math.min(best, performance.now() - began);
    if (best > 300) break;
  }
  return best;
}

const ROWS: readonly (readonly [string, (length: number) => ModelReply])[] = [
  ...Object.entries(DIALECTS).map(([name, write]): readonly [string, (length: number) => ModelReply] =>
    [name, (length) => reply(write({ name: 'write_file', args: { path: 'a.ts', content: LINE.repeat(Math.ceil(length / LINE.length)) } }))]),
  ...Object.entries(HOSTILE).map(([name, unit]): readonly [string, (length: number) => ModelReply] => [`hostile: ${name}`, (length) => reply(unit.repeat(Math.ceil(length / unit.length)))]),
  ...Object.entries(HOSTILE).map(([name, unit]): readonly [string, (length: number) => ModelReply] => [`hostile arguments: ${name}`, (length) => native(unit.repeat(Math.ceil(length / unit.length)))]),
];

const SIZE = Number(process.argv[2] ?? 50_000);
let slow = 0;
for (const [name, make] of ROWS) {
  const [small, large] = [milliseconds(make(SIZE)), milliseconds(make(SIZE * 4))];
  const growth = large / Math.max(small, 0.05);
  // Four times the text: at most eight times the time, which leaves room for noise and none for a square.
  const bad = growth > 8 && large > 60;
  if (bad) slow += 1;
  console.log(`${bad ? 'SLOW' : 'ok  '} ${name.padEnd(40)} ${small.toFixed(2).padStart(9)} ms  ${large.toFixed(2).padStart(9)} ms  x${growth.toFixed(1)}`);
}
console.log(`${ROWS.length - slow} linear, ${slow} not`);
process.exitCode = slow === 0 ? 0 : 1;

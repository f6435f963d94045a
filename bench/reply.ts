/** Measures how reading a reply grows with its length: 1 MB may take at most 15 times what 100 kB take, whatever stands in it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { StreamAssembler } from '../src/engine/models/streamAssembler';
import type { ModelReply, ToolSpec } from '../src/engine/ports';
import { readReply } from '../src/engine/reply/readReply';
import { ThinkingStream } from '../src/engine/reply/thinking';
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
const [SMALL, MIDDLE, LARGE] = [1000, 100_000, 1_000_000];
const GROWTH = 15;
/** Below this many milliseconds for 100 kB a ratio tells of the clock, not of the reader. */
const FLOOR = 2;

const reply = (content: string): ModelReply => ({ content, reasoning: '', toolCalls: [], finish: 'stop' });
const native = (args: string): ModelReply => ({ content: '', reasoning: '', toolCalls: [{ id: '', name: 'write_file', arguments: args }], finish: 'tool_calls' });
const filled = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length));

interface Times {
  readonly best: number;
  readonly p50: number;
  readonly p99: number;
}

/** Processor time of this process, so that a busy machine spoils little; at most `rounds` and about `budget` milliseconds of it. */
function measure(run: () => void, rounds: number, budget: number): Times {
  const times: number[] = [];
  for (let spent = 0; times.length < rounds && (spent < budget || times.length < 3);) {
    const began = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(began);
    times.push((user + system) / 1000);
    spent += times.at(-1) ?? 0;
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { best: times[0] ?? 0, p50: at(0.5), p99: at(0.99) };
}

const ROWS: readonly (readonly [string, (length: number) => ModelReply])[] = [
  ...Object.entries(DIALECTS).map(([name, write]): readonly [string, (length: number) => ModelReply] =>
    [name, (length) => reply(write({ name: 'write_file', args: { path: 'a.ts', content: filled(LINE, length) } }))]),
  ['hostile: strings in a call', (length) => reply(`<tool_call>{name: "search", arguments: {"pattern": [${filled('"v",', length)}]}}</tool_call>`)],
  ['hostile: end tags behind a backtick', (length) => reply(`\`${filled('</think> x', length)}`)],
  ['hostile arguments: brackets deep in a value', (length) => native(`{"path": "a", "content": ${filled('[1, ', length)}`)],
  ...Object.entries(HOSTILE).map(([name, unit]): readonly [string, (length: number) => ModelReply] => [`hostile: ${name}`, (length) => reply(filled(unit, length))]),
  ...Object.entries(HOSTILE).map(([name, unit]): readonly [string, (length: number) => ModelReply] => [`hostile arguments: ${name}`, (length) => native(filled(unit, length))]),
];

/** The longest time any one chunk took on its way through the assembler and the parting of thinking. */
function streaming(unit: string): Times {
  const pieces = filled(unit, MIDDLE).match(/[^]{1,12}/gu) ?? [];
  const assembler = new StreamAssembler();
  const thinking = new ThinkingStream();
  const times = pieces.map((content) => {
    const began = performance.now();
    thinking.push(assembler.add({ choices: [{ delta: { content } }] }).text);
    return performance.now() - began;
  }).sort((a, b) => a - b);
  return { best: times[0] ?? 0, p50: times[times.length >> 1] ?? 0, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

const only = process.argv[2];
const chosen = ROWS.filter(([name]) => only === undefined || name.includes(only));
const shown = (value: number): string => value.toFixed(2).padStart(8);
let slow = 0;
const rows: object[] = [];
console.log(`${'processor milliseconds (p50, p99)'.padEnd(45)}${'1 kB'.padStart(17)}${'100 kB'.padStart(18)}${'1 MB'.padStart(18)}   growth   replies/s at 1 kB`);
for (const [name, make] of chosen) {
  const inputs = [make(SMALL), make(MIDDLE), make(LARGE)] as const;
  readReply(inputs[0], TOOLS);
  const small = measure(() => readReply(inputs[0], TOOLS), 300, 200);
  let middle = measure(() => readReply(inputs[1], TOOLS), 50, 400);
  let large = measure(() => readReply(inputs[2], TOOLS), 15, 800);
  const growth = (): number => large.best / Math.max(middle.best, FLOOR);
  // A second look before a verdict: a collection of garbage in the wrong place is no fault of the reader's.
  if (growth() > GROWTH) [middle, large] = [measure(() => readReply(inputs[1], TOOLS), 50, 1000), measure(() => readReply(inputs[2], TOOLS), 30, 3000)];
  const bad = growth() > GROWTH;
  if (bad) slow += 1;
  rows.push({ what: name, milliseconds: { '1 kB': small, '100 kB': middle, '1 MB': large }, growth: growth(), wanted: `<= ${GROWTH}`, ok: !bad });
  console.log(`${bad ? 'SLOW' : 'ok  '} ${name.padEnd(40)}${[small, middle, large].map(({ p50, p99 }) => `${shown(p50)} ${shown(p99)} `).join('')}  x${growth().toFixed(1).padEnd(6)} ${Math.round(1000 / Math.max(small.p50, 0.001))}`);
}
for (const [name, unit] of only === undefined ? [['prose', HOSTILE['prose'] ?? ' '], ['code', LINE], ['tags', '<think>a</think> '], ['angle brackets', '<'], ['backticks', '`']] as const : []) {
  const times = streaming(unit);
  const bad = times.p99 > 1;
  if (bad) slow += 1;
  rows.push({ what: `streaming ${name}: one chunk of 12`, milliseconds: times, wanted: 'p99 <= 1', ok: !bad });
  console.log(`${bad ? 'SLOW' : 'ok  '} ${`streaming ${name}: one chunk of 12`.padEnd(40)}${shown(times.p50)} ${shown(times.p99)}   at most 1 ms`);
}
console.log(`${chosen.length + (only === undefined ? 5 : 0) - slow} passed, ${slow} failed`);
if (only === undefined) {
  const results = path.resolve(__dirname, 'results');
  mkdirSync(results, { recursive: true });
  const lines = rows.map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(3)) : value)));
  writeFileSync(path.join(results, 'reply.json'), `{"node": "${process.version}", "cores": ${cpus().length}, "rows": [\n${lines.join(',\n')}\n]}\n`);
}
process.exitCode = slow === 0 ? 0 : 1;

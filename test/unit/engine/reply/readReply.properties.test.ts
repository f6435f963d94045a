/** What must hold for every text: nothing throws, a call comes back as itself, and a cut one never runs changed. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ModelReply, ToolSpec } from '../../../../src/engine/ports';
import { readReply } from '../../../../src/engine/reply/readReply';
import { DIALECTS, TOKEN_QUOTED, type Call } from '../../../support/dialects';

const text = { type: 'string' };
const TOOLS: readonly ToolSpec[] = [
  { name: 'write_file', description: '', changes: true, parameters: { type: 'object', properties: { path: text, content: text }, required: ['path', 'content'], additionalProperties: false } },
  { name: 'patch', description: '', changes: true, parameters: { type: 'object', properties: { path: text, old_str: text, new_str: text, replace_all: { type: 'boolean' } }, required: ['path', 'old_str', 'new_str'], additionalProperties: false } },
  { name: 'search', description: '', changes: false, parameters: { type: 'object', properties: { pattern: text, path: text, glob: text }, required: ['pattern'], additionalProperties: false } },
];

const piece = fc.oneof(
  fc.constantFrom('"', "'", '`', '\\', '{', '}', '[', ']', ',', ':', '\n', '\r\n', '\t', ' ', '    return x\n', '$&', '$1', '🚀', 'é', '</parameter>', '```\n', '```ts\n', '&lt;', '&amp;', '<b>', '// https://x.y/z', '#', '\\n', '\\d', '"path": "b.py"', '","content":"', "', new_str='", '</tool_call>', '<tool_call>', '</think>', 'True', 'null', '(', ')', '=', 'x = d["k"]', '{"a": [1, 2]}', '\u2028', '[truncated]'),
  fc.string({ maxLength: 6 }),
);
const code = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join('')).filter((value) => value.trim() !== '' && !/^[<[{.…]/.test(value.trim()));
const path = fc.stringMatching(/^[a-z]{1,6}(?:\/[a-z]{1,6}){0,2}\.(?:ts|py|md)$/);
const call: fc.Arbitrary<Call> = fc.oneof(
  fc.record({ path, content: code }).map((args) => ({ name: 'write_file', args: { ...args } })),
  fc.record({ path, old_str: code, new_str: code }).map((args) => ({ name: 'patch', args: { ...args } })),
);

const reply = (content: string, finish: ModelReply['finish'] = 'stop'): ModelReply => ({ content, reasoning: '', toolCalls: [], finish });
const native = (args: string, finish: ModelReply['finish'] = 'tool_calls', name = 'write_file'): ModelReply => ({ content: '', reasoning: '', toolCalls: [{ id: 'c1', name, arguments: args }], finish });
const runs = Number(process.env['RUNS'] ?? 150);

/** What a dialect can't say at all: its own closing marks inside a value are another text. */
function sayable(dialect: string, { args }: Call): boolean {
  const values = Object.values(args);
  const quote = TOKEN_QUOTED[dialect];
  if (quote !== undefined && values.some((value) => value.includes(quote))) return false;
  if (dialect === 'fenced style') return values.every((value) => !/[\r\n]/.test(value.replace(/\n$/, '')) ? !/[\r\n]/.test(value) : value.endsWith('\n'));
  return true;
}

function same(actual: ReturnType<typeof readReply>, wanted: Call): void {
  assert.equal(actual.kind, 'calls', JSON.stringify(actual));
  if (actual.kind !== 'calls') return;
  assert.deepEqual(actual.calls.map(({ name, args }) => ({ name, args })), [wanted]);
  assert.deepEqual(actual.problems, []);
  assert.match(actual.text, /^(?:I will do it\.|Sure, here it is:\s+Done\.)?$/, 'no markup is left in the text');
}

/** Nothing runs, or just what was meant. */
function unchanged(actual: ReturnType<typeof readReply>, wanted: Call): void {
  if (actual.kind === 'calls') assert.deepEqual(actual.calls.map(({ name, args }) => ({ name, args })), [wanted]);
}

describe('readReply, for every text', () => {
  it('never throws', () => {
    const fragments = fc.constantFrom('<tool_call>', '</tool_call>', '<function=patch>', '<parameter=path>', '</parameter>', '</function>', '{"name":"patch"', ',"arguments":{', '}}', '[TOOL_CALLS]', '[ARGS]', '<|channel|>commentary to=functions.patch<|message|>', '<think>', '</think>', '```json\n', '```tool patch\n', 'path <<A\n', '<|tool_call>call:patch{', '<|"|>', 'patch(', "path='", '\\u12', '\ud83d', '[[[[', '{"a":', '<arg_key>', '<arg_value>', '[patch(', '"', '\\');
    fc.assert(fc.property(fc.array(fc.oneof(fragments, fc.string()), { maxLength: 30 }), fc.constantFrom<ModelReply['finish']>('stop', 'tool_calls', 'length', 'cut'), (parts, finish) => {
      const content = parts.join('');
      for (const one of [readReply(reply(content, finish), TOOLS), readReply(native(content, finish), TOOLS), readReply(reply(content, finish), [])]) {
        if (finish === 'length' || finish === 'cut') assert.notEqual(one.kind, 'calls');
        const raws = one.kind === 'answer' ? [] : [...(one.kind === 'calls' ? one.calls : []), ...one.problems].flatMap((part) => part.raw ?? []);
        for (const raw of raws) assert.equal(typeof JSON.parse(raw.arguments), 'object');
      }
    }), { numRuns: runs * 10 });
  });

  it('survives depth', () => {
    for (const unit of ['[', '{"a":', '{"name":', '[{', '(', '<think>']) {
      const deep = unit.repeat(20_000);
      assert.notEqual(readReply(reply(deep), TOOLS).kind, 'calls');
      assert.notEqual(readReply(native(deep), TOOLS).kind, 'calls');
    }
  });

  it('runs a native call as it was written', () => {
    fc.assert(fc.property(call, (one) => same(readReply(native(JSON.stringify(one.args), 'tool_calls', one.name), TOOLS), one)), { numRuns: runs * 4 });
  });

  for (const [name, write] of Object.entries(DIALECTS)) {
    it(`reads back what ${name} says`, () => {
      fc.assert(fc.property(call.filter((one) => sayable(name, one)), (one) => same(readReply(reply(write(one)), TOOLS), one)), { numRuns: runs });
    });

    it(`never runs ${name} changed by a cut`, () => {
      fc.assert(fc.property(call.filter((one) => sayable(name, one)), fc.nat(), (one, at) => {
        const whole = write(one);
        unchanged(readReply(reply(whole.slice(0, at % whole.length)), TOOLS), one);
      }), { numRuns: runs });
    });
  }

  it('never runs a native call changed by a cut', () => {
    fc.assert(fc.property(call, fc.nat(), (one, at) => {
      const whole = JSON.stringify(one.args);
      unchanged(readReply(native(whole.slice(0, at % whole.length), 'tool_calls', one.name), TOOLS), one);
    }), { numRuns: runs * 4 });
  });
});

/** What the ladder does with replies no person would write: it ends, and it stays short. */
import assert from 'node:assert/strict';
import type { ToolSpec } from '../../../../src/engine/ports';
import { readReply } from '../../../../src/engine/reply/readReply';

const TOOLS: readonly ToolSpec[] = [{
  name: 'search', description: '', changes: false,
  parameters: { type: 'object', properties: { pattern: { type: 'string' } }, required: ['pattern'], additionalProperties: false },
}];
const read = (content: string): ReturnType<typeof readReply> => readReply({ content, reasoning: '', toolCalls: [], finish: 'stop' }, TOOLS, 3);

describe('readReply', () => {
  it('reads more calls than its ids have digits for', () => {
    const reply = read('<tool_call>{"name": "search", "arguments": {"pattern": "x"}}</tool_call>\n'.repeat(12_000));
    assert.equal(reply.kind, 'calls');
    assert.equal(reply.kind === 'calls' && new Set(reply.calls.map(({ id }) => id)).size, 12_000);
    assert.equal(reply.kind === 'calls' && reply.calls[0]?.id, 'c00030000');
  });

  it('tells ten of many wrong calls, and how many more there were', () => {
    const reply = read('<tool_call>{'.repeat(12_000));
    assert.equal(reply.kind, 'malformed');
    if (reply.kind !== 'malformed') return;
    assert.equal(reply.problems.length, 10);
    assert.match(reply.problems[9]?.text ?? '', /1199\d more of your calls/);
    assert.doesNotMatch(reply.problems[8]?.text ?? '', /more of your calls/);
  });

  it('ends with arguments nested deeper than any stack', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const plan: ToolSpec = { name: 'set_plan', description: '', changes: false, parameters: { type: 'object', properties: { steps: { type: 'array' }, path: { type: 'string' } }, required: ['steps'], additionalProperties: false } };
    for (const args of [`{"steps": ${deep}}`, `{"plan": ${deep}, "steps": ["a"]}`, `{"file": ${deep}, "path": "a", "steps": []}`, deep]) {
      const native = readReply({ content: '', reasoning: '', toolCalls: [{ id: 'a', name: 'set_plan', arguments: args }], finish: 'tool_calls' }, [plan]);
      assert.equal(native.kind, 'malformed');
      assert.equal(readReply({ content: `<tool_call>{"name": "set_plan", "arguments": ${args}}</tool_call>`, reasoning: '', toolCalls: [], finish: 'stop' }, [plan]).kind, 'malformed');
    }
    const brackets = read(`{"name": "search", "arguments": {"pattern": "${'['.repeat(500)}\\"${'{'.repeat(500)}"}}`);
    assert.equal(brackets.kind === 'calls' && String(brackets.calls[0]?.args['pattern']).length, 1001);
  });

  it('takes more calls behind one mark than the stack has room for', () => {
    assert.equal(read(`<tool_call>${'{"name":"search","arguments":{"pattern":"x"}}\n'.repeat(130_000)}`).kind, 'calls');
  });

  it('tells a few wrong calls one by one', () => {
    const reply = read('<tool_call>{"name": "search", "arguments": {}}</tool_call>\n'.repeat(10));
    assert.equal(reply.kind === 'malformed' && reply.problems.length, 10);
    assert.ok(reply.kind === 'malformed' && reply.problems.every(({ text }) => !text.includes('more of your calls')));
  });
});

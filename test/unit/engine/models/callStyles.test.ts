/** The styles without native tools: what is asked for can be read back, and the history stays one that any template takes. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromStyle, inStyle } from '../../../../src/engine/models/callStyles';
import type { ChatMessage, ToolSpec } from '../../../../src/engine/ports';
import { readReply } from '../../../../src/engine/reply/readReply';

const text = { type: 'string' };
const TOOLS: readonly ToolSpec[] = [
  { name: 'write_file', description: 'Write a file.', changes: true, parameters: { type: 'object', properties: { path: text, content: text }, required: ['path', 'content'], additionalProperties: false } },
  { name: 'read_file', description: 'Read a file.', changes: false, parameters: { type: 'object', properties: { path: text, limit: { type: 'integer' } }, required: ['path'], additionalProperties: false } },
];
const history = (content: string): readonly ChatMessage[] => [
  { role: 'system', content: 'You are Whittle.' }, { role: 'user', content: 'Go.' },
  { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'write_file', arguments: JSON.stringify({ path: 'a.py', content }) }] },
  { role: 'tool', content: 'written', toolCallId: 'a', name: 'write_file' },
  { role: 'user', content: 'And now?' },
];

describe('call styles', () => {
  for (const style of ['json', 'fenced'] as const) {
    it(`${style}: one system message, turns that alternate, no tool role`, () => {
      const { messages, tools } = inStyle(style, history('x\n'), TOOLS);
      assert.deepEqual(messages.map(({ role }) => role), ['system', 'user', 'assistant', 'user']);
      assert.deepEqual(tools, []);
      assert.match(messages[3]?.content ?? '', /Result of write_file:\nwritten\n\nAnd now\?/);
      assert.equal(messages[0]?.content, inStyle(style, history('other\n'), TOOLS).messages[0]?.content, 'the system message is the same each round');
    });

    it(`${style}: a call in the history reads as the call it was`, () => {
      const code = fc.array(fc.constantFrom('x = 1\n', '"', "'", '```\n', 'END\n', 'END_', '    ', '\\', '$&', '🚀', '{', '</think>'), { minLength: 1, maxLength: 10 }).map((parts) => `${parts.join('')}\n`);
      fc.assert(fc.property(code, (content) => {
        const said = inStyle(style, history(content), TOOLS).messages[2]?.content ?? '';
        const reply = readReply({ content: said, reasoning: '', toolCalls: [], finish: 'stop' }, TOOLS);
        assert.deepEqual(reply.kind === 'calls' && reply.calls.map(({ name, args }) => [name, args]), [['write_file', { path: 'a.py', content }]]);
      }), { numRuns: 300 });
    });
  }

  it('native leaves everything as it is', () => {
    const messages = history('x');
    assert.equal(inStyle('native', messages, TOOLS).messages, messages);
  });

  it('json: the schema asks for the thought first and knows each tool', () => {
    const { schema } = inStyle('json', history('x'), TOOLS);
    const options = schema?.['anyOf'] as readonly { readonly properties: Record<string, { readonly const?: string }> }[];
    assert.deepEqual(options.map(({ properties }) => [Object.keys(properties)[0], properties['tool']?.const]), [['thought', 'write_file'], ['thought', 'read_file'], ['thought', 'answer']]);
  });

  it('json: a path has a bound to end a model that repeats itself, code has none', () => {
    const { schema } = inStyle('json', history('x'), TOOLS);
    const [write] = schema?.['anyOf'] as readonly { readonly properties: { readonly args: { readonly properties: Record<string, { readonly maxLength?: number }> } } }[];
    assert.deepEqual([write?.properties.args.properties['path']?.maxLength, write?.properties.args.properties['content']?.maxLength], [240, undefined]);
  });

  it('json: an answer becomes text, a thought reasoning; broken JSON is left for the ladder', () => {
    const reply = (content: string): ReturnType<typeof fromStyle> => fromStyle('json', { content, reasoning: '', toolCalls: [], finish: 'stop' });
    assert.deepEqual([reply('{"thought":"easy","tool":"answer","args":{"text":"Four."}}').content, reply('{"thought":"easy","tool":"answer","args":{"text":"Four."}}').reasoning], ['Four.', 'easy']);
    assert.equal(reply('{"thought":"cut').content, '{"thought":"cut');
  });
});

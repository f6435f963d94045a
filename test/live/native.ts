/** Native calls: a conversation that shows four of them, then ten more; what came over the wire is held against what the product read. */
import assert from 'node:assert/strict';
import type { ChatMessage } from '../../src/engine/ports';
import { isRecord } from '../../src/engine/reply/looseJson';
import { readReply } from '../../src/engine/reply/readReply';
import { registry } from '../../src/engine/tools/registry';
import { advertised } from '../../src/engine/tools/register';
import { ask, CannotDo, SYSTEM, user, type Live } from './liveCheck';
import type { Answer } from './wireTap';

const TOOLS = registry.filter(({ name }) => ['read_file', 'list_dir', 'search'].includes(name)).map(({ spec }) => advertised(spec, false));
/** Even a model that was trained on no tools goes on as the conversation went so far. */
const SHOWN = ['src/a.js', 'lib/util.py', 'README.md', 'src/main.ts'];
const ASKED = ['test/stats.test.js', 'docs/guide.md', 'größe.py', 'a file with spaces.md', 'src/"quoted".ts', 'lib\\windows.bat', '中文/文件.txt', 'x.c', '.github/workflows/ci.yml', 'emoji/🎈.rs'];

const read = (path: string, id: string): readonly ChatMessage[] => [
  user(`Read ${path}`),
  { role: 'assistant', content: '', toolCalls: [{ id, name: 'read_file', arguments: JSON.stringify({ path }) }] },
  { role: 'tool', toolCallId: id, name: 'read_file', content: `1: the first line of ${path}` },
  { role: 'assistant', content: 'Done.' },
];

export async function native({ model, tap }: Live): Promise<string> {
  const one = await model();
  if (one.profile.callStyle !== 'native') throw new CannotDo(`its template takes no tools; Whittle asks in the ${one.profile.callStyle} style there`);
  const shown = SHOWN.flatMap((path, index) => read(path, `shown${index}`));
  let [right, calls, cut, grew] = [0, 0, 0, 0];
  for (const path of ASKED) {
    const asked = [SYSTEM, ...shown, user(`Read ${path}`)];
    const { reply } = await ask(one, asked, { tools: TOOLS, maxTokens: 96 });
    if (one.profile.callStyle !== 'native') throw new CannotDo(`it refused tools; Whittle fell back to the ${one.profile.callStyle} style and remembers`);
    const sent = callsIn(await tap.lastAnswer());
    assert.deepEqual(reply.toolCalls.map(({ id, name, arguments: words }) => ({ id, name, arguments: words })), sent, 'the calls are those of the stream, put together');
    const understood = readReply(reply, TOOLS);
    if (reply.finish === 'length') {
      cut += 1;
      assert.ok(understood.kind !== 'calls' || understood.calls.length < sent.length, 'a call that was cut is not run');
    }
    const first = sent[0];
    if (!first) continue;
    calls += 1;
    assert.ok(first.id !== '' && TOOLS.some(({ name }) => name === first.name), `a tool that was offered with an id, not ${first.name} "${first.id}"`);
    const given: unknown = JSON.parse(first.arguments);
    if (isRecord(given) && given['path'] === path) right += 1;
    const told: readonly ChatMessage[] = [...asked, { role: 'assistant', content: reply.content, toolCalls: [first] }, { role: 'tool', toolCallId: first.id, name: first.name, content: '1: hello' }];
    const second = await ask(one, told, { tools: TOOLS, maxTokens: 1 });
    if ((second.reply.usage?.prompt ?? Infinity) > (reply.usage?.prompt ?? 0)) grew += 1;
  }
  if (calls === 0) throw new CannotDo('the model called nothing; a larger one will');
  assert.equal(grew, calls, 'each prompt grew by the call and its result: the server took the history');
  return `${calls} of ${ASKED.length} answered by a call, put together as the stream had it; ${right} with the very path asked for; ${cut} cut by the output limit and not run`;
}

/** Each call of a stream, joined by its index: not by the product's assembler. */
function callsIn({ events }: Answer): { id: string; name: string; arguments: string }[] {
  const calls = new Map<unknown, { id: string; name: string; arguments: string }>();
  for (const event of events) {
    const choice: unknown = Array.isArray(event['choices']) ? event['choices'][0] : event;
    const message: unknown = isRecord(choice) ? choice['delta'] ?? choice['message'] : undefined;
    for (const piece of isRecord(message) && Array.isArray(message['tool_calls']) ? message['tool_calls'] as unknown[] : []) {
      if (!isRecord(piece) || !isRecord(piece['function'])) continue;
      const call = calls.get(piece['index']) ?? { id: '', name: '', arguments: '' };
      const { name, arguments: words } = piece['function'];
      calls.set(piece['index'], {
        id: typeof piece['id'] === 'string' ? piece['id'] : call.id,
        name: typeof name === 'string' ? name : call.name,
        arguments: call.arguments + (typeof words === 'string' ? words : ''),
      });
    }
  }
  return [...calls.values()];
}

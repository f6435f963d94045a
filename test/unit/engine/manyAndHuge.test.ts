/** Replies far beyond what a task needs: many calls, calls in a circle, texts without end; and what of them the model reads again. */
import assert from 'node:assert/strict';
import { createEngine } from '../../../src/engine/engine';
import type { ModelRequest, Profile } from '../../../src/engine/ports';
import type { EngineEvent, Outcome } from '../../../src/shared/events';
import { codeReader, memoryContext } from '../../support/memoryContext';
import { scriptedModel, type Line, type ScriptedModel } from '../../support/scriptedModel';

interface Rig {
  readonly model: ScriptedModel;
  readonly events: EngineEvent[];
  run(text: string, signal?: AbortSignal): Promise<Outcome>;
}

async function rig(lines: readonly (Line | ((request: ModelRequest) => Line))[], profile?: Partial<Profile>, heard?: (event: EngineEvent) => void): Promise<Rig> {
  const long = Array.from({ length: 900 }, (_, line) => `x_${line} = ${line} * 1000`).join('\n');
  const context = await memoryContext({ files: { 'a.py': 'def f():\n    return 1\n', 'b.py': long, 'c.py': long, 'd.py': long, 'e.py': long, 'g.py': long } });
  const events: EngineEvent[] = [];
  const model = scriptedModel(lines, profile);
  const engine = createEngine({
    host: { ...context.host, emit: (event) => { events.push(event); heard?.(event); } }, workspace: '/ws', trusted: () => true, connect: async () => model, code: codeReader,
    settings: () => ({ ...context.settings, maxRounds: 8, thinkingBudget: undefined }),
  });
  return { model, events, run: (text, signal = new AbortController().signal) => engine.run({ text }, signal) };
}

const finish: Line = { calls: [['finish', { summary: 'Changed f. Not tested: there are no tests.' }]] };
const results = (events: readonly EngineEvent[]): number => events.filter((event) => event.kind === 'result').length;
const size = (request: ModelRequest | undefined): number => JSON.stringify(request?.messages ?? []).length;

/** Every call has its one answer, right behind it. */
function isWhole(request: ModelRequest | undefined): void {
  const open = new Set<string>();
  for (const message of request?.messages ?? []) {
    if (message.role === 'tool') assert.ok(open.delete(message.toolCallId), `an answer without its call: ${message.content.slice(0, 80)}`);
    else assert.equal(open.size, 0, 'a call without its answer');
    if (message.role === 'assistant') for (const { id, arguments: args } of message.toolCalls ?? []) { open.add(id); JSON.parse(args); }
  }
  assert.equal(open.size, 0);
}

describe('engine: many and huge', () => {
  it('runs twenty calls of one reply and tells how many it left out', async () => {
    const { run, model, events } = await rig([{ calls: Array.from({ length: 300 }, (_, at) => ['search', { pattern: `word${at}` }] as const) }, finish]);
    assert.equal((await run('Fix f in a.py')).kind, 'done');
    assert.equal(results(events), 21);
    isWhole(model.requests[1]);
    assert.match(model.requests[1]?.messages.at(-1)?.content ?? '', /^280 further calls of your reply were not run\. Read the results, then call only what is still needed/u);
  });

  it('sees a loop between the calls of one reply', async () => {
    const { run, model, events } = await rig([{ calls: Array.from({ length: 15 }, () => ['read_symbol', { name: 'f', path: 'a.py' }] as const) }]);
    const outcome = await run('Fix f in a.py');
    assert.equal(outcome.kind === 'failed' && outcome.code, 'looping');
    assert.equal(results(events), 6);
    isWhole(model.requests[1]);
    assert.match(model.requests[1]?.messages.at(-1)?.content ?? '', /same calls with the same results.* 12 further calls of your reply were not run/u);
  });

  it('keeps the head of an answer that is longer than the window, without a mark in it', async () => {
    const words = `${'I will now look at the file and think about it.\n'.repeat(20)}${Array.from({ length: 100_000 }, (_, at) => `Line number ${at} of it.`).join('\n')}`;
    const { run, model } = await rig([{ content: words }, { content: `So. ${words}` }, finish]);
    assert.equal((await run('Fix f in a.py')).kind, 'done');
    const said = model.requests[1]?.messages.findLast((message) => message.role === 'assistant')?.content ?? '';
    assert.ok(words.startsWith(`${said}\n`) && said.length > 5000, said.slice(-80));
    assert.match(model.requests[1]?.messages.at(-1)?.content ?? '', /Your last reply was far too long; only its beginning is kept\.$/u);
    assert.ok(size(model.requests[2]) < 16_384 * 3.5 * 0.8, String(size(model.requests[2])));
  });

  it('keeps it short in the next task too', async () => {
    const { run, model } = await rig([{ content: Array.from({ length: 100_000 }, (_, at) => `Thing ${at}.`).join('\n') }, { content: 'Hello.' }]);
    assert.equal((await run('hello')).kind, 'answered');
    assert.equal((await run('thanks')).kind, 'answered');
    assert.ok(size(model.requests[1]) < 10_000, String(size(model.requests[1])));
  });

  it('leaves the long arguments of huge calls out of what the model reads again', async () => {
    const content = Array.from({ length: 60_000 }, (_, at) => `y_${at} = ${at}`).join('\n');
    const { run, model, events } = await rig([{ calls: [['write_file', { path: 'new.py', content }], ['read_symbol', { name: 'f', path: 'a.py' }]] }, finish]);
    assert.equal((await run('Fix f in a.py')).kind, 'done');
    assert.equal(events.find((event) => event.kind === 'result')?.ok, true);
    isWhole(model.requests[1]);
    const call = model.requests[1]?.messages.find((message) => message.role === 'assistant');
    assert.deepEqual(call?.role === 'assistant' ? call.toolCalls?.map((one) => one.arguments) : [], ['{"path":"new.py"}', '{"name":"f","path":"a.py"}']);
    assert.match(model.requests[1]?.messages.find((message) => message.role === 'tool')?.content ?? '', /Created new\.py.*long arguments of this call are not repeated here/u);
  });

  it('reads five long files in one reply, and still fits the window', async () => {
    const reads = ['b', 'c', 'd', 'e', 'g'].map((name) => ['read_file', { path: `${name}.py`, offset: 1, limit: 900 }] as const);
    const { run, model } = await rig([{ calls: reads }, finish], { window: 8192 });
    const outcome = await run('Fix f in a.py');
    assert.equal(outcome.kind, 'done', JSON.stringify(outcome));
    isWhole(model.requests[1]);
    assert.ok(size(model.requests[1]) < 8192 * 3.5 * 0.8, String(size(model.requests[1])));
  });

  it('goes on with a whole history after a Stop between two calls', async () => {
    const stop = new AbortController();
    const { run, model } = await rig([{ calls: [['update_symbol', { name: 'f', path: 'a.py', code: 'def f():\n    return 10' }], ['read_file', { path: 'b.py' }], ['read_file', { path: 'c.py' }]] }, finish],
      undefined, (event) => { if (event.kind === 'result') stop.abort(); });
    assert.deepEqual(await run('Fix f in a.py', stop.signal), { kind: 'stopped' });
    assert.equal((await run('go on')).kind, 'done');
    isWhole(model.requests[1]);
    const words = JSON.stringify(model.requests[1]?.messages);
    assert.match(words, /Edited a\.py/u);
    assert.doesNotMatch(words, /b\.py/u);
  });

  it('advises no window that nobody can set', async () => {
    const { run } = await rig([finish]);
    const outcome = await run(`Fix f in a.py\n${'pasted line\n'.repeat(800_000)}`);
    assert.equal(outcome.kind === 'failed' && outcome.code, 'window-too-small');
    assert.match(outcome.kind === 'failed' ? outcome.next : '', /^No usual window holds that much: ask for less at once/u);
  });
});

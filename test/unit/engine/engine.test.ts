/** The loop and its wiring, driven by a scripted model over a disk in memory. */
import assert from 'node:assert/strict';
import { createEngine, type Engine } from '../../../src/engine/engine';
import { Cancelled, ModelUnavailable } from '../../../src/engine/errors';
import type { Host, ModelRequest, Profile } from '../../../src/engine/ports';
import type { EngineEvent, Outcome } from '../../../src/shared/events';
import { codeReader, memoryContext } from '../../support/memoryContext';
import type { MemoryFiles } from '../../support/memoryFiles';
import { scriptedModel, type Line, type ScriptedModel } from '../../support/scriptedModel';

interface Rig {
  readonly engine: Engine;
  readonly model: ScriptedModel;
  readonly events: EngineEvent[];
  readonly logged: string[];
  readonly files: MemoryFiles;
  /** A later engine in the same world. */
  later(): Engine;
  run(text: string, signal?: AbortSignal): Promise<Outcome>;
}

const source = 'def f():\n    return 1\n\n\ndef g():\n    return 2\n';

async function rig(lines: readonly (Line | ((request: ModelRequest) => Line))[], options: { trusted?: boolean; maxRounds?: number; profile?: Partial<Profile>; ask?: Host['ask']; shell?: Partial<Host['shell']>; roomsFolder?: string } = {}): Promise<Rig> {
  const context = await memoryContext({ files: { 'a.py': source, '.env': 'TOKEN=hunter2secret\n' } });
  const events: EngineEvent[] = [];
  const logged: string[] = [];
  const host: Host = { ...context.host, shell: { ...context.host.shell, ...options.shell }, emit: (event) => { events.push(event); }, log: (line) => { logged.push(line); }, roomsFolder: options.roomsFolder ?? context.host.roomsFolder, now: () => events.length, ...(options.ask === undefined ? {} : { ask: options.ask }) };
  const model = scriptedModel(lines, options.profile);
  const later = (): Engine => createEngine({
    host, workspace: '/ws', trusted: () => options.trusted ?? true, connect: async () => model, code: codeReader,
    settings: () => ({ ...context.settings, maxRounds: options.maxRounds ?? 25, thinkingBudget: undefined }),
  });
  const engine = later();
  return { engine, later, model, events, logged, files: context.files, run: (text, signal = new AbortController().signal) => engine.run({ text }, signal) };
}

const edit: Line = { calls: [['update_symbol', { name: 'f', path: 'a.py', code: 'def f():\n    return 10' }]] };
const finish: Line = { calls: [['finish', { summary: 'Changed f. Not tested: there are no tests.' }]] };
const shown = (request: ModelRequest | undefined): string => request?.messages.at(-1)?.content ?? '';

describe('engine', () => {
  it('edits in the room and leaves the workspace alone', async () => {
    const { run, engine, files } = await rig([{ calls: [['read_symbol', { name: 'f', path: 'a.py' }]] }, edit, finish]);
    const outcome = await run('Fix f in a.py');
    assert.deepEqual(outcome, { kind: 'done', summary: 'Changed f. Not tested: there are no tests.', tested: false, changes: 1 });
    assert.equal(files.textOf('/ws/a.py'), source);
    const changes = await engine.changes();
    assert.deepEqual(changes.files.map((file) => [file.path, new TextDecoder().decode(file.after ?? undefined)]), [['a.py', source.replace('return 1', 'return 10')]]);
    await engine.settle();
    assert.deepEqual((await engine.changes()).files, []);
  });

  it('says what to do where the open folder holds the folder for rooms', async () => {
    const { run } = await rig([edit, finish], { roomsFolder: '/ws/rooms' });
    const outcome = await run('Fix f in a.py');
    assert.match(outcome.kind === 'failed' ? `${outcome.cause} ${outcome.next}` : outcome.kind, /^No scratch copy .+ Open a folder below it instead.+ Your files are untouched\. Set that right and try again/u);
  });

  it('takes up what an earlier engine left, changes it further and throws it away', async () => {
    const { run, engine, later, files } = await rig([edit, finish, { calls: [['update_symbol', { name: 'g', path: 'a.py', code: 'def g():\n    return 20' }]] }, finish]);
    await run('Fix f in a.py');
    const left = engine.room()?.id ?? '';
    const second = later();
    await second.resume(left);
    const textOf = async (one: Engine): Promise<string[]> => (await one.changes()).files.map((file) => new TextDecoder().decode(file.after ?? undefined));
    assert.deepEqual(await textOf(second), [source.replace('return 1', 'return 10')]);
    assert.equal((await second.run({ text: 'Fix g in a.py' }, new AbortController().signal)).kind, 'done');
    assert.deepEqual(await textOf(second), [source.replace('return 1', 'return 10').replace('return 2', 'return 20')]);
    await second.settle();
    assert.equal(files.textOf('/ws/a.py'), source);
    await assert.rejects(later().resume(left), /The scratch copy is gone/u);
  });

  it('begins a later window with what an earlier one said, and what an interrupted turn had done', async () => {
    const { engine, model } = await rig([finish]);
    const earlier = [
      { asked: 'What is f?', outcome: { kind: 'answered', text: 'It gives 1.' }, category: 'read', done: [] },
      { asked: 'Fix f in a.py', outcome: { kind: 'stopped', interrupted: true }, category: 'write', done: ['edit a.py', 'ran pytest: exit 1'] },
    ] as const;
    await engine.run({ text: 'Fix g in a.py', earlier }, new AbortController().signal);
    assert.deepEqual(model.requests[0]?.messages.slice(1).map(({ content }) => content), [
      'What is f?', 'It gives 1.', 'Fix f in a.py', '(Ended before it was done. Until then: edit a.py; ran pytest: exit 1.)', 'Fix g in a.py',
    ]);
  });

  it('takes a mere yes after an interrupted turn for a word on that one', async () => {
    const { engine, events } = await rig([finish]);
    await engine.run({ text: 'go on', earlier: [{ asked: 'Fix f in a.py', outcome: { kind: 'stopped', interrupted: true }, category: 'write', done: [] }] }, new AbortController().signal);
    assert.deepEqual(events.flatMap((event) => (event.kind === 'started' ? [event.category] : [])), ['write']);
  });

  it('goes on with the plan of an interrupted task', async () => {
    const { engine, model, events } = await rig([edit, finish, finish]);
    const plan = { steps: [{ number: 1, text: 'Read a.py', state: 'done', after: [] }, { number: 2, text: 'Change f', state: 'active', after: [1] }] } as const;
    await engine.run({ text: 'Fix f in a.py', category: 'write', plan }, new AbortController().signal);
    assert.match(shown(model.requests[0]), /ACTIVE PLAN \(step 2 of 2\):\n✓ 1\. Read a\.py\n→ 2\. Change f$/);
    assert.deepEqual(events.find((event) => event.kind === 'plan')?.plan, plan);
    assert.ok(model.requests[0]?.tools.some(({ name }) => name === 'complete_step'));
  });

  it('names a room that was destroyed, and is done with it', async () => {
    const made: { rig?: Rig } = {};
    const destroy = (): Line => {
      void made.rig?.files.remove(made.rig.engine.room()?.folder ?? '');
      return finish;
    };
    made.rig = await rig([edit, destroy]);
    const outcome = await made.rig.run('Fix f in a.py');
    assert.match(outcome.kind === 'failed' ? `${outcome.cause} ${outcome.next}` : outcome.kind, /The room was destroyed.*Your files are untouched/u);
    assert.equal(made.rig.files.textOf('/ws/a.py'), source);
    assert.deepEqual([(await made.rig.engine.changes()).files, made.rig.events.at(-1)?.kind], [[], 'finished']);
    assert.equal(made.rig.engine.room(), undefined);
  });

  it('tells how far the copying of a large project is', async () => {
    const { run, events, files } = await rig([edit, finish]);
    for (let number = 0; number < 600; number++) files.put(`/ws/many/${number}.txt`, 'x');
    await run('Fix f in a.py');
    assert.deepEqual(events.filter((event) => event.kind === 'preparing').map(({ copied, total }) => [copied, total]), [[250, 602], [500, 602]]);
    assert.ok(events.findIndex((event) => event.kind === 'preparing') < events.findIndex((event) => event.kind === 'round'));
  });

  it('only ever appends to what the model has read, but for the moving tail', async () => {
    const { run, model } = await rig([
      { calls: [['set_plan', { steps: ['Read f in a.py', 'Change f in a.py'] }]] }, { calls: [['read_symbol', { name: 'f', path: 'a.py' }]] },
      { calls: [['complete_step', { step: 1 }]] }, edit, { calls: [['complete_step', { step: 2 }]] }, finish]);
    await run('Read f in a.py, then change it to 10');
    assert.ok(model.requests.length >= 6);
    const bare = model.requests.map((request) => request.messages.map((message) => JSON.stringify({ ...message, content: message.content.replace(/\n\n(?:ACTIVE )?PLAN \([\s\S]*$/u, '') })));
    for (const [at, messages] of bare.entries()) {
      const next = bare[at + 1];
      if (next !== undefined) assert.deepEqual(next.slice(0, messages.length), messages);
    }
    const first = model.requests[0]?.messages.map((message) => message.content) ?? [];
    assert.equal(first[1], 'Read f in a.py, then change it to 10');
    assert.deepEqual(new Set(model.requests.map((request) => JSON.stringify(request.tools))).size, 1);
    assert.ok(model.requests.slice(1).every((request) => /PLAN/u.test(shown(request))));
    assert.ok(model.requests.slice(1).every((request) => request.messages.slice(0, -1).every((message) => !message.content.includes('ACTIVE PLAN'))));
  });

  it('replays the words of the model byte for byte', async () => {
    const odd = '{ "name" : "f",\n "path":"a.py" }';
    const { run, model } = await rig([{ calls: [['read_symbol', odd]] }, edit, finish]);
    await run('Fix f in a.py');
    const replayed = model.requests[1]?.messages.find((message) => message.role === 'assistant');
    assert.equal(replayed?.role === 'assistant' ? replayed.toolCalls?.[0]?.arguments : undefined, odd);
  });

  it('asks for a plan first where there are several steps, but not for ever', async () => {
    const { run, events } = await rig([edit, edit, edit, finish, finish]);
    await run('Fix f in a.py, then write notes');
    const results = events.filter((event) => event.kind === 'result');
    assert.deepEqual(results.map((event) => event.ok), [false, false, true, true]);
    assert.match(results[0]?.text ?? '', /Call set_plan/u);
  });

  it('refuses to finish once while steps are open', async () => {
    const { run, events } = await rig([{ calls: [['set_plan', { steps: ['Change f in a.py', 'Change g in a.py'] }]] }, edit, finish, finish]);
    const outcome = await run('Fix f, then fix g in a.py');
    assert.equal(outcome.kind, 'done');
    assert.match(events.find((event) => event.kind === 'result' && event.tool === 'finish')?.kind === 'result' ? JSON.stringify(events) : '', /Steps 1, 2 of the plan are still open/u);
  });

  it('says why a step was left out where the person said no to its command', async () => {
    const { run, events } = await rig([
      { calls: [['set_plan', { steps: ['Change f in a.py', 'Run a.py'] }]] }, edit, { calls: [['complete_step', { step: 1 }]] },
      { calls: [['run_command', { command: 'python3 a.py', reason: 'to see' }]] }, finish, finish]);
    assert.equal((await run('Fix f in a.py, then run it')).kind, 'done');
    const last = events.findLast((event) => event.kind === 'plan');
    assert.deepEqual(last?.plan.steps.map(({ state, evidence }) => [state, evidence]), [['done', 'edit a.py'], ['skipped', 'you said no to `python3 a.py`']]);
  });

  it('takes words for words: a write task goes on until it finishes', async () => {
    const { run, model } = await rig([{ content: 'I will now change f.' }, edit, { content: 'Done!' }, finish]);
    assert.equal((await run('Fix f in a.py')).kind, 'done');
    assert.match(shown(model.requests[1]), /Call a tool now, or finish/u);
  });

  it('lets a question end in words after one reminder', async () => {
    const { run } = await rig([{ content: 'It returns 1.' }]);
    assert.deepEqual(await run('What does f in a.py return?'), { kind: 'answered', text: 'It returns 1.' });
  });

  it('lets a question end though what an earlier task changed was never tested', async () => {
    const { run, model } = await rig([edit, finish, { calls: [['search', { query: 'return' }]] }, { calls: [['finish', { summary: 'g returns 2, in a.py.' }]] }]);
    await run('Fix f in a.py');
    assert.deepEqual(await run('Where is the 2 that g returns?'), { kind: 'done', summary: 'g returns 2, in a.py.', tested: false, changes: 0 });
    assert.equal(model.requests.length, 4);
  });

  it('answers small talk without any tool', async () => {
    const { run, model } = await rig([{ content: 'Hello.' }]);
    assert.deepEqual(await run('hello'), { kind: 'answered', text: 'Hello.' });
    assert.deepEqual(model.requests[0]?.tools, []);
  });

  it('never runs a call that was cut off, and says so', async () => {
    const cut: Line = { finish: 'length', calls: [['write_file', '{"path":"a.py","content":"def f():\\n    ret']] };
    const { run, engine } = await rig([cut]);
    const outcome = await run('Fix f in a.py');
    assert.equal(outcome.kind === 'failed' && outcome.code, 'cut-off');
    assert.deepEqual((await engine.changes()).files, []);
  });

  it('names a model that says nothing, and one that only thinks', async () => {
    for (const [line, code] of [[{}, 'empty-answers'], [{ reasoning: 'Then <tool_call>{"name":"finish","arguments":{"summary":"x"}}</tool_call>' }, 'only-reasoning']] as const) {
      const { run, model } = await rig([line]);
      const outcome = await run('Fix f in a.py');
      assert.equal(outcome.kind === 'failed' && outcome.code, code);
      assert.equal(model.requests.length, 3);
    }
  });

  it('shows required arguments only after two malformed calls, and gives up by name after three', async () => {
    const bad: Line = { calls: [['read_file', '{"offset":1}']] };
    const { run, model } = await rig([bad]);
    const outcome = await run('Fix f in a.py');
    assert.equal(outcome.kind === 'failed' && outcome.code, 'malformed');
    const shownArguments = model.requests.map((request) => Object.keys(request.tools.find((tool) => tool.name === 'read_file')?.parameters.properties ?? {}));
    assert.deepEqual(shownArguments, [['path', 'offset'], ['path', 'offset'], ['path']]);
    assert.ok(model.requests.at(-1)?.messages.every((message) => message.role !== 'assistant' || (message.toolCalls ?? []).every((call) => typeof JSON.parse(call.arguments) === 'object')));
  });

  it('breaks a loop with one correction, then stops', async () => {
    const { run, events } = await rig([{ calls: [['read_symbol', { name: 'f', path: 'a.py' }]] }]);
    const outcome = await run('Fix f in a.py');
    assert.equal(outcome.kind === 'failed' && outcome.code, 'looping');
    assert.equal(events.filter((event) => event.kind === 'correction').length, 1);
  });

  it('ends when the rounds are used up', async () => {
    let count = 0;
    const { run } = await rig([() => ({ calls: [['search', { pattern: `x${count++}` }]] })], { maxRounds: 4 });
    const outcome = await run('Fix f in a.py');
    assert.equal(outcome.kind === 'failed' && outcome.code, 'rounds-used-up');
  });

  it('in an untrusted folder offers nothing that changes or runs, and says why', async () => {
    const { run, model, events, engine } = await rig([edit, edit, { content: 'Trust the folder first.' }], { trusted: false });
    assert.deepEqual(await run('Fix f in a.py, then run the tests'), { kind: 'answered', text: 'Trust the folder first.', untrusted: true });
    assert.ok(model.requests.every((request) => request.tools.every((tool) => !tool.changes)));
    assert.ok(events.some((event) => event.kind === 'notice' && event.text.includes('not trusted')));
    assert.ok(events.every((event) => event.kind !== 'result' || !event.ok));
    assert.equal(engine.room(), undefined);
  });

  it('in an untrusted folder tells the person what stands against it, where the model tries to edit all the same', async () => {
    for (const asked of ['Fix f in a.py', 'Improve f in a.py']) {
      const { run } = await rig([edit, edit, edit, edit], { trusted: false });
      const outcome = await run(asked);
      assert.deepEqual(outcome.kind === 'failed' && [outcome.code, outcome.cause, outcome.fix], ['untrusted', 'This folder is not trusted: Whittle only reads here.', 'trust'], asked);
    }
  });

  it('tells cause and next move when the model is gone, keeps the room, and works again', async () => {
    const { run, engine, model } = await rig([edit, { error: new ModelUnavailable('stream-broken', 'The server closed the connection.', 'Start it again.') }, finish]);
    const outcome = await run('Fix f in a.py');
    assert.deepEqual(outcome, { kind: 'failed', code: 'stream-broken', cause: 'The server closed the connection.', next: 'Start it again.', fix: 'test-connection' });
    assert.equal((await engine.changes()).files.length, 1);
    assert.equal((await run('go on')).kind, 'done');
    assert.ok(model.requests.at(-1)?.messages.some((message) => message.content.includes('Edited a.py')));
  });

  it('tries again what can be tried again', async () => {
    const busy = new ModelUnavailable('http-error', 'Busy.', 'Wait.', 'retry', true);
    const { run, events } = await rig([{ error: busy }, { content: 'Hello.' }]);
    assert.equal((await run('hello')).kind, 'answered');
    assert.equal(events.filter((event) => event.kind === 'notice').length, 1);
  });

  it('stops when the person says so, and keeps what was done', async () => {
    const stop = new AbortController();
    const { run, engine } = await rig([edit, () => { stop.abort(); throw new Cancelled(); }]);
    assert.deepEqual(await run('Fix f in a.py', stop.signal), { kind: 'stopped' });
    assert.equal((await engine.changes()).files.length, 1);
  });

  it('says when the window can not hold the task', async () => {
    const { run } = await rig([finish], { profile: { window: 512 } });
    const outcome = await run('Fix f in a.py');
    assert.ok(outcome.kind === 'failed' && outcome.code === 'window-too-small' && /at least \d+ tokens/u.test(outcome.next), JSON.stringify(outcome));
  });

  it('widens the route after two calls for the same kind of tool it lacks', async () => {
    const check: Line = { calls: [['check_syntax', { path: 'a.py' }]] };
    const { run, model, events } = await rig([check, check, check, finish]);
    await run('Fix f in a.py');
    assert.deepEqual(events.filter((event) => event.kind === 'result').map((event) => [event.tool, event.ok]), [['check_syntax', true], ['finish', true]]);
    const names = model.requests.map((request) => request.tools.map((tool) => tool.name));
    assert.deepEqual(names[2], [...(names[0] ?? []), 'check_syntax']);
  });

  it('ends with the task what its commands left running', async () => {
    let ended = 0;
    const { run } = await rig([{ content: 'Hello.' }], { shell: { endBackground: async () => { ended += 1; } } });
    await run('hello');
    assert.equal(ended, 1);
  });

  it('ends a task as it ended where what runs can\'t be ended, and says so in the log', async () => {
    const { run, logged } = await rig([edit, finish], { shell: { endBackground: () => Promise.reject(new Error('no right to end 17')) } });
    assert.equal((await run('Fix f in a.py')).kind, 'done');
    assert.match(logged.join('\n'), /What commands left running could not be ended: .*no right to end 17/u);
  });

  it('settles though the room can\'t be removed, and the next task gets a new one', async () => {
    const { run, engine, files, logged } = await rig([edit, finish, edit, finish]);
    await run('Fix f in a.py');
    const first = engine.room()?.id;
    const remove = files.remove;
    files.remove = () => Promise.reject(new Error('EBUSY: in use'));
    await engine.settle();
    files.remove = remove;
    assert.deepEqual([engine.room(), await engine.changes()], [undefined, { files: [] }]);
    assert.match(logged.join('\n'), /A scratch copy could not be removed: .*EBUSY/u);
    assert.equal((await run('Fix f in a.py')).kind, 'done');
    assert.notEqual(engine.room()?.id, first);
  });

  it('says that changes can\'t be told where the disk refuses them, and lets a later look try again', async () => {
    const { run, engine, files } = await rig([edit, finish]);
    await run('Fix f in a.py');
    const stat = files.stat;
    files.stat = () => Promise.reject(new Error('EIO: the disk'));
    await assert.rejects(engine.changes(), /EIO/u);
    files.stat = stat;
    assert.deepEqual((await engine.changes()).files.map(({ path }) => path), ['a.py']);
  });

  it('shows a secret file only after a yes to it', async () => {
    for (const answer of ['Keep It Hidden', 'Show It', undefined]) {
      const asked: string[] = [];
      const { run, events } = await rig([{ calls: [['read_file', { path: '.env' }]] }, finish], {
        ask: async (question) => { asked.push(question); return answer; },
      });
      await run('Fix f in a.py');
      assert.deepEqual(asked.length, 1);
      assert.match(asked[0] ?? '', /\.env/u);
      const words = JSON.stringify(events);
      assert.equal(words.includes('TOKEN=hunter2secret'), answer === 'Show It');
    }
  });

  it('remembers the last words of both sides', async () => {
    const { run, model } = await rig([{ content: 'Hello.' }]);
    await run('hello');
    await run('thanks');
    assert.deepEqual(model.requests[1]?.messages.map((message) => [message.role, message.content]).slice(1), [['user', 'hello'], ['assistant', 'Hello.'], ['user', 'thanks']]);
  });
});

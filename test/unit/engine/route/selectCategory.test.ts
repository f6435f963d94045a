/** Two stages in a small window: when the model is asked for the category, what it is asked, and what comes of its answer. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine } from '../../../../src/engine/engine';
import { ModelUnavailable } from '../../../../src/engine/errors';
import type { Profile } from '../../../../src/engine/ports';
import { route } from '../../../../src/engine/route/router';
import { needsSelection, type TwoStage } from '../../../../src/engine/route/selectCategory';
import type { Category, EngineEvent, Outcome } from '../../../../src/shared/events';
import { codeReader, memoryContext } from '../../../support/memoryContext';
import { scriptedModel, type Line, type ScriptedModel } from '../../../support/scriptedModel';

interface Rig {
  readonly model: ScriptedModel;
  readonly events: EngineEvent[];
  run(text: string, signal?: AbortSignal): Promise<Outcome>;
}

const small: Partial<Profile> = { window: 8192, standIn: false };

async function rig(lines: readonly Line[], twoStage: TwoStage | undefined, profile: Partial<Profile> = small): Promise<Rig> {
  const context = await memoryContext({ files: { 'a.py': 'def f():\n    return 1\n' } });
  const events: EngineEvent[] = [];
  const model = scriptedModel(lines, profile);
  const engine = createEngine({
    host: { ...context.host, emit: (event) => { events.push(event); } }, workspace: '/ws', trusted: () => true, connect: async () => model, code: codeReader,
    settings: () => ({ ...context.settings, maxRounds: 8, thinkingBudget: undefined, ...(twoStage === undefined ? {} : { twoStage }) }),
  });
  return { model, events, run: (text, signal = new AbortController().signal) => engine.run({ text }, signal) };
}

const pick = (category: string): Line => ({ calls: [['select_category', { category }]] });
const finish: Line = { calls: [['finish', { summary: 'Nothing to do. Not tested.' }]] };
const tools = (model: ScriptedModel, at: number): readonly string[] => model.requests[at]?.tools.map(({ name }) => name) ?? [];
const started = (events: readonly EngineEvent[]): Category | undefined => events.flatMap((event) => (event.kind === 'started' ? [event.category] : []))[0];
/** Words that leave it open. */
const open = 'The median of stats, please.';

describe('selectCategory', () => {
  it('asks with one tool, then gives the tools of what was picked', async () => {
    const { run, model, events } = await rig([pick('write'), finish], 'auto');
    await run(open);
    assert.deepEqual(tools(model, 0), ['select_category']);
    assert.ok(tools(model, 1).includes('update_symbol') && !tools(model, 1).includes('select_category'));
    assert.equal(started(events), 'write');
    const first = model.requests[0];
    assert.ok(JSON.stringify([first?.messages, first?.tools]).length / 3.5 < 300, 'a small request');
    assert.equal(model.requests[1]?.messages.some(({ content }) => content.includes('select_category')), false);
  });

  it('keeps its own guess where the model gives none, and names no failure of its own', async () => {
    const dead = new ModelUnavailable('http-error', 'Busy.', 'Wait.');
    for (const line of [{}, { content: 'I would say it depends.' }, pick('cooking'), { finish: 'length', calls: [['select_category', '{"categ']] } satisfies Line, { error: dead }]) {
      const { run, events, model } = await rig([line, { content: 'It returns 1.' }], 'auto');
      assert.equal((await run(open)).kind, 'answered');
      assert.equal(started(events), route(open).category);
      assert.ok(tools(model, 1).includes('read_file'));
    }
  });

  it('takes the bare word', async () => {
    const { run, events } = await rig([{ content: '`respond`.' }, { content: 'Hello.' }], 'auto');
    await run(open);
    assert.equal(started(events), 'respond');
  });

  it('asks only where it is small, open and wanted', async () => {
    const asks = async (text: string, twoStage: TwoStage | undefined, profile?: Partial<Profile>): Promise<boolean> => {
      const { run, model } = await rig([pick('respond'), { content: 'Hello.' }], twoStage, { ...small, ...profile });
      await run(text);
      return tools(model, 0).includes('select_category');
    };
    assert.deepEqual([await asks(open, 'auto'), await asks(open, 'auto', { window: 16_384 }), await asks('Where is parse defined?', 'auto')], [true, false, false]);
    assert.deepEqual([await asks('Where is parse defined?', 'always', { window: 131_072 }), await asks(open, 'never'), await asks(open, undefined), await asks(open, 'always', { standIn: true })], [true, false, false, false]);
  });

  it('does not ask about a yes to the running task', async () => {
    const { run, model } = await rig([pick('write'), { content: 'Shall I change f?' }, { content: 'Shall I?' }, { content: 'Really?' }, finish], 'always');
    await run(open);
    const before = model.requests.length;
    await run('yes');
    assert.ok(model.requests.slice(before).every((request) => !request.tools.some(({ name }) => name === 'select_category')));
  });

  it('stops at once when the person says so', async () => {
    const stop = new AbortController();
    stop.abort();
    const { run, model } = await rig([pick('write')], 'always');
    assert.deepEqual(await run(open, stop.signal), { kind: 'stopped' });
    assert.ok(model.requests.length <= 1);
  });

  it('skips the call only where the words were never wrong', () => {
    const labelled = JSON.parse(readFileSync(join(__dirname, '../../../cases/router/labelled.json'), 'utf8')) as { text: string; category: Category }[];
    const skipped = labelled.filter(({ text }) => !needsSelection(route(text), undefined, 'auto', scriptedModel([], small)));
    assert.ok(skipped.length > labelled.length / 2, `${skipped.length} of ${labelled.length}`);
    assert.deepEqual(skipped.filter(({ text, category }) => route(text).category !== category), []);
  });
});

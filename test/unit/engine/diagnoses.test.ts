/** Each named diagnosis, from a real connection to the outcome a person reads: its code, its cause, its next move and its button. */
import assert from 'node:assert/strict';
import { createEngine } from '../../../src/engine/engine';
import { connect, type ConnectOptions } from '../../../src/engine/models/connect';
import type { EngineEvent, FailureCode, Outcome } from '../../../src/shared/events';
import { codeReader, memoryContext } from '../../support/memoryContext';
import { startServer, type DoubleKind } from '../../support/servers/doubles';
import type { Context, Double, Quirks } from '../../support/servers/protocolServer';

interface Setting {
  readonly server: Double;
  readonly events: EngineEvent[];
  run(text?: string): Promise<Outcome>;
  changed(): Promise<readonly string[]>;
}

async function withEngine(kind: DoubleKind, mind: Context['mind'], quirks: Partial<Quirks>, options: Partial<ConnectOptions>, test: (setting: Setting) => Promise<void>): Promise<void> {
  const server = await startServer(kind, mind, quirks);
  const context = await memoryContext({ files: { 'a.py': 'def f():\n    return 1\n' } });
  const events: EngineEvent[] = [];
  const store = { get: async (): Promise<undefined> => undefined, set: async (): Promise<void> => undefined };
  const engine = createEngine({
    host: { ...context.host, emit: (event) => { events.push(event); } }, workspace: '/ws', trusted: () => true, code: codeReader,
    connect: async (signal) => connect({ endpoint: server.url, store, idle: { beforeFirst: 5000, between: 5000 }, ...options }, signal),
    settings: () => ({ ...context.settings, maxRounds: 10, thinkingBudget: undefined }),
  });
  try {
    await test({
      server, events,
      run: async (text = 'Fix f in a.py') => engine.run({ text }, new AbortController().signal),
      changed: async () => (await engine.changes()).files.map(({ path }) => path),
    });
  } finally {
    await server.close();
  }
}

const edit = { calls: [{ name: 'update_symbol', args: { name: 'f', path: 'a.py', code: 'def f():\n    return 10' } }] };
const finish = { calls: [{ name: 'finish', args: { summary: 'Changed f. Not tested: there are no tests.' } }] };

interface Row {
  readonly code: FailureCode;
  readonly kind?: DoubleKind;
  readonly mind?: Context['mind'];
  readonly quirks?: Partial<Quirks>;
  readonly options?: Partial<ConnectOptions>;
  readonly text?: string;
  readonly cause: RegExp;
  readonly next: RegExp;
  readonly fix: string;
}

const silent = (): object => ({});
const ROWS: Readonly<Record<string, Row>> = {
  'not reachable': { code: 'unreachable', options: { endpoint: 'http://127.0.0.1:9' }, cause: /No model server answers at http:\/\/127\.0\.0\.1:9/, next: /"ollama serve".*llama-server/, fix: 'start-server-help' },
  'no model loaded': { code: 'no-model', kind: 'ollama', quirks: { noModel: true }, cause: /has no model/, next: /ollama pull/, fix: 'retry' },
  'model still loading': { code: 'model-not-loaded', kind: 'llama.cpp', quirks: { loading: true }, cause: /still loading/, next: /Wait until/, fix: 'retry' },
  'window too small': { code: 'window-too-small', quirks: { window: 700 }, cause: /window/, next: /at least \d{4,6} tokens \(Ollama: set whittle\.window; llama\.cpp: -c/, fix: 'open-settings' },
  'prompt truncated by the server': { code: 'prompt-truncated', quirks: { window: 1400, truncates: true }, options: { window: 16_384 }, mind: () => ({ text: 'Hello! How can I help?' }), text: `Fix f in a.py. ${'It must return ten and nothing else. '.repeat(300)}`, cause: /drops the beginning in silence/, next: /at least \d{4,6} tokens/, fix: 'open-settings' },
  'template without tools': { code: 'no-tool-template', quirks: { noTools: true }, options: { callStyle: 'native' }, cause: /can't take tools.*--jinja/, next: /whittle\.callStyle/, fix: 'open-settings' },
  'cut off by length': { code: 'cut-off', mind: () => ({ ...edit, finish: 'length', completion: 4096 }), cause: /cut off at the output limit; nothing of them was run/, next: /smaller step/, fix: 'open-settings' },
  'empty answers': { code: 'empty-answers', mind: silent, cause: /three empty replies/, next: /chat template.*Test Connection/, fix: 'test-connection' },
  'only reasoning': { code: 'only-reasoning', quirks: { thinks: true }, mind: () => ({ reasoning: 'I wonder about f.', finish: 'length', completion: 4096 }), cause: /only thinks/, next: /whittle\.thinkingBudget/, fix: 'open-settings' },
  looping: { code: 'looping', mind: () => ({ calls: [{ name: 'read_symbol', args: { name: 'f', path: 'a.py' } }] }), cause: /in circles/, next: /Say what it should do instead/, fix: 'choose-model' },
};

describe('named diagnoses', () => {
  for (const [name, { code, kind = 'llama.cpp', mind = silent, quirks = {}, options = {}, text, cause, next, fix }] of Object.entries(ROWS)) {
    it(name, () => withEngine(kind, mind, quirks, options, async ({ run, changed }) => {
      const outcome = await run(text);
      assert.ok(outcome.kind === 'failed', JSON.stringify(outcome));
      assert.equal(outcome.code, code, outcome.cause);
      assert.match(outcome.cause, cause);
      assert.match(outcome.next, next);
      assert.equal(outcome.fix, fix);
      assert.doesNotMatch(`${outcome.cause} ${outcome.next}`, /having trouble|something went wrong/i);
      assert.deepEqual(await changed(), []);
    }));
  }

  it('sends a request again, never an edit: what was half said is not run, what was run is not repeated', () => {
    let broken = 0;
    const made: { server?: Double } = {};
    return withEngine('llama.cpp', (_, turn) => {
      // Set for the next request: the second and third die behind their first words.
      made.server?.set({ fail: turn < 3 ? 'die' : undefined });
      broken += turn === 2 || turn === 3 ? 1 : 0;
      return turn === 1 ? edit : turn < 4 ? { text: 'I will now', ...edit } : finish;
    }, {}, {}, async ({ server, run, events, changed }) => {
      made.server = server;
      const outcome = await run();
      assert.equal(outcome.kind, 'done', JSON.stringify(outcome));
      assert.equal(broken, 2);
      assert.deepEqual(events.flatMap((event) => (event.kind === 'call' ? [event.tool] : [])), ['update_symbol', 'finish']);
      assert.deepEqual(await changed(), ['a.py']);
      assert.ok(events.some((event) => event.kind === 'notice' && event.text.includes('Trying again (1 of 2)')));
    });
  });

  it('waits longer before the second retry, and does not retry what stays as it is', async () => {
    await withEngine('llama.cpp', silent, { fail: 'silent-close' }, {}, async ({ server, run }) => {
      const began = performance.now();
      const outcome = await run();
      assert.equal(outcome.kind === 'failed' && outcome.code, 'stream-broken');
      assert.equal(server.chats().length, 3);
      assert.ok(performance.now() - began > 1400, 'half a second, then a whole one');
    });
    await withEngine('llama.cpp', silent, { noTools: true }, { callStyle: 'native' }, async ({ server, run }) => {
      await run();
      assert.equal(server.chats().length, 1);
    });
  });

  it('talks to a template that wants its turns to alternate', () => withEngine('llama.cpp', (seen) => {
    const again = JSON.stringify(seen.body['messages']).includes('same calls with the same results');
    const args = { name: 'f', path: 'a.py' };
    return again ? { text: '{"thought": "t", "tool": "finish", "args": {"summary": "Nothing to do. Not tested."}}' } : seen.body['tools'] ? { calls: [{ name: 'read_symbol', args }] } : { text: JSON.stringify({ thought: 't', tool: 'read_symbol', args }) };
  }, { strictTurns: true }, {}, async ({ run }) => {
    const outcome = await run();
    assert.equal(outcome.kind, 'done', JSON.stringify(outcome));
  }));
});

/** What the profile and the connection test tell of each kind of server, and what they advise. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Store } from '../../src/engine/ports';
import { Connection } from '../../src/vscode/connection';
import { advice, factRows, type ModelFacts } from '../../src/vscode/modelFacts';
import { readSettings, type Settings } from '../../src/vscode/settings';
import { profileText } from '../../src/vscode/showProfile';
import { testConnection } from '../../src/vscode/testConnection';
import { startServer, type DoubleKind } from '../support/servers/doubles';
import type { Double, Quirks } from '../support/servers/protocolServer';

describe('the model profile', () => {
  let server: Double | undefined;
  let kept: Map<string, string>;
  beforeEach(() => { kept = new Map(); });
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  const store: Store = {
    get: (key) => Promise.resolve(kept.get(key)),
    set: (key, value) => {
      if (value === undefined) kept.delete(key);
      else kept.set(key, value);
      return Promise.resolve();
    },
  };
  const connectionTo = async (kind: DoubleKind, quirks: Partial<Quirks> = {}, settings: Partial<Settings> = {}): Promise<Connection> => {
    server = await startServer(kind, () => ({ text: 'OK' }), quirks);
    const { url } = server;
    return new Connection(() => ({ ...readSettings(), endpoint: url, ...settings }), store, () => undefined);
  };
  const factsOf = async (...args: Parameters<typeof connectionTo>): Promise<ModelFacts> => {
    const connection = await connectionTo(...args);
    await testConnection(connection);
    return connection.facts();
  };
  const row = (facts: ModelFacts, label: string): string => {
    const found = factRows(facts).find((each) => each.label === label);
    return `${found?.value ?? ''} | ${found?.source ?? ''} | ${found?.setting ?? ''}`;
  };

  it('names the window in force, who said so, and the setting over it', async () => {
    assert.equal(row(await factsOf('llama.cpp'), 'Window'), '16,384 tokens | The server says so. | whittle.window');
    assert.equal(row(await factsOf('llama.cpp', {}, { window: 12_000 }), 'Window'), '12,000 tokens | From your settings. | whittle.window');
    assert.match(row(await factsOf('plain'), 'Window'), /8,192 tokens \| Assumed/);
  });

  for (const [kind, line] of [
    ['llama.cpp', /llama-server -m MODEL\.gguf -c 16384 --jinja/], ['lmstudio', /lms load tiny-coder --context-length 16384/],
    ['kobold', /koboldcpp --model MODEL\.gguf --contextsize 16384/], ['vllm', /vllm serve tiny-coder --max-model-len 16384/], ['ollama', /Set "whittle\.window" to 16384/],
  ] as const) {
    it(`gives the line for a larger window of ${kind}, and none where it is large enough`, async () => {
      const small = await testConnection(await connectionTo(kind, { window: 4096 }));
      assert.match(small?.text ?? '', /tiny-coder.* answers at .* with a window of 4,096 tokens/);
      assert.match(small?.changes.join('\n') ?? '', /4,096 tokens is small/);
      assert.match(small?.changes.join('\n') ?? '', line);
      await server?.close();
      assert.deepEqual((await testConnection(await connectionTo(kind)))?.changes, []);
    });
  }

  it('tells what was learned and refused, and forgets it', async () => {
    const connection = await connectionTo('llama.cpp', { noTools: true, refusesField: 'cache_prompt' });
    await testConnection(connection);
    const facts = await connection.facts();
    assert.match(row(facts, 'Call style'), /^json \| Learned/);
    assert.match(row(facts, 'Refused'), /^cache_prompt/);
    assert.match(advice(facts).join('\n'), /calls are asked for as json/);
    assert.match(profileText(facts), /^Refused: cache_prompt \(.+\)$/m);
    await connection.forgetLearned();
    assert.deepEqual([...kept], []);
    server?.set({ noTools: false });
    await connection.ensure(AbortSignal.timeout(5_000));
    assert.match(row(await connection.facts(), 'Call style'), /^native \|/);
  });

  it('obeys the setting for the call style, and says so', async () => {
    const facts = await factsOf('llama.cpp', {}, { callStyle: 'fenced' });
    assert.match(row(facts, 'Call style'), /^fenced \| From your settings/);
    assert.equal(server?.chats()[0]?.body['tools'], undefined);
  });

  it('knows the writing speed once something was asked', async () => {
    const connection = await connectionTo('ollama');
    await connection.connect(AbortSignal.timeout(5_000));
    assert.match(row(await connection.facts(), 'Speed'), /^not known yet/);
    await testConnection(connection);
    assert.match(row(await connection.facts(), 'Speed'), /^writing 40 tokens\/s/);
  });

  it('is no success where the model answers nothing', async () => {
    server = await startServer('llama.cpp', () => ({ text: '' }));
    const { url } = server;
    const connection = new Connection(() => ({ ...readSettings(), endpoint: url }), store, () => undefined);
    await assert.rejects(testConnection(connection), /answered nothing/);
  });

  it('takes the call style from the settings, and only one of the known', async () => {
    const whittle = vscode.workspace.getConfiguration('whittle');
    try {
      assert.equal(readSettings().callStyle, undefined);
      await whittle.update('callStyle', 'json', vscode.ConfigurationTarget.Global);
      assert.equal(readSettings().callStyle, 'json');
      await whittle.update('callStyle', 'wild', vscode.ConfigurationTarget.Global);
      assert.equal(readSettings().callStyle, undefined);
    } finally {
      await whittle.update('callStyle', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});

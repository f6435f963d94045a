import assert from 'node:assert/strict';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import type { Files, Languages } from '../../../src/engine/ports';
import { languageFiles } from '../../../src/node/languageFiles';
import { rememberingReader } from '../../../src/node/rememberingReader';
import { memoryContext } from '../../support/memoryContext';
import { memoryFiles } from '../../support/memoryFiles';
import { scriptedModel } from '../../support/scriptedModel';

const real = languageFiles(path.resolve(__dirname, '../../..'));

/** The real languages, counting the grammars that are loaded. */
function counting(): { readonly languages: Languages; readonly loaded: () => number } {
  let loaded = 0;
  return {
    loaded: () => loaded,
    languages: { ...real, list: async () => (await real.list()).map((one) => ({ ...one, grammar: () => (loaded++, one.grammar()) })) },
  };
}

async function names(files: Files, version: string, log: (line: string) => void = () => undefined): Promise<{ readonly names: readonly string[] | undefined; readonly loaded: number }> {
  const { languages, loaded } = counting();
  const reader = await rememberingReader({ files, languages, roomsFolder: '/rooms', log }, version);
  const symbols = await reader.code.symbols('a.py', 'def f(): pass\n');
  await reader.save();
  return { names: symbols?.map((symbol) => symbol.name), loaded: loaded() };
}

describe('a reader that remembers', () => {
  it('loads no grammar for a file it outlined in an earlier start of the same version', async () => {
    const files = memoryFiles();
    const loads: number[] = [];
    for (const version of ['1', '1', '2']) loads.push((await names(files, version)).loaded);
    assert.deepEqual(loads, [1, 0, 1]);
  });

  it('works as well where nothing can be read or written', async () => {
    const said: string[] = [];
    const broken = (): Promise<never> => Promise.reject(new Error('EACCES'));
    assert.deepEqual(await names({ ...memoryFiles(), read: broken }, '1', (line) => said.push(line)), { names: ['f'], loaded: 1 });
    assert.deepEqual(await names({ ...memoryFiles(), write: broken }, '1', (line) => said.push(line)), { names: ['f'], loaded: 1 });
    assert.match(said.join('\n'), /^Outlines are not remembered.+EACCES\nOutlines are not remembered.+EACCES$/);
  });

  it('keeps what a task outlined, not what its edits go through', async () => {
    const { host, files, settings } = await memoryContext({ files: { 'a.py': 'def f(): pass\n' } });
    const reader = await rememberingReader({ ...host, languages: real }, '1');
    const engine = createEngine({
      host, workspace: '/ws', trusted: () => true, code: () => Promise.resolve(reader.code),
      connect: async () => scriptedModel([{ calls: [['list_symbols', { path: 'a.py' }]] }, { calls: [['update_symbol', { path: 'a.py', name: 'f', code: 'def f(): return 1' }]] }, { calls: [['finish', { summary: 'Done. Not tested: there are no tests.' }]] }]),
      settings: () => ({ ...settings, maxRounds: 5, thinkingBudget: undefined }),
    });
    await engine.run({ text: 'Make f in a.py return 1', category: 'write' }, new AbortController().signal);
    await reader.save();
    const kept = files.textOf('/rooms/outlines')?.split('\n') ?? [];
    assert.match(kept[1] ?? '', /^[0-9a-f]{64} \S+\t\["f",/);
    assert.equal(kept.length, 2);
    await engine.settle();
  });
});

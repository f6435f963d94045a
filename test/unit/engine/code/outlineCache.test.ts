import assert from 'node:assert/strict';
import path from 'node:path';
import { createCodeReader } from '../../../../src/engine/code/createCodeReader';
import { openOutlineCache } from '../../../../src/engine/code/outlineCache';
import type { OutlineCache } from '../../../../src/engine/code/outlineCache';
import { languageFiles } from '../../../../src/node/languageFiles';
import { sha256 } from '../../../../src/node/sha256';

const languages = languageFiles(path.resolve(__dirname, '../../../..'));
const place = '/store/outlines';

/** A store of one file, and how often a grammar was loaded through it. */
function disk(): { readonly kept: Map<string, Uint8Array>; open(version?: string): Promise<OutlineCache> } {
  const kept = new Map<string, Uint8Array>();
  const files = { read: (at: string) => Promise.resolve(kept.get(at)), write: (at: string, bytes: Uint8Array) => Promise.resolve(void kept.set(at, bytes)) };
  return { kept, open: (version = '1') => openOutlineCache(files, place, version, sha256) };
}

async function outline(cache: OutlineCache, text: string): Promise<{ readonly names: string; readonly loaded: number }> {
  let loaded = 0;
  const all = (await languages.list()).map((one) => ({ ...one, grammar: () => (loaded++, one.grammar()) }));
  const reader = await createCodeReader({ list: () => Promise.resolve(all), runtime: () => languages.runtime() }, () => undefined, cache);
  const symbols = await reader.symbols('a.py', text);
  return { names: (symbols ?? []).map((symbol) => `${symbol.path} ${symbol.startLine}-${symbol.endLine}`).join(', '), loaded };
}

const text = 'def f():\n    return 1\n\n\ndef g(): pass\n';

describe('outline cache', () => {
  it('gives what was outlined before without loading a grammar, and nothing for another text', async () => {
    const store = disk();
    const cache = await store.open();
    const first = await outline(cache, text);
    assert.deepEqual(first, { names: 'f 1-2, g 5-5', loaded: 1 });
    await cache.save();
    assert.deepEqual(await outline(await store.open(), text), { ...first, loaded: 0 });
    assert.deepEqual(await outline(await store.open(), `\n${text}`), { names: 'f 2-3, g 6-6', loaded: 1 });
  });

  it('starts anew with another version, a damaged file, and another query', async () => {
    const store = disk();
    const cache = await store.open();
    await outline(cache, text);
    await cache.save();
    assert.equal((await outline(await store.open('2'), text)).loaded, 1);
    assert.equal((await store.open()).get('another query', text), undefined);
    const bytes = store.kept.get(place) ?? new Uint8Array();
    for (const cut of [bytes.slice(0, bytes.length - 20), new Uint8Array([255, 0, 10]), new Uint8Array()]) {
      store.kept.set(place, cut);
      assert.deepEqual(await outline(await store.open(), text), { names: 'f 1-2, g 5-5', loaded: 1 });
    }
  });
});

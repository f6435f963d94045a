import assert from 'node:assert/strict';
import { createCodeReader } from '../../../../src/engine/code/createCodeReader';
import type { LanguageFiles, Languages } from '../../../../src/engine/ports';
import { languageFiles } from '../../../../src/node/languageFiles';
import path from 'node:path';

const real = languageFiles(path.resolve(__dirname, '../../../..'));

/** The real languages, with one of them changed. */
function spoiled(id: string, change: (files: LanguageFiles) => LanguageFiles): Languages {
  return {
    list: async () => (await real.list()).map((files) => ((files.definition as { id: string }).id === id ? change(files) : files)),
    runtime: () => real.runtime(),
  };
}

describe('createCodeReader', () => {
  it('switches off a language whose grammar is missing, broken or does not fit its query, and no other', async () => {
    const faults: ((files: LanguageFiles) => LanguageFiles)[] = [
      (files) => ({ ...files, grammar: () => Promise.reject(new Error('no such file')) }),
      (files) => ({ ...files, grammar: async () => new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]) }),
      (files) => ({ ...files, queries: () => Promise.resolve({ outline: '(no_such_node) @definition.x' }) }),
    ];
    for (const fault of faults) {
      const lines: string[] = [];
      const reader = await createCodeReader(spoiled('python', fault), (line) => lines.push(line));
      assert.equal(await reader.symbols('a.py', 'def f(): pass\n'), undefined);
      assert.deepEqual(await reader.check('a.py', 'def f(: pass\n'), { state: 'unknown', problems: [] });
      assert.match((await reader.trouble('a.py')) ?? '', /Python is switched off/);
      assert.equal(lines.length, 1);
      assert.equal((await reader.symbols('a.js', 'function f() {}\n'))?.[0]?.path, 'f');
    }
  });

  it('switches it off too where its scopes do not fit the grammar, once they are asked for', async () => {
    const lines: string[] = [];
    const scopes = (files: LanguageFiles): LanguageFiles => ({ ...files, queries: async () => ({ ...(await files.queries()), scopes: '(no_such_node) @scope' }) });
    const reader = await createCodeReader(spoiled('python', scopes), (line) => lines.push(line));
    assert.equal((await reader.symbols('a.py', 'def f(): pass\n'))?.length, 1);
    assert.equal(await reader.occurrences('a.py', 'def f(): pass\n', 'f'), undefined);
    assert.match((await reader.trouble('a.py')) ?? '', /Python is switched off/);
    assert.equal(await reader.symbols('a.py', 'def f(): pass\n'), undefined);
    assert.equal(lines.length, 1);
  });

  it('leaves out a folder whose definition is not one', async () => {
    const lines: string[] = [];
    const reader = await createCodeReader(spoiled('python', (files) => ({ ...files, definition: { id: 7 } })), (line) => lines.push(line));
    assert.equal(reader.languageOf('a.py'), undefined);
    assert.equal(lines.length, 1);
  });

  it('loads no grammar before it is needed', async () => {
    let loaded = 0;
    const counting: Languages = {
      list: async () => (await real.list()).map((files) => ({ ...files, grammar: () => (loaded++, files.grammar()) })),
      runtime: () => (loaded++, real.runtime()),
    };
    const reader = await createCodeReader(counting, () => undefined);
    assert.equal(loaded, 0);
    await reader.check('a.py', 'x = 1\n');
    assert.equal(loaded, 2);
  });

  it('gives the same answer for an edited text as for a fresh one', async () => {
    const reader = await createCodeReader(real, () => undefined);
    const fresh = await createCodeReader(real, () => undefined);
    const texts = ['def a():\n    return "🎉"\n\n\ndef b():\n    return 2\n', 'def a():\n    return "🎉🎉"\n\n\ndef b():\n    return (2\n', 'class a:\n    def b(self):\n        return 2\n', ''];
    for (const [index, text] of texts.entries()) {
      assert.deepEqual(await reader.symbols('a.py', text), await fresh.symbols(`${index}.py`, text));
      assert.deepEqual(await reader.check('a.py', text), await fresh.check(`${index}.py`, text));
    }
  });

  it('parses a large file without holding the thread', async () => {
    const reader = await createCodeReader(real, () => undefined);
    await reader.check('warm.js', '');
    const text = 'export function f(a) { return a + "🎉"; }\n'.repeat(40_000);
    let turns = 0;
    const timer = setInterval(() => { turns += 1; }, 1);
    assert.equal((await reader.check('a.js', text)).state, 'valid');
    clearInterval(timer);
    assert.ok(turns > 10, `others had ${turns} turns`);
  });
});

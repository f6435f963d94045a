/** Whatever a person can read in the editor is there in each language the extension is translated to. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { faultsOf, untranslatedIn, wordsIn } from './support/languageFiles';

const root = path.resolve(__dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const words = (file: string): Readonly<Record<string, string>> => JSON.parse(read(file)) as Record<string, string>;
const translated = (folder: string, name: RegExp): readonly string[] => readdirSync(path.join(root, folder)).filter(each => name.test(each));

describe('languages', () => {
  const sources = new Map(['src/vscode', 'src/webview', 'src/shared'].flatMap(folder => readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(each => each.endsWith('.ts')).map(each => [`${folder}/${each}`, read(`${folder}/${each}`)] as const)));
  const { texts, unknown } = wordsIn(sources);
  const bundles = translated('l10n', /^bundle\.l10n\.[\w-]+\.json$/);
  const contributions = translated('.', /^package\.nls\.[\w-]+\.json$/);

  it('are at least German, for the code as for what package.json says', () => {
    assert.ok(bundles.includes('bundle.l10n.de.json') && contributions.includes('package.nls.de.json'));
    assert.deepEqual(bundles.map(each => each.slice('bundle.l10n.'.length)), contributions.map(each => each.slice('package.nls.'.length)));
  });

  it('can translate every text, because each is a literal', () => {
    assert.ok(texts.size > 200, 'the calls were found');
    assert.deepEqual(unknown, []);
  });

  it('are asked for every sentence, but for what a model reads, the stand-in knows in these words, or is kept with the conversation', () => {
    // What runs by itself is told by the engine, to the command line too.
    assert.deepEqual(untranslatedIn(new Map([...sources].filter(([file]) => file !== 'src/shared/alarms.ts'))), [
      'src/vscode/rewrite.ts: Rewrite ${symbol.path} in ${path}: ${instruction.trim()}',
      'src/vscode/testConnection.ts: Reply with the one word OK.',
      'src/vscode/testConnection.ts: List a folder',
      'src/vscode/chat/writtenConversation.ts: What was said before this was too long to be kept.',
      'src/webview/welcome.ts: Fix the median function in src/stats.js, then run the tests',
      'src/webview/welcome.ts: Rewrite median in src/stats.js',
      'src/webview/welcome.ts: Where is the title of a page put together?',
    ]);
  });

  for (const file of bundles) it(`${file} has every text of the code, with its places, and no other`, () => {
    assert.deepEqual(faultsOf(Object.fromEntries([...texts].map(text => [text, text])), words(`l10n/${file}`)), []);
  });

  for (const file of contributions) it(`${file} has every text of package.nls.json, with its places, and no other`, () => {
    assert.deepEqual(faultsOf(words('package.nls.json'), words(file)), []);
  });

  it('name commands as the editor shows them', () => {
    for (const file of bundles) {
      const [en, other] = [words('package.nls.json'), words(`package.nls.${file.slice('bundle.l10n.'.length)}`)];
      const titles = Object.keys(en).filter(key => key.startsWith('command.'));
      const wrong = Object.entries(words(`l10n/${file}`)).flatMap(([text, said]) => titles
        .filter(key => text.includes(`Whittle: ${String(en[key])}`) && !said.includes(`Whittle: ${String(other[key])}`)).map(key => `${key} in: ${text}`));
      assert.deepEqual(wrong, []);
    }
  });

  it('package.json names what its texts are looked up by', () => {
    const keys = new Set([...read('package.json').matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key));
    assert.deepEqual([...keys].sort(), Object.keys(words('package.nls.json')).sort());
    assert.equal((JSON.parse(read('package.json')) as { readonly l10n?: unknown }).l10n, './l10n');
  });
});

describe('the test of languages itself', () => {
  const one = (text: string): ReturnType<typeof wordsIn> => wordsIn(new Map([['src/vscode/a.ts', text]]));

  it('finds texts however `t` is reached', () => {
    assert.deepEqual([...one('vscode.l10n.t(\'a\'); t(\'b {0}\', 1); this.options.t(`c`); test(\'d\'); x.tt(\'e\')').texts], ['a', 'b {0}', 'c']);
  });

  it('reports a text that is put together', () => {
    assert.equal(one('t(`a ${b}`); t(\'a\' + b); t(words)').unknown.length, 3);
    assert.equal(one('t(yes ? \'a\' : \'b\')').unknown.length, 1);
  });

  it('reports a sentence that nobody translates', () => {
    const found = (text: string): readonly string[] => untranslatedIn(new Map([['a.ts', text]]));
    assert.deepEqual(found('say(\'Not now.\'); say(`No ${x} here`); t(\'Not now.\'); log(\'Not now.\'); key === \'Enter\'; say(\'ok then\')'), ['a.ts: Not now.', 'a.ts: No ${x} here']);
  });

  it('reports what is missing, unused, empty or has other places', () => {
    assert.deepEqual(faultsOf({ 'a': 'a', 'b {0}': 'b {0}', 'c': 'c', '{0} of {1}': '{0} of {1}' }, { 'b {0}': 'B', 'c': ' ', 'd': 'D', '{0} of {1}': '{1}: {0}' }),
      ['missing: a', 'unused: d', 'other places: b {0}', 'empty: c']);
    assert.deepEqual(faultsOf({ a: 'Set `x` [y](command:z) $(copy) "whittle.window"' }, { a: 'Setze `x` [Y](command:q) $(copy) „whittle.window“' }), ['other places: a']);
  });
});

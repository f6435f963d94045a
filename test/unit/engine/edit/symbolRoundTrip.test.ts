import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { roundTrip } from '../../../../bench/roundTripFile';
import { codeReader } from '../../../support/memoryContext';

const root = path.resolve(__dirname, '../../../..');
/** Outline only; their text is data that an edit by name isn't meant for. */
const outlineOnly = new Set(['css', 'html', 'json', 'yaml', 'toml']);

/** What can't go alone: one of several names of a statement, and the only member of what can't be empty (a newtype, a data class, an extensible variant, a given, an extension). */
const refused: Readonly<Record<string, readonly string[]>> = {
  c: ['pair.first'], cpp: ['tag_t.tag', 'geometry.extra.Buffer.ready', 'geometry.extra.Money.cents_', 'options.Options', 'low'],
  go: ['first'], haskell: ['Point.Point', 'Container.insert', 'left', 'Wrapper.Wrapper', ':*:.Times'], javascript: ['a'], julia: ['Shapes.first_one'], kotlin: ['Old.a'], lua: ['a', 'later'], ocaml: ['pi', 't.Extra'], ocaml_interface: ['tree[2].Leaf'], powershell: ['$left'], python: ['first'], ruby: ['Shop.Basket.items'],
  scala: ['State.Open', 'intOrdering.compare', 'shout'],
};

async function check(file: string, text: string, way: 'as-read' | 'dedent' | 'remove', refusals: readonly string[] = []): Promise<void> {
  const results = await roundTrip(await codeReader(), file, text, way);
  assert.ok(results.length > 0, `${file} has no symbols`);
  assert.deepEqual(results.filter((result) => result.failure !== undefined), []);
  const found = results.filter((result) => result.refused !== undefined);
  assert.deepEqual(found.map(({ name }) => name), refusals, found.map((result) => result.refused).join('\n'));
}

describe('round trip: a symbol sent back leaves every byte as it was', function () {
  this.timeout(60_000);
  for (const language of readdirSync(path.join(root, 'test/cases/outline'))) {
    const folder = path.join(root, 'test/cases/outline', language);
    const sample = readdirSync(folder).find((name) => name.startsWith('sample.')) ?? '';
    const text = readFileSync(path.join(folder, sample), 'utf8');
    it(`${language}, as read`, () => check(sample, text, 'as-read'));
    it(`${language}, with CRLF`, () => check(sample, text.replaceAll('\n', '\r\n'), 'as-read'));
    it(`${language}, removed and added again`, () => check(sample, text, 'remove', refused[language]));
    if (!outlineOnly.has(language)) it(`${language}, at column 0`, () => check(sample, text, 'dedent'));
  }
});

describe('round trip: a symbol taken away and added beside its neighbour is where it was', () => {
  const even: Readonly<Record<string, string>> = {
    'list.json': '{\n  "a": 1,\n  "b": {\n    "x": 1,\n    "y": 2\n  },\n  "c": 3\n}\n',
    'list.js': 'const api = {\n  open() {\n    return 1;\n  },\n  close() {\n    return 2;\n  }\n};\n\nconst other = {\n  f() {},\n  g() {},\n};\n',
    'groups.py': 'A = 1\nB = 2\nC = 3\n\n\nclass K:\n    x = 1\n    y = 2\n    z = 3\n\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n\n    def h(self):\n        return 3\n\n\ndef last():\n    pass\n',
    'overloads.ts': 'export function f(a: string): void;\nexport function f(a: number): void;\nexport function f(a: unknown): void {\n  void a;\n}\n\nexport function g(a: string): void;\nexport function g(a: number): void;\nexport function g(a: unknown): void {\n  void a;\n}\n',
    'dense.js': 'function a() {\n  return 1;\n}\nfunction b() {\n  return 2;\n}\nvar c = 3;\nfunction d() {\n  return 4;\n}\n',
  };
  for (const [path, text] of Object.entries(even)) {
    for (const eol of ['\n', '\r\n']) {
      it(`${path}${eol === '\n' ? '' : ', CRLF'}`, async () => {
        const results = await roundTrip(await codeReader(), path, text.replaceAll('\n', eol), 'remove');
        assert.ok(results.filter((result) => result.refused === undefined).length >= 4);
        assert.deepEqual(results.filter((result) => result.failure !== undefined), []);
      });
    }
  }
});

describe('round trip: a symbol that begins within a line', () => {
  const texts: Readonly<Record<string, string>> = {
    'a.ml': 'module Make (H : Sized) = struct\n  let rec add t x =\n    resize t\n\n  and resize t =\n    let n = H.size t in\n    add t n\nend\n',
    'a.html': '<html>\n  <body>\n    <p>\n    </p><div id="a">\n    <p>x</p>\n    </div>\n  </body>\n</html>\n',
  };
  for (const [path, text] of Object.entries(texts)) it(path, () => check(path, text, 'as-read'));
});

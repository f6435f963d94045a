/** What a name stands for is told by where it stands: `«x»` must change, `x` must not. */
import assert from 'node:assert/strict';
import { renameSymbol } from '../../../../src/engine/tools/renameSymbol';
import { memoryContext } from '../../../support/memoryContext';

async function check(name: string, to: string, marked: Readonly<Record<string, string>>, left: readonly string[], line?: number): Promise<void> {
  const shown = (by: (word: string) => string): Record<string, string> => Object.fromEntries(Object.entries(marked).map(([path, text]) => [path, text.replace(/«(.*?)»/gu, (_, word: string) => by(word))]));
  const context = await memoryContext({ files: shown((word) => word) });
  const { ok, text } = await renameSymbol.run({ name, new_name: to, path: Object.keys(marked)[0], line }, context);
  assert.equal(ok, true, text);
  assert.deepEqual(Object.fromEntries(Object.keys(marked).map((one) => [one, context.text(one)])), shown(() => to.replace(/^\./u, '')));
  const named = [...(text.split('Left as they are')[1] ?? '').matchAll(/^(\S+:\d+): /gmu)].map((match) => match[1]);
  assert.deepEqual([...new Set(named)], left);
}

describe('a rename tells sorts of names apart', () => {
  for (const [what, name, to, marked, left, line] of [
    ['a class of CSS', '.color', '.red', { 'a.css': '.«color» { color: red; }\n#color { color: color; }\np.«color» > .b.«color»:color { animation: color 1s; }\n', 'b.css': 'a.«color», color { color: blue; }\n' }, [], 1],
    ['an id of CSS', '#color', 'hue-2', { 'a.css': '.color { color: red; }\n#«color» { color: color; }\n#«color».color { margin: 0; }\n' }, [], 2],
    ['keyframes of CSS', 'spin', 'turn-round', { 'a.css': '@keyframes «spin» { from { spin: 1; } }\n.spin { animation: 1s «spin»; color: spin; }\n.b { animation-name: «spin»; }\n' }, [], 1],
    ['an id of HTML', 'main', 'content-1', { 'a.html': '<main id="«main»" class="main" title=\'main\'><label for="«main»">main</label></main>\n' }, []],
    ['a function of Bash', 'build', 'compile', { 'a.sh': '«build»() { echo "$1"; }\n«build» all\nmake -C build\nx=build\nif «build»; then echo "$build" $build; fi\ntrap «build» EXIT\nretry 3 build\nexport -f «build»\ny=$(«build» x)\n' }, ['a.sh:3', 'a.sh:4', 'a.sh:7']],
    ['a variable of Bash', 'out', 'fresh', { 'a.sh': '«out»=1\nout --all\necho out "$«out»" ${«out»} $(( «out» + 1 ))\nread -r «out»\nexport «out»\n' }, ['a.sh:3']],
    ['a function of Elixir', 'Shop.build', 'make', { 'a.ex': 'defmodule Shop do\n  @build 3\n  @spec «build»(integer) :: term\n  def «build»(x) when x > 1, do: {:build, x}\n  def f(x), do: «build»(build: 2, x: x)\n  def g(build), do: build + @build\n  def h, do: &«build»/1\n  def k(x) do\n    build = x |> «build»\n    %{build: build}\n  end\nend\n', 'b.ex': 'defmodule B do\n  def f(build), do: Shop.«build»(build)\nend\n' }, []],
    ['a function of C++', 'add', 'plus', { 'a.cpp': 'int «add»(int a) { return a; }\nTEST(Suite, add) { EXPECT_EQ(«add»(1), 1); }\nTEST_F(Other, add) { «add»(3); }\nstd::thread t(«add»);\n' }, []],
  ] as readonly (readonly [string, string, string, Readonly<Record<string, string>>, readonly string[], number?])[]) it(what, () => check(name, to, marked, left, line));
});

describe('a new name is one the language can have', () => {
  for (const [path, text, name, to] of [
    ['a.ps1', 'function «Get-A» { 1 }\n«Get-A»\n', 'Get-A', 'Get-B'], ['a.hs', '«h» x = x\ng = «h» 1\n', 'h', "h'"], ['a.ml', 'let «h» x = x\nlet g = «h» 1\n', 'h', "h'"],
    ['a.rb', 'def «save»\n  1\nend\n«save»\n', 'save', 'save!'], ['a.rb', 'def «ok»\n  1\nend\n«ok»\n', 'ok', 'ok?'], ['a.rb', 'def «save!»\n  1\nend\n«save!»\n', 'save!', 'store!'],
    ['a.ex', 'defmodule A do\n  def «ok»(x), do: x\n  def g(x), do: «ok»(x)\nend\n', 'A.ok', 'ok?'], ['a.jl', '«push»(x) = x\ng(x) = «push»(x)\n', 'push', 'push!'],
    ['a.py', 'def «f»():\n    pass\n\n\n«f»()\n', 'f', '_g'],
  ] as const) it(`${to} in ${path}`, () => check(name, to, { [path]: text }, []));

  for (const [path, text, name, to, why] of [
    ['a.py', 'class A:\n    def f(self):\n        pass\n', 'A.f', '__init__', /__init__ has a meaning of its own in Python/], ['a.ts', 'class A {\n  f() {}\n}\n', 'A.f', 'constructor', /meaning of its own/],
    ['a.php', '<?php\nclass A {\n  function f() {}\n}\n', 'A.f', '__construct', /meaning of its own/], ['a.rb', 'class A\n  def f\n  end\nend\n', 'A.f', 'initialize', /meaning of its own/],
    ['a.rb', 'class A\n  def name=(v)\n  end\nend\n', 'A.name=', 'title', /called in different ways.*use patch/], ['a.py', 'def f():\n    pass\n', 'f', 'f!', /is no name Python allows/],
    ['a.java', 'class A {\n  int f() { return 1; }\n}\n', 'A.f', 'f?', /is no name Java allows/], ['a.js', 'function f() {}\n', 'f', 'c-d', /is no name JavaScript allows/],
    ['a.css', '.f { margin: 0; }\n', '.f', '2d', /is no name CSS allows/], ['a.sh', 'x=1\n', 'x', 'a-b', /is no name/],
  ] as const) it(`and ${to} is none in ${path}`, async () => {
    const context = await memoryContext({ files: { [path]: text } });
    const result = await renameSymbol.run({ name, new_name: to, path }, context);
    assert.equal(result.ok, false);
    assert.match(result.text, why);
    assert.match(result.text, /Choose /);
    assert.equal(context.text(path), text);
  });
});

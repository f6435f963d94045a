/** Without a language server a member is renamed where its receiver is known to be of its type, and named where it isn't: `«add»` is a place that must change, `add` one that must not. */
import assert from 'node:assert/strict';
import { findReferences } from '../../../../src/engine/tools/findReferences';
import { renameSymbol } from '../../../../src/engine/tools/renameSymbol';
import { memoryContext } from '../../../support/memoryContext';

type Marked = Readonly<Record<string, string>>;

const plain = (marked: Marked): Marked => Object.fromEntries(Object.entries(marked).map(([path, text]) => [path, text.replace(/«(.*?)»/gu, '$1')]));
const changed = (marked: Marked): Marked => Object.fromEntries(Object.entries(marked).map(([path, text]) => [path, text.replace(/«(.*?)»/gu, 'fresh')]));

async function check(name: string, marked: Marked, left: readonly string[]): Promise<void> {
  const context = await memoryContext({ files: plain(marked) });
  const [path] = Object.keys(marked);
  const { ok, text } = await renameSymbol.run({ name, new_name: 'fresh', path }, context);
  assert.equal(ok, true, text);
  assert.deepEqual(Object.fromEntries(Object.keys(marked).map((one) => [one, context.text(one)])), changed(marked));
  const named = [...(text.split('Left as they are')[1] ?? '').matchAll(/^(\S+:\d+): /gmu)].map((match) => match[1]);
  assert.deepEqual([...new Set(named)], left);
}

const members: readonly (readonly [name: string, marked: Marked, left: readonly string[]])[] = [
  ['Cart.add', {
    'Cart.java': 'class Cart implements Basket {\n  private final List<String> items = new ArrayList<>();\n  public void «add»(String x) { items.add(x); }\n  void twice(String x) { «add»(x); this.«add»(x); Cart.this.«add»(x); }\n}\n',
    'Basket.java': 'interface Basket { void «add»(String x); }\n',
    'Big.java': 'class Big extends Cart {\n  void more() { «add»("a"); super.«add»("b"); }\n}\n',
    'Crate.java': 'class Crate implements Basket {\n  public void «add»(String x) { }\n}\n',
    'Main.java': 'class Main {\n  private Cart kept;\n  void run(Cart cart, Set<String> names, Basket basket, Crate crate) {\n    cart.«add»("x");\n    names.add("x");\n    basket.«add»("x");\n    crate.«add»("x");\n    new Cart().«add»("x");\n    kept.«add»("x");\n    this.kept.«add»("x");\n    make().add("x");\n    var c = new Cart();\n    c.«add»("x");\n    var s = new HashSet<Cart>();\n    s.add(c);\n    List<Cart> all = List.of();\n    all.add(c);\n    for (Cart e : all) e.«add»("x");\n    for (var f : all) f.add("x");\n  }\n  void other(Set<String> cart) { cart.add("x"); }\n}\n',
  }, ['Cart.java:3', 'Main.java:5', 'Main.java:11', 'Main.java:15', 'Main.java:17', 'Main.java:19', 'Main.java:21']],
  ['Cart.total', {
    'Cart.java': 'class Cart {\n  int «total»() { return 1; }\n}\nclass Order {\n  int total() { return 2; }\n  int twice() { return total() + this.total(); }\n  int both(Cart c, Order o) { return c.«total»() + o.total(); }\n}\n',
  }, ['Cart.java:6', 'Cart.java:7']],
  ['Cart.Total', {
    'Cart.cs': 'namespace Shop {\n  class Cart {\n    public int «Total» { get; set; }\n    int Twice() { return «Total» + this.«Total»; }\n    bool Same(Order o) => o.Total == «Total»;\n  }\n  class Order { Cart cart = new Cart { «Total» = 3 }; int F(Cart? c) { return cart.«Total» + c!.«Total»; } }\n}\n',
  }, ['Cart.cs:5']],
  ['Cart.add', {
    'Cart.kt': 'class Cart(val name: String) {\n    val items = mutableListOf<String>()\n    fun «add»(x: String) { items.add(x) }\n    fun twice(x: String, d: Cart?) { «add»(x); this.«add»(x); d?.«add»(x) }\n}\nfun main(c: Cart?) {\n    val cart = Cart("a")\n    cart.«add»("x")\n    c?.add("b")\n    val s = mutableSetOf<String>()\n    s.add("x")\n    cart.apply { add("z") }\n    s.forEach { c -> c.add("x") }\n}\n',
  }, ['Cart.kt:3', 'Cart.kt:9', 'Cart.kt:11', 'Cart.kt:12', 'Cart.kt:13']],
  ['Cart.add', {
    'Cart.scala': 'class Cart {\n  private val items = Set[String]()\n  def «add»(x: String): Unit = items.add(x)\n  def twice(x: String): Unit = { «add»(x); this.«add»(x) }\n}\nobject Main {\n  def run(c: Cart, d: Set[String]): Unit = {\n    c.«add»("x")\n    d.add("y")\n    val e = new Cart\n    e.add("z")\n  }\n}\n',
  }, ['Cart.scala:3', 'Cart.scala:9', 'Cart.scala:11']],
  ['Cart.add', {
    'cart.go': 'package shop\n\ntype Cart struct {\n\titems Set\n}\n\nfunc (c *Cart) «add»(x string) { c.items.add(x) }\n\nfunc more(s Set, d Cart, e *Cart) {\n\ts.add("x")\n\td.«add»("y")\n\te.«add»("z")\n\tf := &Cart{}\n\tf.«add»("k")\n\tvar h Cart\n\th.«add»("l")\n\tmake().add("k")\n\tadd := 3\n\t_ = add\n}\n',
  }, ['cart.go:7', 'cart.go:10', 'cart.go:17']],
  ['Cart.items', {
    'cart.rs': 'pub struct Cart {\n    «items»: Vec<String>,\n}\n\nimpl Cart {\n    pub fn new(seen: Vec<String>) -> Self {\n        Self { «items»: seen }\n    }\n    pub fn other(items: Vec<String>) -> Cart {\n        Cart { «items»: items }\n    }\n    fn len(&self, o: &Order) -> usize { self.«items».len() + o.items.len() }\n}\n\nfn f(c: &mut Cart, o: Order) {\n    let items = 3;\n    c.items.push(items);\n    let c = make();\n}\nfn g(c: &mut Cart) { c.«items».push(1); }\n',
  }, ['cart.rs:12', 'cart.rs:17']],
  ['Cart.add', {
    'cart.cpp': 'class Cart {\n public:\n  void «add»(int x);\n  void twice(int x);\n  std::set<int> items;\n};\nvoid Cart::«add»(int x) { items.add(x); }\nvoid Cart::twice(int x) { «add»(x); this->«add»(x); Cart::«add»(x); }\nvoid f(const Cart& c, Order& o) {\n  Cart* p = &c;\n  Cart d(3);\n  std::vector<Cart> v;\n  c.«add»(1);\n  p->«add»(2);\n  d.«add»(3);\n  v.add(4);\n  auto q = new Cart(3);\n  q->«add»(5);\n  o.add(2);\n}\n',
  }, ['cart.cpp:7', 'cart.cpp:16', 'cart.cpp:19']],
  ['cart.items', {
    'cart.c': 'struct cart { int «items»; };\nint f(struct cart *c, struct order *o) {\n  return c->«items»\n    + o->items;\n}\nint g(void) {\n  struct cart c = { .«items» = 3 };\n  int items = 3;\n  return c.«items» + items;\n}\n',
  }, ['cart.c:4']],
  ['Cart.add', {
    'cart.php': '<?php\nclass Cart {\n  private $items;\n  public function «add»($x) { $this->items->add($x); }\n  public function twice($x) { $this->«add»($x); self::«add»($x); static::«add»($x); add($x); }\n}\nclass Big extends Cart { function f() { parent::«add»(1); $this->«add»(2); } }\nfunction main(Cart $c, $d) {\n  $c->«add»(1);\n  $d->add(2);\n  $e = new Cart();\n  $e->«add»(3);\n  (new Cart())->«add»(4);\n  Cart::«add»(1);\n  Other::add(2);\n}\n',
  }, ['cart.php:4', 'cart.php:10', 'cart.php:15']],
  ['Cart.add', {
    'cart.rb': 'class Cart\n  def «add»(x)\n    @items.add(x)\n  end\n\n  def twice(x)\n    «add»(x)\n    self.«add»(x)\n  end\nend\n\nclass Big < Cart\n  def more\n    «add»(1)\n  end\nend\n\nc = Cart.new\nc.«add»(1)\ns = Set.new\ns.add(2)\nCart.new.«add»(3)\n',
  }, ['cart.rb:3', 'cart.rb:21']],
  ['Cart.add', {
    'cart.lua': 'local Cart = {}\nfunction Cart.new() return setmetatable({}, Cart) end\nfunction Cart:«add»(x) self.items:add(x) end\nfunction Cart:twice(x) self:«add»(x) end\nlocal c = Cart.new()\nc:«add»(1)\nlocal s = Set.new()\ns:add(2)\nCart.«add»(c, 3)\n',
  }, ['cart.lua:3', 'cart.lua:8']],
  ['Cart.add', {
    'cart.zig': 'const Cart = struct {\n    items: i32,\n    pub fn «add»(self: *Cart, x: i32) void { self.items += x; }\n    pub fn twice(self: *Cart, list: *List) void {\n        self.«add»(1);\n        list.add(2);\n    }\n};\npub fn main() void {\n    var c = Cart.init();\n    c.«add»(1);\n    var d = List.init();\n    d.add(1);\n}\n',
  }, ['cart.zig:6', 'cart.zig:13']],
  ['Cart.Add', {
    'cart.ps1': 'class Cart {\n    [int]$N\n    [void] «Add»([int]$x) { $list.Add($x) }\n    [void] Twice([int]$x) { $this.«Add»($x) }\n}\n$c = [Cart]::new()\n$c.«Add»(1)\n$l = [List]::new()\n$l.Add(2)\n',
  }, ['cart.ps1:3', 'cart.ps1:9']],
  ['Cart.total', {
    'cart.py': 'class Cart:\n    def «total»(self):\n        return 1\n\n    def f(self):\n        return self.«total»()\n\n\nclass Order:\n    def f(self):\n        return self.total()\n\n\nclass Big(Cart):\n    def f(self):\n        return self.«total»() + super().«total»()\n',
  }, ['cart.py:11']],
  ['Cart.total', {
    'cart.ts': 'export class Cart {\n  «total»(): number { return 1; }\n  f(): number { return this.«total»(); }\n}\nclass Order { total = 3; f(): number { return this.total; } }\nclass Big extends Cart { f(): number { return this.«total»() + super.«total»(); } }\n',
  }, ['cart.ts:5']],
];

describe('a member without a language server', () => {
  for (const [name, marked, left] of members) it(`${name} of ${Object.keys(marked).join(', ')}`, () => check(name, marked, left));

  it('is found where it is renamed, and the rest is told as perhaps the same', async () => {
    const context = await memoryContext({ files: { 'Cart.java': 'class Cart {\n  Set<String> items;\n  void add(String x) {\n    items.add(x);\n  }\n  void f(Cart c) {\n    c.add("x");\n  }\n}\n' } });
    assert.equal((await findReferences.run({ name: 'Cart.add', path: 'Cart.java' }, context)).text, 'add: 2 places, the declaration among them (by declared types, no language server)\nCart.java:3: void add(String x) {\nCart.java:7: c.add("x");\nPerhaps the same:\nCart.java:4: items.add(x);');
  });

  it('with overloads of one type is left alone', async () => {
    const text = 'class Cart {\n  void add(int x) { }\n  void add(String x) { }\n}\n';
    const context = await memoryContext({ files: { 'Cart.java': text } });
    assert.match((await renameSymbol.run({ name: 'Cart.add', new_name: 'fresh', path: 'Cart.java', line: 2 }, context)).text, /can't be told apart/);
    assert.equal(context.text('Cart.java'), text);
  });
});

describe('a function without a language server', () => {
  for (const [name, marked, left] of [
    ['add', { 'util.ml': 'let «add» x = x + 1\nlet f s = Set.add 1 s\nlet g s = «add» 1\n', 'b.ml': 'let y = Util.«add» 3\nlet z = List.add 3\n' }, ['util.ml:2', 'b.ml:2']],
    ['Shop.build', { 'shop.ex': 'defmodule Shop do\n  def «build»(x), do: x\n  def f(x), do: «build»(x) |> __MODULE__.«build»()\n  def g(m), do: m.build\nend\n', 'b.ex': 'defmodule B do\n  alias Shop, as: S\n  def f, do: S.«build»(1) + Shop.«build»(2)\n  def g, do: Other.build(3)\nend\n' }, ['shop.ex:4', 'b.ex:4']],
    ['add', { 'a.rb': 'def «add»(x)\n  s = Set.new\n  s.add(x)\n  «add»(x)\nend\n' }, ['a.rb:3']],
    ['add', { 'Util.hs': 'module Util where\nimport qualified Data.Map as M\n«add» x = x\nf = M.add 1\ng = «add» . Util.«add»\n' }, ['Util.hs:4']],
    ['add', { 'util.zig': 'pub fn «add»(x: i32) i32 { return x; }\nfn f(l: List) void {\n    l.add(1);\n    _ = «add»(1);\n}\n', 'b.zig': 'const u = @import("util.zig");\nfn f() void { u.«add»(1); }\n' }, ['util.zig:3']],
  ] as readonly (readonly [string, Marked, readonly string[]])[]) it(`${name} of ${Object.keys(marked).join(', ')}`, () => check(name, marked, left));
});

/** A header is read as C or as C++, as its text is. */
import assert from 'node:assert/strict';
import { flatten } from '../../../../src/engine/code/findSymbol';
import { addedSymbol } from '../../../../src/engine/edit/symbolAdd';
import { removedSymbol } from '../../../../src/engine/edit/symbolRemove';
import { updatedSymbol } from '../../../../src/engine/edit/symbolUpdate';
import { syntaxGate } from '../../../../src/engine/tools/syntaxGate';
import { codeReader } from '../../../support/memoryContext';

const cart = '#pragma once\n\nnamespace shop {\n\n/// A cart.\nclass Cart {\n public:\n  int total() const { return n_; }\n  void add(int n);\n\n private:\n  int n_ = 0;\n};\n\n}  // namespace shop\n';
const plain = '#ifndef A_H\n#define A_H\n/*\nclass of functions\n*/\n#ifdef __cplusplus\nextern "C" {\n#endif\nint add(int class, int public);\nstruct namespace { int template; };\n#ifdef __cplusplus\n}\n#endif\n#endif\n';

async function names(path: string, text: string): Promise<string[]> {
  return flatten((await (await codeReader()).symbols(path, text)) ?? []).map((one) => one.path);
}

describe('a header', () => {
  it('of C++ is read and edited as C++', async () => {
    const reader = await codeReader();
    assert.deepEqual(await names('cart.h', cart), ['shop', 'shop.Cart', 'shop.Cart.total', 'shop.Cart.add', 'shop.Cart.n_']);
    assert.deepEqual([(await reader.style('cart.h', cart))?.id, (await reader.check('cart.h', cart)).state], ['cpp', 'valid']);
    const source = { reader, path: 'cart.h', text: cart };
    assert.equal((await updatedSymbol(source, { name: 'Cart.total', code: 'int total() const { return n_ + 1; }' })).text, cart.replace('n_;', 'n_ + 1;'));
    assert.equal((await addedSymbol(source, { code: 'void clear();', after: 'Cart.add' })).text, cart.replace('int n);', 'int n);\n  void clear();'));
    for (const text of ['template <class T>\nT twice(T a) { return a + a; }\n', 'using Names = std::vector<int>;\n', 'enum class Kind { A };\n']) assert.equal((await reader.style('a.h', text))?.id, 'cpp');
  });

  it('shows in its beginning what it is, however long it is', async () => {
    const reader = await codeReader();
    const long = 'int f(int a);\n'.repeat(10_000);
    assert.equal((await reader.style('a.h', cart + long))?.id, 'cpp');
    assert.equal((await reader.style('a.h', long + cart))?.id, 'c');
  });

  it('of C is read as C, whatever words its names are', async () => {
    const reader = await codeReader();
    assert.deepEqual((await names('a.h', plain)).slice(-3), ['add', 'namespace', 'namespace.template']);
    assert.equal((await reader.style('a.h', plain))?.id, 'c');
    assert.equal((await reader.style('a.c', cart))?.id, 'c');
  });

  it('of C is read as C, whatever its comments, strings, macros and labels say', async () => {
    const reader = await codeReader();
    const [fn, cpp] = ['int f(struct list *this, int operator);\n', 'class A {\n};\n'];
    const texts = ['/*\n class list: the kind\n*/\n', '/* \n template <name> \n */\n', '// \\\nnamespace x {\n', 'static const char *s = "\\\nclass A;\\\n";\n', '#define X \\\n  class Foo;\n', '#define X /* a\n  class Foo;\n*/ 1\n', 'static int g(void) {\n  goto public;\npublic:\n  return 0;\n}\n'];
    for (const text of texts) {
      assert.deepEqual([text, (await reader.style('a.h', text + fn))?.id, (await reader.check('a.h', text + fn)).state], [text, 'c', 'valid']);
      assert.equal((await reader.style('a.h', text + cpp))?.id, 'cpp', text);
    }
    for (const text of ['#define ALL "src/*.h"\n', '#error don\'t // "\n', 'const int a = 1\'000;\n', "const char c = '\"', d = '/', e = '\\'';\n", '/* class list: a */ const char *u = "/*";\n']) assert.equal((await reader.style('a.h', text + cpp))?.id, 'cpp', text);
  });

  it('is told in a moment, however large and odd its text', async () => {
    const reader = await codeReader();
    for (const part of ['/*', '\n#', '"', '\n#define X \\\n', 'class a {\n/* */\n']) {
      const began = performance.now();
      await reader.style('a.h', `\nclass A {\n${part.repeat(1_000_000 / part.length)}`);
      assert.ok(performance.now() - began < 5000, part);
    }
  });

  it('is judged during an edit in the language it had before', async () => {
    const reader = await codeReader();
    const [text, shown] = ['int f(std::string s);\n\nstd::vector<int> v();\n', 'class A {\n  int g();\n};\n'];
    const source = { reader, path: 'a.h', text: text.replace('\n\n', `\n\n${shown}\n`) };
    const removed = await removedSymbol(source, 'A');
    assert.equal(removed.text, text);
    assert.equal((await updatedSymbol(source, { name: 'A', code: 'struct A {\n  std::string g;\n};' })).text, source.text.replace('class', 'struct').replace('int g()', 'std::string g'));
    assert.ok((await syntaxGate(reader, 'a.h', source.text, text, { line: 3, lastLine: 2, lastLineBefore: 6, before: '', after: '' })).ok);
    assert.ok(removed.ok);
    assert.equal((await addedSymbol({ ...source, text }, { code: shown, after: 'f', taken: [removed.taken] })).text, source.text);
    assert.equal((await addedSymbol({ ...source, text: 'int f(int s);\n' }, { code: shown })).text, `int f(int s);\n\n${shown}`);
  });

  it('of a language of its own keeps what its grammar takes apart', async () => {
    const reader = await codeReader();
    for (const head of ['@interface A : NSObject\n- (int)f;\n@end\n', '@interface A : NSObject\n- (int)f;\n@end\n\n']) {
      const source = { reader, path: 'a.h', text: `${head}int g(void);\n` };
      const edits = [await updatedSymbol(source, { name: 'g', code: 'int g(int a);' }), await removedSymbol(source, 'g'), await addedSymbol(source, { code: 'int h(void);', after: 'g' })];
      for (const edit of edits) assert.match(edit.ok ? 'edited' : edit.text, /^g begins within a word at line 3, as C doesn't know what stands there: nothing was changed\. Use read_file and patch for it\.$/);
    }
  });

  it('changes its language with its text, back and forth', async () => {
    const [reader, path] = [await codeReader(), 'turning.h'];
    const [before, after] = ['int a(void);\n', 'int a(void);\n\nclass K {\n public:\n  int f();\n};\n'];
    for (const _ of [1, 2]) {
      assert.deepEqual(await names(path, before), ['a']);
      assert.equal((await addedSymbol({ reader, path, text: before }, { code: 'class K {\n public:\n  int f();\n};' })).text, after);
      assert.deepEqual([await names(path, after), (await reader.check(path, after)).state], [['a', 'K', 'K.f'], 'valid']);
    }
  });
});

/** The text of a here document belongs to what announces it, whatever is done with that. */
import assert from 'node:assert/strict';
import { addSymbol } from '../../../../src/engine/tools/addSymbol';
import { readSymbol } from '../../../../src/engine/tools/readSymbol';
import { removeSymbol } from '../../../../src/engine/tools/removeSymbol';
import type { ToolResult } from '../../../../src/engine/tools/tool';
import { updateSymbol } from '../../../../src/engine/tools/updateSymbol';
import { codeReader, memoryContext } from '../../../support/memoryContext';
import type { MemoryContext } from '../../../support/memoryContext';

const one = '  A = <<~X\n    one\n    def f # no end\n  X\n';
const two = '  B = [<<~Y, <<-Z].freeze # both\n    y\n  Y\n    z\n    Z\n';
const file = `class K\n${one}${two}\n  def g\n    call(<<~W)\n      w\n    W\n  end\nend\n\nC = 1\n`;

async function after(edit: (context: MemoryContext) => Promise<ToolResult>): Promise<string | undefined> {
  const context = await memoryContext({ files: { 'a.rb': file } });
  const { ok, text } = await edit(context);
  assert.equal(ok, true, text);
  return context.text('a.rb');
}

describe('a here document that a symbol is', () => {
  it('is read with it', async () => {
    const context = await memoryContext({ files: { 'a.rb': file } });
    assert.match((await readSymbol.run({ path: 'a.rb', name: 'K.A' }, context)).text, /def f # no end\n {2}X(?:\n|$)/);
    assert.match((await readSymbol.run({ path: 'a.rb', name: 'K.B' }, context)).text, /# both\n[^]* {4}Z(?:\n|$)/);
  });

  it('is there once after an update, and what is sent in its place stands in it', async () => {
    for (const [name, code] of [['A', one], ['B', two]] as const) {
      for (const changed of [code.replace(/^ {4}[oyz]/m, '$&!'), `  ${name} = 1\n`]) {
        assert.equal(await after((context) => updateSymbol.run({ path: 'a.rb', name: `K.${name}`, code: changed }, context)), file.replace(code, changed));
      }
    }
  });

  it('goes with what is removed, and stands before what is added behind', async () => {
    assert.equal(await after((context) => removeSymbol.run({ path: 'a.rb', name: 'K.A' }, context)), file.replace(one, ''));
    assert.equal(await after((context) => removeSymbol.run({ path: 'a.rb', name: 'K.B' }, context)), file.replace(two, ''));
    const added = await after((context) => addSymbol.run({ path: 'a.rb', after: 'K.A', code: 'D = 4' }, context));
    assert.match(added ?? '', /no end\n {2}X\n+ {2}D = 4\n+ {2}B = /);
  });

  it('keeps its symbol when an edit is within it, wherever that is', async () => {
    for (const [from, to] of [['one', 'ones'], ['    y\n', '    y\n    yy\n'], ['# no end', '#'], ['    z\n    Z\n', '    z\n\n    zz\n    Z\n']] as const) {
      const [reader, fresh] = [await codeReader(), await codeReader()];
      await reader.symbols('a.rb', file);
      const now = file.replace(from, to);
      const at = now.indexOf(to);
      const around = (await reader.symbolsAround('a.rb', now, { start: at, end: at + to.length })) ?? [];
      const whole = await fresh.symbols(`${from}.rb`, now);
      const shown = around.flatMap((one) => [one, ...one.children]).filter((one) => one.start <= at && at < one.end && one.name !== 'K');
      assert.deepEqual(shown, whole?.[0]?.children.filter((one) => one.start <= at && at < one.end), from);
      assert.deepEqual(await reader.symbols('a.rb', now), whole, from);
    }
  });
});

describe('a here document below other code of its line', () => {
  const text = 'X = <<~A; Y = 1\n  a\nA\n\nS = <<~A; T = <<~B\n  a\nA\n  b\nB\n';
  for (const name of ['X', 'S', 'T']) {
    it(`keeps its text where ${name} would lose it`, async () => {
      const context = await memoryContext({ files: { 'a.rb': text } });
      for (const result of [await removeSymbol.run({ path: 'a.rb', name }, context), await updateSymbol.run({ path: 'a.rb', name, code: `${name} = 5` }, context)]) {
        assert.equal(result.ok, false);
        assert.match(result.text, /The text that [XST] announces stands below other code of line [15]: nothing was changed\. Change the line and its text with patch\./);
      }
      assert.equal(context.text('a.rb'), text);
    });
  }

  it('stays when the other code is changed', async () => {
    const context = await memoryContext({ files: { 'a.rb': text } });
    assert.equal((await updateSymbol.run({ path: 'a.rb', name: 'Y', code: 'Y = 2' }, context)).ok, true);
    assert.equal(context.text('a.rb'), text.replace('Y = 1', 'Y = 2'));
  });
});

/** `end name` on the line below a declaration of Scala 3 is the declaration's own, whatever is done with it. */
import assert from 'node:assert/strict';
import { addSymbol } from '../../../../src/engine/tools/addSymbol';
import { readSymbol } from '../../../../src/engine/tools/readSymbol';
import { removeSymbol } from '../../../../src/engine/tools/removeSymbol';
import { renameSymbol } from '../../../../src/engine/tools/renameSymbol';
import { updateSymbol } from '../../../../src/engine/tools/updateSymbol';
import type { ToolResult } from '../../../../src/engine/tools/tool';
import { memoryContext } from '../../../support/memoryContext';
import type { MemoryContext } from '../../../support/memoryContext';

const add = '  def add(i: Int): Int =\n    val more = i + 1\n    more // the sum\n\n  end add\n';
const file = `class A:\n${add}\n  def none = 0\nend A\n\nclass B:\n  def add(i: Int): Int =\n    i\n  end add\nend B\n\ndef run(a: A): Int =\n  a.add(1)\nend run\n`;

async function after(eol: string, edit: (context: MemoryContext) => Promise<ToolResult>): Promise<string | undefined> {
  const context = await memoryContext({ files: { 'a.scala': file.replaceAll('\n', eol) } });
  const { ok, text } = await edit(context);
  assert.equal(ok, true, text);
  return context.text('a.scala')?.replaceAll(eol, '\n');
}

describe('end markers of Scala', () => {
  for (const eol of ['\n', '\r\n']) {
    const name = eol === '\n' ? '' : ', CRLF';
    it(`are read with their declaration${name}`, async () => {
      const context = await memoryContext({ files: { 'a.scala': file.replaceAll('\n', eol) } });
      assert.match((await readSymbol.run({ path: 'a.scala', name: 'A.add' }, context)).text, /more \/\/ the sum\n\n {2}end add(?:\n|$)/);
    });

    it(`go with what is removed${name}`, async () => {
      assert.equal(await after(eol, (context) => removeSymbol.run({ path: 'a.scala', name: 'A.add' }, context)), file.replace(`${add}\n`, ''));
      assert.equal(await after(eol, (context) => removeSymbol.run({ path: 'a.scala', name: 'B' }, context)), file.replace(/class B:[^]*end B\n\n/, ''));
    });

    it(`are there once after an update${name}`, async () => {
      const changed = add.replace('i + 1', 'i + 2');
      for (const code of [changed, changed.replace(/^ {2}/gm, '')]) assert.equal(await after(eol, (context) => updateSymbol.run({ path: 'a.scala', name: 'A.add', code }, context)), file.replace(add, changed));
    });

    it(`stand before what is added behind${name}`, async () => {
      const code = 'def two: Int =\n  2';
      const member = '  def two: Int =\n    2';
      assert.equal(await after(eol, (context) => addSymbol.run({ path: 'a.scala', after: 'A.add', code }, context)), file.replace('end add\n', `end add\n\n${member}\n`));
      assert.equal(await after(eol, (context) => addSymbol.run({ path: 'a.scala', inside: 'B', code }, context)), file.replace('end add\nend B\n', `end add\n\n${member}\nend B\n`));
      assert.equal(await after(eol, (context) => addSymbol.run({ path: 'a.scala', after: 'B', code }, context)), file.replace('end B\n', `end B\n\n${code}\n`));
    });

    it(`are renamed with their declaration${name}`, async () => {
      assert.equal(await after(eol, (context) => renameSymbol.run({ path: 'a.scala', name: 'A.add', new_name: 'plus' }, context)), file.replace(add, add.replaceAll('add', 'plus')).replace('a.add', 'a.plus'));
      assert.equal(await after(eol, (context) => renameSymbol.run({ path: 'a.scala', name: 'A', new_name: 'Sum' }, context)), file.replace('class A', 'class Sum').replace('end A', 'end Sum').replace(': A)', ': Sum)'));
    });
  }
});

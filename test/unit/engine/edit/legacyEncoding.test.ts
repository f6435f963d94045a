import assert from 'node:assert/strict';
import fc from 'fast-check';
import { legacyEncoding } from '../../../../src/engine/edit/legacyEncoding';
import type { LegacyEncoding } from '../../../../src/engine/edit/legacyEncoding';
import { addSymbol } from '../../../../src/engine/tools/addSymbol';
import { patch } from '../../../../src/engine/tools/patch';
import { writeFile } from '../../../../src/engine/tools/writeFile';
import { memoryContext } from '../../../support/memoryContext';

/** As the editor names them. */
const names = ['windows1250', 'windows1251', 'windows1252', 'windows1253', 'windows1254', 'windows1255', 'windows1256', 'windows1257', 'windows1258', 'windows874', 'iso88591', 'iso88592', 'iso88595', 'iso88597', 'iso88599', 'iso885915', 'macroman', 'cp866', 'koi8r', 'koi8u', 'gbk', 'gb2312', 'gb18030', 'cp950', 'big5hkscs', 'shiftjis', 'eucjp', 'euckr'];

function of(name: string): LegacyEncoding {
  const found = legacyEncoding(name);
  assert.ok(found, name);
  return found;
}

function written(name: string, text: string): number[] {
  const bytes = of(name).encode(text);
  assert.ok(bytes instanceof Uint8Array, `${name} lacks ${JSON.stringify(bytes)}`);
  return [...bytes];
}

describe('legacyEncoding', () => {
  for (const name of names) {
    it(`${name}: what can be written is read again, ASCII stays ASCII`, () => {
      const encoding = of(name);
      const has = Array.from({ length: 0x10000 - 0xa0 }, (_, index) => 0xa0 + index)
        .filter((code) => (code < 0xd800 || code > 0xdfff) && encoding.encode(String.fromCharCode(code)) instanceof Uint8Array);
      assert.ok(has.length > 80, String(has.length));
      const unit = fc.oneof(fc.constantFrom(...has).map((code) => String.fromCharCode(code)), fc.integer({ min: 1, max: 0x7e }).map((code) => String.fromCharCode(code)));
      fc.assert(fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const bytes = encoding.encode(text);
        return bytes instanceof Uint8Array && encoding.decode(bytes) === text;
      }), { numRuns: 300 });
      assert.deepEqual(written(name, 'a = "\\"\r\n'), [0x61, 0x20, 0x3d, 0x20, 0x22, 0x5c, 0x22, 0x0d, 0x0a]);
    });
  }

  it('writes the bytes other programs write', () => {
    assert.deepEqual(written('windows1252', '€é'), [0x80, 0xe9]);
    assert.deepEqual(written('iso885915', '€'), [0xa4]);
    assert.deepEqual(written('windows1251', 'Ж'), [0xc6]);
    assert.deepEqual(written('koi8r', 'Ж'), [0xf6]);
    assert.deepEqual(written('shiftjis', '表ｱ№'), [0x95, 0x5c, 0xb1, 0x87, 0x82]);
    assert.deepEqual(written('shiftjis', '纊'), [0xfa, 0x5c]);
    assert.deepEqual(written('eucjp', '表ｱ'), [0xc9, 0xbd, 0x8e, 0xb1]);
    assert.deepEqual([written('gbk', '€'), written('gb18030', '€')], [[0x80], [0xa2, 0xe3]]);
    assert.deepEqual(written('euckr', '한'), [0xc7, 0xd1]);
    assert.deepEqual(written('gbk', '汉'), [0xba, 0xba]);
    assert.deepEqual(written('gb18030', 'ß😀'), [0x81, 0x30, 0x89, 0x38, 0x94, 0x39, 0xfc, 0x36]);
    assert.deepEqual(written('big5hkscs', '十'), [0xa4, 0x51]);
  });

  it('tells the first character it lacks, and knows what it can not read', () => {
    assert.deepEqual(of('iso88591').encode('é€'), { missing: '€' });
    assert.deepEqual(of('eucjp').encode('¢'), { missing: '¢' });
    assert.deepEqual(of('windows1252').encode('a😀b'), { missing: '😀' });
    assert.equal(legacyEncoding('utf8'), undefined);
    assert.equal(legacyEncoding('utf16le'), undefined);
    assert.equal(legacyEncoding('cp437'), undefined);
  });

  it('leaves bytes alone that would not come back', () => {
    assert.equal(of('shiftjis').decode(Uint8Array.of(0xed, 0x40)), undefined);
    assert.equal(of('gbk').decode(Uint8Array.of(0x81)), undefined);
  });
});

describe("edits in the editor's encoding", () => {
  const line = Uint8Array.of(0x73, 0x20, 0x3d, 0x20, 0x22, 0x95, 0x5c, 0x8e, 0xa6, 0x22, 0x0a);

  it('read and write every character the encoding has', async () => {
    const context = await memoryContext({ files: { 'a.py': line }, encoding: 'shiftjis' });
    const result = await patch.run({ path: 'a.py', old_str: '表示', new_str: '表ソ漢' }, context);
    assert.ok(result.ok, result.text);
    assert.deepEqual([...(context.bytes('a.py') ?? [])], [0x73, 0x20, 0x3d, 0x20, 0x22, 0x95, 0x5c, 0x83, 0x5c, 0x8a, 0xbf, 0x22, 0x0a]);
  });

  it('name the character that is missing, and what to do', async () => {
    const context = await memoryContext({ files: { 'a.py': line }, encoding: 'shiftjis' });
    const { ok, text } = await patch.run({ path: 'a.py', old_str: '示', new_str: 'é' }, context);
    assert.equal(ok, false);
    assert.equal(text, 'a.py was not changed: "é" (U+00E9) is not in shift_jis, the file\'s encoding. Write it with plain ASCII or an escape sequence of the language and call again.');
    assert.deepEqual(context.bytes('a.py'), line);
  });

  it('write the first letter beyond ASCII as the editor would, in old files and new ones', async () => {
    const context = await memoryContext({ files: { 'a.py': 'a = 1\n', 'b.py': 'b = "ü"\n' }, encoding: 'windows1252' });
    await addSymbol.run({ path: 'a.py', code: 'b = "é"' }, context);
    assert.ok(context.bytes('a.py')?.includes(0xe9));
    assert.ok((await patch.run({ path: 'a.py', old_str: 'é', new_str: '€' }, context)).ok);
    assert.ok(context.bytes('a.py')?.includes(0x80));
    await writeFile.run({ path: 'c.py', content: 'c = "ß"\n' }, context);
    assert.ok(context.bytes('c.py')?.includes(0xdf));
    // What is UTF-8 already stays so.
    await patch.run({ path: 'b.py', old_str: 'ü', new_str: 'üß' }, context);
    assert.equal(context.text('b.py'), 'b = "üß"\n');
  });

  it('are named where they can\'t be written, in files of theirs, in plain ones and in new ones', async () => {
    for (const encoding of ['cp437', 'cp850', 'cp852', 'cp865', 'cp1125', 'koi8t', 'iso88591x']) {
      const context = await memoryContext({ files: { 'old.py': Uint8Array.of(0x61, 0x20, 0x3d, 0x20, 0x22, 0x81, 0x22, 0x0a), 'plain.py': 'a = 1\n' }, encoding });
      assert.ok((await patch.run({ path: 'old.py', old_str: 'a = ', new_str: 'b = ' }, context)).ok);
      assert.ok(context.bytes('old.py')?.includes(0x81));
      const next = ' Write it with plain ASCII or an escape sequence of the language and call again.';
      const inOld = await patch.run({ path: 'old.py', old_str: 'b = ', new_str: 'é = ' }, context);
      assert.ok(!inOld.ok && inOld.text.includes(`its encoding (${encoding} in the editor) can't be written here`) && inOld.text.endsWith(next), inOld.text);
      const inPlain = await patch.run({ path: 'plain.py', old_str: 'a = 1', new_str: 'a = "é"' }, context);
      assert.equal(inPlain.text, `plain.py was not changed: the editor reads it as ${encoding}, which can't be written here beyond ASCII.${next}`);
      assert.equal((await writeFile.run({ path: 'new.py', content: 'c = "ß"\n' }, context)).ok, false);
      assert.ok((await patch.run({ path: 'plain.py', old_str: 'a = 1', new_str: 'a = 2' }, context)).ok);
    }
  });

  it("keep to a file's own bytes where the encoding doesn't fit them", async () => {
    const odd = Uint8Array.of(0x61, 0x20, 0x3d, 0x20, 0x22, 0xff, 0xfd, 0x22, 0x0a);
    const context = await memoryContext({ files: { 'a.py': odd }, encoding: 'gbk' });
    assert.ok((await patch.run({ path: 'a.py', old_str: 'a = ', new_str: 'b = ' }, context)).ok);
    assert.deepEqual([...(context.bytes('a.py') ?? [])].slice(1), [...odd].slice(1));
  });
});

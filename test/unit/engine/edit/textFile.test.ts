import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contentHash } from '../../../../src/engine/edit/contentHash';
import { decode, encode, isPlain, uneditable, withLineEnd } from '../../../../src/engine/edit/textFile';
import type { TextFile } from '../../../../src/engine/edit/textFile';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function file(raw: Uint8Array): TextFile {
  const decoded = decode(raw);
  assert.ok(decoded.ok);
  return decoded.file;
}

function written(of: TextFile, text: string): Uint8Array {
  const encoded = encode(of, text);
  assert.ok(encoded.ok, encoded.ok ? '' : encoded.reason);
  return encoded.bytes;
}

describe('textFile', () => {
  it('gives any bytes back unchanged or calls them binary', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (raw) => {
      const decoded = decode(raw);
      if (!decoded.ok) return decoded.code === 'binary';
      return Buffer.from(written(decoded.file, decoded.file.text)).equals(Buffer.from(raw));
    }), { numRuns: 2000 });
  });

  it('gives any text back unchanged in UTF-8 and both kinds of UTF-16', () => {
    const text = fc.string({ unit: 'binary', maxLength: 80 }).filter((t) => !t.includes('\0'));
    fc.assert(fc.property(text, fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'), fc.boolean(), (value, encoding, mark) => {
      const like: TextFile = { ...file(bytes('')), text: value, encoding: encoding as TextFile['encoding'], bom: mark };
      const again = file(written(like, value));
      if (value === '' || value.startsWith('\ufeff')) return true;
      return again.text === value && (encoding !== 'utf-8' || again.bom === mark) && again.encoding === encoding;
    }));
  });

  it('tells ASCII from all else', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.string({ unit: 'binary-ascii', maxLength: 20 })).filter((t) => !t.includes('\0') && !t.startsWith('\ufeff'));
    fc.assert(fc.property(text, (value) => isPlain(file(bytes(value))) === !/[^\u0000-\u007f]/.test(value)));
  });

  it('sees byte order mark, line ends and final newline', () => {
    const seen = (text: string): unknown => {
      const { bom, lineEnd, mixed, finalNewline } = file(bytes(text));
      return [bom, lineEnd, mixed, finalNewline];
    };
    assert.deepEqual(seen('\ufeffa\r\nb\r\n'), [true, '\r\n', false, true]);
    assert.deepEqual(seen('a\nb\r\nc\nd'), [false, '\n', true, false]);
    assert.deepEqual(seen(''), [false, '\n', false, false]);
    assert.equal(file(bytes('\ufeffx')).text, 'x');
  });

  it('reads Latin-1 as single bytes and writes only characters the file already has', () => {
    const latin = file(Uint8Array.of(0x63, 0xe7, 0x20, 0xff, 0x0a));
    assert.equal(latin.text, 'cç ÿ\n');
    assert.deepEqual([...written(latin, 'çoo ÿ\n')], [0xe7, 0x6f, 0x6f, 0x20, 0xff, 0x0a]);
    assert.equal(encode(latin, 'cé\n').ok, false);
    assert.equal(encode(latin, 'c\u{1f389}\n').ok, false);
  });

  it('never tears a character of two bytes', () => {
    // \u8868 in Shift-JIS is 95 5C: its second byte is the ASCII backslash.
    const japanese = file(Uint8Array.of(0x61, 0x20, 0x95, 0x5c, 0x8e, 0xa6, 0x20, 0x62, 0x0a));
    assert.equal(encode(japanese, japanese.text.replace('\\', '/')).ok, false);
    assert.equal(encode(japanese, japanese.text.replace('\\', '')).ok, false);
    assert.equal(encode(japanese, japanese.text.replace('\\', 'x\\')).ok, false);
    assert.equal(encode(japanese, japanese.text.replace('\u2022', '')).ok, false);
    assert.deepEqual([...written(japanese, japanese.text.replace('b', 'c'))], [0x61, 0x20, 0x95, 0x5c, 0x8e, 0xa6, 0x20, 0x63, 0x0a]);
    assert.deepEqual([...written(japanese, 'x\n')], [0x78, 0x0a]);
  });

  it('refuses what would be lost', () => {
    const plain = file(bytes('a\ufffdb'));
    assert.equal(encode(plain, 'x\ufffdb').ok, true);
    assert.equal(encode(plain, 'a\ufffd\ufffd').ok, false);
    assert.equal(encode(plain, 'a\ud83c').ok, false);
    assert.equal(encode(plain, 'a\0').ok, false);
  });

  it('names files that no edit may touch', () => {
    assert.match(uneditable(file(bytes('x = 1\n'.repeat(900_000)))) ?? '', /5\.1 MB/);
    assert.match(uneditable(file(bytes(`var a=[${'1,'.repeat(9000)}]`))) ?? '', /minified/);
    assert.equal(uneditable(file(bytes(`${'x = 1\n'.repeat(2000)}data = "${'A'.repeat(9000)}"\n`))), undefined);
    assert.equal(decode(bytes('a\0b')).ok, false);
  });

  it('sets line ends and tells contents apart', () => {
    assert.equal(withLineEnd('a\r\nb\nc', '\r\n'), 'a\r\nb\r\nc');
    assert.equal(withLineEnd('a\r\nb\nc', '\n'), 'a\nb\nc');
    const hashes = new Set(['', 'a', 'b', 'ab', 'ba', 'a\n', 'a\r\n', '\0', '\0\0'].map((text) => contentHash(bytes(text))));
    assert.equal(hashes.size, 9);
  });
});

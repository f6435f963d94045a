import assert from 'node:assert/strict';
import { summarise } from '../../../../src/engine/edit/summarise';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('summarise', () => {
  it('counts lines of added, changed and removed files', () => {
    const files = [
      { path: 'new.py', before: null, after: bytes('a\nb\n') },
      { path: 'gone.py', before: bytes('a\nb\nc'), after: null },
      { path: 'edit.py', before: bytes('a\nb\nc\n'), after: bytes('a\nB\nc\nd\n') },
      { path: 'end.py', before: bytes('a\nb\n'), after: bytes('a\r\nb\n') },
      { path: 'pic.png', before: bytes('\0a'), after: bytes('\0b\n') },
    ];
    assert.deepEqual(summarise({ files }), [
      { path: 'new.py', kind: 'added', added: 2, removed: 0 },
      { path: 'gone.py', kind: 'removed', added: 0, removed: 3 },
      { path: 'edit.py', kind: 'changed', added: 2, removed: 1 },
      { path: 'end.py', kind: 'changed', added: 1, removed: 1 },
      { path: 'pic.png', kind: 'changed', added: 0, removed: 0 },
    ]);
  });

  it('counts two large files that have nothing in common', () => {
    const large = (word: string): Uint8Array => bytes(Array.from({ length: 60_000 }, (_, line) => `${word} ${line * 7919}\n`).join(''));
    const [row] = summarise({ files: [{ path: 'a', before: large('x'), after: large('y') }] });
    assert.deepEqual([row?.added, row?.removed], [60_000, 60_000]);
  });
});

import assert from 'node:assert/strict';
import { countChanges, diffRows } from '../../../src/webview/diffRows';

function shown(before: string, after: string, line = 1): readonly string[] {
  return diffRows(before, after, line).map(row => `${row.line ?? ''}${row.sign}${row.text}`);
}

describe('the small diff', () => {
  it('numbers removed lines as they were and the others as they are', () => {
    assert.deepEqual(shown('a\nb\nc\n', 'a\nB\nB2\nc\n', 10), ['10 a', '11-b', '11+B', '12+B2', '13 c']);
  });
  it('folds what is far from any change', () => {
    const many = Array.from({ length: 20 }, (_, at) => `l${at}\n`);
    const rows = shown(many.join(''), many.with(10, 'X\n').join(''));
    assert.deepEqual([rows[0], rows.at(-1), rows.length], ['…', '…', 10]);
  });
  it('takes CRLF and a missing last line end as they come', () => {
    assert.deepEqual(shown('a\r\nb', 'a\r\nc'), ['1 a', '2-b', '2+c']);
  });
  it('counts lines', () => assert.deepEqual(countChanges('a\nb\n', 'a\nc\nd\n'), { added: 2, removed: 1 }));
  it('stays small for a huge change', () => assert.equal(diffRows('', 'x\n'.repeat(5000), 1).length, 401));
});

import assert from 'node:assert/strict';
import { findCitations, readTarget } from '../../../src/webview/fileLinks';

function cited(text: string): readonly string[] {
  return findCitations(text).flatMap(piece => (typeof piece === 'string' ? [] : [`${piece.path}#${piece.line ?? ''}`]));
}

describe('citations of files', () => {
  for (const [text, expected] of [
    ['see src/a.py:12.', ['src/a.py#12']],
    ['(src/stats.js:40-44) and `b.test.ts:7:3`', ['src/stats.js#40', 'b.test.ts#7']],
    ['src\\win\\a.cs:3', ['src/win/a.cs#3']],
    ['packages/@scope/x+y/index.d.mts:1', ['packages/@scope/x+y/index.d.mts#1']],
    ['.github/workflows/ci.yml:9', ['.github/workflows/ci.yml#9']],
    ['http://example.com:80/a and localhost.io:8080/x', []],
    ['at 12:30, version 1.2:3, a::b, C:\\x', []],
    ['../../etc/passwd.txt:1', []],
    ['/etc/hosts.conf:1', []],
    ['a.py:12345678', []],
    ['', []],
  ] as const) {
    it(`finds ${JSON.stringify(expected)} in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(cited(text), expected);
      assert.equal(findCitations(text).map(piece => (typeof piece === 'string' ? piece : piece.text)).join(''), text, 'nothing of the text is lost');
    });
  }

  it('does not hang on a long hostile text', () => {
    assert.deepEqual(findCitations('a/'.repeat(50_000)).join(''), 'a/'.repeat(50_000));
    assert.deepEqual(findCitations('a.'.repeat(50_000)).join(''), 'a.'.repeat(50_000));
  });
});

describe('targets of Markdown links', () => {
  for (const [href, expected] of [
    ['src/a.py', { path: 'src/a.py' }],
    ['src/a.py#L10-L12', { path: 'src/a.py', line: 10 }],
    ['./src/my%20file.py:3', { path: './src/my file.py', line: 3 }],
    ['100%.md', undefined],
    ['../outside.txt', undefined],
    ['a/../../b', undefined],
    ['/etc/passwd', undefined],
    ['javascript:alert(1)', undefined],
    ['vscode://x/y', undefined],
    ['file:///etc/passwd', undefined],
    ['#part', undefined],
    ['', undefined],
  ] as const) {
    it(`reads ${JSON.stringify(href)} as ${JSON.stringify(expected)}`, () => assert.deepEqual(readTarget(href), expected));
  }
});

import assert from 'node:assert/strict';
import { listDir } from '../../../../src/engine/tools/listDir';
import { readFile } from '../../../../src/engine/tools/readFile';
import { search } from '../../../../src/engine/tools/search';
import { memoryContext } from '../../../support/memoryContext';
import type { MemoryContext } from '../../../support/memoryContext';

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');
const read = async (context: MemoryContext, path: string, offset?: number, limit?: number): Promise<string> => (await readFile.run({ path, offset, limit }, context)).text;
const find = async (context: MemoryContext, pattern: string, path?: string, glob?: string): Promise<string> => (await search.run({ pattern, path, glob }, context)).text;

describe('read_file', () => {
  it('shows 200 lines by default and says how to go on', async () => {
    const context = await memoryContext({ files: { 'a.txt': lines(450), 'b.txt': 'x\r\n\r\ny' } });
    const first = await read(context, 'a.txt');
    assert.match(first, /^1 \| line 1\n/);
    assert.match(first, /\n200 \| line 200\n\(Lines 1-200 of 450\. For more call again with offset=201\.\)$/);
    assert.match(await read(context, 'a.txt', 401, 100), /450 \| line 450\n\(Lines 401-450; the file ends here\.\)$/);
    assert.match(await read(context, 'a.txt', 500), /has only 450 lines\. .*offset of at most 450/);
    assert.equal(await read(context, 'b.txt'), '1 | x\n2 | \n3 | y');
    assert.deepEqual([...context.record.read.keys()].includes('b.txt'), true);
  });

  it('stays within the limit whatever the lines are', async () => {
    const context = await memoryContext({ files: { 'a.txt': lines(5000), 'm.js': `var a=[${'1,'.repeat(400_000)}];\n`, 'e.txt': '' }, resultLimit: 2000 });
    const many = await read(context, 'a.txt', 1, 5000);
    assert.ok(many.length <= 2000);
    const [, last, next] = /\(Lines 1-(\d+) of 5000\. For more call again with offset=(\d+)/.exec(many) ?? [];
    assert.equal(Number(next), Number(last) + 1);
    const minified = await read(context, 'm.js');
    assert.ok(minified.length <= 2000);
    assert.match(minified, /\[79\d+ more characters cut\]/);
    assert.equal(await read(context, 'e.txt'), '(The file is empty.)');
  });

  it('shows unsaved text', async () => {
    const context = await memoryContext({ files: { 'a.txt': 'a\n' } });
    context.buffers.set('a.txt', 'unsaved\n');
    assert.equal(await read(context, 'a.txt'), '1 | unsaved');
  });
});

describe('list_dir', () => {
  it('lists folders and sizes, and says what it left out', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`many/file${at}.txt`, '']));
    const context = await memoryContext({ files: { 'src/a.py': 'abc', 'b.txt': '', ...many }, resultLimit: 1000 });
    assert.equal((await listDir.run({}, context)).text, 'b.txt 0\nmany/\nsrc/');
    assert.equal((await listDir.run({ path: 'src' }, context)).text, 'a.py 3');
    const long = (await listDir.run({ path: 'many' }, context)).text;
    assert.ok(long.length <= 1000);
    assert.match(long, /\(\d+ more of 300\. Call search with a glob/);
    assert.equal((await listDir.run({ path: '../..' }, context)).ok, false);
    assert.equal((await listDir.run({ path: 'b.txt' }, context)).ok, false);
  });
});

describe('search', () => {
  const files = { 'src/a.py': 'def median(xs):\n    return xs\n', 'src/b.ts': 'median(1)\r\n', 'README.md': 'median of f(x)\n', 'pic.bin': 'median\0' };

  it('gives path, line and text', async () => {
    const context = await memoryContext({ files });
    assert.equal(await find(context, 'median'), 'README.md:1: median of f(x)\nsrc/a.py:1: def median(xs):\nsrc/b.ts:1: median(1)');
    assert.equal(await find(context, '^def \\w+', 'src', '*.py'), 'src/a.py:1: def median(xs):');
    assert.equal(await find(context, 'MEDIAN\\(1\\)$', 'src/b.ts'), 'No line matches in 1 files. Try a shorter pattern, (?i) to ignore case, or another path or glob.');
    assert.equal(await find(context, '(?i)MEDIAN', '.', 'src/**/*.ts'), 'src/b.ts:1: median(1)');
    assert.match(await find(context, 'x', '.', '*.rs'), /No file below \. fits the glob \*\.rs/);
    assert.equal((await search.run({ pattern: 'x', path: '../other', glob: undefined }, context)).ok, false);
  });

  it('reads a bad or unsupported expression as text and says so', async () => {
    const context = await memoryContext({ files });
    assert.match(await find(context, 'f(x'), /^README\.md:1: median of f\(x\)\n\(Searched as plain text: .*missing closing/);
    assert.match(await find(context, '(?<=d)an'), /Searched as plain text/);
  });

  it('takes 100 matches at most and cuts long lines around the match', async () => {
    const context = await memoryContext({ files: { 'a.txt': 'needle\n'.repeat(300), 'b.js': `${'x'.repeat(5000)}special${'y'.repeat(5000)}` }, resultLimit: 20_000 });
    const found = await find(context, 'needle');
    assert.equal(found.match(/needle/g)?.length, 100);
    assert.match(found, /\(Only the first 100 matches;/);
    const long = await find(context, 'special');
    assert.ok(long.includes('special') && long.length < 260);
  });

  it('does not hang on a catastrophic expression', async () => {
    const context = await memoryContext({ files: { 'a.txt': `${'a'.repeat(5000)}b\n` } });
    assert.equal((await search.run({ pattern: '(a+)+$', path: undefined, glob: undefined }, context)).ok, false);
    assert.equal((await search.run({ pattern: '(a|a)*c', path: undefined, glob: undefined }, context)).ok, false);
  });
});

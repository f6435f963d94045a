import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergeFiles, mergeTexts } from '../../../../src/engine/edit/merge3';
import { withMarkers } from '../../../../src/vscode/withMarkers';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function merged(base: string | null, ours: string | null, theirs: string | null): string | null {
  const raw = [base, ours, theirs].map((text) => (text === null ? null : bytes(text))) as [Uint8Array | null, Uint8Array | null, Uint8Array | null];
  const result = mergeFiles(...raw);
  if (result.kind === 'conflict') return `conflict: ${result.reason}`;
  return result.bytes === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.bytes);
}

describe('mergeFiles', () => {
  it('takes the only change, and both where they are apart', () => {
    assert.equal(merged('a\nb\nc\n', 'a\nB\nc\n', 'a\nb\nc\n'), 'a\nB\nc\n');
    assert.equal(merged('a\nb\nc\n', 'a\nb\nc\n', 'a\nb\n'), 'a\nb\n');
    assert.equal(merged('a\nb\nc\nd\ne\n', 'A\nb\nc\nd\ne\n', 'a\nb\nc\nd\nE'), 'A\nb\nc\nd\nE');
    assert.equal(merged('a\nb\n', 'a\nX\n', 'a\nX\n'), 'a\nX\n');
  });

  it('keeps byte order mark, line ends and lines named like object members', () => {
    assert.equal(merged('\ufeffa\r\nb\r\nc\r\n', '\ufeffA\r\nb\r\nc\r\n', '\ufeffa\r\nb\r\nC\r\n'), '\ufeffA\r\nb\r\nC\r\n');
    assert.equal(merged('constructor\nx\n__proto__\n', 'constructor\nx\n__proto__\ny\n', 'z\nconstructor\nx\n__proto__\n'), 'z\nconstructor\nx\n__proto__\ny\n');
  });

  it('keeps Latin-1 bytes of both sides', () => {
    const latin = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
    const result = mergeFiles(latin('\xe9\nb\nc\n'), latin('\xe8\nb\nc\n'), latin('\xe9\nb\n\xfc\n'));
    assert.deepEqual(result, { kind: 'merged', bytes: latin('\xe8\nb\n\xfc\n') });
  });

  it('hands back what both changed', () => {
    const result = mergeFiles(bytes('a\nb\nc\n'), bytes('a\nmine\nc\n'), bytes('a\nyours\nc\n'));
    assert.equal(result.kind, 'conflict');
    assert.ok(result.kind === 'conflict' && result.reason === 'lines');
    assert.deepEqual(result.parts, [{ kind: 'agreed', text: 'a\n' }, { kind: 'conflict', base: 'b\n', ours: 'mine\n', theirs: 'yours\n' }, { kind: 'agreed', text: 'c\n' }]);
    assert.equal(withMarkers(result.parts, { ours: 'agent', theirs: 'you' }), 'a\n<<<<<<< agent\nmine\n=======\nyours\n>>>>>>> you\nc\n');
  });

  it('names conflicts of whole files', () => {
    assert.equal(merged(null, 'a\n', 'b\n'), 'conflict: both-added');
    assert.equal(merged('a\n', null, 'b\n'), 'conflict: removed-and-changed');
    assert.equal(merged('a\n', null, 'a\n'), null);
    assert.equal(merged(null, null, 'b\n'), 'b\n');
    assert.equal(merged('a\0', 'b\0', 'c\0'), 'conflict: binary');
    assert.equal(merged('a\nb\nc\n', 'A\nb\nc\n', '\ufeffa\nb\nC\n'), 'conflict: encoding');
  });

  it('loses no side: a clean merge is the same either way and holds both changes', () => {
    const base = fc.array(fc.constantFrom('a', 'b', 'c', '', '}', '  x', '\u{1f389}'), { minLength: 5, maxLength: 14 });
    fc.assert(fc.property(base, fc.nat(), fc.nat(), fc.boolean(), (lines, one, two, crlf) => {
      const end = crlf ? '\r\n' : '\n';
      const numbered = lines.map((line, at) => `${line}#${at}${end}`);
      const change = (at: number, text: string): string => numbered.map((line, index) => (index === at % numbered.length ? text : line)).join('');
      const [was, ours, theirs] = [numbered.join(''), change(one, `mine${end}`), change(two, `yours${end}`)];
      const there = merged(was, ours, theirs);
      if (there !== merged(was, theirs, ours)) return false;
      const gap = Math.abs((one % numbered.length) - (two % numbered.length));
      return gap === 0 ? there === 'conflict: lines' : gap === 1 || (there?.includes('mine') === true && there.includes('yours') && there.split('\n').length === lines.length + 1);
    }), { numRuns: 1000 });
  });

  it('merges large files with many equal lines', () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => (at % 3 === 0 ? '}\n' : `line ${at}\n`));
    const parts = mergeTexts(lines.join(''), lines.with(50_000, 'mine\n').join(''), lines.with(60_001, 'yours\n').join(''));
    assert.equal(parts?.some((part) => part.kind === 'conflict'), false);
  });
});

import assert from 'node:assert/strict';
import { maskSecrets } from '../../../../src/engine/room/maskSecrets';
import type { ToWebview } from '../../../../src/shared/protocol';
import { ConversationWriter, ownerOf, readConversation } from '../../../../src/vscode/chat/writtenConversation';
import { empty, reduce } from '../../../../src/webview/state';
import { event, failure, fixMedian, hello, question } from '../../../support/chatScene';

const key = `sk-proj-${'a1B2'.repeat(8)}`;
const written = (messages: readonly ToWebview[], known: readonly string[] = []): string => new ConversationWriter((text) => maskSecrets(text, known)).write(messages, 'w1') ?? '';
function again(messages: readonly ToWebview[], known?: readonly string[]): readonly ToWebview[] {
  const read = readConversation(written(messages, known));
  assert.equal(read.kind, 'messages');
  return read.kind === 'messages' ? read.messages : [];
}
const longTurn = (id: string, results: number, size: number): ToWebview[] => [
  { kind: 'asked', id, text: `Task ${id}` },
  ...event(id, ...Array.from({ length: results }, (_, at) => ({ kind: 'result', id: `r${at}`, tool: 'search', ok: true, text: `${at} `.padEnd(size, '.'), detail: { kind: 'none' }, milliseconds: 1 }) as const)),
  ...event(id, { kind: 'plan', plan: { steps: [{ number: 1, text: 'One', state: 'done', after: [] }] } }, { kind: 'finished', outcome: { kind: 'answered', text: `End of ${id}` } }),
];

describe('a written conversation', () => {
  it('leads a new page to the turns that were there', () => {
    const messages = [hello(), ...question(), ...fixMedian(), { kind: 'reviewed', id: 'a', result: 'applied', text: 'Applied.' } as const, ...failure()];
    const turns = (from: readonly ToWebview[]): unknown => from.reduce(reduce, empty).turns;
    assert.deepEqual(turns([hello(), ...again(messages)]), turns(messages));
  });

  it('leaves out the state of the window, the review and what passes', () => {
    const kinds = again([hello(), ...fixMedian(), ...event('a', { kind: 'prefill', promptTokens: 5 }, { kind: 'preparing', copied: 1, total: 2 })]).map((one) => (one.kind === 'event' ? one.event.kind : one.kind));
    assert.deepEqual(kinds.filter((kind) => ['hello', 'review', 'prefill', 'preparing', 'changes'].includes(kind)), []);
  });

  it('holds no key: not the person\'s, not the model\'s, not one of a file', () => {
    const text = written([
      { kind: 'asked', id: 'a', text: `Use ${key}`, context: key },
      ...event('a',
        { kind: 'call', id: 'c', tool: 'patch', args: { path: 'a.py', edits: [{ old_str: `k = "${key}"` }] } },
        { kind: 'result', id: 'c', tool: 'patch', ok: true, text: `Edited ${key}`, detail: { kind: 'edit', path: 'a.py', before: key, after: 'pass: hunter2hunter2', line: 1 }, milliseconds: 1 },
        { kind: 'result', id: 'd', tool: 'run_command', ok: true, text: '', detail: { kind: 'command', line: 'env', cwd: '/', exitCode: 0, output: `A=hunter2hunter2\n${key}` }, milliseconds: 1 },
        { kind: 'text', text: `It is ${key}` },
        { kind: 'finished', outcome: { kind: 'answered', text: key } }),
      { kind: 'reviewed', id: 'a', result: 'refused', text: key },
    ], ['hunter2hunter2']);
    assert.doesNotMatch(text, /a1B2a1B2|hunter2/);
    assert.match(text, /Use \[secret\]/);
  });

  it('masks a key before it cuts a text, so that no half of one stays', () => {
    const [asked] = again([{ kind: 'asked', id: 'a', text: `${'x'.repeat(19_990)} ${key}` }]);
    assert.ok(asked?.kind === 'asked' && !asked.text.includes('sk-proj'));
  });

  it('cuts a text that is too long and says so; half a diff becomes a link', () => {
    const long = 'line\n'.repeat(5_000);
    const [, result] = again([{ kind: 'asked', id: 'a', text: 'x' }, ...event('a', { kind: 'result', id: 'c', tool: 'write_file', ok: true, text: long, detail: { kind: 'edit', path: 'a.py', before: '', after: long, line: 3 }, milliseconds: 1 })]);
    assert.ok(result?.kind === 'event' && result.event.kind === 'result');
    assert.deepEqual(result.event.detail, { kind: 'file', path: 'a.py', line: 3 });
    assert.match(result.event.text, /^[^]{20000}\n\[the rest was too long to be kept\]$/);
  });

  it('drops whole turns where all are too much, the oldest first, and says so', () => {
    const all = again(['a', 'b', 'c'].flatMap((id) => longTurn(id, 40, 10_000)));
    assert.ok(JSON.stringify(all).length < 1_010_000);
    assert.deepEqual(all.flatMap((one) => (one.kind === 'asked' ? [one.id] : [])), ['b', 'c']);
    assert.deepEqual(all[1], { kind: 'event', id: 'b', event: { kind: 'notice', text: 'What was said before this was too long to be kept.' } });
    assert.equal(all.filter((one) => one.kind === 'event' && one.event.kind === 'result').length, 80);
  });

  it('drops the beginning of a single turn that is too much, and keeps its request, its plan and its end', () => {
    const all = again(longTurn('a', 150, 10_000));
    assert.ok(JSON.stringify(all).length < 1_010_000);
    const kinds = all.map((one) => (one.kind === 'event' ? one.event.kind : one.kind));
    assert.deepEqual([kinds[0], kinds[1], kinds.at(-2), kinds.at(-1)], ['asked', 'notice', 'plan', 'finished']);
    assert.ok(all.some((one) => one.kind === 'event' && one.event.kind === 'result' && one.event.text.startsWith('149 ')));
  });

  it('is believed whole or not at all', () => {
    const text = written(fixMedian());
    for (const [name, damaged] of Object.entries({
      'cut off': text.slice(0, -20), 'one letter another': text.replace('median', 'Median'), 'empty': '', 'no JSON': 'hello\nyou', 'another JSON': '{"a":1}\n[]', 'null': 'null\n[]', 'no second line': text.split('\n', 1)[0] ?? '',
    })) assert.deepEqual(readConversation(damaged), { kind: 'damaged' }, name);
    assert.deepEqual(readConversation(text.replace('"format":1', '"format":2')), { kind: 'foreign' });
  });

  it('is none where nothing was said', () => assert.equal(written([hello(), { kind: 'review', id: '', changes: [] }]), ''));

  it('names the window that wrote it', () => {
    assert.equal(ownerOf(written(question()).slice(0, 400)), 'w1');
    assert.equal(ownerOf('[1]'), undefined);
  });
});

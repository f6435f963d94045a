import assert from 'node:assert/strict';
import { readFromWebview } from '../../../../src/vscode/chat/fromWebview';

describe('messages from the page', () => {
  for (const good of [
    { kind: 'ready' }, { kind: 'ask', text: 'hi' }, { kind: 'stop' }, { kind: 'typing' }, { kind: 'focus', on: false }, { kind: 'review', action: 'apply' }, { kind: 'review', action: 'bringBack' }, { kind: 'fix', fix: 'start-again' }, { kind: 'open', path: 'a.py' },
    { kind: 'open', path: 'a.py', line: 3 }, { kind: 'fix', fix: 'retry' }, { kind: 'copy', text: '' }, { kind: 'trust' },
  ]) it(`takes ${JSON.stringify(good)}`, () => assert.deepEqual(readFromWebview(good), good));

  for (const bad of [
    undefined, null, 'ready', [], {}, { kind: 'run', command: 'rm' }, { kind: 'ask' }, { kind: 'ask', text: '  ' }, { kind: 'ask', text: 5 },
    { kind: 'review', action: 'force' }, { kind: 'open', path: '' }, { kind: 'open', path: 'a', line: 0 }, { kind: 'open', path: 'a', line: 1.5 },
    { kind: 'open', path: 'a', line: undefined }, { kind: 'fix', fix: 'delete' }, { kind: 'stop', extra: 1 },
  ]) it(`drops ${JSON.stringify(bad)}`, () => assert.equal(readFromWebview(bad), undefined));
});

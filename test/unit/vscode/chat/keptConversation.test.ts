/** On a real disk: what is said is there for the next window, and what can't be believed is not. */
import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '../../../../src/engine/ports';
import type { ToWebview } from '../../../../src/shared/protocol';
import { createFiles } from '../../../../src/node/files';
import { KeptConversation } from '../../../../src/vscode/chat/keptConversation';
import { event, fixMedian, question } from '../../../support/chatScene';
import { inTemporaryFolder } from '../../../support/temporary';
import { until } from '../../../support/until';

interface Window {
  readonly kept: KeptConversation;
  readonly logged: string[];
  readonly said: ToWebview[];
  say(...messages: readonly ToWebview[]): void;
}

function window(folder: string | undefined, more: { secrets?: () => Promise<readonly string[]>; wait?: number; files?: Files } = {}): Window {
  const logged: string[] = [];
  const said: ToWebview[] = [];
  const kept = new KeptConversation({ files: more.files ?? createFiles(), folder, secrets: more.secrets ?? (() => Promise.resolve([])), log: (line) => { logged.push(line); }, ...(more.wait === undefined ? {} : { wait: more.wait }) });
  return { kept, logged, said, say: (...messages) => {
    for (const message of messages) {
      said.push(message);
      kept.changed(message, () => said);
    }
  } };
}

const fileOf = (folder: string): string => join(folder, 'conversation.json');
const counted = async (folder: string): Promise<number> => (await window(folder).kept.load()).messages.length;

describe('a conversation that is kept', () => {
  it('is there for the next window, for nobody else on the machine to read', () => inTemporaryFolder(async (folder) => {
    const { kept, say } = window(folder);
    assert.deepEqual(await kept.load(), { messages: [] });
    say(...question());
    await kept.flush();
    assert.equal(await counted(folder), question().length);
    if (process.platform !== 'win32') assert.equal((await stat(fileOf(folder))).mode & 0o777, 0o600);
  }));

  it('is written by itself soon after something happened, and in the middle of a turn', () => inTemporaryFolder(async (folder) => {
    const { say } = window(folder);
    say(...fixMedian().slice(0, 9));
    await until('the file', async () => await counted(folder) > 0);
  }));

  it('is not written for each token', () => inTemporaryFolder(async (folder) => {
    const { kept, say } = window(folder, { wait: 60_000 });
    say({ kind: 'asked', id: 'a', text: 'x' });
    for (let token = 0; token < 100; token++) say(...event('a', { kind: 'text', text: 't' }));
    assert.equal(await counted(folder), 0);
    await kept.flush();
    assert.equal(await counted(folder), 101);
  }));

  it('is written once for all that happened while a slow disk was writing', () => inTemporaryFolder(async (folder) => {
    const disk = createFiles();
    let writes = 0;
    let free: () => void = () => undefined;
    const { kept, say } = window(folder, { wait: 0, files: { ...disk, write: async (...args) => {
      writes++;
      if (writes === 1) await new Promise<void>((resolve) => { free = resolve; });
      return disk.write(...args);
    } } });
    say({ kind: 'asked', id: 'a', text: 'x' });
    await until('the first writing', () => writes === 1);
    for (let number = 1; number <= 20; number++) {
      say(...event('a', { kind: 'round', number }));
      // Long enough for a timer of its own.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    free();
    await kept.flush();
    assert.equal(writes, 2);
    assert.equal(await counted(folder), 21);
  }));

  it('is not written anew for what it doesn\'t keep', () => inTemporaryFolder(async (folder) => {
    const { kept, say } = window(folder);
    say({ kind: 'hello', trusted: true, busy: false }, { kind: 'review', id: 'a', changes: [] }, ...event('a', { kind: 'prefill', promptTokens: 1 }));
    await kept.flush();
    assert.deepEqual(await readdir(folder), []);
  }));

  it('is gone with a new one', () => inTemporaryFolder(async (folder) => {
    const { kept, say, said } = window(folder);
    say(...question());
    await kept.flush();
    said.length = 0;
    kept.changed({ kind: 'cleared' }, () => said);
    // The session tells that nothing is left to review.
    say({ kind: 'review', id: '', changes: [] });
    await kept.flush();
    assert.deepEqual(await readdir(folder), []);
  }));

  it('is set aside where it is damaged, and told of once', () => inTemporaryFolder(async (folder) => {
    const { kept, say } = window(folder);
    say(...question());
    await kept.flush();
    const whole = await readFile(fileOf(folder), 'utf8');
    await writeFile(fileOf(folder), whole.slice(0, whole.length / 2));
    const later = window(folder);
    const damaged = `${folder}/conversation.json.damaged`;
    assert.deepEqual(await later.kept.load(), { messages: [], damaged });
    assert.equal(await readFile(damaged, 'utf8'), whole.slice(0, whole.length / 2));
    assert.deepEqual(await window(folder).kept.load(), { messages: [] });
    later.say(...question());
    await later.kept.flush();
    assert.equal(await counted(folder), question().length);
  }));

  it('holds no value of the project\'s secret files, those of a later turn neither', () => inTemporaryFolder(async (folder) => {
    let known = ['correct-horse-1'];
    const { kept, say } = window(folder, { secrets: () => Promise.resolve(known) });
    say({ kind: 'asked', id: 'a', text: 'use correct-horse-1' });
    await kept.flush();
    assert.match(await readFile(fileOf(folder), 'utf8'), /use \[secret\]/);
    known = ['correct-horse-1', 'battery-staple-2'];
    say({ kind: 'asked', id: 'b', text: 'and battery-staple-2' });
    await kept.flush();
    assert.doesNotMatch(await readFile(fileOf(folder), 'utf8'), /horse|staple/);
  }));

  it('is not kept at all where the secrets can\'t be known', () => inTemporaryFolder(async (folder) => {
    const { kept, say, logged } = window(folder, { secrets: () => Promise.reject(new Error('no disk')) });
    say(...question());
    await kept.flush();
    assert.deepEqual(await readdir(folder), []);
    assert.match(logged.join(), /could not be kept: .*no disk/);
  }));

  it('belongs to the window that goes on with it: an earlier one that still lives writes no more', () => inTemporaryFolder(async (folder) => {
    const first = window(folder);
    first.say(...question('a'));
    await first.kept.flush();
    const second = window(folder);
    await second.kept.load();
    second.say(...question('b'));
    await second.kept.flush();
    first.say(...question('c'));
    await first.kept.flush();
    const { messages } = await window(folder).kept.load();
    assert.deepEqual([...new Set(messages.map((one) => ('id' in one ? one.id : '')))], ['b']);
    assert.match(first.logged.join(), /Another window goes on/);
  }));

  it('is nobody\'s where no folder is open', async () => {
    const { kept, say } = window(undefined);
    say(...question());
    await kept.flush();
    assert.deepEqual(await kept.load(), { messages: [] });
  });

  it('leaves a window alone whose disk refuses', () => inTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'file'), '');
    const { kept, say, logged } = window(join(folder, 'file'));
    say(...question());
    await kept.flush();
    assert.match(logged.join(), /could not be kept/);
  }));
});

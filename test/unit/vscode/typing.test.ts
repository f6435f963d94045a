import assert from 'node:assert/strict';
import { Typing } from '../../../src/vscode/typing';

describe('typing in the chat', () => {
  const never = new AbortController().signal;

  it('holds a question back until the next pause, and no longer', async () => {
    let now = 1_000;
    const typing = new Typing(() => now);
    assert.deepEqual([await typing.pause(never), typing.recent], [true, false]);
    typing.heard();
    let over = false;
    const pause = typing.pause(never).then((asked) => { over = true; return asked; });
    // The timer runs out, but another key came meanwhile.
    setTimeout(() => { now += 1_000; typing.heard(); now += 600; }, 200);
    setTimeout(() => { now += 900; }, 1_700);
    await new Promise((wake) => setTimeout(wake, 1_600));
    assert.equal(over, false);
    assert.deepEqual([await pause, typing.recent], [true, true]);
    now += 60_000;
    assert.equal(typing.recent, false);
  }).timeout(20_000);

  it('asks nothing once the task was stopped', async () => {
    const typing = new Typing(() => 0);
    typing.heard();
    const controller = new AbortController();
    const pause = typing.pause(controller.signal);
    controller.abort();
    assert.equal(await pause, false);
    assert.equal(await typing.pause(controller.signal), false);
  });
});

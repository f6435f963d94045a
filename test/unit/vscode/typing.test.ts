import assert from 'node:assert/strict';
import { Typing } from '../../../src/vscode/typing';

describe('typing in the chat', () => {
  const never = new AbortController().signal;

  it('holds a question back until the next pause, and no longer', async () => {
    let now = 1_000;
    const waits: number[] = [];
    // As the first of two waits is over, another key has come meanwhile.
    const typing = new Typing(() => now, async (time) => {
      waits.push(time);
      now += time - 600;
      if (waits.length === 1) typing.heard();
      now += 600;
    });
    assert.deepEqual([await typing.pause(never), waits], [true, []]);
    typing.heard();
    assert.deepEqual([await typing.pause(never), waits], [true, [1_500, 900]]);
  });

  it('goes on there after a question that came while the chat had the keyboard', () => {
    const typing = new Typing();
    assert.equal(typing.here, false);
    typing.focused(true);
    assert.equal(typing.here, true);
    typing.focused(false);
    assert.equal(typing.here, false);
  });

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

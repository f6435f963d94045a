/** Stop: the server stops too, and nothing done so far is lost. */
import assert from 'node:assert/strict';
import { openWhittle, type Whittle } from '../support/whittle';

const words = 'One long explanation of what comes next, word by word. '.repeat(200);

describe('Stop while the model writes', () => {
  let whittle: Whittle;

  before(async () => {
    whittle = await openWhittle({
      delay: 1,
      sessions: [{
        match: '^Create note',
        turns: [
          { calls: [{ name: 'write_file', arguments: { path: 'note.txt', content: 'a note\n' } }] },
          { text: words, delay: 20 },
        ],
      }],
    });
  });
  after(() => whittle.close());

  it('closes the connection within a second and keeps the room for review', async () => {
    const { window } = whittle;
    const chat = await whittle.chat();
    await whittle.ask('Create note.txt');
    await chat.locator('.said.live', { hasText: 'One long explanation' }).waitFor();
    await window.screenshot('stop-1-streaming');
    // The moment of the press itself: on a busy machine the test needs time to get there.
    await chat.evaluate(() => document.querySelector('.stop')?.addEventListener('click', () => Object.assign(globalThis, { pressedAt: Date.now() })));
    await whittle.press('Stop');
    const pressed = await chat.evaluate(() => (globalThis as unknown as { pressedAt: number }).pressedAt);
    const request = await window.until('the connection to close', () => {
      const last = whittle.requests().at(-1);
      return last?.closedAt ? last : undefined;
    });
    assert.equal(request.finished, false, 'the stream was still going on');
    assert.ok((request.closedAt ?? Infinity) - pressed < 1000, `closed after ${(request.closedAt ?? 0) - pressed} ms`);
    const turn = await whittle.done();
    assert.match(await turn.innerText(), /Stopped/);
    assert.match(await turn.innerText(), /One long explanation/, 'what was said stays');
    assert.deepEqual(await whittle.cards(), ['write_file ok']);
    assert.match(await chat.locator('.review:visible').innerText(), /note\.txt/);
    assert.equal((await whittle.inRooms('note.txt')).length, 1);
    await window.screenshot('stop-2-stopped');
  });

  it('lets the changes be discarded, and the chat goes on', async () => {
    const chat = await whittle.chat();
    await whittle.press('Discard');
    await chat.locator('.reviewed.discarded').waitFor();
    assert.equal(await chat.locator('.review:visible').count(), 0);
    assert.deepEqual(await whittle.inRooms('note.txt'), []);
    await whittle.ask('hello');
    assert.match(await (await whittle.done()).innerText(), /stand-in/i);
  });
});

/** Stop: the server stops too, and nothing done so far is lost. */
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { soon } from '../support/soon';
import { openWhittle, type Whittle } from '../support/whittle';

const words = 'One long explanation of what comes next, word by word. '.repeat(200);

describe('Stop while the model writes', () => {
  let whittle: Whittle;

  before(async () => {
    whittle = await openWhittle({
      delay: 1,
      project: { 'words.txt': 'words\n' },
      sessions: [{
        match: '^Create note',
        turns: [
          { calls: [{ name: 'write_file', arguments: { path: 'note.txt', content: 'a note\n' } }] },
          { text: words, delay: 20 },
        ],
      }, {
        match: '^Go on with this.*Create note',
        turns: [{ calls: [{ name: 'write_file', arguments: { path: 'more.txt', content: 'more\n' } }] }, { calls: [{ name: 'finish', arguments: { summary: 'Both are there. Not tested.' } }] }, { text: 'That is all.' }],
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
    const slowness = await roundTrip(chat);
    await whittle.press('Stop');
    const pressed = await window.until('the press', () => chat.evaluate(() => (globalThis as unknown as { pressedAt?: number }).pressedAt));
    const request = await window.until('the connection to close', () => {
      const last = whittle.requests().at(-1);
      return last?.closedAt ? last : undefined;
    });
    assert.equal(request.finished, false, 'the stream was still going on');
    assert.ok((request.closedAt ?? Infinity) - pressed < 1000 + 40 * slowness, `closed after ${(request.closedAt ?? 0) - pressed} ms`);
    const turn = await whittle.done();
    await soon.match(() => turn.innerText(), /Stopped before it was done\. Your files are as they were; what was edited so far waits for your review/);
    await soon.match(() => turn.innerText(), /One long explanation/, 'what was said stays');
    await soon.deepEqual(() => whittle.cards(), ['write_file ok']);
    await soon.match(() => chat.locator('.review:visible').innerText(), /note\.txt/);
    await soon.equal(async () => (await whittle.inRooms('note.txt')).length, 1);
    await window.screenshot('stop-2-stopped');
  });

  it('goes on from what was edited with Continue', async () => {
    const { window } = whittle;
    const chat = await whittle.chat();
    await whittle.press('Continue');
    const turn = await whittle.done();
    await soon.match(() => turn.innerText(), /Done, 2 files changed, not tested[^]*Both are there/);
    assert.match(whittle.requests().at(-1)?.body.messages.map(({ content }) => content ?? '').join('\n---\n') ?? '', /Go on with this, which was interrupted; what was edited until then is in the files: Create note\.txt/);
    await soon.equal(() => chat.getByRole('button', { name: 'Continue', exact: true }).count(), 0, 'what went on is past');
    await window.screenshot('stop-2-went-on');
  });

  it('lets the changes be discarded once that was meant, and the chat goes on', async () => {
    const chat = await whittle.chat();
    await whittle.press('Discard');
    const question = await whittle.window.dialog();
    assert.match(question.text, /Discard the changes to 2 files\?\s+They were not applied, and can't be brought back/);
    await whittle.window.screenshot('stop-3-discard');
    await question.escape();
    await soon.equal(async () => (await whittle.inRooms('note.txt')).length, 1, 'they wait');
    await whittle.press('Discard');
    await (await whittle.window.dialog()).press('Discard');
    await chat.locator('.reviewed.discarded').waitFor();
    await soon.equal(() => chat.locator('.review:visible').count(), 0);
    await soon.deepEqual(() => whittle.inRooms('note.txt'), []);
    await whittle.ask('hello');
    const turn = await whittle.done();
    await soon.match(() => turn.innerText(), /stand-in/i);
  });
});

/** Milliseconds to the page and back, the slowest of ten: a second of a quiet machine is more where it is busy. */
async function roundTrip(chat: Frame): Promise<number> {
  let slowest = 0;
  for (let time = 0; time < 10; time++) {
    const begun = performance.now();
    await chat.evaluate(() => new Promise(resolve => setTimeout(resolve, 0)));
    slowest = Math.max(slowest, performance.now() - begun);
  }
  return slowest;
}

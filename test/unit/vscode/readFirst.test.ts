import assert from 'node:assert/strict';
import { GIVEN_BACK, LEAST_READING, readFirst } from '../../../src/vscode/readFirst';

/** One answer a question, each after so many milliseconds. */
async function answered(...answers: readonly (readonly [string | undefined, number])[]): Promise<{ readonly taken: string | undefined; readonly asked: readonly boolean[]; readonly waits: readonly number[] }> {
  let now = 5_000;
  const asked: boolean[] = [];
  const waits: number[] = [];
  const taken = await readFirst((hurried) => {
    const [answer, after] = answers[asked.length] ?? assert.fail('asked once too often');
    asked.push(hurried);
    now += after;
    return Promise.resolve(answer);
  }, () => now, (milliseconds) => {
    now += milliseconds;
    waits.push(milliseconds);
    return Promise.resolve();
  });
  return { taken, asked, waits };
}

describe('a question that comes up under somebody\'s keys', () => {
  it('takes no yes that came with it, and asks again until one was read', async () => {
    assert.deepEqual(await answered(['Run', 5], ['Always', LEAST_READING - 1], ['Run', LEAST_READING]), { taken: 'Run', asked: [false, true, true], waits: [GIVEN_BACK, GIVEN_BACK] }, 'a page that gets the keyboard back a moment later doesn\'t take it from the next question');
  });

  it('takes a yes that can have been read at once', async () => {
    assert.deepEqual(await answered(['Run', 4_000]), { taken: 'Run', asked: [false], waits: [] });
  });

  it('can be closed at any time, the second time too', async () => {
    assert.deepEqual(await answered([undefined, 0]), { taken: undefined, asked: [false], waits: [] });
    assert.deepEqual(await answered(['Run', 1], [undefined, 1]), { taken: undefined, asked: [false, true], waits: [GIVEN_BACK] });
  });
});

import assert from 'node:assert/strict';
import { LEAST_READING, readFirst } from '../../../src/vscode/readFirst';

/** One answer a question, each after so many milliseconds. */
async function answered(...answers: readonly (readonly [string | undefined, number])[]): Promise<{ readonly taken: string | undefined; readonly asked: readonly boolean[] }> {
  let now = 5_000;
  const asked: boolean[] = [];
  const taken = await readFirst((hurried) => {
    const [answer, after] = answers[asked.length] ?? assert.fail('asked once too often');
    asked.push(hurried);
    now += after;
    return Promise.resolve(answer);
  }, () => now);
  return { taken, asked };
}

describe('a question that comes up under somebody\'s keys', () => {
  it('takes no yes that came with it, and asks again until one was read', async () => {
    assert.deepEqual(await answered(['Run', 5], ['Always', LEAST_READING - 1], ['Run', LEAST_READING]), { taken: 'Run', asked: [false, true, true] });
  });

  it('takes a yes that can have been read at once', async () => {
    assert.deepEqual(await answered(['Run', 4_000]), { taken: 'Run', asked: [false] });
  });

  it('can be closed at any time, the second time too', async () => {
    assert.deepEqual(await answered([undefined, 0]), { taken: undefined, asked: [false] });
    assert.deepEqual(await answered(['Run', 1], [undefined, 1]), { taken: undefined, asked: [false, true] });
  });
});

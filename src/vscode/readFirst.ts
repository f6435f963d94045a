/** A question takes the keyboard the moment it comes up: an answer nobody had the time to read it for is none. */
import { setTimeout } from 'node:timers/promises';

/** Milliseconds that a person needs at the least to see what is asked. Shorter than any reading, longer than a key that was on its way. */
export const LEAST_READING = 700;

/** Milliseconds after which the editor has given the keyboard back to a page that had it before a question: it does so a moment later, and would take it from the next one. */
export const GIVEN_BACK = 250;

/** Asks until the answer is one to what was read. Closing (undefined) holds at any time. `hurried`: the answer before came too soon. */
export async function readFirst<T>(ask: (hurried: boolean) => PromiseLike<T | undefined>, now: () => number = () => performance.now(), wait: (milliseconds: number) => Promise<unknown> = setTimeout): Promise<T | undefined> {
  for (let hurried = false; ; hurried = true) {
    const begun = now();
    const answer = await ask(hurried);
    if (answer === undefined || now() - begun >= LEAST_READING) return answer;
    await wait(GIVEN_BACK);
  }
}

/** A question takes the keyboard the moment it comes up: an answer nobody had the time to read it for is none. */

/** Milliseconds that a person needs at the least to see what is asked. Shorter than any reading, longer than a key that was on its way. */
export const LEAST_READING = 700;

/** Asks until the answer is one to what was read. Closing (undefined) holds at any time. `hurried`: the answer before came too soon. */
export async function readFirst<T>(ask: (hurried: boolean) => PromiseLike<T | undefined>, now: () => number = () => performance.now()): Promise<T | undefined> {
  for (let hurried = false; ; hurried = true) {
    const begun = now();
    const answer = await ask(hurried);
    if (answer === undefined || now() - begun >= LEAST_READING) return answer;
  }
}

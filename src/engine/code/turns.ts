/** Gives the thread back now and then in long work, so that whoever waits for it never waits long. */

/** Longest time without giving the thread back, in milliseconds. */
const SLICE = 15;

export interface Turns {
  /** Whether it is time for others. */
  over(): boolean;
  /** Lets them have their turn. */
  next(): Promise<void>;
}

/** The first turn begins now. */
export function turns(): Turns {
  let until = performance.now() + SLICE;
  return {
    over: () => performance.now() > until,
    next: async () => {
      await new Promise((resolve) => setTimeout(resolve, 0));
      until = performance.now() + SLICE;
    },
  };
}

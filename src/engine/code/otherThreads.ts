/** Reading code on other threads, where the host has some: which questions go there, and what to do when nobody answers. */

export type ThreadQuestion =
  | { readonly kind: 'symbols' | 'check' | 'multilineStrings'; readonly path: string; readonly text: string }
  | { readonly kind: 'occurrences'; readonly path: string; readonly text: string; readonly name: string };

export interface OtherThreads {
  /** What the reader's method of that name gives; undefined where no thread can tell. Never throws. */
  ask(question: ThreadQuestion): Promise<unknown>;
  /** Whether one of them has nothing to do. */
  idle(): boolean;
}

/** Characters from which on reading a file takes long enough to be felt. */
export const LARGE = 200_000;

/** Asks the threads where it pays: `elsewhere` says whether this thread is at work and needn't know the file. Otherwise, and where they fail, `here` reads. */
export async function onThreads<T>(threads: OtherThreads | undefined, question: ThreadQuestion, elsewhere: boolean, here: () => Promise<T | undefined>): Promise<T | undefined> {
  if (threads === undefined || (question.text.length < LARGE && !(elsewhere && threads.idle()))) return here();
  // The thread runs the very reader this one is.
  return ((await threads.ask(question)) as T | undefined) ?? here();
}

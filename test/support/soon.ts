/** Asserts on what is alive: a window, a page, a disk. Each reads again until it holds, because what an action leads to comes in a later moment. */
import assert from 'node:assert/strict';
import { again } from './until';

const patience = 60_000;

type Read<T> = () => T | Promise<T>;

/**
 * Reads until `check` throws nothing, and resolves to what was read. After a minute the last assertion fails as it
 * stands, with what was expected and what was seen last; a read that throws counts as "not yet".
 */
export function soonPass<T>(read: Read<T>, check: (seen: T) => void, milliseconds = patience): Promise<T> {
  return again(async () => {
    const seen = await read();
    check(seen);
    return seen;
  }, milliseconds);
}

/** As node:assert, with the way to read in place of a value. */
export const soon = {
  equal: <T>(read: Read<T>, expected: T, message?: string): Promise<T> => soonPass(read, seen => assert.equal(seen, expected, message)),
  notEqual: <T>(read: Read<T>, other: T, message?: string): Promise<T> => soonPass(read, seen => assert.notEqual(seen, other, message)),
  deepEqual: <T>(read: Read<T>, expected: T, message?: string): Promise<T> => soonPass(read, seen => assert.deepEqual(seen, expected, message)),
  match: (read: Read<string>, expected: RegExp, message?: string): Promise<string> => soonPass(read, seen => assert.match(seen, expected, message)),
  /** `read` gives what is asked of it, and `message` says in words what that is. */
  ok: (read: Read<boolean>, message: string): Promise<boolean> => soonPass(read, seen => assert.ok(seen, message)),
};

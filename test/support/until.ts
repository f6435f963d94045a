/** Waits for a state instead of for time: the one place where tests poll. */

/**
 * Asks `probe` until it gives something other than undefined or false, and resolves to that.
 * A probe that throws counts as "not yet". After `timeoutMs` the error names what was waited for and what was seen last.
 */
export async function until<T>(what: string, probe: () => Promise<T | undefined | false> | T | undefined | false, timeoutMs = 60_000): Promise<T> {
  let last = 'nothing';
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline;) {
    try {
      const value = await probe();
      if (value !== undefined && value !== false) return value;
      last = String(value);
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error(`waited ${timeoutMs / 1000} s in vain for: ${what} (last: ${last})`);
}

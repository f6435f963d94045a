/** Waits for a state instead of for time: the one place where tests poll. */

/** Does `attempt` until it throws nothing, and resolves to what it gives; after `timeoutMs` throws what it threw last. */
export async function again<T>(attempt: () => Promise<T> | T, timeoutMs: number): Promise<T> {
  for (const deadline = Date.now() + timeoutMs; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/**
 * Asks `probe` until it gives something other than undefined or false, and resolves to that.
 * A probe that throws counts as "not yet". After `timeoutMs` the error names what was waited for and what was seen last.
 */
export async function until<T>(what: string, probe: () => Promise<T | undefined | false> | T | undefined | false, timeoutMs = 60_000): Promise<T> {
  return again(async () => {
    const value = await probe();
    if (value === undefined || value === false) throw new Error(String(value));
    return value;
  }, timeoutMs).catch((error: unknown) => {
    throw new Error(`waited ${timeoutMs / 1000} s in vain for: ${what} (last: ${error instanceof Error ? error.message : String(error)})`);
  });
}

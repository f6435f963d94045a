/** A signal of one's own that another signal or a time limit ends too: the platform's composed signals may be collected as garbage before they fire (Node 20). */

/** Runs with a controller that aborts when `parent` does, or after so many milliseconds. Listener and timer hold it while it runs, and are gone at the end. */
export async function withLinkedSignal<T>(parent: AbortSignal | undefined, milliseconds: number | undefined, run: (own: AbortController) => Promise<T>): Promise<T> {
  const own = new AbortController();
  const stop = (): void => { own.abort(); };
  const timer = milliseconds === undefined ? undefined : setTimeout(stop, milliseconds);
  parent?.addEventListener('abort', stop, { once: true });
  if (parent?.aborted === true) stop();
  try {
    return await run(own);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener('abort', stop);
  }
}

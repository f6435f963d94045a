/** A bound on the time that somebody else's program may take. */

/** Undefined where the work takes longer, or fails: whoever answers is not ours. */
export async function within<T>(work: Promise<T | undefined>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => { timer = setTimeout(resolve, milliseconds, undefined); });
  return Promise.race([work.catch(() => undefined), late]).finally(() => { clearTimeout(timer); });
}

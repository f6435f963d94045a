/** What outlives a window, in memory. */
import type { Store } from '../../src/engine/ports';

export function memoryStore(): Store & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get: (key) => Promise.resolve(kept.get(key)),
    set: (key, value) => Promise.resolve(void (value === undefined ? kept.delete(key) : kept.set(key, value))),
  };
}

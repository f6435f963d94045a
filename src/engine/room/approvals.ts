/** Command lines a person allowed for good, kept per workspace so that they can be listed and taken back. */
import type { Store } from '../ports';

const keyOf = (workspace: string): string => `allowed-commands:${workspace}`;

/** Exact lines, in the order they were allowed. */
export async function allowedLines(store: Store, workspace: string): Promise<readonly string[]> {
  const text = await store.get(keyOf(workspace));
  if (text === undefined) return [];
  try {
    const lines: unknown = JSON.parse(text);
    return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
  } catch {
    // Damaged: nothing is allowed, so everything is asked again.
    return [];
  }
}

export async function allowLine(store: Store, workspace: string, line: string): Promise<void> {
  const lines = await allowedLines(store, workspace);
  if (!lines.includes(line)) await store.set(keyOf(workspace), JSON.stringify([...lines, line]));
}

export async function revokeLine(store: Store, workspace: string, line: string): Promise<void> {
  const left = (await allowedLines(store, workspace)).filter((allowed) => allowed !== line);
  await store.set(keyOf(workspace), left.length === 0 ? undefined : JSON.stringify(left));
}

/** Many slow things a few at a time, without leaving any under way after a fault. */

/** Runs `work` over `items`, a few at a time; at a fault nothing new is begun, and it is thrown once nothing is under way any more. */
export async function inParallel<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const faults: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (faults.length > 0) return;
      await work(item).catch((fault: unknown) => void faults.push(fault));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  if (faults.length > 0) throw faults[0];
}

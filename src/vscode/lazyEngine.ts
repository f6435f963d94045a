/** An engine that is made when the first task, or the first look at code, asks for it. */
import type { Engine } from '../engine/engine';

/** Until then there is no room, no model, no change, and nothing to settle. */
export function lazyEngine(make: () => Promise<Engine>): Engine {
  let making: Promise<Engine> | undefined;
  let engine: Engine | undefined;
  const made = async (): Promise<Engine> => {
    making ??= make();
    try {
      engine = await making;
      return engine;
    } catch (error) {
      making = undefined;
      throw error;
    }
  };
  return {
    run: async (task, signal) => (await made()).run(task, signal),
    resume: async (room) => (await made()).resume(room),
    code: async () => (await made()).code(),
    room: () => engine?.room(),
    model: () => engine?.model(),
    changes: async () => (await engine?.changes()) ?? { files: [] },
    edits: () => engine?.edits() ?? [],
    takeBack: async (number) => (await made()).takeBack(number),
    wasTakenBack: () => engine?.wasTakenBack() ?? false,
    bringBack: async () => (await engine?.bringBack()) ?? { restored: [], refused: [] },
    settle: async () => engine?.settle(),
    reset: async () => engine?.reset(),
  };
}

/** Tells when a question waits for the person, and takes the time they took to answer out of what a tool is said to have needed. */
import type { EngineEvent } from '../shared/events';

export class PersonsTime {
  /** Milliseconds since the last call began. */
  private spent = 0;

  constructor(private readonly emit: (event: EngineEvent) => void, private readonly now: () => number = () => performance.now()) {}

  async during<T>(ask: () => Promise<T>): Promise<T> {
    const begun = this.now();
    this.emit({ kind: 'asking', on: true });
    try {
      return await ask();
    } finally {
      this.spent += this.now() - begun;
      this.emit({ kind: 'asking', on: false });
    }
  }

  /** One event of the engine. */
  tell(event: EngineEvent): void {
    if (event.kind === 'call') this.spent = 0;
    this.emit(event.kind === 'result' ? { ...event, milliseconds: Math.max(0, event.milliseconds - this.spent) } : event);
  }
}

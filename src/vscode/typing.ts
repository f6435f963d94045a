/** Whether the person writes in the chat: a question that takes the keyboard, and whose first button is a yes, must not come between two letters, and gives the keyboard back. */
import { setTimeout } from 'node:timers/promises';

/** Milliseconds without a key after which a person reads what comes up. */
const PAUSE = 1_500;

/** Milliseconds; ends at once with the signal. */
function waited(time: number, signal: AbortSignal): Promise<void> {
  return setTimeout(time, undefined, { signal }).catch(() => undefined);
}

export class Typing {
  private last = Number.NEGATIVE_INFINITY;
  private within = false;

  constructor(private readonly now: () => number = () => performance.now(), private readonly wait = waited) {}

  heard(): void {
    this.last = this.now();
  }

  /** The chat got the keyboard, or lost it. */
  focused(on: boolean): void {
    this.within = on;
  }

  /** Whether a question that comes now takes the keyboard from the chat. An editor would have it afterwards, and the next words would be written into a file. */
  get here(): boolean {
    return this.within;
  }

  /** Resolves in the next pause, or at once where nobody types; true, or false where what was to be asked is no longer needed. */
  async pause(signal: AbortSignal): Promise<boolean> {
    for (let left = this.left(); left > 0 && !signal.aborted; left = this.left()) await this.wait(left, signal);
    return !signal.aborted;
  }

  private left(): number {
    return this.last + PAUSE - this.now();
  }
}

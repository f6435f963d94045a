/** When the person last typed in the chat: a question that takes the keyboard, and whose first button is a yes, must not come between two letters. */
import { setTimeout } from 'node:timers/promises';

/** Milliseconds without a key after which a person reads what comes up. */
const PAUSE = 1_500;
/** Milliseconds in which somebody who typed goes back to it once a question is answered. */
const BACK = 30_000;

/** Milliseconds; ends at once with the signal. */
function waited(time: number, signal: AbortSignal): Promise<void> {
  return setTimeout(time, undefined, { signal }).catch(() => undefined);
}

export class Typing {
  private last = Number.NEGATIVE_INFINITY;

  constructor(private readonly now: () => number = () => performance.now(), private readonly wait = waited) {}

  heard(): void {
    this.last = this.now();
  }

  /** Whether the question that comes now takes the keyboard from somebody who writes. */
  get recent(): boolean {
    return this.now() - this.last < BACK;
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

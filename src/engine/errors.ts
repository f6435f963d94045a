/** The only two exceptions of the engine: a broken world and a person's Stop. */
import type { FailureCode, Fix, Outcome } from '../shared/events';

/** The model can't be asked. `message` names the cause, `next` the person's next move. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
  constructor(
    readonly code: FailureCode,
    message: string,
    readonly next: string,
    readonly fix: Fix = 'test-connection',
    /** Whether the same request may be sent again at once. */
    readonly retryable = false,
  ) {
    super(message);
  }
}

/** Whatever was thrown, in whole sentences for a person. */
export function faultWords(fault: unknown): string {
  const words = (fault instanceof Error ? fault.message : String(fault)).trim();
  return /[.!?…]$/u.test(words) ? words : `${words}.`;
}

/** Whatever was thrown, for the log: with the way it took, where it knows that. */
export function faultTrace(fault: unknown): string {
  return fault instanceof Error ? fault.stack ?? fault.message : String(fault);
}

/** The person pressed Stop. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
  constructor() {
    super('stopped');
  }
}

/** How a task ends that was ended by this. */
export function outcomeOfFault(fault: unknown, log: (line: string) => void): Outcome {
  if (fault instanceof Cancelled) return { kind: 'stopped' };
  if (fault instanceof ModelUnavailable) return { kind: 'failed', code: fault.code, cause: fault.message, next: fault.next, fix: fault.fix };
  log(faultTrace(fault));
  return { kind: 'failed', code: 'internal', cause: `Whittle met an unexpected fault. ${faultWords(fault)}`, next: 'Your files are untouched. Try again; the log has the details.', fix: 'show-log' };
}

/** How long a silent server is waited for: bytes keep a connection alive, but only content is progress. */
export interface IdleLimits {
  /** Milliseconds until the first content. A long prefill is not an error, and signs of life don't stretch it. */
  readonly beforeFirst: number;
  /** Milliseconds without a byte once there was content. */
  readonly between: number;
}

export const DEFAULT_IDLE: IdleLimits = { beforeFirst: 600_000, between: 120_000 };

export class IdleClock {
  private started = false;
  private content = performance.now();

  constructor(private readonly limits: IdleLimits) {}

  /** Words, thoughts, a piece of a call or the end came; a comment or an empty event is none of these. */
  progress(): void {
    this.started = true;
    this.content = performance.now();
  }

  /** Whether anything of the answer has come. */
  get begun(): boolean {
    return this.started;
  }

  /** Milliseconds until the server counts as silent, if no byte comes until then. With signs of life the wait for content is as long as for the first. */
  left(): number {
    const content = this.content + this.limits.beforeFirst - performance.now();
    return Math.max(0, this.started ? Math.min(this.limits.between, content) : content);
  }
}

/** The plan as both sides of the webview and the engine know it: data only. */

export type StepState = 'pending' | 'active' | 'done' | 'failed' | 'skipped';

export interface Step {
  /** 1-based, as the person and the model count. */
  readonly number: number;
  readonly text: string;
  readonly state: StepState;
  /** What is on record for a done step: an edit, a passing run, a read. */
  readonly evidence?: string;
  /** Numbers of the steps that must be done before this one. */
  readonly after: readonly number[];
}

export interface Plan {
  readonly steps: readonly Step[];
}

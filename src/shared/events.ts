/** Everything the engine tells while it works, as one union that ends in an Outcome. */
import type { ChangeSummary } from './changes';
import type { Plan } from './plan';

export type Category =
  | 'read' | 'write' | 'run' | 'search' | 'plan' | 'code-intelligence' | 'web' | 'respond';

/** Tokens of one round as the server reported them; estimates are marked. */
export interface RoundUsage {
  readonly prompt: number;
  readonly completion: number;
  readonly cached?: number;
  readonly estimated: boolean;
  /** Window in force, in tokens. */
  readonly window: number;
  readonly tokensPerSecond?: number;
}

export type EngineEvent =
  | { readonly kind: 'started'; readonly task: string; readonly category: Category; readonly model: string }
  /** The project is being copied, file by file; not told of small ones. */
  | { readonly kind: 'preparing'; readonly copied: number; readonly total: number }
  | { readonly kind: 'round'; readonly number: number }
  /** The server reads the prompt: no token has come yet. */
  | { readonly kind: 'prefill'; readonly promptTokens: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  /** The streamed text of this round turned out to be (partly) a call: replace it by `text`. */
  | { readonly kind: 'said'; readonly text: string; readonly reasoning: string }
  | { readonly kind: 'call'; readonly id: string; readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'result'; readonly id: string; readonly tool: string; readonly ok: boolean;
      /** The words the model gets. */
      readonly text: string;
      readonly detail: ToolDetail; readonly milliseconds: number;
    }
  /** A question stands before the person, or was answered: told by the window, which asks it. */
  | { readonly kind: 'asking'; readonly on: boolean }
  | { readonly kind: 'correction'; readonly text: string }
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'changes'; readonly changes: readonly ChangeSummary[] }
  | { readonly kind: 'usage'; readonly usage: RoundUsage }
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'finished'; readonly outcome: Outcome };

/** Facts of a tool's run for the person; `none` where the words say it all. */
export type ToolDetail =
  | { readonly kind: 'none' }
  | { readonly kind: 'file'; readonly path: string; readonly line?: number }
  | { readonly kind: 'edit'; readonly path: string; readonly before: string; readonly after: string; readonly line: number }
  | { readonly kind: 'command'; readonly line: string; readonly cwd: string; readonly exitCode: number | null; readonly output: string }
  /** The person said no to this command. */
  | { readonly kind: 'declined'; readonly line: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

export type Outcome =
  /** `tested`: when it ended. `since`: what became of its changes after that. */
  | { readonly kind: 'done'; readonly summary: string; readonly tested: boolean; readonly changes: number; readonly since?: ChangedSince }
  /** The model answered in words (respond, read) and that ends the task. */
  /** `undone`: a change or a command was asked for, and none came of it. */
  /** `untrusted`: it was, and the folder has to be trusted first. */
  | { readonly kind: 'answered'; readonly text: string; readonly undone?: true; readonly untrusted?: true }
  /** `interrupted`: by the window's end, not by the person. */
  | { readonly kind: 'stopped'; readonly interrupted?: true }
  /** `cause` names what happened, `next` what the person can do, `fix` a button the face may offer. */
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly cause: string; readonly next: string; readonly fix?: Fix };

/** No tests have run on any of it. */
export interface ChangedSince {
  /** Files that are as they were before the task. */
  readonly takenBack: number;
  /** Of so many. */
  readonly of: number;
  /** Others hold something else than the task had left. */
  readonly changed?: 'edited' | 'merged' | 'settled';
}

export type FailureCode =
  | 'unreachable' | 'http-error' | 'not-json' | 'stream-broken' | 'timed-out' | 'no-model' | 'model-not-loaded'
  | 'window-too-small' | 'prompt-truncated' | 'no-tool-template' | 'cut-off' | 'empty-answers' | 'only-reasoning'
  | 'looping' | 'malformed' | 'rounds-used-up' | 'untrusted' | 'internal';

export type Fix = 'retry' | 'choose-model' | 'test-connection' | 'open-settings' | 'show-log' | 'start-server-help' | 'bring-back' | 'continue' | 'start-again' | 'trust';

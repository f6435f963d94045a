/** The whole contract between the chat webview and the extension host. */
import type { ChangeSummary } from './changes';
import type { EngineEvent, Fix } from './events';

/** What the window's status line shows of the model; undefined until a server answered. */
export interface ModelState {
  readonly server: string;
  readonly model: string;
  readonly window: number;
  readonly standIn: boolean;
}

/** Why one file of a refused change set can't take its change; `text` usually begins with the path. */
export interface ConflictNote {
  readonly path: string;
  readonly text: string;
}

/** How a review ended; `undone`: applied, and taken back since; `partly`: some of its files were. */
export type ReviewEnd = 'applied' | 'discarded' | 'refused' | 'undone' | 'partly';

export type ToWebview =
  | { readonly kind: 'hello'; readonly trusted: boolean; readonly model?: ModelState; readonly busy: boolean }
  | { readonly kind: 'model'; readonly model?: ModelState; readonly problem?: string }
  | { readonly kind: 'trust'; readonly trusted: boolean }
  | { readonly kind: 'asked'; readonly id: string; readonly text: string; readonly context?: string }
  | { readonly kind: 'event'; readonly id: string; readonly event: EngineEvent }
  /** A change set waits for review; empty: nothing to review any more. `rejected`: files whose changes the person took out of it by hand. */
  | { readonly kind: 'review'; readonly id: string; readonly changes: readonly ChangeSummary[]; readonly rejected?: readonly string[] }
  | { readonly kind: 'reviewed'; readonly id: string; readonly result: ReviewEnd; readonly text: string; readonly conflicts?: readonly ConflictNote[]; /** It can be applied once more. */ readonly again?: boolean; /** What an apply is taken back by. */ readonly snapshot?: string }
  /** A new conversation: everything said so far is gone. */
  | { readonly kind: 'cleared' }
  /** Puts `text` (where given) into the composer and the focus with it. */
  | { readonly kind: 'compose'; readonly text?: string };

/** What really crosses to the page: one message, or (answering `ready`) everything that makes up its present state. */
export type ToPage = ToWebview | { readonly kind: 'replay'; readonly messages: readonly ToWebview[] };

export type FromWebview =
  | { readonly kind: 'ready' }
  | { readonly kind: 'ask'; readonly text: string }
  | { readonly kind: 'stop' }
  /** A key in the composer while a task runs; told now and then while the person types. */
  | { readonly kind: 'typing' }
  /** The page got the keyboard, or lost it. */
  | { readonly kind: 'focus'; readonly on: boolean }
  | { readonly kind: 'review'; readonly action: 'open' | 'apply' | 'discard' | 'showConflicts' | 'applyAgain' | 'bringBack' }
  | { readonly kind: 'open'; readonly path: string; readonly line?: number }
  | { readonly kind: 'fix'; readonly fix: Fix }
  /** The two below are answered by ChatView itself and go no further. */
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'trust' };

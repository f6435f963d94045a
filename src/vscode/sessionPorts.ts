/** What a session is given: the views it shows things through, and the window's means. */
import type { Engine } from '../engine/engine';
import type { ChangeSet } from '../shared/changes';
import type { EngineEvent } from '../shared/events';
import type { ToWebview } from '../shared/protocol';
import type { Translate } from '../shared/words';
import type { Applied } from './applier';
import type { Waiting } from './waitingReview';

/** What the session shows things through; all of it is told, nothing answers. */
export interface SessionViews {
  post(message: ToWebview): void;
  event(event: EngineEvent): void;
  /** A task began or ended. */
  busy(running: boolean): void;
  /** The change set that waits for review now; empty ends the review. */
  review(room: string | undefined, changes: ChangeSet): Promise<void>;
  applied(changes: ChangeSet, result: Applied): void;
}

/** Milliseconds. */
export const usualStopWait = 5_000;

export interface SessionOptions {
  readonly views: SessionViews;
  readonly makeEngine: (emit: (event: EngineEvent) => void) => Engine;
  /** Makes sure that a model answers; throws like a model's request. */
  readonly ready: (signal: AbortSignal) => Promise<unknown>;
  /** `title`: what the person had asked for. */
  readonly apply: (changes: ChangeSet, title: string) => Promise<Applied>;
  /** Saves what the person typed in the review. */
  readonly saveEdits: () => Promise<void>;
  /** What an apply would make of the person's files, with the conflicts they settled. */
  readonly asChosen: (changes: ChangeSet) => Promise<ChangeSet>;
  /** Paths of the changes that the workspace has already. */
  readonly alreadyThere: (changes: ChangeSet) => Promise<ReadonlySet<string>>;
  /** Outlives the window: what waits for review now, or that nothing does. */
  readonly keep: (waiting: Omit<Waiting, 'unsaved'> | undefined) => void;
  readonly log: (line: string) => void;
  /** Into the person's language. */
  readonly t: Translate;
  /** Milliseconds: an engine that doesn't end within them after a Stop is left behind. */
  readonly stopWait?: number;
}

/** Keeps which changes wait for review where a reload of the window can't reach it. */
import type { TaskRequest } from '../engine/engine';
import type { Files } from '../engine/ports';
import type { Outcome } from '../shared/events';
import { oneAtATime } from '../shared/oneAtATime';

export interface Waiting {
  /** The room's id; what it holds lies on the disk. */
  readonly room: string;
  /** The turn's, in the chat. */
  readonly id: string;
  readonly request: TaskRequest;
  readonly context?: string;
  /** Missing where the task was still running. */
  readonly outcome?: Outcome;
  /** The unsaved texts the changes stand on, by path. */
  readonly unsaved: readonly (readonly [path: string, text: string])[];
}

/** One small file of the workspace's own storage: the editor's key-value store may forget what was written in its last seconds. */
export class WaitingReview {
  private readonly inTurn = oneAtATime();

  /** `folder`: absolute; undefined where no workspace is open, and nothing is kept. */
  constructor(private readonly files: Files, private readonly folder: string | undefined) {}

  /** Undefined where nothing waits, or what is there can't be understood. */
  get(): Promise<Waiting | undefined> {
    return this.inTurn(async () => {
      const bytes = this.path === undefined ? undefined : await this.files.read(this.path);
      const kept = bytes === undefined ? undefined : parse(new TextDecoder().decode(bytes));
      return isWaiting(kept) ? kept : undefined;
    });
  }

  /** One after the other, the last one counts. */
  set(waiting: Waiting | undefined): Promise<void> {
    const { path, files } = this;
    if (path === undefined) return Promise.resolve();
    return this.inTurn(() => (waiting === undefined ? files.remove(path) : files.write(path, new TextEncoder().encode(JSON.stringify(waiting)), 0o600)));
  }

  private get path(): string | undefined {
    return this.folder === undefined ? undefined : `${this.folder}/waitingReview.json`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not ours, or not whole: nothing waits.
    return undefined;
  }
}

/** Another version of Whittle may have written it. */
function isWaiting(value: unknown): value is Waiting {
  if (typeof value !== 'object' || value === null) return false;
  const { room, id, request, unsaved } = value as Record<string, unknown>;
  return typeof room === 'string' && typeof id === 'string' && Array.isArray(unsaved)
    && typeof request === 'object' && request !== null && 'text' in request && typeof request.text === 'string';
}

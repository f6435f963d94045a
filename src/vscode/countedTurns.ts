/** Keeps what the ends of turns say of changed files in step with what is left to review. */
import type { Outcome } from '../shared/events';
import type { ToWebview } from '../shared/protocol';
import { allTakenBackText } from './reviewWords';

type Done = Extract<Outcome, { kind: 'done' }>;

export class CountedTurns {
  /** By turn, since the last apply or discard. */
  private readonly turns = new Map<string, Done>();

  ended(id: string, outcome: Outcome): void {
    if (outcome.kind === 'done' && outcome.changes > 0) this.turns.set(id, outcome);
  }

  /** Tells anew the ends that name more files than are `left`; their tests ran on something else. `open`: there is a room; what was decided stays as it was said. */
  recount(open: boolean, left: number, post: (message: ToWebview) => void): void {
    if (!open) this.turns.clear();
    for (const [id, outcome] of this.turns) {
      if (outcome.changes <= left) continue;
      const now = { ...outcome, changes: left, tested: false };
      this.turns.set(id, now);
      post({ kind: 'event', id, event: { kind: 'finished', outcome: now } });
      if (left === 0) post({ kind: 'reviewed', id, result: 'discarded', text: allTakenBackText });
    }
  }
}

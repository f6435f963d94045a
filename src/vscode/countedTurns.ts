/** Keeps what the ends of turns say of their files and tests in step with what became of them since. */
import type { ChangeSet, FileChange } from '../shared/changes';
import type { ChangedSince, Outcome } from '../shared/events';
import type { ToWebview } from '../shared/protocol';
import { sameBytes } from '../shared/sameBytes';
import type { Translate } from '../shared/words';
import { allTakenBackText } from './reviewWords';

type Done = Extract<Outcome, { kind: 'done' }>;
type Held = ReadonlyMap<string, FileChange['after']>;
type Post = (message: ToWebview) => void;

interface Counted {
  readonly outcome: Done;
  /** Files it had changed, as far as they were still there when it was first counted. */
  readonly paths: ReadonlySet<string>;
  /** What had become of it when the last task ended: what the person has done since, they may undo by hand. */
  readonly then: ChangedSince;
}

export class CountedTurns {
  /** By turn, since the last apply or discard. */
  private turns = new Map<string, Counted>();
  /** Those of the last apply. */
  private applied = new Map<string, Counted>();
  /** What the room held when the last task had ended; undefined until it was looked at. */
  private held: Held | undefined;

  constructor(private readonly t: Translate) {}

  ended(id: string, outcome: Outcome): void {
    this.held = undefined;
    for (const [of, turn] of this.turns) this.turns.set(of, { ...turn, then: sinceOf(turn.outcome) });
    if (outcome.kind === 'done' && outcome.changes > 0) this.turns.set(id, { outcome, paths: new Set(), then: sinceOf(outcome) });
  }

  /** Tells anew the ends of turns whose files are gone or hold something else: their tests ran on that no more. `open`: there is a room; what was decided stays as it was said. */
  recount(open: boolean, changes: ChangeSet, post: Post): void {
    if (!open) this.turns.clear();
    const now: Held = new Map(changes.files.map(({ path, after }) => [path, after]));
    const other = this.held === undefined ? [] : [...now].filter(([path, after]) => !sameBytes(this.held?.get(path) ?? null, after)).map(([path]) => path);
    this.held ??= now;
    for (const [id, turn] of this.turns) {
      const paths = turn.paths.size === 0 ? new Set(now.keys()) : turn.paths;
      const { of, ...earlier } = turn.then;
      const left = Math.min(of, turn.paths.size === 0 ? now.size : [...paths].filter((path) => now.has(path)).length);
      const edited = other.some((path) => paths.has(path));
      this.turns.set(id, this.tell(id, { ...turn, paths }, { ...earlier, of, takenBack: Math.max(of - left, earlier.takenBack), ...(edited && { changed: 'edited' }) }, post));
      if (left === 0 && turn.outcome.changes > 0) post({ kind: 'reviewed', id, result: 'discarded', text: allTakenBackText(this.t) });
    }
  }

  /** What the turns made is in the workspace now. `changes`: as it was applied; `merged`: files that hold the person's own changes too; `settled`: whose conflicts they decided; `kept`: of those, what stays as it was. */
  wentIn(changes: ChangeSet, { merged, settled, kept }: Readonly<Record<'merged' | 'settled' | 'kept', readonly string[]>>, post: Post): void {
    // Parts may have been rejected in the diff editor since the last look.
    this.recount(true, changes, post);
    this.applied = new Map([...this.turns].map(([id, turn]) => {
      const holds = (paths: readonly string[]): boolean => paths.some((path) => turn.paths.has(path));
      const paths = new Set([...turn.paths].filter((path) => !kept.includes(path)));
      const { takenBack, ...since } = sinceOf(turn.outcome);
      const changed = holds(settled) ? 'settled' : holds(merged) ? 'merged' : since.changed;
      return [id, this.tell(id, { ...turn, paths }, { ...since, takenBack: takenBack + turn.paths.size - paths.size, ...(changed !== undefined && { changed }) }, post)];
    }));
    this.turns.clear();
  }

  /** Of an earlier window; one whose files were not all of what was applied is left as it was said. */
  recallApply(id: string, outcome: Outcome, paths: readonly string[]): void {
    if (outcome.kind === 'done' && sinceOf(outcome).of === paths.length) this.applied = new Map([[id, { outcome, paths: new Set(paths), then: sinceOf(outcome) }]]);
  }

  /** Files of the last apply that are as they were before it, by an undo or a restored snapshot. */
  undone(paths: ReadonlySet<string>, post: Post): void {
    for (const [id, turn] of this.applied) {
      const { of, ...since } = sinceOf(turn.outcome);
      const gone = [...turn.paths].filter((path) => paths.has(path)).length;
      this.applied.set(id, this.tell(id, turn, { ...since, of, takenBack: of - turn.paths.size + gone }, post));
    }
  }

  /** Posts the turn's end where it says something new. */
  private tell(id: string, turn: Counted, since: ChangedSince, post: Post): Counted {
    const before = sinceOf(turn.outcome);
    if (before.takenBack === since.takenBack && before.changed === since.changed) return turn;
    const { since: _old, ...said } = turn.outcome;
    const same = since.takenBack === 0 && since.changed === undefined;
    const outcome: Done = { ...said, changes: since.of - since.takenBack, ...(!same && { since }) };
    post({ kind: 'event', id, event: { kind: 'finished', outcome } });
    return { ...turn, outcome };
  }
}

function sinceOf({ changes, since }: Done): ChangedSince {
  return since ?? { takenBack: 0, of: changes };
}

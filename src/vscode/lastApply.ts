/** Applies what was reviewed, and keeps what the chat says of it in step with the files: it may be undone, and done again. */
import type { ChangeSet } from '../shared/changes';
import type { Outcome } from '../shared/events';
import { sameBytes } from '../shared/sameBytes';
import type { Applied, Written } from './applier';
import type { CountedTurns } from './countedTurns';
import { allTakenBackText, countText, refusedText, undoneText } from './reviewWords';
import type { SessionOptions } from './sessionPorts';

export interface ToldApply {
  /** The turn the chat says it below. */
  readonly id: string;
  /** What it was asked by. */
  readonly title: string;
  readonly text: string;
  readonly changes: ChangeSet;
  /** What it wrote. */
  readonly written: readonly Pick<Written, 'path' | 'before' | 'after'>[];
  readonly snapshot?: string;
  /** The last that was said of it: it is taken back. */
  readonly back?: boolean;
}

export class LastApply {
  private told: ToldApply | undefined;
  /** Files it was taken back in; undefined where the chat may say anything. */
  private gone: number | undefined;

  constructor(private readonly options: Pick<SessionOptions, 'apply' | 'views' | 't'>, private readonly counted: CountedTurns) {}

  /** `settle` ends the review once the changes are in. */
  async apply(id: string, title: string, changes: ChangeSet, settle: () => Promise<void>): Promise<void> {
    const { views, apply, t } = this.options;
    if (changes.files.length === 0) return views.post({ kind: 'reviewed', id, result: 'discarded', text: allTakenBackText(t) });
    const result = await apply(changes, title);
    if (result.kind === 'refused') {
      const conflicts = result.conflicts.map(({ path, text }) => ({ path, text }));
      views.post({ kind: 'reviewed', id, result: 'refused', ...(conflicts.length === 0 ? { text: result.text } : { text: refusedText(t), conflicts }) });
    } else {
      const { written, settled = [] } = result;
      const kept = settled.filter((one) => !written.some(({ path }) => path === one));
      this.counted.wentIn(changes, { merged: written.filter(({ merged }) => merged).map(({ path }) => path), settled, kept }, views.post);
      await settle();
      this.tell(id, title, changes, result);
    }
    views.applied(changes, result);
  }

  /** Brings in once more what was applied and taken back. */
  async applyAgain(): Promise<void> {
    const { again, options: { views, apply } } = this;
    if (again === undefined) return;
    const { id, title, changes } = again;
    const result = await apply(changes, title);
    if (result.kind === 'refused') views.post({ kind: 'reviewed', id, result: 'undone', text: result.text, again: true });
    else {
      this.counted.undone(new Set(), views.post);
      this.tell(id, title, changes, result);
    }
    views.applied(changes, result);
  }

  /** What an earlier window applied last, and the end of that turn. */
  recall(told: ToldApply, outcome: Outcome | undefined): void {
    if (outcome) this.counted.recallApply(told.id, outcome, told.written.map(({ path }) => path));
    this.told = told;
    this.gone = undefined;
  }

  /** What can be applied once more: all of it was taken back. */
  get again(): ToldApply | undefined {
    return this.told && this.told.written.length > 0 && this.gone === this.told.written.length ? this.told : undefined;
  }

  /** Tells the chat where it is something new in which files it was taken back. `latest`: the turn that can be gone on with now, if any. */
  undone(back: ReadonlySet<string>, latest: string | undefined): void {
    const { told, counted, options: { views: { post }, t } } = this;
    counted.undone(back, post);
    if (!told) return;
    const gone = told.written.filter(({ path }) => back.has(path)).length;
    if (gone === this.gone) return;
    this.gone = gone;
    const { id, text, written: { length: of }, snapshot } = told;
    if (gone === 0) post({ kind: 'reviewed', id, result: 'applied', text, ...(snapshot !== undefined && { snapshot }) });
    else post({ kind: 'reviewed', id, result: this.again ? 'undone' : 'partly', text: undoneText(t, gone, of), ...(this.again && id === latest && { again: true }) });
  }

  private tell(id: string, title: string, changes: ChangeSet, { files, notes, written, snapshot }: Extract<Applied, { kind: 'applied' }>): void {
    const text = [countText(this.options.t, files), ...notes].join(' ');
    const named = snapshot === undefined ? {} : { snapshot };
    this.told = { id, title, text, changes: asWritten(changes, written), written, ...named };
    this.gone = 0;
    this.options.views.post({ kind: 'reviewed', id, result: 'applied', text, ...named });
  }
}

/** Once more is what went in then, merged and chosen as it was. */
function asWritten({ files }: ChangeSet, written: readonly Pick<Written, 'path' | 'before' | 'after'>[]): ChangeSet {
  return { files: files.flatMap((file) => {
    const there = written.find(({ path }) => path === file.path);
    return there ? [{ ...file, before: there.before, after: there.after }] : sameBytes(file.before, file.after) ? [file] : [];
  }) };
}

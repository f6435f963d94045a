/** One conversation in one window: runs a task at a time, carries its events to every view, and ends each with a review. */
import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { Engine, TaskRequest } from '../engine/engine';
import { summarise } from '../engine/edit/summarise';
import { faultTrace, faultWords, outcomeOfFault } from '../engine/errors';
import type { TakenBack } from '../engine/room/editHistory';
import type { ChangeSet } from '../shared/changes';
import type { EngineEvent, Outcome } from '../shared/events';
import type { ConflictNote } from '../shared/protocol';
import { AppliedBefore } from './appliedBefore';
import type { KeptTurn } from './chat/earlierTurns';
import { CountedTurns } from './countedTurns';
import { KeptRoom } from './keptRoom';
import { LastApply, type ToldApply } from './lastApply';
import { Rejected } from './rejected';
import { broughtBack, refusedText, settledText, unshownText } from './reviewWords';
import { usualStopWait, type SessionOptions } from './sessionPorts';
import { anew, askedFor, type Course, followed, goingOn, takeUp, tellTakenUp } from './takeUp';
import type { Waiting } from './waitingReview';

interface Run {
  readonly id: string;
  readonly controller: AbortController;
  /** Set once the outcome has been shown; what comes later is nobody's. */
  finished: boolean;
}

export class Session implements vscode.Disposable {
  private engine: Engine;
  private running: Run | undefined;
  private last: { readonly id: string; readonly request: TaskRequest; readonly context: string | undefined; readonly outcome?: Outcome; /** In this window. */ readonly course?: Course; } | undefined;
  /** What an earlier window's conversation said, until the engine has heard it. */
  private earlier: readonly KeptTurn[] = [];
  private readonly kept: KeptRoom;
  private settling = false;
  /** The window is closed. */
  private over = false;
  /** What the last review action led to is on show. The next step waits for it: a person may act on the words before it. */
  private shown = Promise.resolve();
  private readonly before: AppliedBefore;
  private readonly counted: CountedTurns;
  private readonly lastApply: LastApply;
  private readonly rejected = new Rejected();

  constructor(private readonly options: SessionOptions) {
    this.before = new AppliedBefore(options.alreadyThere);
    this.counted = new CountedTurns(options.t);
    this.kept = new KeptRoom(options.keep);
    this.lastApply = new LastApply(options, this.counted);
    this.engine = this.newEngine();
  }

  get busy(): boolean {
    return this.running !== undefined;
  }

  /** Loads no grammar before it is asked for a file of that language. */
  code(): ReturnType<Engine['code']> {
    return this.engine.code();
  }

  /** The folder tools work in now; undefined while there is none. */
  get room(): string | undefined {
    return this.engine.room()?.folder;
  }

  /** Its name among the rooms. */
  get roomId(): string | undefined {
    return this.engine.room()?.id;
  }

  /** Runs a task to its end and never throws. False where another one is still running. */
  async ask(request: TaskRequest, context?: string): Promise<boolean> {
    if (this.running || this.settling) return false;
    const run: Run = { id: randomUUID(), controller: new AbortController(), finished: false };
    this.running = run;
    await this.shown;
    this.rejected.forget();
    this.last = { id: run.id, request, context };
    const { engine, options: { views } } = this;
    views.busy(true);
    views.post({ kind: 'asked', id: run.id, text: request.text, ...(context === undefined ? {} : { context }) });
    try {
      await this.options.ready(run.controller.signal);
      const { earlier } = this;
      this.earlier = [];
      const outcome = await engine.run(earlier.length === 0 ? request : { ...request, earlier }, run.controller.signal);
      this.finish(run, outcome);
    } catch (error) {
      this.finish(run, outcomeOfFault(error, this.options.log));
    }
    if (this.engine === engine && !this.over) await this.showReview();
    return true;
  }

  /** Takes up what an earlier window's conversation said; the chat shows it by itself. Before `resume`. */
  recall(turns: readonly KeptTurn[]): void {
    const last = turns.at(-1);
    if (last === undefined || this.last) return;
    this.earlier = turns;
    this.last = { id: last.id, request: { text: last.asked }, context: last.context, outcome: last.outcome };
  }

  /** Takes up what an earlier window left for review; its request and its outcome are told where the chat doesn't have them. Gives back why that can't be. */
  async resume(waiting: Waiting): Promise<string | undefined> {
    if (this.running || this.settling || this.room !== undefined) return undefined;
    this.settling = true;
    this.kept.takenUp(waiting.room);
    const { id, request, context } = waiting;
    const shown = this.earlier.find((turn) => turn.id === id);
    const taken = await takeUp(this.engine, this.before, waiting, shown?.outcome, this.options);
    const { outcome, problem, there } = taken;
    if (shown === undefined || this.last?.id === id) this.last = { id, request, context, outcome };
    if (there === 0) for (const turn of [...this.earlier.filter(({ open }) => open), { id, outcome }]) this.counted.ended(turn.id, turn.outcome);
    tellTakenUp(waiting, shown, taken, this.options.t, this.options.views.post);
    return this.settled().then(() => problem);
  }

  /** Asks the last request once more; `fresh`: as the person had made it, for nothing is left of what it led to. */
  async retry(fresh = false): Promise<void> {
    if (this.last) await this.ask(fresh ? anew(this.last.request) : this.last.request, this.last.context);
  }

  /** Goes on with a turn that was stopped, or that the end of an earlier window interrupted: from what its room holds, with its plan. */
  async goOn(): Promise<void> {
    const { last } = this;
    if (last?.outcome?.kind !== 'stopped') return;
    await this.ask(goingOn(last.request, last.course ?? this.earlier.find(({ id }) => id === last.id)), last.context);
  }

  /** Ends the running task; one that doesn't end is left to itself, so that the window is never stuck. */
  stop(): void {
    const run = this.running;
    run?.controller.abort();
    if (run) setTimeout(() => {
      if (run.finished) return;
      this.options.log('The task did not end after Stop and was left behind.');
      this.engine = this.newEngine();
      this.finish(run, { kind: 'stopped' });
      void this.showReview();
    }, this.options.stopWait ?? usualStopWait);
  }

  /** Forgets the conversation, its room included. */
  async reset(): Promise<void> {
    if (this.running) return;
    await this.engine.reset();
    this.earlier = [];
    this.options.views.post({ kind: 'cleared' });
    this.options.views.event({ kind: 'plan', plan: { steps: [] } });
    await this.showReview();
  }

  async apply(): Promise<void> {
    await this.settle(async (id) => {
      await this.options.saveEdits();
      await this.lastApply.apply(id, askedFor(this.last?.request.text ?? ''), await this.changes(), () => this.engine.settle());
    });
  }

  /** Some conflicts of the last apply were settled; these are left. */
  conflictsLeft(conflicts: readonly ConflictNote[]): void {
    this.options.views.post({ kind: 'reviewed', id: this.last?.id ?? '', result: 'refused', text: (conflicts.length === 0 ? settledText : refusedText)(this.options.t), conflicts });
    void this.recheck();
  }

  /** Brings in once more what was applied and then taken back. */
  async applyAgain(): Promise<void> {
    if (this.lastApply.again?.id === this.last?.id) await this.settle(() => this.lastApply.applyAgain());
  }

  /** What an earlier window applied last. After `recall`. */
  recallApply(told: ToldApply): void {
    this.lastApply.recall(told, this.earlier.find(({ id }) => id === told.id)?.outcome);
  }

  /** Files of the last apply that hold what they held before it. */
  undone(paths: ReadonlySet<string>): void {
    this.lastApply.undone(paths, this.running ? undefined : this.last?.id);
  }

  /** Edits that can be taken back one by one; none while a task runs. */
  edits(): ReturnType<Engine['edits']> {
    return this.running || this.settling ? [] : this.engine.edits();
  }

  /** Why some of an earlier window can't be. */
  get editsLost(): string | undefined {
    return this.engine.room()?.history.lost;
  }

  async takeBack(number: number): Promise<TakenBack> {
    let done: TakenBack = { ok: false, text: this.options.t('A task is still running. Wait until it has ended, or stop it first.') };
    this.rejected.skip();
    return this.settle(async () => { done = await this.engine.takeBack(number); }).then(() => done);
  }

  /** The changes of a turn that failed and was taken back, as they were; the outcome then says so. */
  async bringBack(): Promise<void> {
    await this.settle(async (id) => {
      const { restored, refused } = await this.engine.bringBack();
      if (this.last?.outcome?.kind !== 'failed') return;
      const outcome = broughtBack(this.options.t, this.last.outcome, restored, refused);
      this.last = { ...this.last, outcome };
      this.options.views.post({ kind: 'event', id, event: { kind: 'finished', outcome } });
    });
  }

  /** What the person rejected in the review. */
  async bringRejectedBack(): Promise<void> {
    await this.settle(() => this.rejected.bringBack(this.engine.room()));
  }

  async discard(): Promise<void> {
    await this.settle(async (id) => {
      await this.options.saveEdits();
      await this.engine.settle();
      this.options.views.post({ kind: 'reviewed', id, result: 'discarded', text: this.options.t('Discarded. Your files are as they were.') });
    });
  }

  /** What still ends then is told to nobody: it was interrupted, not stopped. */
  dispose(): void {
    if (this.running) this.running.finished = true;
    this.running?.controller.abort();
    this.over = true;
  }

  /** One review action at a time, and none while a task could still change the room. */
  private async settle(action: (id: string) => Promise<void>): Promise<void> {
    if (this.running || this.settling) return;
    this.settling = true;
    await this.shown;
    await action(this.last?.id ?? '').catch((error: unknown) => {
      this.options.log(faultTrace(error));
      this.options.views.post({ kind: 'reviewed', id: this.last?.id ?? '', result: 'refused', text: this.options.t('That did not work. {0} What is waiting stays as it is.', faultWords(error)) });
    });
    await this.settled();
  }

  private settled(): Promise<void> {
    this.settling = false;
    return this.recheck();
  }

  /** What is to be decided may have changed by the person's hand. */
  recheck(): Promise<void> {
    return this.running || this.settling ? this.shown : (this.shown = this.shown.then(() => this.showReview()));
  }

  /** What is to be decided. */
  private async changes(): Promise<ChangeSet> {
    return this.before.rest(this.engine.room()?.id, await this.engine.changes());
  }

  private newEngine(): Engine {
    const engine = this.options.makeEngine((event) => {
      const run = this.running;
      if (!run || this.engine !== engine) return;
      if (event.kind === 'finished') this.finish(run, event.outcome);
      else this.show(run, event);
    });
    return engine;
  }

  private show(run: Run, event: EngineEvent): void {
    if (run.finished) return;
    if (this.last?.id === run.id) this.last = { ...this.last, course: followed(this.last.course ?? {}, event) };
    // Not only at the end: the window may be closed in the middle.
    if (event.kind === 'result' && !this.kept.is(this.roomId)) this.kept.remember(true, this.roomId, this.last);
    this.options.views.event(event);
    this.options.views.post({ kind: 'event', id: run.id, event });
  }

  private finish(run: Run, outcome: Outcome): void {
    if (!run.finished) this.show(run, { kind: 'finished', outcome });
    run.finished = true;
    this.counted.ended(run.id, outcome);
    if (this.last?.id === run.id) this.last = { ...this.last, outcome };
    if (this.running !== run) return;
    this.running = undefined;
    this.options.views.busy(false);
  }

  private async showReview(): Promise<void> {
    try {
      const changes = await this.changes();
      this.counted.recount(this.room !== undefined, changes, this.options.views.post);
      this.rejected.look(this.room !== undefined, changes);
      this.kept.remember(changes.files.length > 0 || this.engine.wasTakenBack(), this.roomId, this.last);
      await this.options.views.review(this.room, changes);
      this.options.views.post({ kind: 'review', id: this.last?.id ?? '', changes: summarise(await this.options.asChosen(changes)), ...(this.rejected.paths.length > 0 && { rejected: this.rejected.paths }) });
    } catch (error) {
      this.options.log(`The changes could not be shown: ${faultTrace(error)}`);
      this.options.views.post({ kind: 'reviewed', id: this.last?.id ?? '', result: 'refused', text: unshownText(this.options.t, faultWords(error), this.room) });
    }
  }
}

/** How a later window goes on with what an earlier one left: its room, and a turn that was interrupted. */
import type { Engine, TaskRequest } from '../engine/engine';
import { faultTrace, faultWords } from '../engine/errors';
import { corrections } from '../engine/prompt/corrections';
import type { EngineEvent, Outcome } from '../shared/events';
import type { ToWebview } from '../shared/protocol';
import type { Translate } from '../shared/words';
import type { AppliedBefore } from './appliedBefore';
import type { KeptTurn } from './chat/earlierTurns';
import { appliedText, partlyText } from './reviewWords';
import type { Waiting } from './waitingReview';

export interface TakenUp {
  readonly outcome: Outcome;
  /** Why it could not be, for the person. */
  readonly problem?: string;
  /** Changes that the workspace has already, and those that wait. */
  readonly there: number;
  readonly rest: number;
}

/** Takes up the room. `told`: the outcome as the chat has it. Never throws. */
export async function takeUp(engine: Engine, before: AppliedBefore, waiting: Waiting, told: Outcome | undefined, { log, t }: { readonly log: (line: string) => void; readonly t: Translate }): Promise<TakenUp> {
  const ended = told?.kind === 'stopped' && told.interrupted === true ? waiting.outcome : told;
  const outcome = ended ?? waiting.outcome ?? told ?? { kind: 'stopped', interrupted: true };
  try {
    await engine.resume(waiting.room);
    const changes = await engine.changes();
    const there = await before.look(waiting.room, changes);
    const rest = before.rest(waiting.room, changes).files.length;
    if (rest === 0 && !engine.wasTakenBack()) await engine.settle();
    return { outcome, there, rest };
  } catch (error) {
    log(faultTrace(error));
    const problem = t('The changes that waited for your review can\'t be shown again. {0}', faultWords(error));
    return { outcome: { kind: 'failed', code: 'internal', cause: problem, next: t('Your files are as they were.'), fix: 'retry' }, problem, there: 0, rest: 0 };
  }
}

/** Tells the chat what it doesn't have already. `shown`: the turn as it has it. */
export function tellTakenUp({ id, request, context }: Waiting, shown: KeptTurn | undefined, { outcome, there, rest }: TakenUp, t: Translate, post: (message: ToWebview) => void): void {
  if (shown === undefined) post({ kind: 'asked', id, text: request.text, ...(context === undefined ? {} : { context }) });
  if (there > 0 && rest > 0) post({ kind: 'event', id, event: { kind: 'notice', text: partlyText(t, there) } });
  if (shown?.outcome !== outcome) post({ kind: 'event', id, event: { kind: 'finished', outcome } });
  if (there > 0 && rest === 0) post({ kind: 'reviewed', id, result: 'applied', text: appliedText(t) });
}

/** What the person had asked for, of a request that goes on with it. */
export function askedFor(text: string): string {
  const added = corrections.goOn('');
  return text.startsWith(added) ? text.slice(added.length) : text;
}

/** What is known of a turn that ended before it was done. */
export type Course = Pick<KeptTurn, 'category' | 'plan'>;

/** The course after one more event. */
export function followed(course: Course, event: EngineEvent): Course {
  if (event.kind === 'started') return { ...course, category: event.category };
  return event.kind === 'plan' ? { ...course, plan: event.plan } : course;
}

/** The request as the person made it, for nothing is left of what it led to. */
export function anew({ plan: _gone, text, ...rest }: TaskRequest): TaskRequest {
  return { ...rest, text: askedFor(text) };
}

/** The request that goes on with one that was stopped or interrupted: it says so once, and needs no new guess of its kind. */
export function goingOn(request: TaskRequest, turn: Course | undefined): TaskRequest {
  if (turn?.category === undefined) return request;
  const text = corrections.goOn(askedFor(request.text));
  const { plan: before, ...rest } = request;
  const plan = turn.plan ?? before;
  const open = plan?.steps.some(({ state }) => state === 'active' || state === 'pending') === true;
  return { ...rest, text, category: request.category ?? turn.category, ...(open && { plan }) };
}

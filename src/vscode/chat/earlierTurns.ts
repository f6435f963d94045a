/** What a conversation that was written down says of its turns: the chat, the session and the model go on from it. */
import type { EarlierTurn } from '../../engine/memory/said';
import type { EngineEvent } from '../../shared/events';
import type { Plan } from '../../shared/plan';
import type { ToWebview } from '../../shared/protocol';

export interface KeptTurn extends EarlierTurn {
  readonly id: string;
  readonly context?: string;
  readonly plan?: Plan;
  /** Neither it nor a later one was applied or discarded. */
  readonly open: boolean;
}

const interrupted = { kind: 'stopped', interrupted: true } as const;

/** The ends of turns that have none: then the window was closed, or its host died. */
export function interruptions(messages: readonly ToWebview[]): readonly ToWebview[] {
  const finished = new Set(messages.flatMap((one) => (one.kind === 'event' && one.event.kind === 'finished' ? [one.id] : [])));
  return messages.flatMap((one): ToWebview[] => (one.kind === 'asked' && !finished.has(one.id) ? [{ kind: 'event', id: one.id, event: { kind: 'finished', outcome: interrupted } }] : []));
}

/** Oldest first. */
export function turnsOf(messages: readonly ToWebview[]): readonly KeptTurn[] {
  // What is said of an apply that was undone, or done again, decides nothing of what came after it.
  const decided = messages.findLastIndex((one, at) => one.kind === 'reviewed' && ((one.result === 'discarded' && !messages.slice(at).some((later) => later.kind === 'event' && later.id === one.id && later.event.kind === 'finished' && later.event.outcome.kind === 'done' && later.event.outcome.changes > 0)) || (one.result === 'applied' && !messages.slice(0, at).some((other) => other.kind === 'reviewed' && other.id === one.id && other.result === 'applied'))));
  return messages.flatMap((asked, at) => {
    if (asked.kind !== 'asked') return [];
    const { id, text, context } = asked;
    const events = messages.flatMap((one) => (one.kind === 'event' && one.id === id ? [one.event] : []));
    const of = <K extends EngineEvent['kind']>(kind: K): Extract<EngineEvent, { kind: K }> | undefined => events.findLast((one): one is Extract<EngineEvent, { kind: K }> => one.kind === kind);
    const [started, plan, finished] = [of('started'), of('plan'), of('finished')];
    return [{
      id, asked: text, outcome: finished?.outcome ?? interrupted, done: events.flatMap(deedOf), open: at > decided,
      ...(context === undefined ? {} : { context }), ...(started && { category: started.category }), ...(plan && { plan: plan.plan }),
    } satisfies KeptTurn];
  });
}

function deedOf(event: EngineEvent): readonly string[] {
  if (event.kind !== 'result') return [];
  const { detail, ok } = event;
  if (detail.kind === 'edit') return ok ? [`edit ${detail.path}`] : [];
  return detail.kind === 'command' ? [`ran ${detail.line.slice(0, 80)}: ${detail.exitCode === null ? 'ended' : `exit ${String(detail.exitCode)}`}`] : [];
}

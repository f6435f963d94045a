/** One thing the person asked for and all that came of it, in the order it is shown. */
import type { EngineEvent, Outcome, ToolDetail } from '../shared/events';
import type { Plan } from '../shared/plan';
import type { ConflictNote, ReviewEnd } from '../shared/protocol';
import { t } from './words';

export interface CallResult {
  readonly ok: boolean;
  readonly text: string;
  readonly detail: ToolDetail;
  readonly milliseconds: number;
}

/** `key` is unique within its turn and never reused. */
export type Item =
  | { readonly kind: 'said'; readonly key: number; readonly text: string; readonly reasoning: string; readonly live: boolean }
  | {
      readonly kind: 'call'; readonly key: number; readonly id: string; readonly tool: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** Undefined while it runs; null where the task ended first. */
      readonly result: CallResult | undefined | null;
    }
  /** `over`: nobody works on it any more. `gone`: what became of all it had changed. `changed`: some of it is something else now. */
  | { readonly kind: 'plan'; readonly key: number; readonly plan: Plan; readonly over?: true; readonly gone?: string; readonly changed?: true }
  | { readonly kind: 'notice' | 'correction'; readonly key: number; readonly text: string };

/** What the model is at, for the line below a running turn. */
export type Activity =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'preparing'; readonly copied: number; readonly total: number }
  | { readonly kind: 'prefill'; readonly tokens: number }
  | { readonly kind: 'thinking' | 'writing' }
  | { readonly kind: 'tool'; readonly tool: string }
  /** A question waits for the person. */
  | { readonly kind: 'asking' };

export interface Turn {
  readonly id: string;
  readonly text: string;
  /** What was handed over with the words: `median in stats.py`. */
  readonly context: string | undefined;
  readonly items: readonly Item[];
  /** Undefined when the turn is over. */
  readonly activity: Activity | undefined;
  readonly outcome: Outcome | undefined;
  readonly reviewed: { readonly result: ReviewEnd; readonly text: string; readonly conflicts?: readonly ConflictNote[]; readonly again?: boolean } | undefined;
  /** What is left to review after it; undefined until that is known. */
  readonly edited: 'nothing' | 'waiting' | 'gone' | undefined;
  readonly nextKey: number;
}

export function begin(id: string, text: string, context: string | undefined): Turn {
  return { id, text, context, items: [], activity: { kind: 'waiting' }, outcome: undefined, reviewed: undefined, edited: undefined, nextKey: 0 };
}

/** The turn after one more event. */
export function advance(turn: Turn, event: EngineEvent): Turn {
  switch (event.kind) {
    case 'started':
    case 'changes':
    case 'usage':
      return turn;
    case 'round':
      return { ...settle(turn), activity: { kind: 'waiting' } };
    case 'preparing':
      return { ...turn, activity: { kind: 'preparing', copied: event.copied, total: event.total } };
    case 'prefill':
      return { ...turn, activity: { kind: 'prefill', tokens: event.promptTokens } };
    case 'text':
      return stream(turn, event.text, '', { kind: 'writing' });
    case 'reasoning':
      return stream(turn, '', event.text, { kind: 'thinking' });
    case 'said':
      return { ...say(turn, event.text, event.reasoning), activity: { kind: 'waiting' } };
    case 'call': {
      const { id, tool, args } = event;
      return { ...add(settle(turn), key => ({ kind: 'call', key, id, tool, args, result: undefined })), activity: { kind: 'tool', tool } };
    }
    case 'result': {
      const { ok, text, detail, milliseconds } = event;
      return { ...answer(turn, event.id, { ok, text, detail, milliseconds }), activity: { kind: 'waiting' } };
    }
    case 'asking':
      return { ...turn, activity: event.on ? { kind: 'asking' } : afterAnswer(turn) };
    case 'plan':
      return replan(turn, event.plan);
    case 'notice':
    case 'correction':
      return add(settle(turn), key => ({ kind: event.kind, key, text: event.text }));
    case 'finished':
      return planned({ ...close(turn), outcome: event.outcome, reviewed: isBack(turn, event.outcome) ? undefined : turn.reviewed });
  }
}

/** What was rejected was brought back: there is something to decide again. */
function isBack({ reviewed }: Turn, outcome: Outcome): boolean {
  return reviewed?.result === 'discarded' && outcome.kind === 'done' && outcome.changes > 0;
}

/** What had to be asked for goes on. */
function afterAnswer({ items }: Turn): Activity {
  const call = items.findLast(item => item.kind === 'call');
  return call?.kind === 'call' && call.result === undefined ? { kind: 'tool', tool: call.tool } : { kind: 'waiting' };
}

/** A plan without steps is none. */
function replan(turn: Turn, plan: Plan): Turn {
  if (plan.steps.length === 0) return { ...turn, items: turn.items.filter(item => item.kind !== 'plan') };
  return turn.items.some(item => item.kind === 'plan')
    ? { ...turn, items: turn.items.map(item => (item.kind === 'plan' ? { ...item, plan } : item)) }
    : add(turn, key => ({ kind: 'plan', key, plan }));
}

/** The turn after which so many files wait; one that came to its end tells of its changes itself. */
export function leave(turn: Turn, files: number): Turn {
  if (turn.outcome?.kind !== 'stopped') return turn;
  const edited = files > 0 ? 'waiting' : turn.edited === undefined || turn.edited === 'nothing' ? 'nothing' : 'gone';
  return edited === turn.edited ? turn : { ...turn, edited };
}

/** The turn with the end of its review. */
export function review(turn: Turn, reviewed: Turn['reviewed']): Turn {
  return planned({ ...turn, reviewed });
}

/** A plan says where nothing of what it ticks is left. */
function planned(turn: Turn): Turn {
  const { reviewed, outcome } = turn;
  const all = outcome?.kind === 'done' && outcome.since !== undefined && outcome.since.takenBack === outcome.since.of;
  const gone = all || reviewed?.result === 'undone' ? t('taken back since') : reviewed?.result === 'discarded' ? t('discarded') : undefined;
  const changed = outcome?.kind === 'done' && outcome.since !== undefined ? true : undefined;
  if (turn.items.every(item => item.kind !== 'plan' || (item.gone === gone && item.changed === changed))) return turn;
  return { ...turn, items: turn.items.map((item): Item => {
    if (item.kind !== 'plan') return item;
    const { gone: _old, changed: _before, ...rest } = item;
    return { ...rest, ...(gone !== undefined && { gone }), ...(changed && { changed }) };
  }) };
}

/** Nothing runs (the host said so): a turn without an end gets one. */
export function endAll(turns: readonly Turn[]): readonly Turn[] {
  return turns.some(turn => turn.activity) ? turns.map(turn => (turn.activity ? close(turn) : turn)) : turns;
}

function close(turn: Turn): Turn {
  const settled = settle(turn);
  const items = settled.items.map((item): Item => {
    if (item.kind === 'plan') return { ...item, over: true };
    return item.kind === 'call' && item.result === undefined ? { ...item, result: null } : item;
  });
  return { ...settled, items, activity: undefined };
}

function stream(turn: Turn, text: string, reasoning: string, activity: Activity): Turn {
  const at = turn.items.findLastIndex(item => item.kind === 'said' && item.live);
  const live = turn.items[at];
  const next = turn.activity?.kind === activity.kind ? turn : { ...turn, activity };
  if (live?.kind !== 'said') return add(next, key => ({ kind: 'said', key, text, reasoning, live: true }));
  return { ...next, items: turn.items.with(at, { ...live, text: live.text + text, reasoning: live.reasoning + reasoning }) };
}

/** The last word on what was streamed this round: it may have been a call, and then nothing of it stays. */
function say(turn: Turn, text: string, reasoning: string): Turn {
  const at = turn.items.findLastIndex(item => item.kind === 'said' && item.live);
  const nothing = text.trim() === '' && reasoning.trim() === '';
  const live = turn.items[at];
  if (live?.kind !== 'said') return nothing ? turn : add(turn, key => ({ kind: 'said', key, text, reasoning, live: false }));
  return { ...turn, items: nothing ? turn.items.toSpliced(at, 1) : turn.items.with(at, { ...live, text, reasoning, live: false }) };
}

function settle(turn: Turn): Turn {
  const open = turn.items.some(item => item.kind === 'said' && item.live);
  return open ? { ...turn, items: turn.items.map(item => (item.kind === 'said' && item.live ? { ...item, live: false } : item)) } : turn;
}

/** A model may use an id twice: the earliest call still open is the one answered. */
function answer(turn: Turn, id: string, result: CallResult): Turn {
  const at = turn.items.findIndex(item => item.kind === 'call' && item.id === id && item.result === undefined);
  const call = turn.items[at];
  return call?.kind === 'call' ? { ...turn, items: turn.items.with(at, { ...call, result }) } : turn;
}

function add(turn: Turn, make: (key: number) => Item): Turn {
  return { ...turn, items: [...turn.items, make(turn.nextKey)], nextKey: turn.nextKey + 1 };
}

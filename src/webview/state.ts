/** Everything the chat page shows, as one value folded from messages: the page can be thrown away and rebuilt at any time. */
import type { ChangeSummary } from '../shared/changes';
import type { RoundUsage } from '../shared/events';
import type { ModelState, ToPage, ToWebview } from '../shared/protocol';
import { advance, begin, endAll, leave, review, type Turn } from './turn';

export interface State {
  /** False until the host has said anything: nothing is claimed before that. */
  readonly ready: boolean;
  readonly trusted: boolean;
  readonly model: ModelState | undefined;
  /** Why there is no model, in the host's words. */
  readonly problem: string | undefined;
  /** A task runs. */
  readonly busy: boolean;
  readonly turns: readonly Turn[];
  /** The change set that waits for the person; undefined where none does. */
  readonly review: { readonly id: string; readonly changes: readonly ChangeSummary[] } | undefined;
  /** Files whose changes the person rejected in the review, and can bring back. */
  readonly rejected: readonly string[];
  /** Of the latest round of any turn. */
  readonly usage: RoundUsage | undefined;
  /** Changes each time the composer is asked to take text and focus. */
  readonly compose: { readonly count: number; readonly text: string | undefined };
}

export const empty: State = {
  ready: false,
  trusted: true,
  model: undefined,
  problem: undefined,
  busy: false,
  turns: [],
  review: undefined,
  rejected: [],
  usage: undefined,
  compose: { count: 0, text: undefined },
};

/** Folds one message in. What doesn't change keeps its identity, so that views can skip it. */
export function reduce(state: State, message: ToPage): State {
  if (message.kind !== 'replay') return step(state, message);
  return message.messages.reduce(step, { ...empty, compose: state.compose });
}

function step(state: State, message: ToWebview): State {
  switch (message.kind) {
    case 'hello':
      return {
        ...state, ready: true, trusted: message.trusted, model: message.model, busy: message.busy,
        problem: message.model ? undefined : state.problem,
        turns: message.busy ? state.turns : endAll(state.turns),
      };
    case 'model':
      return { ...state, model: message.model, problem: message.problem };
    case 'trust':
      return { ...state, trusted: message.trusted };
    case 'asked':
      return { ...state, busy: true, rejected: [], turns: [...withConflictsOf(undefined, state.turns).map(past), begin(message.id, message.text, message.context)] };
    case 'event': {
      const usage = message.event.kind === 'usage' ? message.event.usage : state.usage;
      const busy = message.event.kind === 'finished' ? false : state.busy;
      return { ...state, usage, busy, turns: change(state.turns, message.id, turn => advance(turn, message.event)) };
    }
    case 'review': {
      const { rejected = [] } = message;
      const { id, changes } = message;
      const turns = change(withConflictsOf(changes.length === 0 ? undefined : id, state.turns), id, turn => leave(turn, changes.length));
      return { ...state, rejected, review: changes.length === 0 ? undefined : { id, changes }, turns };
    }
    case 'reviewed': {
      const { result, text, conflicts, again } = message;
      // What is said of an earlier apply leaves alone what waits now.
      const waits = !['applied', 'discarded'].includes(result) || state.review?.id !== message.id;
      return {
        ...state,
        review: waits ? state.review : undefined,
        turns: change(state.turns, message.id, turn => review(turn, { result, text, ...(conflicts && { conflicts }), ...(again === true && { again }) })),
      };
    }
    case 'cleared':
      return { ...state, busy: false, turns: [], review: undefined, rejected: [], usage: undefined };
    case 'compose':
      return { ...state, compose: { count: state.compose.count + 1, text: message.text } };
  }
}

/** Conflicts are those of the last apply: with the turn whose changes wait they stay, from any other they go. */
function withConflictsOf(id: string | undefined, turns: readonly Turn[]): readonly Turn[] {
  return turns.map((turn) => {
    if (turn.id === id || !turn.reviewed?.conflicts) return turn;
    const { conflicts: _past, ...reviewed } = turn.reviewed;
    return { ...turn, reviewed };
  });
}

/** Only the last turn can be applied again. */
function past(turn: Turn): Turn {
  if (turn.reviewed?.again === undefined) return turn;
  const { again: _past, ...reviewed } = turn.reviewed;
  return { ...turn, reviewed };
}

/** An id nobody knows changes nothing: a late event of a conversation already cleared. */
function change(turns: readonly Turn[], id: string, by: (turn: Turn) => Turn): readonly Turn[] {
  return turns.some(turn => turn.id === id) ? turns.map(turn => (turn.id === id ? by(turn) : turn)) : turns;
}

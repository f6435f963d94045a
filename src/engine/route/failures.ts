/** How a task fails, by name: the cause in words, the person's next move, and a button where there is one. */
import type { Outcome } from '../../shared/events';
import { windowAdvice } from '../models/diagnose';
import type { ChatMessage } from '../ports';
import type { Problem } from '../reply/reply';
import { findTool } from '../tools/registry';

type Failed = Extract<Outcome, { kind: 'failed' }>;

const failed = (code: Failed['code'], cause: string, next: string, fix?: Failed['fix']): Failed =>
  ({ kind: 'failed', code, cause, next, ...(fix === undefined ? {} : { fix }) });

const ofTheModel: ReadonlySet<string> = new Set(['malformed', 'looping', 'rounds-used-up', 'only-reasoning', 'empty-answers', 'cut-off']);

export const failures = {
  /** Three replies in a row that could not be used: named after what was wrong with the last. */
  ofReply: (problem: Problem | undefined, reasoned: boolean): Failed => {
    // Without a call that was cut, thinking alone used up the limit.
    if (problem?.code === 'truncated') return reasoned && problem.raw === undefined ? failures.emptyAnswers(true) : failures.cutOff();
    if (problem?.code === 'empty') return failures.emptyAnswers(reasoned);
    if (problem?.code === 'repetition') return failures.looping();
    return failures.malformed(problem?.text ?? '');
  },
  roundsUsedUp: (rounds: number): Failed => failed('rounds-used-up', `The task used its ${rounds} rounds without finishing.`,
    'Review what it did, say "go on" to give it as many again, or raise the limit in the settings (whittle.maxRounds).', 'open-settings'),
  malformed: (what: string): Failed => failed('malformed', `The model wrote three replies in a row that are no valid tool call. The last: ${what.slice(0, 400)}`,
    'Try again, choose a model trained for tool calls, or ask for a smaller step.', 'choose-model'),
  stoppedWorking: (): Failed => failed('malformed', 'The model stopped calling tools before its work was checked.',
    'Review what it did in the changes, or say "go on".', 'retry'),
  emptyAnswers: (onlyReasoning: boolean): Failed => onlyReasoning
    ? failed('only-reasoning', 'The model only thinks: three replies in a row held reasoning and nothing else.', 'Lower the thinking budget (whittle.thinkingBudget) or choose another model.', 'open-settings')
    : failed('empty-answers', 'The model sent three empty replies in a row.', 'The server may use a wrong chat template, or the window is too small. Run Whittle: Test Connection.', 'test-connection'),
  cutOff: (): Failed => failed('cut-off', 'Three replies in a row were cut off at the output limit; nothing of them was run.',
    'Ask for a smaller step, or give the model a larger window (whittle.window and the server’s own setting).', 'open-settings'),
  looping: (): Failed => failed('looping', 'The model went in circles: the same calls with the same results, again after a correction.',
    'Say what it should do instead, or choose another model.', 'choose-model'),
  /** What was asked for can't be done in a folder nobody trusts: a model that tried all the same failed for that reason, and an answer did what it could. */
  inRestricted: (outcome: Outcome, asked: boolean, history: readonly ChatMessage[]): Outcome => {
    if (!asked && !history.some((message) => message.role === 'tool' && message.name !== undefined && findTool(message.name)?.spec.changes === true)) return outcome;
    if (outcome.kind === 'answered') return { kind: 'answered', text: outcome.text, untrusted: true };
    return outcome.kind !== 'failed' || !ofTheModel.has(outcome.code) ? outcome
      : failed('untrusted', 'This folder is not trusted: Whittle only reads here.', 'Trust it to let Whittle edit and run commands, then ask again.', 'trust');
  },
  /** Cause and next move, for an exception. */
  windowTooSmall: (prompt: number, window: number): readonly [string, string] => [
    `The window is too small for this task: the prompt needs about ${prompt} tokens, the window in force is ${window}.`,
    windowAdvice(prompt + 2048)],
} as const;

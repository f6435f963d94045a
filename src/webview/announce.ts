/** What a screen reader is told, politely: whole paragraphs and finished steps, never single tokens. */
import { heard } from '../shared/heard';
import type { Item, Turn } from './turn';
import type { State } from './state';
import { doneWords, untrustedWords } from './outcomeCard';
import { rejectedWords } from './rejectedNote';
import { toReview } from './reviewDock';
import { stoppedWords } from './stoppedCard';
import { toolFace } from './toolFace';
import { t } from './words';

/** The sentences that are new in `after`. Pure: the page puts them into its live region. */
export function announcements(before: State, after: State): readonly string[] {
  if (before === after) return [];
  const said = after.turns.flatMap(turn => {
    const earlier = before.turns.find(one => one.id === turn.id);
    return earlier === turn ? [] : ofTurn(earlier, turn);
  });
  if (after.review && after.review.changes.length !== before.review?.changes.length) said.push(`${toReview(after.review.changes.length)}.`);
  if (after.rejected.length > before.rejected.length) said.push(rejectedWords(after.rejected));
  return said;
}

function ofTurn(before: Turn | undefined, after: Turn): string[] {
  const words = after.items.flatMap(item => {
    const earlier = before?.items.find(one => one.key === item.key);
    return earlier === item ? [] : ofItem(earlier, item);
  });
  if (after.outcome && !before?.outcome) words.push(...outcomeWords(after));
  else if (after.outcome?.kind === 'done' && after.outcome !== before?.outcome) words.push(`${doneWords(after.outcome, after)}.`);
  if (after.reviewed && after.reviewed !== before?.reviewed) words.push(after.reviewed.text, ...(after.reviewed.conflicts ?? []).map(conflict => `${conflict.text}.`));
  return words;
}

function ofItem(before: Item | undefined, item: Item): string[] {
  switch (item.kind) {
    case 'said': {
      const known = before?.kind === 'said' ? finished(before.text, before.live) : '';
      const now = finished(item.text, item.live);
      // What was taken back or rewritten is not read again.
      return now.startsWith(known) ? now.slice(known.length).split(/\n{2,}/).map(plain).filter(text => text !== '') : [];
    }
    case 'call': {
      if (!item.result) return [];
      const { verb, target } = toolFace(item.tool, item.args);
      if (item.result.detail.kind === 'declined') return [`${t('You declined: {0}', item.result.detail.line)}.`];
      return [`${verb} ${target}: ${item.result.ok ? t('ok') : item.result.detail.kind === 'command' ? t('failed') : t('refused')}.`];
    }
    case 'plan': {
      const active = item.plan.steps.find(step => step.state === 'active');
      const last = before?.kind === 'plan' ? before.plan.steps.find(step => step.state === 'active') : undefined;
      return active && active.number !== last?.number ? [t('Plan, step {0} of {1}: {2}', active.number, item.plan.steps.length, active.text)] : [];
    }
    case 'notice':
      return before ? [] : [heard(item.text, t)];
    case 'correction':
      return [];
  }
}

/** Up to the last whole paragraph while it streams, all of it after. */
function finished(text: string, live: boolean): string {
  return live ? text.slice(0, Math.max(0, text.lastIndexOf('\n\n'))) : text;
}

function plain(text: string): string {
  return text.replace(/[`*_#>|]/g, '').replace(/\s+/g, ' ').trim();
}

function outcomeWords(turn: Turn): readonly string[] {
  const { outcome } = turn;
  switch (outcome?.kind) {
    case 'done':
      return [`${doneWords(outcome, turn)}. ${plain(outcome.summary)}`];
    case 'stopped':
      return [stoppedWords(turn)];
    case 'failed':
      return [`${heard(outcome.cause, t)} ${heard(outcome.next, t)}`];
    case 'answered':
      return outcome.untrusted === true ? [untrustedWords] : [];
    case undefined:
      return [];
  }
}

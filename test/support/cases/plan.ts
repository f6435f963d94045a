/** Runs a case of the area `plan` through the plan tracker, the loop detection and the compaction. */
import { compact, historySize } from '../../../src/engine/memory/compaction';
import { readChecklist, stateFromWord } from '../../../src/engine/plan/checklist';
import { isLoop, type MadeCall } from '../../../src/engine/plan/repetition';
import type { ChatMessage } from '../../../src/engine/ports';
import type { Actual, CaseFile, Judge } from './caseFile';

interface WireMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }[];
}

interface PlanInput {
  readonly op?: 'loop' | 'trim';
  readonly turns?: readonly string[];
  readonly calls?: readonly (MadeCall & { readonly arguments: unknown })[];
  readonly messages?: readonly WireMessage[];
  readonly budget_chars?: number;
}

const status = { done: 'done', active: 'in_progress', pending: 'pending', failed: 'failed', skipped: 'skipped' } as const;

export function runPlanCase(given: CaseFile['input']): Actual {
  const input = given as PlanInput;
  if (input.op === 'loop') {
    const calls = (input.calls ?? []).map((call) => ({ name: call.name, args: call.arguments, result: call.result }));
    return { loop: calls.some((_, at) => isLoop(calls.slice(0, at + 1))) };
  }
  if (input.op === 'trim') return trimmed((input.messages ?? []).map(fromWire), input.budget_chars ?? 0);
  const declared = (input.calls ?? []).flatMap((call) => (call.arguments as { steps: { text: string; status: string }[] }).steps)
    .map((step) => `- [${{ done: 'x', in_progress: '>', pending: ' ', failed: ' ', skipped: ' ' }[status[stateFromWord(step.status) ?? 'pending']]}] ${step.text}`).join('\n');
  const steps = readChecklist([...(input.turns ?? []), declared]).map((item) => ({ text: item.text, status: status[item.state] }));
  return { steps, complete: steps.length > 0 && steps.every((step) => step.status === 'done') };
}

export const judgePlanCase: Judge = (key, wanted, actual) => {
  if (key === 'total_chars_at_most') return Number(actual['total_chars']) <= Number(wanted);
  if (key === 'must_keep') return (wanted as readonly string[]).every((part) => (actual['must_keep'] as readonly string[]).includes(part));
  return undefined;
};

function trimmed(messages: readonly ChatMessage[], budget: number): Actual {
  const kept = compact(messages, budget);
  const called = new Set(kept.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.id) : [])));
  const last = messages.at(-1);
  const lastKept = kept.at(-1);
  return {
    must_keep: [
      ...(kept[0]?.content === messages[0]?.content ? ['system'] : []),
      ...(kept.some((message) => message.role === 'user' && message.content.startsWith(messages[1]?.content ?? '?')) ? ['first_user'] : []),
      ...(last !== undefined && last.role === 'tool' && lastKept?.role === 'tool' && lastKept.content === last.content ? ['last_pair'] : []),
      ...(last !== undefined && JSON.stringify(lastKept) === JSON.stringify(last) ? ['last_message'] : []),
    ],
    no_orphans: kept.every((message) => message.role !== 'tool' || called.has(message.toolCallId)),
    total_chars: historySize(kept),
  };
}

function fromWire(message: WireMessage, at: number, all: readonly WireMessage[]): ChatMessage {
  const content = message.content ?? '';
  if (message.role === 'assistant') {
    return { role: 'assistant', content, ...(message.tool_calls === undefined ? {} : { toolCalls: message.tool_calls.map((call) => ({ id: call.id, ...call.function })) }) };
  }
  if (message.role !== 'tool') return { role: message.role, content };
  const id = message.tool_call_id ?? all[at - 1]?.tool_calls?.[0]?.id ?? '';
  return { role: 'tool', content, toolCallId: id, name: '' };
}

/** Runs a `toolcall` case through the reply ladder. */
import type { ModelReply, ToolSpec } from '../../../src/engine/ports';
import { assembleMessage } from '../../../src/engine/models/streamAssembler';
import { readReply } from '../../../src/engine/reply/readReply';
import type { Actual, CaseFile, Judge } from './caseFile';

interface OfferedTool {
  readonly function: { readonly name: string; readonly description?: string; readonly parameters: ToolSpec['parameters'] };
}

/** Tools of the cases that only look. */
const READING = /^(?:read|list|search|find|get|check)_|^search$/;

export function specsOf(tools: unknown): readonly ToolSpec[] {
  return ((tools ?? []) as readonly OfferedTool[]).map(({ function: { name, description, parameters } }) =>
    ({ name, description: description ?? '', parameters, changes: !READING.test(name) }));
}

export function runToolcall(input: CaseFile['input']): Actual {
  const message = input['message'] as Record<string, unknown>;
  // Only what an assistant said is ever read as a reply.
  if (message['role'] !== 'assistant') return { calls: [], text: '', errors: 0 };
  const reply: ModelReply = assembleMessage(message, input['finish_reason']);
  const read = readReply(reply, specsOf(input['tools']));
  const problems = read.kind === 'answer' ? [] : read.problems;
  return {
    kind: read.kind,
    calls: read.kind === 'calls' ? read.calls.map(({ name, args }) => ({ name, arguments: args })) : [],
    text: read.text.trim(),
    errors: problems.length,
    codes: problems.map(({ code }) => code),
    problems: problems.map(({ text }) => text),
    error: read.kind === 'malformed' ? problems[0]?.code : undefined,
    history: [...(read.kind === 'calls' ? read.calls.map(({ raw }) => raw.arguments) : []), ...problems.flatMap(({ raw }) => (raw ? [raw.arguments] : []))],
  };
}

export const judgeToolcall: Judge = (key, wanted, actual) => {
  if (key === 'errors_at_least') return Number(actual['errors']) >= Number(wanted);
  if (key === 'error') return actual['error'] === wanted || (wanted === 'invalid_arguments' && actual['error'] === 'placeholder');
  if (key === 'says') return (wanted as readonly string[]).every((part) => (actual['problems'] as readonly string[]).join('\n').includes(part));
  return undefined;
};

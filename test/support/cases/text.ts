/** Runs a `text` case: what of a reply is shown, and what of a log line is kept. */
import { redact } from '../../../src/engine/models/redact';
import { assembleMessage } from '../../../src/engine/models/streamAssembler';
import { readReply } from '../../../src/engine/reply/readReply';
import type { Actual, CaseFile, Judge } from './caseFile';

interface Spec {
  readonly prefix: string;
  readonly repeat: string;
  readonly times: number;
  readonly suffix: string;
}

export function runText(input: CaseFile['input']): Actual {
  if (input['op'] === 'log_line') return { line: redact(String(input['line']), (input['secrets_known'] ?? []) as readonly string[]) };
  const spec = input['content_spec'] as Spec | undefined;
  const content = spec ? spec.prefix + spec.repeat.repeat(spec.times) + spec.suffix : input['content'];
  const reply = readReply(assembleMessage({ ...input, content }, input['finish_reason'] ?? 'stop'), []);
  return {
    visible: reply.kind === 'malformed' ? '' : reply.text,
    reasoning: reply.reasoning,
    has_answer: reply.kind === 'answer',
    flag: reply.kind === 'malformed' ? reply.problems[0]?.code : undefined,
  };
}

export const judgeText: Judge = (key, wanted, actual) => {
  const parts = (): readonly string[] => wanted as readonly string[];
  if (key === 'reasoning_contains') return parts().every((part) => String(actual['reasoning']).includes(part));
  if (key === 'must_not_contain') return parts().every((part) => !String(actual['line']).includes(part));
  if (key === 'must_contain') return parts().every((part) => String(actual['line']).includes(part));
  if (key === 'visible' || key === 'reasoning') return String(actual[key]).trim() === String(wanted).trim();
  return undefined;
};

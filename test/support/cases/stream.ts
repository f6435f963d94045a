/** Runs a `stream` case: chunks or raw bytes through the assembler, shown text through the thinking filter. */
import { EventDecoder } from '../../../src/engine/models/eventStream';
import { StreamAssembler } from '../../../src/engine/models/streamAssembler';
import type { ToolSpec } from '../../../src/engine/ports';
import { readReply } from '../../../src/engine/reply/readReply';
import { ThinkingStream } from '../../../src/engine/reply/thinking';
import type { Actual, CaseFile, Judge } from './caseFile';

const text = { type: 'string' };
const TOOLS: readonly ToolSpec[] = [
  { name: 'read_file', description: '', changes: false, parameters: { type: 'object', properties: { path: text, start_line: { type: 'integer' } }, required: ['path'] } },
  { name: 'write_file', description: '', changes: true, parameters: { type: 'object', properties: { path: text, content: text }, required: ['path', 'content'] } },
];

export function runStream(input: CaseFile['input']): Actual {
  const assembler = new StreamAssembler();
  const thinking = new ThinkingStream();
  const shown: string[] = [];
  let done = false;
  const take = (chunk: unknown): void => {
    for (const delta of thinking.push(assembler.add(chunk).text)) if (delta.kind === 'text') shown.push(delta.text);
  };
  if (Array.isArray(input['bytes_hex'])) {
    const decoder = new EventDecoder();
    const packets = (input['bytes_hex'] as string[]).map((hex) => decoder.push(Buffer.from(hex, 'hex')));
    for (const payload of [...packets.flat(), ...decoder.end()]) {
      if (payload.trim() === '[DONE]') done = true;
      else take(JSON.parse(payload));
    }
  } else for (const chunk of input['chunks'] as unknown[]) take(chunk);
  for (const delta of thinking.end()) if (delta.kind === 'text') shown.push(delta.text);
  const reply = assembler.reply(done);
  const read = readReply(reply, TOOLS);
  return {
    message: { content: reply.content, reasoning: reply.reasoning, tool_calls: reply.toolCalls },
    finish_reason: reply.finish,
    has_calls: reply.toolCalls.length > 0,
    calls_to_run: read.kind === 'calls' ? read.calls.length : 0,
    error: reply.finish === 'cut' ? 'truncated' : undefined,
    visible: read.text, reasoning: read.reasoning, shown,
    parsed_arguments: read.kind === 'calls' ? read.calls.map(({ args }) => args) : [],
  };
}

interface Message {
  readonly content: string;
  readonly reasoning: string;
  readonly tool_calls: readonly { readonly id: string; readonly name: string; readonly arguments: string; readonly arguments_json?: unknown }[];
}

export const judgeStream: Judge = (key, wanted, actual) => {
  if (key === 'never_shown_while_streaming') return (wanted as readonly string[]).every((part) => !(actual['shown'] as readonly string[]).join('').includes(part));
  if (key !== 'message') return undefined;
  const want = wanted as Partial<Message>;
  const got = actual['message'] as Message;
  return (want.content === undefined || want.content === got.content)
    && (want.reasoning === undefined || want.reasoning === got.reasoning)
    && (want.tool_calls === undefined || (want.tool_calls.length === got.tool_calls.length && want.tool_calls.every((call, index) => {
      const other = got.tool_calls[index];
      return other !== undefined && (call.id === undefined || call.id === other.id) && call.name === other.name
        && (call.arguments === undefined || call.arguments === other.arguments)
        && (call.arguments_json === undefined || JSON.stringify(call.arguments_json) === JSON.stringify(JSON.parse(other.arguments)));
    })));
};

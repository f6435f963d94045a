/** Keeps words of files, outputs and people from ending a turn: servers take the marks of a chat template for what they are, wherever they stand. */
import type { ChatMessage } from '../ports';
import { mapTexts } from '../reply/mapTexts';

/** Nothing to see, and no tokenizer's mark has it. */
const JOINER = '\u2060';
/** Marks of the families that are run locally; what looks like one and is none only gains an invisible character. */
const MARKS = new RegExp(
  [
    String.raw`<\|[\w▁:.-]{1,60}\|?>`, String.raw`<[\w▁:.-]{1,60}\|>`, '<｜[^｜<>\\n]{1,60}｜>', '<\\uff5c[^\\uff5c<>\\n]{1,60}>',
    String.raw`</?(?:start_of_turn|end_of_turn|start_of_image|tool_calls?|tool_responses?|function_calls|function_results|minimax:tool_call|think|bos|eos|pad|unk|s|sop|eop|observation|fim_(?:prefix|suffix|middle))>`,
    String.raw`\[/?(?:INST|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS|SYSTEM_PROMPT|TOOL_CONTENT|THINK|ARGS|CALL_ID|g?MASK)\]`, '<</?SYS>>', String.raw`\]~!?b[[\]]|\[e~\[`,
  ].join('|'),
  'g',
);
/** A mark as a model writes it again: with what it was read with. */
const JOINED = /([<[\]])\u2060(?=[<|\w/~▁｜])/g;

const parted = (text: string): string => text.replace(MARKS, (mark) => `${mark[0] ?? ''}${JOINER}${mark.slice(1)}`);

/** A message that ends where it ends. The system message is ours; the same words give the same bytes each round. */
export function withoutMarks(message: ChatMessage): ChatMessage {
  if (message.role === 'system') return message;
  if (message.role !== 'assistant' || message.toolCalls === undefined) return { ...message, content: parted(message.content) };
  return { ...message, content: parted(message.content), toolCalls: message.toolCalls.map((call) => ({ ...call, arguments: parted(call.arguments) })) };
}

/** What a model wrote, with the marks as they stand in the files it read them from: texts at any depth. */
export function withMarksBack<T>(value: T): T {
  return mapTexts(value, (text) => text.replace(JOINED, '$1'));
}

/** Puts a reply together from the pieces a server streams: a pure function of the chunks, whatever their indexes and ids. */
import type { ModelReply, RawToolCall } from '../ports';
import { isRecord } from '../reply/looseJson';

/** First non-empty wins; servers differ in the name. */
const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'];

export interface Piece {
  readonly text: string;
  readonly reasoning: string;
  /** The answer went on or ended; an event without anything in it is only a sign of life. */
  readonly news: boolean;
}

const NOTHING: Piece = { text: '', reasoning: '', news: false };

interface OpenCall {
  id: string;
  index: number | undefined;
  name: string;
  args: string;
  /** Given as an object: nothing can follow. */
  whole: boolean;
}

/** What a stream has said so far. */
export class StreamAssembler {
  private content = '';
  private reasoning = '';
  private readonly calls: OpenCall[] = [];
  private finish: string | undefined;
  private usage: ModelReply['usage'];
  /** Of llama.cpp's `timings`: the speed it measured itself. */
  private speed: number | undefined;

  /** Takes one parsed event and gives what is new in it for a person. An event of no known shape is nothing. */
  add(chunk: unknown): Piece {
    if (!isRecord(chunk)) return NOTHING;
    const timings = isRecord(chunk['timings']) ? chunk['timings'] : undefined;
    this.usage = usageOf(chunk) ?? this.usage ?? (timings && countsOf(timings));
    const speed = timings?.['predicted_per_second'];
    if (typeof speed === 'number' && Number.isFinite(speed) && speed > 0) this.speed = speed;
    const choice: unknown = Array.isArray(chunk['choices']) ? chunk['choices'][0] : undefined;
    if (!isRecord(choice)) return { ...NOTHING, news: timings !== undefined || isRecord(chunk['usage']) };
    const finish = choice['finish_reason'];
    const ended = typeof finish === 'string' && finish !== '';
    if (ended) this.finish = finish;
    const delta = isRecord(choice['delta']) ? choice['delta'] : isRecord(choice['message']) ? choice['message'] : {};
    const text = textOf(delta['content']) ?? (typeof choice['text'] === 'string' ? choice['text'] : '');
    const reasoning = REASONING_FIELDS.map((field) => textOf(delta[field])).find((part) => part) ?? '';
    this.content += text;
    this.reasoning += reasoning;
    const pieces = Array.isArray(delta['tool_calls']) ? (delta['tool_calls'] as unknown[]) : [];
    for (const piece of pieces) if (isRecord(piece)) this.addCall(piece);
    const old = delta['function_call'];
    if (isRecord(old)) this.addCall({ index: 0, function: old });
    return { text, reasoning, news: text !== '' || reasoning !== '' || pieces.length > 0 || isRecord(old) || ended };
  }

  private addCall(piece: Record<string, unknown>): void {
    const fn = isRecord(piece['function']) ? piece['function'] : piece;
    const id = typeof piece['id'] === 'string' ? piece['id'] : '';
    const index = typeof piece['index'] === 'number' ? piece['index'] : undefined;
    const name = typeof fn['name'] === 'string' ? fn['name'] : '';
    const given = fn['arguments'];
    const args = typeof given === 'string' ? given : given === undefined || given === null ? '' : JSON.stringify(given);
    const whole = given !== null && typeof given === 'object';
    const open = this.openCall(id, index, name);
    if (!open) {
      this.calls.push({ id, index, name, args, whole });
      return;
    }
    if (open.id === '') open.id = id;
    if (name !== '' && name !== open.name) open.name = name.startsWith(open.name) ? name : open.name + name;
    open.args += args;
    open.whole ||= whole;
  }

  /** The call a piece goes on with; undefined where it starts one. An id tells most, a name less, an index least. */
  private openCall(id: string, index: number | undefined, name: string): OpenCall | undefined {
    const last = this.calls.at(-1);
    if (id !== '') {
      const own = this.calls.find((call) => call.id === id);
      if (own) return own;
      // A late id belongs to the call that has none yet, unless it brings another name.
      const same = last?.id === '' && (index === undefined || last.index === undefined || index === last.index);
      if (same && (name === '' || last.args === '')) return last;
      // Some proxies make up an id for each piece: without a name it can only go on.
      return name === '' && last && !last.whole && !complete(last.args) ? last : undefined;
    }
    const placed = index === undefined ? last : this.calls.findLast((call) => call.index === index);
    if (name === '') return placed ?? last;
    if (!placed || placed.whole) return undefined;
    // A name without an id: a piece of a name or its repetition goes on; behind complete arguments it is the next call.
    return complete(placed.args) ? undefined : placed;
  }

  /** `done`: the server said that this is all, even if it gave no reason. */
  reply(done = false): ModelReply {
    const toolCalls: readonly RawToolCall[] = this.calls.map(({ id, name, args }) => ({ id, name, arguments: args }));
    const { content, reasoning, usage, speed } = this;
    return { content, reasoning, toolCalls, finish: finishOf(this.finish ?? (done ? 'stop' : undefined)), ...(usage ? { usage } : {}), ...(speed === undefined ? {} : { tokensPerSecond: speed }) };
  }
}

function complete(args: string): boolean {
  if (!args.trimEnd().endsWith('}')) return false;
  try {
    return isRecord(JSON.parse(args));
  } catch {
    return false;
  }
}

function finishOf(reason: string | undefined): ModelReply['finish'] {
  switch (reason) {
    case undefined: return 'cut';
    case 'length': case 'max_tokens': case 'model_length': return 'length';
    case 'tool_calls': case 'function_call': case 'tool_use': return 'tool_calls';
    default: return 'stop';
  }
}

/** Content is a string, or parts with text in them. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  return content.map((part: unknown) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('');
}

function usageOf(chunk: Record<string, unknown>): ModelReply['usage'] {
  const usage = chunk['usage'];
  if (!isRecord(usage) || typeof usage['prompt_tokens'] !== 'number') return undefined;
  const details = usage['prompt_tokens_details'];
  const cached = isRecord(details) ? details['cached_tokens'] : undefined;
  const completion = typeof usage['completion_tokens'] === 'number' ? usage['completion_tokens'] : 0;
  return { prompt: usage['prompt_tokens'], completion, ...(typeof cached === 'number' ? { cached } : {}) };
}

/** The same counts in llama.cpp's own words, for a request that had to go without `stream_options`. */
function countsOf(timings: Record<string, unknown>): ModelReply['usage'] {
  const { cache_n: cached, prompt_n: read, predicted_n: completion } = timings;
  return typeof cached === 'number' && typeof read === 'number' && typeof completion === 'number' ? { prompt: cached + read, completion, cached } : undefined;
}

export function assembleChunks(chunks: readonly unknown[]): ModelReply {
  const assembler = new StreamAssembler();
  for (const chunk of chunks) assembler.add(chunk);
  return assembler.reply();
}

/** A whole message as a server that doesn't stream sends it. */
export function assembleMessage(message: unknown, finish: unknown): ModelReply {
  // Whole calls never continue one another, ids or not.
  const calls = isRecord(message) && Array.isArray(message['tool_calls']) ? (message['tool_calls'] as unknown[]) : [];
  const numbered = calls.map((call, index) => (isRecord(call) ? { ...call, index, id: call['id'] ?? '' } : call));
  return assembleChunks([{ choices: [{ message: isRecord(message) ? { ...message, tool_calls: numbered } : message, finish_reason: finish }] }]);
}

/** Ollama's own protocol: its OpenAI imitation ignores the window, this one takes it with each request. */
import { ModelUnavailable } from '../errors';
import type { ChatMessage, Delta, ModelReply, RawToolCall } from '../ports';
import { isRecord } from '../reply/looseJson';
import { ThinkingStream } from '../reply/thinking';
import { failedAnswer, notJson, redirectOf, type Asked } from './diagnose';
import { limitedText, LineDecoder } from './eventStream';
import { toolOf, type ConnectionFacts } from './openaiCompatible';
import { streamedRequest, type Reading } from './streamedRequest';
import type { Wire, WireRequest } from './wire';

export interface OllamaFacts extends ConnectionFacts {
  /** Whether the model can think; asking one that can't is an error. */
  readonly thinks: boolean;
}

export class Ollama implements Wire {
  private readonly asked: Asked;
  private readonly url: string;

  constructor(private readonly facts: OllamaFacts) {
    this.url = `${facts.endpoint.replace(/\/v1$/, '')}/api/chat`;
    this.asked = { url: this.url, model: facts.model, window: facts.window };
  }

  async send(request: WireRequest, onDelta: (delta: Delta) => boolean, signal: AbortSignal): Promise<ModelReply> {
    const { idle } = this.facts;
    // A call comes in one piece when it is complete: writing it is as silent as reading the prompt.
    const patient = request.tools.length > 0 ? { ...idle, between: Math.max(idle.between, idle.beforeFirst) } : idle;
    return streamedRequest(this.asked, patient, signal, async (closing) => this.open(request, closing), this.reading(onDelta));
  }

  private async open(request: WireRequest, signal: AbortSignal): Promise<Response> {
    const { fetch, apiKey } = this.facts;
    const response = await fetch(this.url, {
      method: 'POST', body: JSON.stringify(this.body(request)), signal, redirect: 'manual',
      headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
    });
    const redirect = redirectOf(response, this.asked);
    if (redirect) throw redirect;
    if (!response.ok) throw failedAnswer(response.status, await limitedText(response), this.asked);
    return response;
  }

  private body(request: WireRequest): Record<string, unknown> {
    const { sampling, omit, tools, schema } = request;
    const optional: Record<string, unknown> = {
      ...(this.facts.thinks ? { think: /gpt-oss/i.test(this.facts.model) ? (request.think ? 'medium' : 'low') : request.think } : {}),
      // Without these an overflow silently drops the beginning; with them newer versions say so.
      truncate: false, shift: false,
      ...(schema ? { format: schema } : {}),
      ...(tools.length > 0 ? { tools: tools.map(toolOf) } : {}),
    };
    for (const field of omit) delete optional[field];
    return {
      model: this.facts.model, stream: true, messages: request.messages.map(messageOf), ...optional,
      options: {
        num_ctx: this.facts.window, num_predict: request.maxTokens,
        ...(sampling.temperature === undefined ? {} : { temperature: sampling.temperature }),
        ...(sampling.topP === undefined ? {} : { top_p: sampling.topP }),
        ...(sampling.topK === undefined ? {} : { top_k: sampling.topK }),
      },
    };
  }

  private reading(onDelta: (delta: Delta) => boolean): Reading {
    const lines = new LineDecoder();
    const thinking = new ThinkingStream();
    const said = new Said();
    let stopped = false;
    const take = (line: string): boolean => {
      if (line.trim() === '' || stopped) return false;
      const piece = said.add(this.parse(line));
      for (const delta of thinking.beside(piece)) if (onDelta(delta)) stopped = true;
      return piece.news;
    };
    return {
      take: (bytes, clock) => {
        for (const line of lines.push(bytes)) if (take(line)) clock.progress();
        return stopped;
      },
      reply: (early) => {
        if (!early) for (const line of lines.end()) take(line);
        for (const delta of thinking.end()) onDelta(delta);
        if (said.lines === 0) throw new ModelUnavailable('stream-broken', `${this.url} ended its answer before it began.`, 'Look at Ollama\'s log, then try again.', 'retry', true);
        return said.reply(stopped);
      },
    };
  }

  private parse(line: string): Record<string, unknown> {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw notJson(line, this.asked);
    }
    if (!isRecord(value)) throw notJson(line, this.asked);
    if (typeof value['error'] === 'string') throw failedAnswer(500, JSON.stringify(value), this.asked);
    return value;
  }
}

/** What the lines have said so far. */
class Said {
  lines = 0;
  private content = '';
  private reasoning = '';
  private readonly calls: RawToolCall[] = [];
  private last: Record<string, unknown> = {};

  /** `news`: the answer went on; an empty line of it is only a sign of life. */
  add(line: Record<string, unknown>): { readonly text: string; readonly reasoning: string; readonly news: boolean } {
    this.lines += 1;
    if (line['done'] === true) this.last = line;
    const message = isRecord(line['message']) ? line['message'] : {};
    const text = typeof message['content'] === 'string' ? message['content'] : '';
    const reasoning = typeof message['thinking'] === 'string' ? message['thinking'] : '';
    this.content += text;
    this.reasoning += reasoning;
    const calls = Array.isArray(message['tool_calls']) ? (message['tool_calls'] as unknown[]) : [];
    for (const call of calls) {
      const fn = isRecord(call) ? call['function'] : undefined;
      if (!isRecord(fn)) continue;
      const args = fn['arguments'];
      this.calls.push({ id: isRecord(call) && typeof call['id'] === 'string' ? call['id'] : '', name: String(fn['name'] ?? ''), arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}) });
    }
    return { text, reasoning, news: text !== '' || reasoning !== '' || calls.length > 0 || line['done'] === true };
  }

  reply(stopped: boolean): ModelReply {
    const { content, reasoning, calls: toolCalls } = this;
    const reason = this.last['done_reason'];
    const done = this.last['done'] === true || stopped;
    const finish = !done ? 'cut' : reason === 'length' ? 'length' : toolCalls.length > 0 ? 'tool_calls' : 'stop';
    const prompt = this.last['prompt_eval_count'];
    const completion = this.last['eval_count'];
    const nanoseconds = this.last['eval_duration'];
    return {
      content, reasoning, toolCalls, finish,
      ...(typeof prompt === 'number' ? { usage: { prompt, completion: typeof completion === 'number' ? completion : 0 } } : {}),
      ...(typeof completion === 'number' && typeof nanoseconds === 'number' && nanoseconds > 0 ? { tokensPerSecond: completion / (nanoseconds / 1e9) } : {}),
    };
  }
}

/** A tool's answer carries its name, and arguments are objects. */
function messageOf(message: ChatMessage): Record<string, unknown> {
  if (message.role === 'tool') return { role: 'tool', tool_name: message.name, content: message.content };
  if (message.role !== 'assistant' || !message.toolCalls || message.toolCalls.length === 0) return { role: message.role, content: message.content };
  return {
    role: 'assistant', content: message.content,
    tool_calls: message.toolCalls.map((call) => ({ function: { name: call.name, arguments: objectOf(call.arguments) } })),
  };
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

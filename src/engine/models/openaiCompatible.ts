/** The protocol of every server that speaks OpenAI's chat completions, streamed and without retries of its own. */
import OpenAI from 'openai';
import type { ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { ModelUnavailable } from '../errors';
import type { ChatMessage, Delta, ModelReply, ToolSpec } from '../ports';
import { isRecord } from '../reply/looseJson';
import { ThinkingStream } from '../reply/thinking';
import type { Fetch } from './detect';
import { failedAnswer, isPage, notJson, redirectOf, type Asked } from './diagnose';
import { EventDecoder, limitedText, type IdleLimits } from './eventStream';
import type { ServerKind } from './profiles';
import { StreamAssembler } from './streamAssembler';
import { streamedRequest, type Reading } from './streamedRequest';
import type { Wire, WireRequest } from './wire';

export interface ConnectionFacts {
  readonly kind: ServerKind;
  /** Base of the routes: ends with /v1 for OpenAI's protocol. */
  readonly endpoint: string;
  readonly model: string;
  /** In force, or wished where the server takes it per request. */
  readonly window: number;
  readonly apiKey: string | undefined;
  readonly idle: IdleLimits;
  readonly fetch: Fetch;
}

export class OpenAICompatible implements Wire {
  private readonly asked: Asked;

  constructor(private readonly facts: ConnectionFacts) {
    this.asked = { url: facts.endpoint, model: facts.model, window: facts.window };
  }

  async send(request: WireRequest, onDelta: (delta: Delta) => boolean, signal: AbortSignal): Promise<ModelReply> {
    const body = bodyOf(request, this.facts);
    return streamedRequest(this.asked, this.facts.idle, signal, async (closing) => this.open(body, closing), this.reading(onDelta));
  }

  /** The response with its headers, once the server has begun to answer. Error answers are thrown with the server's own words. */
  private async open(body: ChatCompletionCreateParamsStreaming, signal: AbortSignal): Promise<Response> {
    const { endpoint, apiKey, fetch } = this.facts;
    let failure: ModelUnavailable | undefined;
    const client = new OpenAI({
      baseURL: endpoint, apiKey: apiKey ?? 'none', adminAPIKey: null, organization: null, project: null, webhookSecret: null,
      maxRetries: 0, timeout: 2 ** 31 - 1, logLevel: 'off',
      fetch: async (url, init) => {
        const response = await fetch(url, { ...init, redirect: 'manual', headers: ownHeaders(apiKey) });
        if (response.ok) return response;
        failure = redirectOf(response, this.asked) ?? failedAnswer(response.status, await limitedText(response), this.asked);
        throw failure;
      },
    });
    try {
      return await client.chat.completions.create(body, { signal }).asResponse();
    } catch (error) {
      throw failure ?? error;
    }
  }

  private reading(onDelta: (delta: Delta) => boolean): Reading {
    const decoder = new EventDecoder();
    const assembler = new StreamAssembler();
    const thinking = new ThinkingStream();
    const clock = { first: 0, last: 0 };
    let events = 0;
    let done = false;
    const take = (payload: string): boolean => {
      if (done) return false;
      if (payload.trim() === '[DONE]') {
        done = true;
        return true;
      }
      events += 1;
      const piece = assembler.add(this.parse(payload));
      for (const delta of thinking.beside(piece)) if (onDelta(delta)) done = true;
      if (piece.text !== '' || piece.reasoning !== '') {
        clock.last = performance.now();
        clock.first ||= clock.last;
      }
      return piece.news;
    };
    return {
      take: (bytes, idle) => {
        for (const payload of decoder.push(bytes)) if (take(payload)) idle.progress();
        return done;
      },
      reply: (early) => {
        if (!early) for (const payload of decoder.end()) take(payload);
        // A server that doesn't stream answers with one object.
        if (events === 0 && decoder.stray.length > 0) take(decoder.stray.join('\n'));
        for (const delta of thinking.end()) onDelta(delta);
        if (events === 0) throw new ModelUnavailable('stream-broken', `${this.asked.url} ended its answer before it began.`, 'Look at the server\'s own log, then try again.', 'retry', true);
        return timed(assembler.reply(done), clock.last - clock.first);
      },
    };
  }

  private parse(payload: string): Record<string, unknown> {
    let chunk: unknown;
    try {
      chunk = JSON.parse(payload);
    } catch {
      if (isPage(payload) || /^\s*</.test(payload)) throw notJson(payload, this.asked);
      throw new ModelUnavailable('stream-broken', `The server sent a damaged piece of its answer: ${payload.slice(0, 100)}`, 'Try again; if it stays, look at the server\'s log.', 'retry', true);
    }
    if (!isRecord(chunk)) throw notJson(payload, this.asked);
    const error = chunk['error'];
    if (error !== undefined && error !== null && error !== '') {
      const code = isRecord(error) && typeof error['code'] === 'number' ? error['code'] : 500;
      throw failedAnswer(code, JSON.stringify(error), this.asked);
    }
    return chunk;
  }
}

/** Nothing goes out but what the request needs: no fingerprint of this machine, no header from its environment. */
function ownHeaders(apiKey: string | undefined): Headers {
  const headers = new Headers({ accept: 'text/event-stream', 'content-type': 'application/json' });
  if (apiKey !== undefined && apiKey !== '') headers.set('authorization', `Bearer ${apiKey}`);
  return headers;
}

function bodyOf(request: WireRequest, { kind, model }: ConnectionFacts): ChatCompletionCreateParamsStreaming {
  const { tools, schema, sampling, omit } = request;
  const optional: Record<string, unknown> = {
    stream_options: { include_usage: true },
    ...(sampling.temperature === undefined ? {} : { temperature: sampling.temperature }),
    ...(sampling.topP === undefined ? {} : { top_p: sampling.topP }),
    ...(sampling.topK === undefined || kind === 'plain' ? {} : { top_k: sampling.topK }),
    ...(schema ? { response_format: { type: 'json_schema', json_schema: { name: 'call', strict: true, schema } } } : {}),
    ...(kind === 'llama.cpp' || kind === 'vllm' || kind === 'lmstudio' ? { chat_template_kwargs: { enable_thinking: request.think } } : {}),
    // Keeps the prefix it has already read; without it some builds compare nothing.
    ...(kind === 'llama.cpp' ? { cache_prompt: true } : {}),
  };
  for (const field of omit) delete optional[field];
  return {
    model, stream: true, messages: request.messages.map(messageOf), max_tokens: request.maxTokens,
    // An empty list is an error to LM Studio.
    ...(tools.length > 0 ? { tools: tools.map(toolOf) } : {}),
    ...optional,
  };
}

export function toolOf({ name, description, parameters }: ToolSpec): { type: 'function'; function: { name: string; description: string; parameters: Record<string, unknown> } } {
  return { type: 'function', function: { name, description, parameters: { ...parameters } } };
}

function messageOf(message: ChatMessage): ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const calls = (message.toolCalls ?? []).map((call) => ({ id: call.id, type: 'function' as const, function: { name: call.name, arguments: call.arguments } }));
  return { role: 'assistant', content: message.content, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
}

/** The decode speed as it was seen here, where the server counts tokens but no time. */
function timed(reply: ModelReply, milliseconds: number): ModelReply {
  const tokens = reply.usage?.completion ?? 0;
  return tokens > 1 && milliseconds > 0 && reply.tokensPerSecond === undefined ? { ...reply, tokensPerSecond: (tokens - 1) / (milliseconds / 1000) } : reply;
}

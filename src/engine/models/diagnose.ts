/** Names what went wrong at a server, from its status and its own words, and says the person's next move. */
import { Cancelled, ModelUnavailable } from '../errors';
import { redact } from './redact';
import { ServerRefusal, type ServerFault } from './wire';

export const HOW_TO_START = 'Start one: "ollama serve", "llama-server -m model.gguf --jinja", LM Studio (Developer tab, Start Server), "koboldcpp --model model.gguf", "vllm serve MODEL"; or set whittle.endpoint.';

export interface Asked {
  readonly url: string;
  readonly model: string;
  /** The window in force, for the number to set. */
  readonly window?: number;
}

/** The next move where so many tokens want room: a size that servers offer, or none where no usual one would do. */
export function windowAdvice(tokens: number): string {
  const size = Math.ceil(tokens / 4096) * 4096;
  return size <= 262_144 ? `Give the server a window of at least ${size} tokens (Ollama: set whittle.window; llama.cpp: -c; LM Studio: Context Length; KoboldCPP: --contextsize; vLLM: --max-model-len), or start a new chat.`
    : 'No usual window holds that much: ask for less at once (a smaller file, fewer pasted lines), or start a new chat.';
}

/** In the order tried; the first that fits names the fault. The texts are the servers' own. */
const OVERFLOW = /exceed_context_size_error|exceeds? the available context size|greater than the context length|maximum context length is|context_length_exceeded|context shift is disabled|token limit exceeded|keep the first \d+ tokens|prompt is too long|input length .{0,40}exceeds|context (?:window|length|size) (?:was |is |has been )?exceeded/i;
const LOADING = /loading model|model is loading|unavailable_error|model .{0,60}not (?:currently )?loaded|no models? (?:is |are )?(?:currently )?loaded|failed to load model|model failed to load|please load a model/i;
const NO_MODEL = /model .{0,120}(?:not found|does not exist|doesn't exist)|try pulling it|no such model|invalid model/i;
const NO_TOOLS = /does not support tools|tools? param(?:eter)? requires --jinja|--jinja flag|enable-auto-tool-choice|tool(?:s| use| calling| choice)? (?:is |are )?not supported|template .{0,60}(?:does not|doesn't) support tool|no triggers set for lazy grammar|tool_choice.{0,40}not supported/i;
const NO_SCHEMA = /response_format|json_schema|guided_json|structured_outputs|failed to parse grammar|invalid grammar/i;
const NO_THINKING = /does not support thinking|thinking (?:value|is) .{0,40}not supported/i;
const BAD_HISTORY = /failed to parse tool call arguments|error parsing tool call|no user query found|roles must alternate/i;

export function faultOf(status: number, body: string): ServerFault {
  if (status === 401 || status === 403) return 'key';
  if (OVERFLOW.test(body)) return 'overflow';
  if (status === 429) return 'busy';
  if (NO_TOOLS.test(body)) return 'no-tools';
  if (NO_THINKING.test(body)) return 'no-thinking';
  if (NO_MODEL.test(body)) return 'no-model';
  if (LOADING.test(body)) return 'loading';
  if (BAD_HISTORY.test(body)) return 'bad-history';
  if (NO_SCHEMA.test(body)) return 'no-schema';
  return (status === 400 || status === 413) && body.trim() === '' ? 'overflow' : 'other';
}

/** An answer that is an error, by status or by what stands inside a 200 stream. */
export function failedAnswer(status: number, body: string, asked: Asked): ServerRefusal {
  const fault = faultOf(status, body);
  return new ServerRefusal(fault, body.slice(0, 4000), named(fault, status, body, asked));
}

function named(fault: ServerFault, status: number, body: string, asked: Asked): ModelUnavailable {
  const words = firstWords(body);
  const said = words === '' ? `${asked.url} answered HTTP ${status} without a word` : `${asked.url} answered HTTP ${status}: ${words}`;
  switch (fault) {
    case 'overflow': {
      const needed = Number(/"n_prompt_tokens"\s*:\s*(\d+)|you requested (\d+)|\((\d+) tokens?\)/i.exec(body)?.slice(1).find((part) => part !== undefined) ?? 0);
      const goal = Math.max(needed * 1.25, (asked.window ?? 4096) * 2);
      return new ModelUnavailable('window-too-small', `The conversation doesn't fit the model's context window. ${said}`, windowAdvice(goal), 'open-settings');
    }
    case 'loading': return new ModelUnavailable('model-not-loaded', `The server has no model ready yet. ${said}`, 'Wait until the model is loaded, or load one in the server, then try again.', 'retry', /loading/i.test(body));
    case 'no-model': return new ModelUnavailable('no-model', `The server doesn't have the model "${asked.model}". ${said}`, 'Choose a model it has, or pull this one (Ollama: "ollama pull MODEL").', 'choose-model');
    case 'no-tools': return new ModelUnavailable('no-tool-template', `This model or its chat template can't take tools. ${said}`, 'Set whittle.callStyle to "json" or "fenced", or start llama.cpp with --jinja, vLLM with --enable-auto-tool-choice.', 'open-settings');
    case 'bad-history': return new ModelUnavailable('http-error', `The server couldn't take what the model wrote earlier. ${said}`, 'Try again; if it stays, start a new chat.', 'retry', true);
    case 'key': return new ModelUnavailable('http-error', `The server wants a key, or refuses this one. ${said}`, 'Check the key of this endpoint.', 'open-settings');
    case 'busy': return new ModelUnavailable('http-error', `The server is busy. ${said}`, 'Wait a moment and try again.', 'retry', true);
    case 'no-schema': case 'no-thinking': case 'other': break;
  }
  if (isPage(body)) return notJson(body, asked);
  const next = status === 404 ? 'Check whittle.endpoint: it usually ends with /v1.' : status >= 500 ? 'Look at the server\'s own log; try again, or restart the server.' : 'Look at the server\'s own log and at whittle.endpoint.';
  return new ModelUnavailable('http-error', said, next, status >= 500 ? 'retry' : 'test-connection', status >= 500 && status !== 501);
}

export const isPage = (body: string): boolean => /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(body);

export function notJson(body: string, asked: Asked): ModelUnavailable {
  const what = isPage(body) ? 'a web page instead of a model\'s answer' : 'something that is no model\'s answer';
  return new ModelUnavailable('not-json', `${asked.url} sent ${what}: ${firstWords(body)}`, 'Check whittle.endpoint: address, port and the /v1 at its end; a proxy or router may be answering instead.', 'open-settings');
}

/** No redirect is followed: nothing but the person's own endpoint is contacted. Some platforms show one without its status. */
export function redirectOf(response: Response, asked: Asked): ModelUnavailable | undefined {
  if (response.type !== 'opaqueredirect' && (response.status < 300 || response.status > 399)) return undefined;
  const where = firstWords(response.headers.get('location') ?? 'another address');
  return new ModelUnavailable('not-json', `${asked.url} redirects to ${where}, and Whittle contacts no address but the one you gave it.`, 'If that is your server, set whittle.endpoint to its own address, with the /v1 at its end; else look what answers on this port.', 'open-settings');
}

/** A request that got no answer at all. Only Stop and named failures leave here. */
export function noAnswer(error: unknown, asked: Asked, signal: AbortSignal): ModelUnavailable | Cancelled {
  if (signal.aborted) return new Cancelled();
  if (error instanceof ModelUnavailable || error instanceof Cancelled) return error;
  const chain = causes(error).join(': ');
  if (/HeadersTimeout|BodyTimeout|UND_ERR_(?:HEADERS|BODY)_TIMEOUT/i.test(chain)) {
    return new ModelUnavailable('timed-out', `The server at ${asked.url} sent nothing for five minutes and the connection was given up.`, 'A smaller prompt or a faster model helps; look whether the server is still busy.', 'retry');
  }
  if (/ECONNRESET|socket hang up|other side closed|terminated/i.test(chain)) {
    return new ModelUnavailable('stream-broken', `The server at ${asked.url} closed the connection without an answer.`, 'Look at the server\'s own window or log: it may have crashed. Then try again.', 'retry', true);
  }
  return new ModelUnavailable('unreachable', `No model server answers at ${asked.url}${chain === '' ? '' : ` (${firstWords(chain)})`}.`, HOW_TO_START, 'start-server-help');
}

function causes(error: unknown): readonly string[] {
  const words: string[] = [];
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const code: unknown = 'code' in at ? at.code : undefined;
    words.push([at.name === 'Error' ? '' : at.name, typeof code === 'string' ? code : '', at.message].filter((part) => part !== '').join(' '));
  }
  return words;
}

/** At most 400 characters of what a server said, on one line, without secrets or markup. */
export function firstWords(body: string): string {
  const message = /"(?:message|error|detail)"\s*:\s*"((?:[^"\\]|\\.)+)"/.exec(body)?.[1];
  const plain = isPage(body) ? body.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ') : message ?? body;
  const line = redact(plain.replace(/\\n|\s+/g, ' ').replace(/\\"/g, '"').trim());
  return line.length > 400 ? `${line.slice(0, 400)}…` : line;
}

/** One double per server program, with the routes it answers and the lies it tells. */
import type { ServerResponse } from 'node:http';
import { chatCompletion, type Manner } from './openaiRoutes';
import { faultInHistory, json, pieces, startDouble, tokensOf, type Context, type Double, type Quirks, type Routes, type Seen } from './protocolServer';

export type DoubleKind = 'ollama' | 'llama.cpp' | 'lmstudio' | 'kobold' | 'vllm' | 'plain';

const missing = (response: ServerResponse, path: string): void => { json(response, 404, { error: { message: `no route ${path}` } }); };
const overflowWords = (text: (tokens: number, window: number) => string) => (tokens: number, window: number): unknown => ({ error: { code: 400, message: text(tokens, window) } });

const LLAMA: Manner = {
  reasoningField: 'reasoning_content', usage: true, fake: false, sloppyCalls: false, timings: true,
  overflow: (tokens, window) => ({ error: { code: 400, type: 'exceed_context_size_error', message: `request (${tokens} tokens) exceeds the available context size (${window} tokens), try increasing it`, n_prompt_tokens: tokens, n_ctx: window } }),
  noTools: 'tools param requires --jinja flag', noSchema: 'failed to parse grammar',
};
const LM_STUDIO: Manner = {
  reasoningField: 'reasoning', usage: true, fake: false, sloppyCalls: false, rejectsEmptyTools: true,
  overflow: overflowWords((tokens, window) => `Trying to keep the first ${tokens} tokens when context the overflows. However, the model is loaded with context length of only ${window} tokens, greater than the context length`),
  noTools: 'This model\'s prompt template does not support tool use', noSchema: '\'response_format.type\' must be \'json_schema\' or \'text\'',
};
const KOBOLD: Manner = { reasoningField: 'reasoning', usage: false, fake: true, sloppyCalls: true, overflow: overflowWords(() => 'prompt is too long'), noTools: 'tools are not supported', noSchema: 'invalid grammar' };
const VLLM: Manner = {
  reasoningField: 'reasoning_content', usage: true, fake: false, sloppyCalls: false,
  overflow: overflowWords((tokens, window) => `This model's maximum context length is ${window} tokens. However, you requested ${tokens} tokens`),
  noTools: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', noSchema: 'structured_outputs backend failed for json_schema',
};
const PLAIN: Manner = { ...VLLM, reasoningField: 'reasoning_text', noTools: 'tools are not supported', noSchema: 'unknown parameter: response_format' };

const models = (owner: string, extra: Record<string, unknown> = {}, id = 'tiny-coder'): unknown => ({ object: 'list', data: [{ id, object: 'model', owned_by: owner, ...extra }] });

const ROUTES: Readonly<Record<DoubleKind, Routes>> = {
  'llama.cpp': ({ path, seen }, response, context) => {
    // While the model loads, every route says so.
    if (context.quirks.loading) return json(response, 503, { error: { message: 'Loading model', type: 'unavailable_error', code: 503 } });
    if (path === '/health') return json(response, 200, { status: 'ok' });
    if (context.quirks.router) return llamaRouter(path, response, context);
    if (path === '/props') return json(response, 200, { default_generation_settings: { params: {}, n_ctx: context.quirks.window }, model_path: '/models/tiny-coder.gguf', total_slots: 1 });
    // What the model was trained for is not the window in force. The list has an Ollama-like half too.
    if (path === '/v1/models') return json(response, 200, { models: [{ name: 'tiny-coder', model: 'tiny-coder', capabilities: ['completion'] }], ...models('llamacpp', { meta: { n_ctx: context.quirks.window, n_ctx_train: 131072 } }, '/models/tiny-coder.gguf') as object });
    return path === '/v1/chat/completions' ? chatCompletion(seen, response, context, LLAMA) : missing(response, path);
  },
  lmstudio: ({ path, seen }, response, context) => {
    if (path === '/api/v0/models') return json(response, 200, { data: context.quirks.noModel ? [] : [
      { id: 'text-embedding-nomic', type: 'embeddings', state: 'loaded', max_context_length: 2048 },
      { id: 'other-model', type: 'llm', state: 'not-loaded', max_context_length: 131072 },
      { id: 'tiny-coder', type: 'llm', state: 'loaded', max_context_length: 131072, loaded_context_length: context.quirks.window, capabilities: ['tool_use'] },
    ] });
    if (path === '/v1/models') return json(response, 200, models('organization_owner'));
    return path === '/v1/chat/completions' ? chatCompletion(seen, response, context, LM_STUDIO) : missing(response, path);
  },
  kobold: ({ path, seen }, response, context) => {
    if (path === '/api/extra/version') return json(response, 200, { result: 'KoboldCpp', version: '1.98', protected: false });
    if (path === '/api/extra/true_max_context_length') return json(response, 200, { value: context.quirks.window });
    // It imitates the others.
    if (path === '/api/tags') return json(response, 200, { models: [{ name: 'koboldcpp', model: 'koboldcpp:latest' }] });
    if (path === '/api/version') return json(response, 200, { version: '0.7.0' });
    if (path === '/props') return json(response, 200, { default_generation_settings: { n_ctx: 2048 }, total_slots: 1 });
    if (path === '/v1/models') return json(response, 200, models('koboldcpp', {}, 'koboldcpp/tiny-coder'));
    return path === '/v1/chat/completions' ? chatCompletion(seen, response, context, KOBOLD) : missing(response, path);
  },
  vllm: ({ path, seen }, response, context) => {
    if (path === '/version') return json(response, 200, { version: '0.12.0' });
    if (path === '/v1/models') return json(response, 200, models('vllm', { max_model_len: context.quirks.window }));
    return path === '/v1/chat/completions' ? chatCompletion(seen, response, context, VLLM) : missing(response, path);
  },
  plain: ({ path, seen }, response, context) => {
    if (path === '/v1/models') return json(response, 200, models('someone'));
    return path === '/v1/chat/completions' ? chatCompletion(seen, response, context, PLAIN) : missing(response, path);
  },
  ollama: ({ path, seen }, response, context) => {
    const { quirks } = context;
    if (path === '/api/version') return json(response, 200, { version: '0.13.0' });
    if (path === '/api/tags') return json(response, 200, { models: quirks.noModel ? [] : [{ name: 'nomic-embed-text:latest' }, { name: 'other:7b' }, { name: 'tiny-coder:latest' }] });
    if (path === '/api/ps') return json(response, 200, { models: [{ name: 'tiny-coder:latest', context_length: quirks.window }] });
    if (path === '/api/show') return json(response, 200, { parameters: `num_ctx                        ${quirks.window}\nstop "<|im_end|>"`, model_info: { 'tiny.context_length': 131072 }, capabilities: ['completion', ...(quirks.noTools ? [] : ['tools']), ...(quirks.thinks ? ['thinking'] : [])] });
    if (path === '/v1/models') return json(response, 200, models('library', {}, 'tiny-coder:latest'));
    return path === '/api/chat' ? ollamaChat(seen, response, context) : missing(response, path);
  },
};

/** One address for many models: the properties are nobody's, and each model tells its own. */
function llamaRouter(path: string, response: ServerResponse, context: Context): void {
  if (path === '/props') return json(response, 200, { role: 'router', default_generation_settings: { params: {}, n_ctx: 0 }, model_path: 'none', model_alias: 'llama-server' });
  if (path !== '/v1/models') return missing(response, path);
  json(response, 200, { object: 'list', data: [
    { id: 'big-coder', owned_by: 'llamacpp', status: { value: 'unloaded' } },
    { id: 'tiny-coder', owned_by: 'llamacpp', status: { value: 'loaded' }, meta: { n_ctx: context.quirks.window, n_ctx_train: 131072 } },
  ] });
}

async function ollamaChat(seen: Seen, response: ServerResponse, context: Context): Promise<void> {
  const { body } = seen;
  const { quirks } = context;
  if (quirks.loading) return json(response, 500, { error: 'model is loading, please wait' });
  if (quirks.noTools && body['tools']) return json(response, 400, { error: 'registry.ollama.ai/library/tiny-coder does not support tools' });
  if (!quirks.thinks && body['think'] === true) return json(response, 400, { error: '"tiny-coder" does not support thinking' });
  if (quirks.noSchema && body['format']) return json(response, 400, { error: 'invalid JSON schema in format' });
  if (quirks.refusesField !== undefined && Object.hasOwn(body, quirks.refusesField)) return json(response, 400, { error: `unknown field "${quirks.refusesField}"` });
  const fault = faultInHistory(body);
  if (fault !== undefined) return json(response, 500, { error: fault });
  const asked = (body['options'] as Record<string, unknown>)['num_ctx'];
  const window = Math.min(quirks.window, typeof asked === 'number' ? asked : 4096);
  const tokens = tokensOf(body);
  if (tokens > window && !quirks.truncates && body['truncate'] === false) return json(response, 400, { error: `input length ${tokens} exceeds the context length ${window}` });
  const turn = context.mind(seen, context.asked.filter(({ path }) => path === seen.path).length);
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const line = (value: Record<string, unknown>): void => void response.write(`${JSON.stringify({ model: 'tiny-coder', ...value })}\n`);
  if (quirks.fail === 'hang') return response.flushHeaders();
  if (quirks.fail === 'silent-close') return void response.end();
  for (const piece of pieces(turn.reasoning ?? '')) line({ message: { role: 'assistant', content: '', thinking: piece }, done: false });
  for (const piece of pieces(turn.text ?? '')) line({ message: { role: 'assistant', content: piece }, done: false });
  while (quirks.endless && !seen.closed) {
    line({ message: { role: 'assistant', content: 'word ' }, done: false });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (quirks.fail === 'die') {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return void response.destroy();
  }
  for (const call of turn.calls ?? []) line({ message: { role: 'assistant', content: '', tool_calls: [{ function: { name: call.name, arguments: call.args } }] }, done: false });
  line({ message: { role: 'assistant', content: '' }, done: true, done_reason: turn.finish ?? 'stop', prompt_eval_count: tokens > window ? Math.floor(window / 2) : tokens, eval_count: turn.completion ?? 12, eval_duration: 300_000_000 });
  response.end();
}

export const startServer = (kind: DoubleKind, mind: Context['mind'], quirks: Partial<Quirks> = {}): Promise<Double> =>
  startDouble(ROUTES[kind], { window: 16384, ...quirks }, mind);

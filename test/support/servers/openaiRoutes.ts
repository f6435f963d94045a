/** Streams a turn as OpenAI's chat completions, with the differences of each server as arguments. */
import type { ServerResponse } from 'node:http';
import { faultInHistory, json, pieces, tokensOf, type Context, type Seen } from './protocolServer';

export interface Manner {
  readonly reasoningField: string;
  /** The usage chunk that was asked for, or none ever. */
  readonly usage: boolean;
  /** Everything in one chunk. */
  readonly fake: boolean;
  /** Index 0 for every call, no ids. */
  readonly sloppyCalls: boolean;
  readonly overflow: (tokens: number, window: number) => unknown;
  readonly noTools: string;
  readonly noSchema: string;
  readonly timings?: boolean;
  readonly rejectsEmptyTools?: boolean;
}

export async function chatCompletion(seen: Seen, response: ServerResponse, context: Context, manner: Manner): Promise<void> {
  const { quirks } = context;
  const { body } = seen;
  const tools = Array.isArray(body['tools']) ? body['tools'] : undefined;
  const fault = faultInHistory(body);
  if (quirks.loading) return json(response, 503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } });
  if (fault !== undefined) return json(response, 500, { error: { code: 500, message: fault, type: 'server_error' } });
  const roles = Array.isArray(body['messages']) ? (body['messages'] as { role?: unknown }[]).map(({ role }) => role) : [];
  if (quirks.strictTurns && roles.some((role, at) => role === 'user' && (roles[at - 1] === 'tool' || roles[at - 1] === 'user'))) return json(response, 500, { error: { code: 500, message: 'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...', type: 'server_error' } });
  if (manner.rejectsEmptyTools && tools?.length === 0) return json(response, 400, { error: '"tools" must not be empty' });
  if (quirks.noTools && tools) return json(response, 400, { error: { code: 400, message: manner.noTools } });
  if (quirks.noSchema && body['response_format']) return json(response, 400, { error: { code: 400, message: manner.noSchema } });
  if (quirks.refusesField !== undefined && Object.hasOwn(body, quirks.refusesField)) return json(response, 400, { error: { message: `Unrecognized request argument supplied: ${quirks.refusesField}` } });
  const tokens = tokensOf(body, !quirks.dropsTools);
  const over = tokens > quirks.window;
  if (over && !quirks.truncates && !quirks.errorInside) return json(response, 400, manner.overflow(tokens, quirks.window));
  const turn = context.mind(seen, context.asked.filter(({ path }) => path === seen.path).length);
  const calls = (quirks.dropsTools ? [] : turn.calls ?? []).map((call, index) => ({
    ...(manner.sloppyCalls ? { index: 0 } : { index, id: `call_${context.asked.length}_${index}` }), type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.args) },
  }));
  const prompt = over ? Math.floor(quirks.window / 2) : tokens;
  const before = context.asked.filter(({ path }) => path === seen.path).at(-2);
  const cached = manner.timings && before ? Math.min(tokensOf(before.body), prompt - 1) : 0;
  const usage = { prompt_tokens: prompt, completion_tokens: turn.completion ?? 12, total_tokens: prompt + (turn.completion ?? 12), ...(manner.timings ? { prompt_tokens_details: { cached_tokens: cached } } : {}) };
  const finish = turn.finish === 'length' ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop';
  if (quirks.wholeAnswers) {
    return json(response, 200, { choices: [{ index: 0, message: { role: 'assistant', content: turn.text ?? '', ...(calls.length > 0 ? { tool_calls: calls } : {}) }, finish_reason: finish }], usage });
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (value: unknown): void => void response.write(`data: ${JSON.stringify(value)}\n\n`);
  const delta = (part: Record<string, unknown>, reason: string | null = null): void => { event({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: part, finish_reason: reason }] }); };
  if (quirks.fail === 'hang') return response.flushHeaders();
  if (quirks.fail === 'silent-close') return void response.end();
  if (over && quirks.errorInside) {
    event({ error: (manner.overflow(tokens, quirks.window) as { error: unknown }).error });
    return void response.end();
  }
  delta({ role: 'assistant', content: null });
  for (const piece of manner.fake ? [turn.reasoning ?? ''] : pieces(turn.reasoning ?? '')) if (piece !== '') delta({ [manner.reasoningField]: piece });
  for (const piece of manner.fake ? [turn.text ?? ''] : pieces(turn.text ?? '')) if (piece !== '') delta({ content: piece });
  while (quirks.endless && !seen.closed) {
    delta({ content: 'word ' });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (quirks.fail === 'die') {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return void response.destroy();
  }
  for (const call of calls) {
    if (manner.fake || manner.sloppyCalls) delta({ tool_calls: [call] });
    else {
      delta({ tool_calls: [{ ...call, function: { name: call.function.name, arguments: '' } }] });
      for (const piece of pieces(call.function.arguments)) delta({ tool_calls: [{ index: call.index, function: { arguments: piece } }] });
    }
  }
  // In the last event, whichever that is.
  const timings = manner.timings ? { timings: { cache_n: cached, prompt_n: prompt - cached, predicted_n: usage.completion_tokens, predicted_per_second: 41.5 } } : {};
  const counts = manner.usage && body['stream_options'] !== undefined;
  event({ choices: [{ index: 0, delta: {}, finish_reason: finish }], ...(counts ? {} : timings) });
  if (counts) event({ choices: [], usage, ...timings });
  response.end('data: [DONE]\n\n');
}

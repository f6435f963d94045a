#!/usr/bin/env node
/**
 * The scripted stand-in: an OpenAI-compatible server that streams recorded turns, so that Whittle can be tried and
 * tested where no model runs. It never pretends to be one: /v1/models says owned_by "whittle-stand-in".
 *
 *   node server.mjs [--port 0] [--session FILE|FOLDER]... [--delay MS] [--fail die|500|html|hang|empty]
 *
 * A session is data: { "match": regular expression over the person's words, "turns": [turn | [turn, ...]] }.
 * A turn is { "text"?, "reasoning"?, "calls"?: [{ "name", "arguments" }], "raw"?, "finish"?, "fail"?, "if"? }; of a list of turns
 * the first one counts whose "if" (a regular expression) fits the last message and whose "ifEver" fits anything said since the
 * task began, where it has them. "raw" is content sent as it is
 * written, for the dialects of models that know no tool calls. Which turn is next follows from the messages alone.
 *
 * POST /control { "fail": "500" | null, "delay": 5 } changes what comes next; GET /control lists the requests served.
 */
import { createServer } from 'node:http';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const model = 'whittle-stand-in';

export function loadSessions(paths) {
  return paths.flatMap((path) => statSync(path).isDirectory()
    ? loadSessions(readdirSync(path).filter((name) => name.endsWith('.json')).sort().map((name) => join(path, name)))
    : [{ file: path, ...JSON.parse(readFileSync(path, 'utf8')) }]);
}

/** Starts the server; resolves to { url, close, control }. */
export async function startStandIn({ port = 0, sessions, delay = 12, fail = null } = {}) {
  const state = { sessions: sessions ?? loadSessions([join(here, 'sessions')]), delay, fail, requests: [] };
  const server = createServer((request, response) => {
    handle(state, request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: String(error?.message ?? error) } }));
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    control: (change) => Object.assign(state, change),
    requests: state.requests,
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
  };
}

async function handle(state, request, response) {
  const { pathname } = new URL(request.url ?? '/', 'http://x');
  const body = request.method === 'POST' ? JSON.parse((await text(request)) || '{}') : {};
  if (pathname === '/control') {
    if (request.method === 'POST') Object.assign(state, body);
    return json(response, 200, { fail: state.fail, delay: state.delay, requests: state.requests });
  }
  if (pathname === '/v1/models') {
    return json(response, 200, { object: 'list', data: [{ id: model, object: 'model', owned_by: model, max_model_len: 16384 }] });
  }
  if (pathname === '/v1/chat/completions') return complete(state, body, response);
  return json(response, 404, { error: { message: `nothing at ${pathname}` } });
}

async function complete(state, body, response) {
  const entry = { at: Date.now(), body, closedAt: null, finished: false };
  state.requests.push(entry);
  response.on('close', () => {
    entry.closedAt = Date.now();
  });
  const turn = nextTurn(state.sessions, body.messages ?? [], body.tools?.map((tool) => tool.function.name));
  const fail = turn.fail ?? state.fail;
  if (fail === '500') return json(response, 500, { error: { message: 'the model crashed: out of memory', type: 'server_error' } });
  if (fail === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' });
    return response.end('<!doctype html><html><body><h1>Welcome to the router</h1></body></html>');
  }
  if (fail === 'hang') return undefined;
  const calls = (turn.calls ?? []).map((call, index) => ({
    id: `call_${(body.messages ?? []).length}_${index}`, type: 'function',
    function: { name: call.name, arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments) },
  }));
  const content = turn.raw ?? turn.text ?? '';
  const finish = turn.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  const usage = usageOf(body, content + JSON.stringify(calls));
  if (body.stream !== true) {
    entry.finished = true;
    return json(response, 200, {
      id: 'standin', object: 'chat.completion', model, usage,
      choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: calls } : {}) } }],
    });
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (delta, reason = null) => response.write(`data: ${JSON.stringify({
    id: 'standin', object: 'chat.completion.chunk', model, choices: [{ index: 0, delta, finish_reason: reason }],
  })}\n\n`);
  send({ role: 'assistant', content: '' });
  const pieces = fail === 'empty' ? [] : [
    ...words(turn.reasoning ?? '').map((piece) => ({ reasoning_content: piece })),
    ...words(content).map((piece) => ({ content: piece })),
    ...calls.flatMap((call, index) => [
      { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.function.name, arguments: '' } }] },
      ...words(call.function.arguments).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
  ];
  for (const [at, piece] of pieces.entries()) {
    if (response.destroyed) return undefined;
    if (fail === 'die' && at >= pieces.length / 2) return response.destroy();
    send(piece);
    const wait = turn.delay ?? state.delay;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }
  if (response.destroyed) return undefined;
  send({}, finish);
  if (body.stream_options?.include_usage) {
    response.write(`data: ${JSON.stringify({ id: 'standin', object: 'chat.completion.chunk', model, choices: [], usage })}\n\n`);
  }
  entry.finished = true;
  return response.end('data: [DONE]\n\n');
}

/** The turn that follows from the messages: the session is the one that fits the person's last words, its turn the number of assistant messages since. */
function nextTurn(sessions, messages, offered) {
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (message.role !== 'user') continue;
    if (correction.test(textOf(message))) continue;
    const session = sessions.find((candidate) => new RegExp(candidate.match, 'isu').test(textOf(message)));
    if (session === undefined) break;
    const since = messages.slice(at + 1);
    const count = since.filter((other) => other.role === 'assistant').length;
    const turn = alternative(session.turns[Math.min(count, session.turns.length - 1)], textOf(messages.at(-1)), since.map(textOf).join('\n'));
    // Words like those of an example, in a task of another kind: it has no script for that either.
    if (session.example && offered?.length > 0 && [turn, ...session.turns.slice(0, 1).flat()].some(({ calls = [] }) => calls.some(({ name }) => !offered.includes(name)))) break;
    return turn;
  }
  return {
    text: 'I am a scripted stand-in, not a language model, and have no script for these words. I know the example tasks of the sample project: '
      + `${sessions.filter((session) => session.example).map((session) => `“${session.example}”`).join(', ')}. `
      + 'To use a real model, start a server (for example `ollama serve`, `llama-server -m MODEL.gguf` or LM Studio) and run “Whittle: Test Connection”.',
  };
}

/** Whittle's own words in between are no new task. */
const correction = /^(?:Text alone|Call a tool to look|You made the same|You repeated|Your reply|Your thinking|There is no tool|Stop, and)/u;

function alternative(turn, last, all) {
  if (!Array.isArray(turn)) return turn;
  const fits = (candidate) => (candidate.if === undefined || new RegExp(candidate.if, 'isu').test(last))
    && (candidate.ifEver === undefined || new RegExp(candidate.ifEver, 'isu').test(all));
  return turn.find(fits) ?? turn.at(-1);
}

const textOf = (message) => typeof message.content === 'string' ? message.content : (message.content ?? []).map((part) => part.text ?? '').join('');
const words = (value) => value.match(/\s*\S{1,12}|\s+/gu) ?? [];

function usageOf(body, answer) {
  const prompt = Math.ceil((JSON.stringify(body.messages ?? []).length + JSON.stringify(body.tools ?? []).length) / 4);
  const completion = Math.ceil(answer.length / 4);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

async function text(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function json(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

async function main(args) {
  const options = { sessions: [] };
  for (let at = 0; at < args.length; at += 2) {
    const [name, value] = [args[at], args[at + 1]];
    if (value === undefined) throw new Error(`${name} needs a value.`);
    if (name === '--port') options.port = Number(value);
    else if (name === '--session') options.sessions.push(value);
    else if (name === '--delay') options.delay = Number(value);
    else if (name === '--fail') options.fail = value;
    else throw new Error(`Unknown option ${name}. Known: --port, --session, --delay, --fail.`);
  }
  const { url, close } = await startStandIn({ ...options, sessions: options.sessions.length > 0 ? loadSessions(options.sessions) : undefined });
  console.log(`listening ${url}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => close().then(() => process.exit(0)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exit(2);
  });
}

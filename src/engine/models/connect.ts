/** From settings to a model that answers: the person's endpoint, else what is detected on loopback. */
import { Cancelled, ModelUnavailable } from '../errors';
import type { CallStyle, Model, Store } from '../ports';
import { ChatModel } from './chatModel';
import { detect, identify, ollamaDetails, type Fetch } from './detect';
import { HOW_TO_START } from './diagnose';
import { DEFAULT_IDLE, type IdleLimits } from './eventStream';
import { Ollama } from './ollama';
import { OpenAICompatible } from './openaiCompatible';
import { loadLearned, profileOf, type DetectedServer, type ServedModel } from './profiles';

export interface ConnectOptions {
  /** Base address, with or without /v1; empty means detect. */
  readonly endpoint?: string | undefined;
  /** Empty means the one in memory, else the first. */
  readonly model?: string | undefined;
  readonly apiKey?: string | undefined;
  /** The person's word on the window, in tokens. */
  readonly window?: number | undefined;
  /** The person's choice; else what the model and server were found to do. */
  readonly callStyle?: CallStyle | undefined;
  readonly idle?: Partial<IdleLimits> | undefined;
  readonly store: Store;
  readonly fetch?: Fetch | undefined;
}

/** Milliseconds for a server the person named: it may be on another machine. */
const NAMED_LIMIT = 5000;

/** Throws ModelUnavailable (with how to start a server) or Cancelled, nothing else. */
export async function connect(options: ConnectOptions, signal: AbortSignal): Promise<Model> {
  const ask = options.fetch ?? fetch;
  const server = options.endpoint ? await named(options.endpoint, options, ask, signal) : await detected(ask, signal);
  if (signal.aborted) throw new Cancelled();
  const chosen = choose(server, options.model ?? '');
  const model = server.kind === 'ollama' ? await ollamaDetails(server.endpoint, chosen, ask, signal, options.apiKey) : chosen;
  const learned = await loadLearned(options.store, server.endpoint, model.id);
  const profile = profileOf(server, model, learned, options.window);
  const facts = {
    kind: server.kind, endpoint: server.endpoint, model: model.id, window: profile.window,
    apiKey: options.apiKey, idle: { ...DEFAULT_IDLE, ...options.idle }, fetch: ask,
  };
  const wire = server.kind === 'ollama' ? new Ollama({ ...facts, thinks: model.thinks ?? false }) : new OpenAICompatible(facts);
  return new ChatModel({ wire, profile, endpoint: server.endpoint, learned, callStyle: options.callStyle, store: options.store, countsCached: server.kind === 'ollama' });
}

async function named(endpoint: string, options: ConnectOptions, ask: Fetch, signal: AbortSignal): Promise<DetectedServer> {
  if (!/^https?:\/\/[^/\s]+/i.test(endpoint)) {
    throw new ModelUnavailable('unreachable', `"${endpoint}" is no address of a server.`, 'Set whittle.endpoint to something like http://127.0.0.1:8080/v1.', 'open-settings');
  }
  const server = await identify(endpoint, ask, signal, NAMED_LIMIT, options.apiKey);
  if (signal.aborted) throw new Cancelled();
  if (!server) throw new ModelUnavailable('unreachable', `No model server answers at ${endpoint}.`, HOW_TO_START, 'start-server-help');
  return server;
}

async function detected(ask: Fetch, signal: AbortSignal): Promise<DetectedServer> {
  const servers = await detect(ask, signal);
  if (signal.aborted) throw new Cancelled();
  const ready = servers.find((server) => server.models.length > 0);
  if (ready) return ready;
  // A web server of the person's own on a port like 8000 is no model server.
  const empty = servers.find((server) => server.strange === undefined);
  if (empty) throw noModels(empty);
  throw new ModelUnavailable('unreachable', 'No model server answers on this machine (looked for Ollama, llama.cpp, LM Studio, KoboldCPP, vLLM and Jan on their usual ports).', HOW_TO_START, 'start-server-help');
}

const noModels = (server: DetectedServer): ModelUnavailable => server.loading
  ? new ModelUnavailable('model-not-loaded', `${server.title} at ${server.endpoint} is still loading its model.`, 'Wait until the model is loaded, then try again.', 'retry', true)
  : new ModelUnavailable('no-model', `${server.title} answers at ${server.endpoint} but has no model.`, server.kind === 'ollama' ? 'Pull one: "ollama pull qwen3:8b", then try again.' : 'Load a model in the server, then try again.', 'retry');

/** The wished model in the server's spelling; where a server lists nothing, the wish itself. */
function choose(server: DetectedServer, wish: string): ServedModel {
  const { models } = server;
  if (server.loading) throw noModels(server);
  // Elsewhere, a page or a refusal will not answer a request either; a missing list may.
  if (server.strange && models.length === 0 && (wish === '' || !server.strange.askable)) throw server.strange.failure;
  const sole = models[0];
  if (wish === '') {
    if (!sole) throw noModels(server);
    return models.find((model) => model.loaded) ?? sole;
  }
  const lower = wish.toLowerCase();
  const found = models.find((model) => model.id === wish) ?? models.find((model) => model.id.toLowerCase() === lower || model.id.toLowerCase() === `${lower}:latest`);
  if (found) return found;
  // These serve one model whatever the request calls it.
  if (sole && (server.kind === 'llama.cpp' || server.kind === 'kobold') && models.length === 1) return sole;
  if (models.length === 0) return { id: wish };
  throw new ModelUnavailable('no-model', `${server.title} has no model "${wish}". It has: ${models.slice(0, 12).map((model) => model.id).join(', ')}.`, 'Choose one of them, or pull the one you want.', 'choose-model');
}

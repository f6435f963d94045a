/** Finds model servers on loopback and tells which program answers at an address, by its own routes rather than its port. */
import { withLinkedSignal } from '../../shared/withLinkedSignal';
import { ModelUnavailable } from '../errors';
import { isRecord, readStrict } from '../reply/looseJson';
import { failedAnswer, firstWords, notJson, redirectOf, type Asked } from './diagnose';
import { limitedText } from './eventStream';
import { SERVERS, type DetectedServer, type ServedModel, type ServerKind } from './profiles';

export type Fetch = typeof fetch;

/** Milliseconds for one probe. */
const LIMIT = 1000;
/** Bytes of an answer to a probe: a list of models is far smaller. */
const MOST_BODY = 2_000_000;

/** Every known port at once; in the order of preference, servers without an answer left out. */
export async function detect(ask: Fetch, signal: AbortSignal): Promise<readonly DetectedServer[]> {
  const ports = SERVERS.flatMap((server) => server.ports);
  const found = await Promise.all(ports.map((port) => identify(`http://127.0.0.1:${port}/v1`, ask, signal, LIMIT)));
  const servers = found.filter((server) => server !== undefined);
  return [...servers].sort((a, b) => rank(a.kind) - rank(b.kind));
}

const rank = (kind: ServerKind): number => SERVERS.findIndex((server) => server.kind === kind);

/** What answers at an endpoint; undefined where nothing does. `endpoint` may lack its /v1. */
export async function identify(endpoint: string, ask: Fetch, signal: AbortSignal, limit: number, key?: string): Promise<DetectedServer | undefined> {
  // One listener for all probes of a server: many on one signal look like a leak to Node, which says so.
  return withLinkedSignal(signal, undefined, async (own) => told(endpoint, ask, own.signal, limit, key));
}

async function told(endpoint: string, ask: Fetch, signal: AbortSignal, limit: number, key?: string): Promise<DetectedServer | undefined> {
  const base = endpoint.replace(/\/+$/, '');
  const root = base.replace(/\/(?:v1|api|api\/v1|openai\/v1)$/, '');
  const v1 = /\/v\d+(?:beta)?$/.test(base) ? base : `${root}/v1`;
  const get = (url: string): Promise<Answer | undefined> => probe(url, ask, signal, limit, key);
  const [kobold, ollama, props, lmStudio, version, models] = await Promise.all([
    get(`${root}/api/extra/version`), get(`${root}/api/tags`), get(`${root}/props`), get(`${root}/api/v0/models`), get(`${root}/version`), get(`${v1}/models`),
  ]);
  const listed = listedIn(models?.value);
  const build = (kind: ServerKind, served: readonly ServedModel[]): DetectedServer => ({ kind, title: titleOf(kind), endpoint: v1, models: served.filter(({ id }) => id !== '') });
  // KoboldCPP imitates Ollama and llama.cpp: it is asked for first.
  if (isRecord(kobold?.value) && /kobold/i.test(JSON.stringify(kobold.value))) return build('kobold', await koboldModels(root, listed, get));
  if (isRecord(ollama?.value) && Array.isArray(ollama.value['models'])) return build('ollama', await ollamaModels(root, ollama.value['models'], get));
  if (isRecord(lmStudio?.value) && Array.isArray(lmStudio.value['data'])) return build('lmstudio', lmStudio.value['data'].filter(isRecord).filter(isChat).map(lmStudioModel));
  if (isRecord(props?.value) && isRecord(props.value['default_generation_settings'])) return build('llama.cpp', llamaModels(props.value, listed));
  if (listed.some((model) => model['owned_by'] === 'llamacpp')) return build('llama.cpp', listed.map(plainModel));
  if (listed.some((model) => model['owned_by'] === 'vllm') || (isRecord(version?.value) && typeof version.value['version'] === 'string' && listed.some((model) => typeof model['max_model_len'] === 'number' && model['owned_by'] !== 'whittle-stand-in'))) return build('vllm', listed.map(plainModel));
  const answers = [kobold, ollama, props, lmStudio, version, models].filter((answer) => answer !== undefined);
  if (answers.some(({ loading }) => loading)) return { ...build('llama.cpp', []), loading: true };
  if (answers.length === 0) return undefined;
  // Something speaks HTTP there. What is wrong with its list is said where no model comes of it.
  const strange = unlisted(models, { url: `${v1}/models`, model: '' });
  return { ...build('plain', listed.filter(isChat).map(plainModel)), title: strange ? v1 : plainTitle(listed, v1), ...(strange ? { strange } : {}) };
}

interface Answer {
  readonly status: number;
  /** Parsed where it was a 200 with JSON. */
  readonly value: unknown;
  readonly text: string;
  readonly redirect?: ModelUnavailable;
  /** It is up, and the model isn't yet: llama.cpp answers every route with this while it loads. */
  readonly loading: boolean;
}

async function probe(url: string, ask: Fetch, signal: AbortSignal, limit: number, key: string | undefined, body?: string): Promise<Answer | undefined> {
  return withLinkedSignal(signal, limit, async (own) => {
    try {
      const response = await ask(url, {
        ...(body === undefined ? {} : { method: 'POST', body }),
        signal: own.signal, redirect: 'manual',
        headers: { accept: 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      });
      const redirect = redirectOf(response, { url, model: '' });
      const text = await limitedText(response, MOST_BODY);
      const loading = response.status === 503 && /loading model/i.test(text);
      return { status: response.status, value: response.ok ? readStrict(text.replace(/^\ufeff/, '')) : undefined, text: text.slice(0, 4000), loading, ...(redirect ? { redirect } : {}) };
    } catch {
      // Refused, too slow or no HTTP: nothing answers here.
      return undefined;
    } finally {
      // Ends a body that was left unread.
      own.abort();
    }
  });
}

/** OpenAI's list, or the bare array some send; no list is an empty one. */
function listedIn(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : listOf(value, 'data');
}

/** Why an answer is no list of models. A list that is empty is one, and `null` is how some write that. */
function unlisted(answer: Answer | undefined, asked: Asked): DetectedServer['strange'] {
  const next = 'Check whittle.endpoint: address, port and the /v1 at its end. If the server has no such list, name the model in whittle.model.';
  const missing = (what: string): DetectedServer['strange'] => ({ askable: true, failure: new ModelUnavailable('not-json', `${asked.url} ${what}, so it is not known which models there are.`, next, 'open-settings') });
  if (!answer) return missing('did not answer in time');
  const { redirect, status, text, value } = answer;
  if (redirect) return { failure: redirect, askable: false };
  if (status === 404 || status === 405 || status === 501) return missing(`answered HTTP ${status}`);
  if (status < 200 || status >= 300) return { failure: failedAnswer(status, text, asked), askable: false };
  if (Array.isArray(value) || (isRecord(value) && (Array.isArray(value['data']) || value['data'] === null))) return undefined;
  if (isRecord(value)) return missing(`sent JSON without a list of models: ${firstWords(text)}`);
  return text.trim() === '' ? missing('sent an empty answer') : { failure: notJson(text, asked), askable: false };
}

function listOf(value: unknown, key: string): readonly Record<string, unknown>[] {
  const list = isRecord(value) ? value[key] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined);
const idOf = (model: Record<string, unknown>): string => [model['id'], model['name'], model['model']].find((id) => typeof id === 'string') ?? '';
const isChat = (model: Record<string, unknown>): boolean => !/embed|rerank|whisper|bge-|tts|reranker/i.test(`${idOf(model)} ${String(model['type'] ?? '')}`);
const titleOf = (kind: ServerKind): string => SERVERS.find((server) => server.kind === kind)?.title ?? 'OpenAI-compatible server';

function plainTitle(listed: readonly Record<string, unknown>[], endpoint: string): string {
  if (listed.some((model) => model['owned_by'] === 'whittle-stand-in')) return 'Scripted stand-in';
  return endpoint.includes(':1337/') ? 'Jan' : new URL(endpoint).host;
}

/** `meta.n_ctx_train` and the like tell what the model was trained for, not what is in force: not read. */
function plainModel(model: Record<string, unknown>): ServedModel {
  const window = numberOf(model['max_model_len']) ?? numberOf(model['context_window']) ?? numberOf(model['context_length']);
  const owner = model['owned_by'];
  return { id: idOf(model), ...(window === undefined ? {} : { window }), ...(typeof owner === 'string' ? { owner } : {}) };
}

function llamaModels(props: Record<string, unknown>, listed: readonly Record<string, unknown>[]): readonly ServedModel[] {
  const settings = props['default_generation_settings'];
  const window = isRecord(settings) ? numberOf(settings['n_ctx']) : undefined;
  const capabilities = props['chat_template_caps'];
  const tools = isRecord(capabilities) && typeof capabilities['supports_tools'] === 'boolean' ? capabilities['supports_tools'] : undefined;
  const extra = { loaded: true, ...(window === undefined ? {} : { window }), ...(tools === undefined ? {} : { tools }) };
  const path = typeof props['model_path'] === 'string' ? fileName(props['model_path']) : 'model';
  return listed.length > 0 ? listed.map((model) => ({ ...extra, id: fileName(idOf(model)), ...routed(model) })) : [{ ...extra, id: path }];
}

/** Started without an alias, it names its model by the whole path. */
const fileName = (id: string): string => (/\.gguf$/i.test(id) ? id.replace(/^.*[\\/]/, '') : id);

/** In router mode one address serves many models, and each says for itself whether it is in memory and with which window. */
function routed(model: Record<string, unknown>): Partial<ServedModel> {
  const { status, meta } = model;
  const window = isRecord(meta) ? numberOf(meta['n_ctx']) : undefined;
  return { ...(isRecord(status) ? { loaded: status['value'] === 'loaded' } : {}), ...(window === undefined ? {} : { window }) };
}

function lmStudioModel(model: Record<string, unknown>): ServedModel {
  const window = numberOf(model['loaded_context_length']);
  const capabilities = model['capabilities'];
  return {
    id: idOf(model), loaded: model['state'] === 'loaded',
    ...(window === undefined ? {} : { window }),
    ...(Array.isArray(capabilities) && capabilities.includes('tool_use') ? { tools: true } : {}),
  };
}

async function koboldModels(root: string, listed: readonly Record<string, unknown>[], get: (url: string) => Promise<Answer | undefined>): Promise<readonly ServedModel[]> {
  const answer = await get(`${root}/api/extra/true_max_context_length`);
  const window = isRecord(answer?.value) ? numberOf(answer.value['value']) : undefined;
  const ids = listed.length > 0 ? listed.map(idOf) : ['koboldcpp'];
  return ids.map((id) => ({ id, loaded: true, ...(window === undefined ? {} : { window }) }));
}

async function ollamaModels(root: string, tags: readonly unknown[], get: (url: string) => Promise<Answer | undefined>): Promise<readonly ServedModel[]> {
  const running = listOf((await get(`${root}/api/ps`))?.value, 'models');
  return tags.filter(isRecord).filter(isChat).map((tag) => {
    const id = idOf({ name: tag['name'], model: tag['model'] });
    const now = running.find((model) => model['name'] === id || model['model'] === id);
    const window = now ? numberOf(now['context_length']) : undefined;
    return { id, loaded: now !== undefined, ...(window === undefined ? {} : { window }) };
  });
}

/** What Ollama knows of one model: whether it takes tools and thinks, and the window its file asks for. */
export async function ollamaDetails(endpoint: string, model: ServedModel, ask: Fetch, signal: AbortSignal, key?: string): Promise<ServedModel> {
  const answer = await probe(`${endpoint.replace(/\/v1$/, '')}/api/show`, ask, signal, 5 * LIMIT, key, JSON.stringify({ model: model.id }));
  if (!isRecord(answer?.value)) return model;
  const { capabilities, parameters } = answer.value;
  const wished = numberOf(Number(/^num_ctx\s+(\d+)/m.exec(typeof parameters === 'string' ? parameters : '')?.[1] ?? 0));
  const window = model.window ?? wished;
  return {
    ...model, ...(window === undefined ? {} : { window }),
    ...(Array.isArray(capabilities) ? { tools: capabilities.includes('tools'), thinks: capabilities.includes('thinking') } : {}),
  };
}

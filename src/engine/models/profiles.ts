/** What is known of servers and of one model on one of them: a record per server, and the profile that outlives a window. */
import type { ModelUnavailable } from '../errors';
import type { CallStyle, Profile, Store } from '../ports';
import { isRecord } from '../reply/looseJson';
import type { Sampling } from './wire';

export type ServerKind = 'kobold' | 'ollama' | 'llama.cpp' | 'lmstudio' | 'vllm' | 'plain';

export interface ServerRecord {
  readonly kind: ServerKind;
  readonly title: string;
  /** Loopback ports, in the order of preference. */
  readonly ports: readonly number[];
}

/** In the order in which a detected server is preferred. */
export const SERVERS: readonly ServerRecord[] = [
  { kind: 'ollama', title: 'Ollama', ports: [11434] },
  { kind: 'llama.cpp', title: 'llama.cpp', ports: [8080, 9931] },
  { kind: 'lmstudio', title: 'LM Studio', ports: [1234] },
  { kind: 'kobold', title: 'KoboldCPP', ports: [5001] },
  { kind: 'vllm', title: 'vLLM', ports: [8000] },
  { kind: 'plain', title: 'Jan', ports: [1337] },
];

/** Where neither server nor person says. */
export const UNKNOWN_WINDOW = 8192;
const USUAL_CHARS_PER_TOKEN = 3.6;

export interface ServedModel {
  readonly id: string;
  /** The window in force, where the server tells. */
  readonly window?: number;
  /** In memory now. */
  readonly loaded?: boolean;
  /** Whether its template takes tools, where the server tells. */
  readonly tools?: boolean;
  readonly owner?: string;
  /** Whether it can think, where the server tells. */
  readonly thinks?: boolean;
}

export interface DetectedServer {
  readonly kind: ServerKind;
  readonly title: string;
  /** The base of the OpenAI-compatible routes, without a slash at the end. */
  readonly endpoint: string;
  readonly models: readonly ServedModel[];
  /** Why its list of models could not be read. `askable`: a model named by hand may be asked all the same. */
  readonly strange?: { readonly failure: ModelUnavailable; readonly askable: boolean } | undefined;
  /** It answers, but its model is still being read into memory. */
  readonly loading?: boolean;
}

/** What was learned and is worth keeping; every part may be missing in an older record. */
export interface Learned {
  readonly callStyle?: CallStyle;
  readonly charsPerToken?: number;
  /** The server refused a schema. */
  readonly noSchema?: boolean;
  /** How many counts `charsPerToken` rests on. */
  readonly measures?: number;
  /** Optional request fields the server refuses. */
  readonly omit?: readonly string[];
}

const keyOf = (server: string, model: string): string => `profile:${server}|${model}`;

export async function loadLearned(store: Store, server: string, model: string): Promise<Learned> {
  const text = await store.get(keyOf(server, model));
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return {};
    const style = value['callStyle'];
    const ratio = value['charsPerToken'];
    return {
      ...(style === 'native' || style === 'json' || style === 'fenced' ? { callStyle: style } : {}),
      ...(typeof ratio === 'number' && ratio > 0.5 && ratio < 12 ? { charsPerToken: ratio } : {}),
      ...(value['noSchema'] === true ? { noSchema: true } : {}),
      ...(typeof value['measures'] === 'number' ? { measures: value['measures'] } : {}),
      ...(Array.isArray(value['omit']) ? { omit: value['omit'].filter((field) => typeof field === 'string') } : {}),
    };
  } catch {
    return {};
  }
}

export async function saveLearned(store: Store, server: string, model: string, learned: Learned): Promise<void> {
  await store.set(keyOf(server, model), JSON.stringify(learned));
}

/** The next connection begins as if this model had never been met. */
export async function forgetLearned(store: Store, server: string, model: string): Promise<void> {
  await store.set(keyOf(server, model), undefined);
}

export function profileOf(server: DetectedServer, model: ServedModel, learned: Learned, window: number | undefined): Profile {
  return {
    server: server.title, model: model.id,
    window: window ?? model.window ?? UNKNOWN_WINDOW,
    callStyle: learned.callStyle ?? (model.tools === false ? 'json' : 'native'),
    charsPerToken: learned.charsPerToken ?? USUAL_CHARS_PER_TOKEN,
    standIn: model.owner === 'whittle-stand-in',
    origin: {
      endpoint: server.endpoint, kind: server.kind,
      window: window !== undefined ? 'setting' : model.window !== undefined ? 'server' : 'assumed',
      ...(model.tools === undefined ? {} : { tools: model.tools }), ...(model.thinks === undefined ? {} : { thinks: model.thinks }),
    },
  };
}

/** What the makers of a family advise for instruct use; servers' own defaults are often too hot for code. First fit wins. */
const FAMILIES: readonly (readonly [RegExp, Sampling])[] = [
  [/qwen.*coder|qwen2\.5/i, { temperature: 0.7, topP: 0.8, topK: 20 }],
  [/qwq|qwen3.*thinking|deepseek-?r1|r1-distill/i, { temperature: 0.6, topP: 0.95, topK: 20 }],
  [/qwen/i, { temperature: 0.7, topP: 0.8, topK: 20 }],
  [/gemma/i, { temperature: 1, topP: 0.95, topK: 64 }],
  [/devstral|mistral|ministral|codestral|magistral/i, { temperature: 0.15 }],
  [/gpt-?oss/i, { temperature: 1, topP: 1 }],
  [/granite/i, { temperature: 0 }],
  [/lfm2/i, { temperature: 0.3 }],
  [/llama|glm|phi|deepseek/i, { temperature: 0.6, topP: 0.95 }],
];

export const samplingOf = (model: string): Sampling => FAMILIES.find(([family]) => family.test(model))?.[1] ?? {};

/** One request as every protocol can carry it, and what a protocol has to do. */
import { ModelUnavailable } from '../errors';
import type { ChatMessage, Delta, ModelReply, ToolSpec } from '../ports';

export interface Sampling {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
}

export interface WireRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSpec[];
  /** The reply must be one JSON object of this schema. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly maxTokens: number;
  /** Whether the model may think; how that is said is the protocol's affair. */
  readonly think: boolean;
  readonly sampling: Sampling;
  /** Optional fields this server was found to refuse. */
  readonly omit: readonly string[];
}

export interface Wire {
  /**
   * Streams one reply. `onDelta` returns true to end it there: the connection is closed and what came so far is the reply.
   * Throws ServerRefusal, ModelUnavailable or Cancelled, nothing else.
   */
  send(request: WireRequest, onDelta: (delta: Delta) => boolean, signal: AbortSignal): Promise<ModelReply>;
}

export type ServerFault = 'overflow' | 'loading' | 'no-model' | 'no-tools' | 'no-schema' | 'no-thinking' | 'bad-history' | 'key' | 'busy' | 'other';

/** The server answered, and the answer is no: what it said may tell how to ask differently. */
export class ServerRefusal extends ModelUnavailable {
  constructor(readonly fault: ServerFault, readonly said: string, failure: ModelUnavailable) {
    super(failure.code, failure.message, failure.next, failure.fix, failure.retryable);
  }
}

/** A Model that plays its replies in order: deterministic, and it keeps what it was asked. */
import type { Model, ModelReply, ModelRequest, Profile, RawToolCall } from '../../src/engine/ports';

export interface ScriptedModel extends Model {
  readonly requests: readonly ModelRequest[];
}

export interface Line {
  readonly content?: string;
  readonly reasoning?: string;
  readonly calls?: readonly (readonly [name: string, args: unknown])[];
  readonly finish?: ModelReply['finish'];
  readonly error?: Error;
}

/** A function may look at the request before it answers; the last line repeats. */
export function scriptedModel(lines: readonly (Line | ((request: ModelRequest) => Line))[], profile: Partial<Profile> = {}): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    requests,
    profile: { server: 'scripted', model: 'scripted', window: 16_384, callStyle: 'native', charsPerToken: 3.5, standIn: true, ...profile },
    complete: async (request, onDelta, signal) => {
      requests.push(request);
      const next = lines[Math.min(requests.length, lines.length) - 1] ?? {};
      const line = typeof next === 'function' ? next(request) : next;
      if (line.error !== undefined) throw line.error;
      signal.throwIfAborted();
      if (line.content !== undefined) onDelta({ kind: 'text', text: line.content });
      const toolCalls = (line.calls ?? []).map(([name, args], at): RawToolCall =>
        ({ id: `c${requests.length}_${at}`, name, arguments: typeof args === 'string' ? args : JSON.stringify(args) }));
      return {
        content: line.content ?? '', reasoning: line.reasoning ?? '', toolCalls,
        finish: line.finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
      };
    },
  };
}

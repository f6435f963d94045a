/** Every tool there is: one line each. */
import { z } from 'zod';
import type { ArgumentsSchema, ToolSpec } from '../ports';
import { completeStep } from './completeStep';
import { setPlan } from './setPlan';
import { refuse, type Tool, type ToolContext, type ToolResult } from './tool';

/** A tool whose arguments are checked where they arrive, so that tools of all kinds fit one list. */
export interface RegisteredTool {
  readonly name: string;
  readonly spec: ToolSpec;
  run(args: unknown, context: ToolContext): Promise<ToolResult>;
}

export const registry: readonly RegisteredTool[] = [
  register(setPlan),
  register(completeStep),
];

export function findTool(name: string): RegisteredTool | undefined {
  return registry.find((tool) => tool.name === name);
}

function register<A>(tool: Tool<A>): RegisteredTool {
  return {
    name: tool.name,
    spec: { name: tool.name, description: tool.purpose, parameters: parametersOf(tool.schema), changes: tool.changes, example: tool.example },
    run: async (args, context) => {
      const parsed = tool.schema.safeParse(args);
      if (parsed.success) return tool.run(parsed.data, context);
      const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`).join('; ');
      return refuse(`Wrong arguments for ${tool.name}: ${wrong}.`, `Call it like this: ${JSON.stringify(tool.example)}`);
    },
  };
}

/** The schema as a model needs it: no dialect line, no bounds, nothing that only costs tokens. */
function parametersOf(schema: z.ZodType): ArgumentsSchema {
  const bare = strip(z.toJSONSchema(schema, { io: 'input' }));
  return bare as ArgumentsSchema;
}

const costly = new Set(['$schema', 'additionalProperties', 'minimum', 'maximum', 'exclusiveMinimum', 'minLength', 'minItems', 'maxItems', 'default']);

function strip(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value)
    .filter(([key]) => isMap || !costly.has(key))
    .map(([key, inner]) => [key, strip(inner, key === 'properties')]));
}

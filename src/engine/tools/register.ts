/** Makes a tool fit one list with all others: its arguments are checked where they arrive. */
import { z } from 'zod';
import type { ArgumentsSchema, ToolSpec } from '../ports';
import { refuse, type Tool, type ToolContext, type ToolResult } from './tool';

export interface RegisteredTool {
  readonly name: string;
  /** Made when first asked for: start-up pays for no schema. */
  readonly spec: ToolSpec;
  run(args: unknown, context: ToolContext): Promise<ToolResult>;
}

/** Costs tokens and tells a model nothing it needs. */
const costly = new Set(['$schema', 'additionalProperties', 'minimum', 'maximum', 'exclusiveMinimum', 'minLength', 'minItems', 'maxItems', 'default']);

export function register<A>(tool: Tool<A>): RegisteredTool {
  let spec: ToolSpec | undefined;
  return {
    name: tool.name,
    get spec() {
      return (spec ??= {
        name: tool.name, description: tool.purpose, parameters: parametersOf(tool.schema), changes: tool.changes, example: tool.example,
        ...(tool.unadvertised === undefined ? {} : { unadvertised: tool.unadvertised }),
        ...(tool.asked === undefined ? {} : { asked: tool.asked }),
      });
    },
    run: async (args, context) => {
      const parsed = tool.schema.safeParse(tool.writesText === true ? (context.record.keys?.show(args) ?? args) : args);
      if (parsed.success) return tool.run(parsed.data, context);
      const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`).join('; ');
      return refuse(`Wrong arguments for ${tool.name}: ${wrong}.`, `Call it like this: ${JSON.stringify(tool.example)}`);
    },
  };
}

/** A tool as a request shows it; `bare`, for a model that keeps failing, with its required arguments only. */
export function advertised(spec: ToolSpec, bare: boolean): ToolSpec {
  const { properties } = spec.parameters;
  const required = [...(spec.parameters.required ?? []), ...(spec.asked ?? [])];
  const shown = Object.entries(properties).filter(([name]) => required.includes(name) || !(bare || (spec.unadvertised ?? []).includes(name)));
  return { ...spec, parameters: { ...spec.parameters, properties: Object.fromEntries(shown), ...(required.length === 0 ? {} : { required }) } };
}

function parametersOf(schema: z.ZodType): ArgumentsSchema {
  return strip(z.toJSONSchema(schema, { io: 'input' })) as ArgumentsSchema;
}

function strip(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value)
    .filter(([key]) => isMap || !costly.has(key))
    .map(([key, inner]) => [key, strip(inner, key === 'properties')]));
}

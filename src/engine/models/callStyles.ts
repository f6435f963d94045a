/** How calls are asked for: the server's tools, one JSON object under a schema, or a fenced block without JSON. */
import type { ArgumentsSchema, CallStyle, ChatMessage, ModelReply, PropertySchema, RawToolCall, ToolSpec } from '../ports';
import { isRecord, readLoose } from '../reply/looseJson';

export interface Styled {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSpec[];
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** The word for "no tool": the schema leaves no other way to speak. */
const ANSWER = 'answer';

/** The request in a style: for the styles without native tools the system message gains the tools' words, byte-stable for a set of tools. */
export function inStyle(style: CallStyle, messages: readonly ChatMessage[], tools: readonly ToolSpec[]): Styled {
  if (style === 'native' || tools.length === 0) return { messages: tools.length === 0 && style !== 'native' ? asText(messages, style) : messages, tools };
  const words = style === 'json' ? jsonWords(tools) : fencedWords(tools);
  const [first, ...rest] = asText(messages, style);
  const system: ChatMessage = first?.role === 'system' ? { role: 'system', content: `${first.content}\n\n${words}` } : { role: 'system', content: words };
  const others = first === undefined || first.role === 'system' ? rest : [first, ...rest];
  return { messages: [system, ...others], tools: [], ...(style === 'json' ? { schema: schemaOf(tools) } : {}) };
}

/** What came back, as a reply of the usual kind: the thought joins the reasoning, the word for "no tool" becomes text. */
export function fromStyle(style: CallStyle, reply: ModelReply): ModelReply {
  if (style !== 'json' || reply.toolCalls.length > 0) return reply;
  const loose = readLoose(reply.content.trim());
  if (loose?.state !== 'closed' || !isRecord(loose.value)) return reply;
  const { thought, tool, args } = loose.value;
  const reasoning = [reply.reasoning, typeof thought === 'string' ? thought : ''].filter((part) => part !== '').join('\n');
  const text = isRecord(args) ? args['text'] : undefined;
  return tool === ANSWER && typeof text === 'string' ? { ...reply, reasoning, content: text } : { ...reply, reasoning };
}

function jsonWords(tools: readonly ToolSpec[]): string {
  return [
    'Reply with one JSON object and nothing else: {"thought": "one short sentence", "tool": "name", "args": {...}}',
    'Tools:', ...tools.map((tool) => `- ${signature(tool)} ${tool.description}`),
    `- ${ANSWER}(text) Say something to the person instead.`,
  ].join('\n');
}

function fencedWords(tools: readonly ToolSpec[]): string {
  return [
    'Call a tool with a fenced block: its name, one line per argument, text of several lines between <<END and END, exactly as it is:',
    '```tool NAME', 'path: src/app.py', 'code <<END', 'def f():', '    return "x"', 'END', '```',
    'Tools:', ...tools.map((tool) => `- ${signature(tool)} ${tool.description}`),
  ].join('\n');
}

/** `read_file(path, offset?: integer)`. */
function signature({ name, parameters: { properties, required = [] } }: ToolSpec): string {
  const args = Object.entries(properties).map(([key, schema]) => `${key}${required.includes(key) ? '' : '?'}${typeWords(schema)}`);
  return `${name}(${args.join(', ')})`;
}

function typeWords(schema: PropertySchema): string {
  if (schema.enum) return `: ${schema.enum.map(String).join('|')}`;
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.join('|') ?? 'string';
  return type === 'string' ? '' : `: ${type}`;
}

/** Arguments of one short line: a grammar without a bound lets a weak model repeat itself in them until the output limit. */
const SHORT = new Set(['path', 'name', 'new_name', 'glob', 'pattern', 'filter', 'after', 'before', 'inside']);
const SHORT_LENGTH = 240;

function bounded(parameters: ArgumentsSchema): object {
  const properties = Object.entries(parameters.properties).map(([name, schema]) => [name, SHORT.has(name) && schema.type === 'string' && !schema.enum ? { ...schema, maxLength: SHORT_LENGTH } : schema]);
  return { ...parameters, properties: Object.fromEntries(properties) as object, additionalProperties: false };
}

/** Reason before format: the thought comes first, and a grammar keeps the order. */
function schemaOf(tools: readonly ToolSpec[]): Readonly<Record<string, unknown>> {
  const one = (name: string, args: object): Record<string, unknown> => ({
    type: 'object', properties: { thought: { type: 'string', maxLength: 400 }, tool: { const: name }, args },
    required: ['thought', 'tool', 'args'], additionalProperties: false,
  });
  const answer = one(ANSWER, { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false });
  return { anyOf: [...tools.map((tool) => one(tool.name, bounded(tool.parameters))), answer] };
}

/** The history without tool roles, as a template without tools takes it: calls in the style's own words, results as the person's turn. */
function asText(messages: readonly ChatMessage[], style: CallStyle): readonly ChatMessage[] {
  const result: ChatMessage[] = [];
  for (const message of messages) {
    const plain: ChatMessage = message.role === 'tool' ? { role: 'user', content: `Result of ${message.name}:\n${message.content}` }
      : message.role === 'assistant' ? { role: 'assistant', content: [message.content, ...(message.toolCalls ?? []).map((call) => written(call, style))].filter((part) => part !== '').join('\n') }
      : message;
    const last = result.at(-1);
    // Many templates want the turns to alternate.
    if (last && last.role === plain.role && plain.role !== 'system') result[result.length - 1] = { ...last, content: `${last.content}\n\n${plain.content}` };
    else result.push(plain);
  }
  return result;
}

function written(call: RawToolCall, style: CallStyle): string {
  if (style === 'json') return `{"tool": ${JSON.stringify(call.name)}, "args": ${call.arguments}}`;
  const loose = readLoose(call.arguments);
  const args = isRecord(loose?.value) ? loose.value : {};
  const lines = Object.entries(args).map(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return /[\n\r]/.test(text) ? block(key, text) : `${key}: ${text}`;
  });
  return ['```tool ' + call.name, ...lines, '```'].join('\n');
}

function block(key: string, text: string): string {
  const lines = text.split(/\r?\n/);
  let mark = 'END';
  while (lines.some((line) => line.trim() === mark)) mark += '_';
  return `${key} <<${mark}\n${text.endsWith('\n') ? text : `${text}\n`}${mark}`;
}

/** Writes one call the way each model family does, so that reading it back can be tested. */
export interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}

const json = JSON.stringify;
const python = (text: string): string => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')}'`;
const pythonArgs = (args: Call['args']): string => Object.entries(args).map(([key, value]) => `${key}=${python(value)}`).join(', ');
const frame = ({ name, args }: Call): string => json({ name, arguments: args });
const pairs = (args: Call['args'], one: (key: string, value: string) => string): string => Object.entries(args).map(([key, value]) => one(key, value)).join('\n');

/** Text dialects by name; each gives the whole content of a reply. */
export const DIALECTS: Readonly<Record<string, (call: Call) => string>> = {
  bare: frame,
  'bare with prose': (call) => `Sure, here it is: ${frame(call)}\nDone.`,
  parameters: ({ name, args }) => json({ type: 'function', name, parameters: args }),
  flattened: ({ name, args }) => json({ name, ...args }),
  nested: ({ name, args }) => json({ [name]: args }),
  envelope: ({ name, args }) => json({ tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: json(args) } }] }),
  'json style': ({ name, args }) => json({ thought: 'next step', tool: name, args }),
  'fenced json': (call) => `\`\`\`json\n${frame(call)}\n\`\`\``,
  'fenced tool_call': (call) => `\`\`\`tool_call\n${frame(call)}\n\`\`\``,
  hermes: (call) => `I will do it.\n<tool_call>\n${frame(call)}\n</tool_call>`,
  'hermes without start': (call) => `${frame(call)}\n</tool_call>`,
  plural: (call) => `<tool_calls>[${frame(call)}]</tool_calls>`,
  mistral: ({ name, args }) => `[TOOL_CALLS]${name}[ARGS]${json(args)}`,
  'mistral old': (call) => `[TOOL_CALLS][${frame(call)}]`,
  deepseek: ({ name, args }) => `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${json(args)}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  'deepseek 3.1': ({ name, args }) => `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${json(args)}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  kimi: ({ name, args }) => `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>${json(args)}<|tool_call_end|><|tool_calls_section_end|>`,
  harmony: ({ name, args }) => `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${json(args)}<|call|>`,
  llama: ({ name, args }) => `<|python_tag|>${json({ name, parameters: args })}<|eom_id|>`,
  granite: (call) => `<|tool_call|>[${frame(call)}]`,
  'lm studio': (call) => `[TOOL_REQUEST]${frame(call)}[END_TOOL_REQUEST]`,
  'command r': ({ name, args }) => `<|START_ACTION|>[${json({ tool_name: name, parameters: args })}]<|END_ACTION|>`,
  gemma: ({ name, args }) => `<|tool_call>call:${name}{${Object.entries(args).map(([key, value]) => `${key}:<|"|>${value}<|"|>`).join(',')}}<tool_call|>`,
  'function gemma': ({ name, args }) => `<start_function_call>call:${name}{${Object.entries(args).map(([key, value]) => `${key}:<escape>${value}<escape>`).join(',')}}<end_function_call>`,
  liquid: ({ name, args }) => `<|tool_call_start|>[${name}(${pythonArgs(args)})]<|tool_call_end|>`,
  'tool_code fence': ({ name, args }) => `\`\`\`tool_code\n${name}(${pythonArgs(args)})\n\`\`\``,
  pythonic: ({ name, args }) => `[${name}(${pythonArgs(args)})]`,
  qwen: ({ name, args }) => `<tool_call>\n<function=${name}>\n${pairs(args, (key, value) => `<parameter=${key}>\n${value}\n</parameter>`)}\n</function>\n</tool_call>`,
  'qwen without wrapper': ({ name, args }) => `<function=${name}>\n${pairs(args, (key, value) => `<parameter=${key}>\n${value}\n</parameter>`)}\n</function>`,
  invoke: ({ name, args }) => `<function_calls>\n<invoke name="${name}">\n${pairs(args, (key, value) => `<parameter name="${key}">\n${value}\n</parameter>`)}\n</invoke>\n</function_calls>`,
  glm: ({ name, args }) => `<tool_call>${name}\n${pairs(args, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>`)}\n</tool_call>`,
  'fenced style': ({ name, args }) => `\`\`\`tool ${name}\n${pairs(args, (key, value) => (/[\r\n]/.test(value) && value.endsWith('\n') ? `${key} <<WHITTLE\n${value}WHITTLE` : `${key}: ${value}`))}\n\`\`\``,
};

/** Dialects whose string quotes are tokens that can't stand in a value. */
export const TOKEN_QUOTED: Readonly<Record<string, string>> = { gemma: '<|"|>', 'function gemma': '<escape>' };

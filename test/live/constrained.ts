/** Calls under a schema: as many as asked for, each valid JSON of the schema that was sent, whatever so small a model means by it. */
import assert from 'node:assert/strict';
import { isRecord } from '../../src/engine/reply/looseJson';
import { readReply } from '../../src/engine/reply/readReply';
import { registry } from '../../src/engine/tools/registry';
import { advertised } from '../../src/engine/tools/register';
import { ask, CannotDo, SYSTEM, user, type Live } from './liveCheck';

const TOOLS = registry.filter(({ name }) => ['read_file', 'list_dir', 'list_symbols', 'read_symbol', 'find_references'].includes(name)).map(({ spec }) => advertised(spec, false));
const REQUESTS = [
  'Open the file src/app.py.', 'What is in the folder src?', 'Show me the function median.', 'Which symbols are in lib/util.ts?', 'Where is parse_args used?',
  'Read "a file with spaces.md".', 'Öffne die Datei größe.py.', 'List everything.', 'What does the class Point.Inner do?', 'Hello!',
];

export async function constrained({ model, tap, calls }: Live): Promise<string> {
  const one = await model({ callStyle: 'json' });
  const kinds: Record<string, number> = {};
  const wrong: string[] = [];
  const began = performance.now();
  for (let number = 0; number < calls; number += 1) {
    // Room for every bounded string at a token a character: then only an endless answer can be cut.
    const { reply } = await ask(one, [SYSTEM, user(`${REQUESTS[number % REQUESTS.length] ?? ''} (${number})`)], { tools: TOOLS, maxTokens: 1000, temperature: 0.3 });
    const body = tap.chats.at(-1)?.body;
    if (body?.['response_format'] === undefined && body?.['format'] === undefined) throw new CannotDo(`it refused the schema after ${number} calls; Whittle goes on without one (fenced style) and remembers`);
    const said = rawText(await tap.lastAnswer());
    const read = readReply(reply, TOOLS);
    const fault = faultIn(said, reply.finish);
    kinds[fault ?? read.kind] = (kinds[fault ?? read.kind] ?? 0) + 1;
    if (fault !== undefined || read.kind === 'malformed') wrong.push(`${fault ?? read.kind} (${reply.finish}): ${said.slice(0, 100)} … ${said.slice(-80)}`);
  }
  const seconds = (performance.now() - began) / 1000;
  const counts = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`).join(', ');
  assert.equal(wrong.length, 0, `${calls - wrong.length} of ${calls} valid (${counts}). The first that are not:\n      ${wrong.slice(0, 5).join('\n      ')}`);
  return `${calls} of ${calls} (${counts}), ${(seconds / Math.max(calls, 1)).toFixed(2)} s each`;
}

/** The model's own text, put together from the events: not by the product's assembler. */
function rawText({ events }: { readonly events: readonly Record<string, unknown>[] }): string {
  return events.map((event) => {
    const choice: unknown = Array.isArray(event['choices']) ? event['choices'][0] : event;
    const message: unknown = isRecord(choice) ? choice['delta'] ?? choice['message'] : undefined;
    const content = isRecord(message) ? message['content'] : undefined;
    return typeof content === 'string' ? content : '';
  }).join('');
}

/** Checked by hand and strictly: JSON.parse, the three keys in their order, a tool of the schema, its required arguments with their types. */
function faultIn(text: string, finish: string): string | undefined {
  if (finish === 'length') return 'cut by the output limit';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'no JSON';
  }
  if (!isRecord(value) || Object.keys(value).join() !== 'thought,tool,args') return 'other keys';
  const { thought, tool, args } = value;
  if (typeof thought !== 'string' || thought.length > 400 || !isRecord(args)) return 'other types';
  if (tool === 'answer') return typeof args['text'] === 'string' ? undefined : 'an answer without text';
  const spec = TOOLS.find(({ name }) => name === tool)?.parameters;
  if (!spec) return 'an unknown tool';
  for (const required of spec.required ?? []) if (!Object.hasOwn(args, required)) return `no ${required}`;
  for (const [key, given] of Object.entries(args)) {
    const type = spec.properties[key]?.type;
    if (type === undefined) return `an unknown argument ${key}`;
    if (type === 'string' ? typeof given !== 'string' : type === 'integer' ? !Number.isInteger(given) : false) return `${key} of another type`;
  }
  return undefined;
}

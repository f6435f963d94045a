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

/** Until so many calls were made. A chatty model answers instead now and then; an answer has no bound, so it may be ended, but never taken for a call. */
export async function constrained({ model, tap, calls }: Live): Promise<string> {
  const one = await model({ callStyle: 'json' });
  const wrong: string[] = [];
  const seen = { calls: 0, answers: 0, ended: 0, placeholders: 0 };
  const began = performance.now();
  let asked = 0;
  for (; seen.calls < calls && asked < calls * 2 + 5; asked += 1) {
    // Room for every bounded string at a token a character: then only an endless answer can be cut.
    const { reply } = await ask(one, [SYSTEM, user(`${REQUESTS[asked % REQUESTS.length] ?? ''} (${asked})`)], { tools: TOOLS, maxTokens: 1000, temperature: 0.3 });
    const body = tap.chats.at(-1)?.body;
    if (body?.['response_format'] === undefined && body?.['format'] === undefined) throw new CannotDo(`it refused the schema after ${asked} requests; Whittle goes on without one (fenced style) and remembers`);
    const said = rawText(await tap.lastAnswer());
    const read = readReply(reply, TOOLS);
    if (/"tool"\s*:\s*"answer"/.test(said)) {
      seen.answers += 1;
      const fault = faultIn(said, reply.finish);
      if (fault !== undefined) seen.ended += 1;
      if (read.kind === 'calls' || (fault === undefined && read.kind !== 'answer')) wrong.push(`an answer read as ${read.kind}: ${said.slice(0, 200)}`);
      continue;
    }
    seen.calls += 1;
    const fault = faultIn(said, reply.finish);
    // A schema bounds the form only: a path copied from somebody's example fits it, and is told instead of run.
    const placeholder = read.kind === 'malformed' && read.problems.every(({ code }) => code === 'placeholder');
    if (placeholder) seen.placeholders += 1;
    if (fault !== undefined || (read.kind !== 'calls' && !placeholder)) wrong.push(`${fault ?? read.kind} (${reply.finish}): ${said.slice(0, 100)} … ${said.slice(-80)}`);
  }
  const seconds = (performance.now() - began) / 1000;
  assert.equal(wrong.length, 0, `${wrong.length} wrong in ${asked} requests. The first:\n      ${wrong.slice(0, 5).join('\n      ')}`);
  assert.equal(seen.calls, calls, `only ${seen.calls} calls in ${asked} requests: the model answers instead`);
  return `${seen.calls} of ${seen.calls} calls valid, ${seen.placeholders} of them with a placeholder such as path/to/file, told and not run; ${seen.answers} answers instead, ${seen.ended} of them without end and ended as such; ${(seconds / Math.max(asked, 1)).toFixed(2)} s each`;
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

/** The words a model reads when its call can't run: what was wrong, the nearest names, one correct example. */
import type { PropertySchema, RawToolCall, ToolSpec } from '../ports';
import { isRecord, readStrict } from './looseJson';
import type { Problem, ProblemCode } from './reply';

/** Words other products taught the models, by the tool's purpose: they only order the suggestions. */
const FOREIGN_NAMES: Readonly<Record<string, readonly string[]>> = {
  run_command: ['bash', 'shell', 'execute_command', 'execute_bash', 'terminal', 'exec', 'run_shell_command', 'run_terminal_cmd', 'python'],
  read_file: ['cat', 'open_file', 'view', 'view_file', 'get_file', 'open', 'read'],
  list_dir: ['ls', 'list_files', 'list_directory', 'dir', 'glob', 'tree'],
  search: ['grep', 'search_files', 'search_text', 'grep_search', 'find', 'codebase_search', 'ripgrep'],
  write_file: ['create_file', 'write', 'write_to_file', 'create', 'save_file', 'new_file'],
  patch: ['edit', 'edit_file', 'str_replace', 'str_replace_editor', 'str_replace_based_edit_tool', 'replace_in_file', 'apply_diff', 'apply_patch', 'replace'],
  finish: ['attempt_completion', 'done', 'complete', 'submit', 'final_answer'],
};

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The offered tool a written name stands for: other letter case, a namespace or control tokens around it, nothing looser. */
export function resolveTool(name: string, tools: readonly ToolSpec[]): ToolSpec | undefined {
  const exact = tools.find((tool) => tool.name === name);
  if (exact) return exact;
  const core = name.replace(/^[\s<|"'`]*(?:assistant|commentary)?\s*(?:to=)?/, '').split(/<|\[ARGS|[\s("'`{]/)[0] ?? '';
  const bare = core.replace(/:\d+$/, '').replace(/^.*[./:]/, '');
  const fits = tools.filter((tool) => plain(tool.name) === plain(bare));
  return bare !== '' && fits.length === 1 ? fits[0] : undefined;
}

/** Up to three names, nearest first. */
export function nearest(name: string, names: readonly string[]): readonly string[] {
  const lower = name.toLowerCase();
  return names
    .map((candidate) => ({ candidate, rank: FOREIGN_NAMES[candidate]?.includes(lower) ? -1 : distance(plain(name), plain(candidate)) }))
    .filter(({ rank, candidate }) => rank <= Math.max(2, candidate.length / 2))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Levenshtein; names are short, and longer ones are cut to stay cheap. */
function distance(left: string, right: string): number {
  const a = left.slice(0, 40);
  const b = right.slice(0, 40);
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Arguments that would be right: the tool's own example, else one made from its required ones. */
export function exampleOf(spec: ToolSpec): string {
  if (spec.example) return JSON.stringify(spec.example);
  const { properties, required } = spec.parameters;
  const names = required && required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, sample(name, properties[name] ?? {})])));
}

function sample(name: string, schema: PropertySchema): unknown {
  if (schema.enum && schema.enum.length > 0) return schema.enum[0];
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0] ?? schema.anyOf?.[0]?.type;
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [sample(name, schema.items ?? { type: 'string' })];
  if (type === 'object') return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, sample(key, inner)]));
  return /path|file/.test(name) ? 'src/app.py' : /name|symbol/.test(name) ? 'main' : /command/.test(name) ? 'ls' : `the ${name.replaceAll('_', ' ')}`;
}

export function badArguments(spec: ToolSpec, why: string, raw: RawToolCall, code: ProblemCode = 'invalid_arguments'): Problem {
  return { code, tool: spec.name, raw, text: `${spec.name} was not run: ${why} Call ${spec.name} again with arguments like ${exampleOf(spec)}` };
}

export function unknownTool(name: string, tools: readonly ToolSpec[], raw: RawToolCall): Problem {
  const names = tools.map((tool) => tool.name);
  const near = nearest(name, names);
  const offer = near.length > 0 ? `Nearest: ${near.join(', ')}.` : `The tools are: ${names.join(', ')}.`;
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  const first = tools.find((tool) => tool.name === near[0]) ?? tools[0];
  return {
    code: 'unknown_tool', raw,
    text: first
      ? `There is no tool "${shown}"; nothing was run. ${offer} Call one of them, for example ${first.name} with ${exampleOf(first)}`
      : `There is no tool "${shown}" here; nothing was run. Answer in words.`,
  };
}

export function truncated(tool: string | undefined, limit: boolean, raw?: RawToolCall): Problem {
  const why = limit ? 'Your reply hit the output limit before the call was complete' : 'The call broke off before it was complete';
  const next = tool === undefined
    ? 'Write it again, shorter.'
    : `Call ${tool} again with less text at once: one symbol, or the file in several parts.`;
  return { code: 'truncated', text: `${why}; nothing was run. ${next}`, ...(tool === undefined ? {} : { tool }), ...(raw ? { raw } : {}) };
}

/** A bad call as the history may hold it: a name servers accept, arguments that are valid JSON. */
export function harmlessCall(id: string, name: string, args: string): RawToolCall {
  const clean = (/[\w-]{1,64}/.exec(name)?.[0] ?? 'unknown');
  return { id, name: clean, arguments: isRecord(readStrict(args)) ? args : '{}' };
}

/** Runs one case of the area `patch` through the tools themselves; maps the product's words to the cases' codes, and nothing more. */
import { patch } from '../../../src/engine/tools/patch';
import { readFile } from '../../../src/engine/tools/readFile';
import type { ToolResult } from '../../../src/engine/tools/tool';
import { writeFile } from '../../../src/engine/tools/writeFile';
import { contentHash } from '../../../src/engine/edit/contentHash';
import { memoryContext } from '../memoryContext';

interface TextSpec { readonly prefix: string; readonly repeat: string; readonly times: number; readonly suffix: string }
interface Edit { readonly path?: string; readonly old_str: string; readonly new_str: string; readonly replace_all?: boolean }

export interface PatchCase {
  readonly id: string;
  readonly input: {
    readonly op: string; readonly path?: string; readonly text?: string; readonly bytes_hex?: string; readonly text_spec?: TextSpec;
    readonly content?: string; readonly content_spec?: TextSpec; readonly edits?: readonly Edit[]; readonly files?: Readonly<Record<string, string>>;
    readonly text_when_read?: string; readonly buffer_text?: string; readonly mode?: string; readonly symlink_to?: string;
    readonly start_line?: number; readonly end_line?: number;
  };
  readonly expect: Readonly<Record<string, unknown>>;
}

const codes: readonly (readonly [string, RegExp])[] = [
  ['ambiguous', /fits in \d+ places/], ['not_found', /old_str is not in the file/], ['empty_old_str', /old_str is empty/],
  ['no_change', /are the same|already reads exactly so/], ['elision', /stands for code that was left out/], ['stale', /changed since you read it/],
  ['dirty_buffer', /unsaved changes/], ['stale', /you have not read/], ['readonly', /read-only/],
  ['missing', /does not exist/], ['encoding', /binary file|encoding|lone surrogate|U\+FFFD/], ['syntax', /would add a syntax error/],
];

export async function runPatchCase(one: PatchCase): Promise<{ passed: boolean; actual: Readonly<Record<string, unknown>> }> {
  const actual = await outcome(one.input);
  return { passed: meets(actual, one.expect), actual };
}

/** What the case's call did: the file after it, and the refusal's code if there was one. */
async function outcome(input: PatchCase['input']): Promise<Record<string, unknown>> {
  const raw = input.bytes_hex === undefined ? undefined : Uint8Array.from(Buffer.from(input.bytes_hex, 'hex'));
  const text = input.text ?? (input.text_spec && spelled(input.text_spec));
  const start = raw ?? (text === undefined ? undefined : new TextEncoder().encode(text));
  const real = input.symlink_to ?? input.path ?? '';
  const context = await memoryContext({
    files: { ...input.files, ...(start === undefined ? {} : { [real]: start }) },
    links: input.symlink_to === undefined || input.path === undefined ? {} : { [input.path]: input.symlink_to },
    modes: input.mode === undefined ? {} : { [real]: Number.parseInt(input.mode, 8) },
    resultLimit: 32_000,
  });
  for (const [name, text] of Object.entries(input.files ?? {})) context.record.read.set(name, contentHash(new TextEncoder().encode(text)));
  if (input.buffer_text !== undefined) context.buffers.set(real, input.buffer_text);
  // The cases let the model have read what it edits, unless they say what else it saw.
  const asRead = input.text_when_read === undefined ? start : new TextEncoder().encode(input.text_when_read);
  if (asRead !== undefined) context.record.read.set(real, contentHash(asRead));
  const result = await call(input, context);
  const bytes = context.bytes(real);
  const after = bytes && Buffer.from(bytes);
  return {
    files: Object.fromEntries(Object.keys(input.files ?? {}).map((name) => [name, context.text(name)])),
    text: after?.toString('utf8'), bytes_hex: after?.toString('hex'),
    unchanged: (after?.toString('hex') ?? '') === Buffer.from(start ?? []).toString('hex') && Object.entries(input.files ?? {}).every(([name, text]) => context.text(name) === text),
    mode: (context.files.modeOf(`${context.room.folder}/${real}`) ?? 0).toString(8).padStart(4, '0'),
    ...(result.ok ? {} : { refusal: codes.find(([, words]) => words.test(result.text))?.[0] ?? result.text }),
    lines: /\(lines ([\d, ]+)/.exec(result.text)?.[1]?.split(', ').map(Number),
    failed_edit: Number(/Edit (\d+) of/.exec(result.text)?.[1] ?? Number.NaN) - 1,
    length: result.text.length, says_cut: /characters cut|call again with offset/.test(result.text), said: result.text,
  };
}

function call(input: PatchCase['input'], context: Awaited<ReturnType<typeof memoryContext>>): Promise<ToolResult> {
  const path = input.path ?? Object.keys(input.files ?? {})[0] ?? '';
  if (input.op === 'write_file') return writeFile.run({ path, content: input.content ?? (input.content_spec ? spelled(input.content_spec) : '') }, context);
  if (input.op === 'read_file') return readFile.run({ path, offset: input.start_line, limit: (input.end_line ?? 0) - (input.start_line ?? 1) + 1 }, context);
  const [only, more] = input.edits ?? [];
  if (only && !more) return patch.run({ path, ...only }, context);
  return patch.run({ path, edits: [...(input.edits ?? [])] }, context);
}

function spelled({ prefix, repeat, times, suffix }: TextSpec): string {
  return prefix + repeat.repeat(times) + suffix;
}

/** Whether what happened is what the case, or one of its alternatives, asks for. */
function meets(actual: Record<string, unknown>, expect: Readonly<Record<string, unknown>>): boolean {
  const alternatives = expect['one_of'];
  if (Array.isArray(alternatives)) return alternatives.some((one) => meets(actual, one as Record<string, unknown>));
  if (!('refusal' in expect) && 'refusal' in actual) return false;
  return Object.entries(expect).every(([key, value]) => (key === 'max_chars' ? Number(actual['length']) <= Number(value) : JSON.stringify(actual[key]) === JSON.stringify(value)));
}

/** get_diagnostics: what the editor's language servers say of the room's files, since an edit too, and the parser where there are none. */
import { z } from 'zod';
import type { Diagnostic, Host } from '../ports';
import { openText } from './openText';
import { refuse, tell } from './tool';
import type { KnownProblems, Tool, ToolContext } from './tool';

interface Arguments {
  readonly path?: string | undefined;
}

const SHOWN = 30;
const SHOWN_NEW = 5;
/** Milliseconds in which the editor's word is of use; an edit waits no longer, both looks together. */
export const PATIENCE = 3_000;
const NOT_YET = "What the editor says of it is not known yet: a language server is starting or busy. get_diagnostics tells later.";
/** Lines that another column counts for. */
const OTHER_COLUMN = 1000;

export const getDiagnostics: Tool<Arguments> = {
  name: 'get_diagnostics',
  purpose: "Show the editor's problems of a file or of all edited files",
  schema: z.object({ path: z.string().optional() }),
  example: { path: 'src/cart.py' },
  changes: false,
  run: async ({ path }, context) => {
    const paths = path === undefined ? [...new Set(context.record.done.flatMap((done) => /^edit (.+)$/u.exec(done)?.[1] ?? []))] : [path];
    if (paths.length === 0) return refuse('No file was edited yet.', 'Give path.');
    const vetted = await Promise.all(paths.map((one) => context.room.vet(one, 'read')));
    const refused = vetted.find((one) => !one.ok);
    if (refused && !refused.ok) return refuse(refused.refusal.text, '');
    const places = vetted.flatMap((one) => (one.ok ? [one] : []));
    const asked = await Promise.all(places.map(async ({ path: one, absolute }) => (await context.host.diagnostics(absolute, PATIENCE))?.map((problem) => ({ ...problem, path: one }))));
    const told = asked.flatMap((one) => one ?? []);
    const unknown = places.flatMap((place, index) => (asked[index] === undefined ? [place.path] : []));
    const all = [...told, ...(told.length === 0 ? await syntax(context, places.map((one) => one.path)) : [])];
    if (all.length === 0 && unknown.length === 0) return tell(`No problems in ${places.map((one) => one.path).join(', ')}.`);
    const later = unknown.length === 0 ? '' : `What the editor says of ${unknown.join(', ')} is not known yet: a language server is starting or busy. Go on and call again later.`;
    if (all.length === 0) return tell(`No syntax errors. ${later}`);
    const rank = { error: 0, warning: 1, info: 2 };
    const lines = all.sort((a, b) => rank[a.severity] - rank[b.severity] || a.line - b.line).map((one) => `${one.path}:${one.line}:${one.column} ${one.severity}: ${one.message.split('\n', 1)[0] ?? ''}`);
    const more = lines.length > SHOWN ? `\n[${lines.length - SHOWN} more: correct the first ones and call again]` : '';
    return tell(`${lines.slice(0, SHOWN).join('\n')}${more}${later === '' ? '' : `\n${later}`}`, { kind: 'list', items: lines });
  },
};

/** Without a language server the parser's word still counts. */
async function syntax(context: ToolContext, paths: readonly string[]): Promise<Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const path of paths) {
    const opened = await openText(context, path);
    if (!opened.ok) continue;
    const report = await context.code.check(opened.path, opened.file.text);
    if (report.state === 'broken') found.push(...report.problems.map((problem) => ({ path, line: problem.line, column: problem.column, severity: 'error' as const, message: `syntax: ${problem.message}` })));
  }
  return found;
}

/** Before an edit of a file, undefined where it is a new one; the host bounds the time. What was told, or not, of the same contents is not asked again. */
export async function knownProblems({ host, record }: ToolContext, present: { readonly path: string; readonly absolute: string; readonly file: { readonly text: string } } | undefined): Promise<KnownProblems> {
  if (present === undefined) return { first: [], last: [], text: '' };
  const { path, absolute, file: { text } } = present;
  const known = record.problems?.get(path);
  if (known !== undefined && (known.text === text || known.last === undefined)) return known;
  const last = await errorsAt(host, absolute, PATIENCE);
  return { first: known === undefined ? last : known.first, last, text };
}

/** After it: one line for each new error, and the next move; empty where there is none. `patience`: what the look before the edit left of it. */
export async function newProblems({ host, record, room }: ToolContext, edited: { readonly path: string; readonly absolute: string; readonly text: string }, before: KnownProblems, patience: number): Promise<string> {
  const { path, absolute, text } = edited;
  // Where the look before the edit came too early, the person's own file tells what is old.
  const [now, base] = await Promise.all([errorsAt(host, absolute, patience), before.last ?? errorsAt(host, `${room.workspace}/${path}`, patience)]);
  record.problems ??= new Map();
  record.problems.set(path, { first: before.first ?? base, last: now, text });
  if (now === undefined) return `\n${NOT_YET}`;
  const fresh = since(base ?? [], now);
  if (fresh.length === 0) return '';
  const lines = text.split('\n');
  const shown = fresh.slice(0, SHOWN_NEW).map((one) => `${path}:${one.line}:${one.column} ${firstLine(one.message)} | ${(lines[one.line - 1] ?? '').trim().slice(0, 120)}`);
  const more = fresh.length > SHOWN_NEW ? `\n[${fresh.length - SHOWN_NEW} more: call get_diagnostics with this path]` : '';
  const which = before.last ? 'new errors since this edit' : base ? 'new errors since the task began' : 'errors, perhaps older than this task';
  return `\nThe editor reports ${which}:\n${shown.join('\n')}${more}\nCorrect ${base ? 'them' : 'what this task broke'}, here or where ${base ? 'they come' : 'it comes'} from.`;
}

/** Errors in edited files that were not there before the task, each with its place; what is not known is no error. */
export async function problemsOfTask({ host, record, room }: ToolContext): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [path, { first }] of record.problems ?? []) {
    const vetted = await room.vet(path, 'read');
    if (!vetted.ok) continue;
    const [now, before] = await Promise.all([errorsAt(host, vetted.absolute, PATIENCE), first ?? errorsAt(host, `${room.workspace}/${path}`, PATIENCE)]);
    if (now === undefined || before === undefined) continue;
    found.push(...since(before, now).slice(0, SHOWN_NEW).map((one) => `${path}:${one.line} ${firstLine(one.message)}`));
  }
  return found;
}

/** An edit moves lines, so of several that say the same the nearest one is taken for the old one, in the same column first. */
function since(before: readonly Diagnostic[], now: readonly Diagnostic[]): readonly Diagnostic[] {
  const pairs = now.flatMap((one) => before.filter(({ message }) => message === one.message).map((old) => ({ one, old, far: Math.abs(old.line - one.line) + (old.column === one.column ? 0 : OTHER_COLUMN) })));
  const [known, used] = [new Set<Diagnostic>(), new Set<Diagnostic>()];
  for (const { one, old } of pairs.sort((a, b) => a.far - b.far)) {
    if (known.has(one) || used.has(old)) continue;
    known.add(one);
    used.add(old);
  }
  return now.filter((one) => !known.has(one));
}

async function errorsAt(host: Host, absolute: string, patience: number): Promise<readonly Diagnostic[] | undefined> {
  return (await host.diagnostics(absolute, patience))?.filter(({ severity }) => severity === 'error');
}

function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').slice(0, 200);
}

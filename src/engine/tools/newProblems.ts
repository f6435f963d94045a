/** Tells which errors the editor sees in a file since an edit: what a parser can't know, such as a type that no longer fits. */
import type { Diagnostic } from '../ports';
import type { KnownProblems, ToolContext } from './tool';

const SHOWN = 5;

/** Before an edit of `path`; the host bounds the time. What was told of the same contents is not asked again. */
export async function knownProblems({ host, record }: ToolContext, path: string, absolute: string, hash: string | undefined): Promise<KnownProblems> {
  const known = record.problems?.get(path);
  if (hash === undefined) return { first: [], last: [], hash: '' };
  if (known?.hash === hash) return known;
  const last = errorsOf(await host.diagnostics([absolute]));
  return { first: known?.first ?? last, last, hash };
}

/** After it: one line for each new error, and the next move; empty where there is none. */
export async function newProblems({ host, record }: ToolContext, path: string, absolute: string, text: string, hash: string, before: KnownProblems): Promise<string> {
  const now = errorsOf(await host.diagnostics([absolute]));
  record.problems ??= new Map();
  record.problems.set(path, { first: before.first, last: now, hash });
  const fresh = since(before.last, now);
  if (fresh.length === 0) return '';
  const lines = text.split('\n');
  const shown = fresh.slice(0, SHOWN).map((one) => `${path}:${one.line}:${one.column} ${firstLine(one.message)} | ${(lines[one.line - 1] ?? '').trim().slice(0, 120)}`);
  const more = fresh.length > SHOWN ? `\n[${fresh.length - SHOWN} more: call get_diagnostics with this path]` : '';
  return `\nThe editor reports new errors since this edit:\n${shown.join('\n')}${more}\nCorrect them, here or where they come from.`;
}

/** Errors in edited files that were not there before the task, each with its place. */
export async function problemsOfTask({ host, record, room }: ToolContext): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [path, { first }] of record.problems ?? []) {
    const vetted = await room.vet(path, 'read');
    if (!vetted.ok) continue;
    const fresh = since(first, errorsOf(await host.diagnostics([vetted.absolute])));
    found.push(...fresh.slice(0, SHOWN).map((one) => `${path}:${one.line} ${firstLine(one.message)}`));
  }
  return found;
}

/** By message alone: an edit moves lines, and one error told once more is a new one. */
function since(before: readonly Diagnostic[], now: readonly Diagnostic[]): readonly Diagnostic[] {
  const left = new Map<string, number>();
  for (const { message } of before) left.set(message, (left.get(message) ?? 0) + 1);
  return now.filter(({ message }) => {
    const count = left.get(message) ?? 0;
    left.set(message, count - 1);
    return count <= 0;
  });
}

function errorsOf(all: readonly Diagnostic[]): readonly Diagnostic[] {
  return all.filter(({ severity }) => severity === 'error');
}

function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').slice(0, 200);
}

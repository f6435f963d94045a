/** get_diagnostics: what the editor's language servers say of the room's files, and the parser where there are none. */
import { z } from 'zod';
import type { Diagnostic } from '../ports';
import { openText } from './openText';
import { refuse, tell } from './tool';
import type { Tool, ToolContext } from './tool';

interface Arguments {
  readonly path?: string | undefined;
}

const SHOWN = 30;

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
    const told = await context.host.diagnostics(places.map((one) => one.absolute));
    const all = [...told.map((one) => ({ ...one, path: places.find((place) => place.absolute === one.path)?.path ?? one.path })), ...(told.length === 0 ? await syntax(context, places.map((one) => one.path)) : [])];
    if (all.length === 0) return tell(`No problems in ${places.map((one) => one.path).join(', ')}.`);
    const rank = { error: 0, warning: 1, info: 2 };
    const lines = all.sort((a, b) => rank[a.severity] - rank[b.severity] || a.line - b.line).map((one) => `${one.path}:${one.line}:${one.column} ${one.severity}: ${one.message.split('\n', 1)[0] ?? ''}`);
    const more = lines.length > SHOWN ? `\n[${lines.length - SHOWN} more: correct the first ones and call again]` : '';
    return tell(`${lines.slice(0, SHOWN).join('\n')}${more}`, { kind: 'list', items: lines });
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

/** Lists one folder of the room, so that the model needn't guess what is there. */
import { z } from 'zod';
import { refuse } from './tool';
import type { Tool } from './tool';

const schema = z.object({ path: z.string().optional() });

export const listDir: Tool<z.infer<typeof schema>> = {
  name: 'list_dir',
  purpose: 'List a folder.',
  schema,
  example: { path: 'src' },
  changes: false,
  run: async ({ path }, context) => {
    const listed = await context.room.list(path === undefined || path === '' ? '.' : path);
    if (!listed.ok) return refuse(listed.refusal.text, '');
    const rows = listed.entries.map((entry) => {
      const name = entry.path.slice(entry.path.replace(/\/$/, '').lastIndexOf('/') + 1);
      return name.endsWith('/') ? name : `${name} ${entry.size}`;
    });
    let left = Math.max(200, context.resultLimit - 150);
    const fit = rows.findIndex((row) => (left -= row.length + 1) < 0);
    const shown = fit === -1 ? rows : rows.slice(0, fit);
    const rest = shown.length < rows.length ? `\n(${rows.length - shown.length} more of ${rows.length}. Call search with a glob to find the rest.)` : '';
    context.record.done.push(`list ${listed.path}`);
    return { ok: true, text: rows.length === 0 ? `(${listed.path} is empty.)` : shown.join('\n') + rest, detail: { kind: 'list', items: rows } };
  },
};

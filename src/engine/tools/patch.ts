/** Exact search and replace in room files: the tool for small changes outside a whole symbol. */
import { z } from 'zod';
import { isProse } from '../edit/elision';
import { patchText } from '../edit/patch';
import type { TextEdit } from '../edit/patch';
import { editFiles } from './editFile';
import type { Edited } from './editFile';
import { refuse } from './tool';
import type { Tool } from './tool';

const schema = z.object({
  path: z.string(),
  old_str: z.string().optional(),
  new_str: z.string().optional(),
  replace_all: z.boolean().optional(),
  /** More places, in this file or another; all of a call land or none. */
  edits: z.array(z.object({ path: z.string().optional(), old_str: z.string(), new_str: z.string(), replace_all: z.boolean().optional() })).optional(),
});

export const patch: Tool<z.infer<typeof schema>> = {
  name: 'patch',
  purpose: 'Replace old_str, copied exactly',
  unadvertised: ['edits'],
  asked: ['old_str', 'new_str'],
  schema,
  example: { path: 'src/app.py', old_str: 'retries = 1', new_str: 'retries = 3' },
  changes: true,
  run: async ({ path, old_str, new_str, replace_all, edits = [] }, context) => {
    const single = old_str !== undefined && new_str !== undefined;
    if (!single && (old_str !== undefined || new_str !== undefined || edits.length === 0)) {
      return refuse(`patch needs both old_str and new_str${old_str === undefined ? '' : ' (an empty new_str removes the text)'}.`, 'Call it again with both.');
    }
    const wanted = [...(single ? [{ old_str, new_str }] : []), ...edits];
    const files = new Map<string, { edit: TextEdit; index: number }[]>();
    for (const [index, one] of wanted.entries()) {
      const at = one.path === undefined || one.path === '' ? path : one.path;
      const edit = { old: one.old_str, fresh: one.new_str, all: one.replace_all ?? replace_all ?? false };
      files.set(at, [...(files.get(at) ?? []), { edit, index }]);
    }
    return editFiles(context, [...files].map(([at, ofFile]) => ({ path: at, edit: (text) => patched(at, text, ofFile, wanted.length) })));
  },
};

function patched(path: string, text: string, edits: readonly { edit: TextEdit; index: number }[], all: number): Edited {
  const result = patchText(text, edits.map(({ edit }) => edit), { prose: isProse(path) });
  if (result.ok) return { ok: true, text: result.text, ...(result.notes.length === 0 ? {} : { note: `(${[...new Set(result.notes)].join('; ')})` }) };
  const which = all > 1 ? `Edit ${(edits[result.index]?.index ?? 0) + 1} of ${all}: ` : '';
  const none = all > 1 ? ' None of the edits was made.' : '';
  return { ok: false, text: `Not applied to ${path}. ${which}${result.text}${none}` };
}

/** Exact search and replace in room files: the tool for small changes outside a whole symbol. */
import { z } from 'zod';
import { isProse } from '../edit/elision';
import { patchText } from '../edit/patch';
import type { TextEdit } from '../edit/patch';
import { editFile, editFiles, refusedAsHuge } from './editFile';
import type { Edited } from './editFile';
import { answersMiss, forgetMiss, mergeFallback, missed } from './mergeFallback';
import { refuse } from './tool';
import type { Tool, ToolContext } from './tool';

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
  writesText: true,
  run: async ({ path, old_str, new_str, replace_all, edits = [] }, context) => {
    for (const text of [new_str ?? '', ...edits.map((edit) => edit.new_str)]) {
      const huge = refusedAsHuge(path, text);
      if (huge) return huge;
    }
    if (edits.length === 0 && answersMiss(context, path, old_str, new_str)) {
      const answered = await editFile(context, path, (text) => mergeFallback(context, path, text, old_str, new_str));
      if (answered.ok) forgetMiss(context, path);
      return answered;
    }
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
    const result = await editFiles(context, [...files].map(([at, ofFile]) => ({ path: at, edit: (text) => patched(context, at, text, ofFile, wanted.length) })));
    if (result.ok) for (const at of files.keys()) forgetMiss(context, at);
    return result;
  },
};

async function patched(context: ToolContext, path: string, text: string, edits: readonly { edit: TextEdit; index: number }[], all: number): Promise<Edited> {
  const result = patchText(text, edits.map(({ edit }) => edit), { prose: isProse(path) });
  if (result.ok) return { ok: true, text: result.text, ...(result.notes.length === 0 ? {} : { note: `(${[...new Set(result.notes)].join('; ')})` }) };
  const [only] = edits;
  if (all === 1 && only && result.code === 'not_found') return { ok: false, text: await missed(context, path, text, only.edit, `Not applied to ${path}. ${result.text}`) };
  const which = all > 1 ? `Edit ${(edits[result.index]?.index ?? 0) + 1} of ${all}: ` : '';
  const none = all > 1 ? ' None of the edits was made.' : '';
  return { ok: false, text: `Not applied to ${path}. ${which}${result.text}${none}` };
}

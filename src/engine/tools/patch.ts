/** Exact search and replace in a room file: the tool for small changes outside a whole symbol. */
import { z } from 'zod';
import { isProse } from '../edit/elision';
import { patchText } from '../edit/patch';
import type { TextEdit } from '../edit/patch';
import { editFile } from './editFile';
import type { Edited } from './editFile';
import { refuse } from './tool';
import type { Tool } from './tool';

const schema = z.object({
  path: z.string(),
  old_str: z.string().optional(),
  new_str: z.string().optional(),
  replace_all: z.boolean().optional(),
  edits: z.array(z.object({ old_str: z.string(), new_str: z.string() })).optional(),
});

export const patch: Tool<z.infer<typeof schema>> = {
  name: 'patch',
  purpose: 'Replace old_str, copied exactly, by new_str. edits: several at once.',
  schema,
  example: { path: 'src/app.py', old_str: 'retries = 1', new_str: 'retries = 3' },
  changes: true,
  run: async (args, context) => {
    const edits: TextEdit[] = (args.edits ?? []).map((edit) => ({ old: edit.old_str, fresh: edit.new_str, all: args.replace_all === true }));
    if (args.old_str !== undefined && args.new_str !== undefined) edits.unshift({ old: args.old_str, fresh: args.new_str, all: args.replace_all === true });
    else if (args.old_str !== undefined || args.new_str !== undefined || edits.length === 0) {
      return refuse(`patch needs both old_str and new_str${args.old_str === undefined ? '' : ' (an empty new_str removes the text)'}.`, 'Call it again with both.');
    }
    return editFile(context, args.path, (text): Edited => {
      const patched = patchText(text, edits, { prose: isProse(args.path) });
      if (patched.ok) return { ok: true, text: patched.text, ...(patched.notes.length === 0 ? {} : { note: `(${[...new Set(patched.notes)].join('; ')})` }) };
      const which = edits.length > 1 ? `Edit ${patched.index + 1} of ${edits.length}: ` : '';
      const none = edits.length > 1 ? ' None of the edits was made.' : '';
      return { ok: false, text: `Not applied to ${args.path}. ${which}${patched.text}${none}` };
    });
  },
};

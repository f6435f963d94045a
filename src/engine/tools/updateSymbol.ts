/** update_symbol: the model rewrites one declaration and nothing else moves. */
import { z } from 'zod';
import { updatedSymbol } from '../edit/symbolUpdate';
import { editFile, refusedAsHuge } from './editFile';
import { symbolFile } from './symbolFile';
import type { Tool } from './tool';

interface Arguments {
  readonly name: string;
  readonly code: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
}

export const updateSymbol: Tool<Arguments> = {
  name: 'update_symbol',
  purpose: 'Replace a whole function, class or Class.method',
  unadvertised: ['line'],
  schema: z.object({ name: z.string(), code: z.string(), path: z.string().optional(), line: z.int().optional() }),
  example: { path: 'src/cart.py', name: 'Cart.total', code: 'def total(self):\n    return sum(self.items)\n' },
  changes: true,
  writesText: true,
  run: async ({ name, code, path, line }, context) => {
    const huge = refusedAsHuge(path ?? name, code);
    if (huge) return huge;
    const file = await symbolFile(context, name, path);
    if (!file.ok) return file.result;
    // Only where something was shown without its rest is the disk asked for the path's own spelling.
    const vetted = context.record.cutAt && (await context.room.vet(file.path, 'write'));
    const cutAt = vetted?.ok ? context.record.cutAt?.get(vetted.path) : undefined;
    return editFile(context, file.path, (text) => updatedSymbol({ reader: context.code, path: file.path, text }, { name, code, line, cutAt }));
  },
};

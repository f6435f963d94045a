/** add_symbol: a new declaration, placed and spaced as the file does it. */
import { z } from 'zod';
import { addedSymbol } from '../edit/symbolAdd';
import { editFile, refusedAsHuge } from './editFile';
import type { Tool } from './tool';

interface Arguments {
  readonly path: string;
  readonly code: string;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly inside?: string | undefined;
  readonly line?: number | undefined;
}

export const addSymbol: Tool<Arguments> = {
  name: 'add_symbol',
  purpose: 'Add a declaration after or inside a symbol',
  schema: z.object({
    path: z.string(), code: z.string(), after: z.string().optional(), before: z.string().optional(), inside: z.string().optional(), line: z.int().optional(),
  }),
  example: { path: 'src/cart.py', inside: 'Cart', code: 'def clear(self):\n    self.items = []\n' },
  changes: true,
  writesText: true,
  unadvertised: ['line', 'before'],
  run: async ({ path, ...request }, context) => {
    const huge = refusedAsHuge(path, request.code);
    if (huge) return huge;
    const vetted = await context.room.vet(path, 'write');
    const taken = vetted.ok ? context.record.taken?.filter((one) => one.path === vetted.path) : undefined;
    return editFile(context, path, (text) => addedSymbol({ reader: context.code, path, text }, { ...request, taken }));
  },
};

/** remove_symbol: takes a declaration away with its decorators and doc comment. */
import { z } from 'zod';
import { removedSymbol } from '../edit/symbolRemove';
import { editFile } from './editFile';
import { symbolFile } from './symbolFile';
import type { Tool } from './tool';

interface Arguments {
  readonly name: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
}

export const removeSymbol: Tool<Arguments> = {
  name: 'remove_symbol',
  purpose: 'Remove one function, method or class with its decorators and comment',
  schema: z.object({ name: z.string(), path: z.string().optional(), line: z.int().optional() }),
  example: { name: 'Cart.clear', path: 'src/cart.py' },
  changes: true,
  unadvertised: ['line'],
  run: async ({ name, path, line }, context) => {
    const file = await symbolFile(context, name, path);
    if (!file.ok) return file.result;
    return editFile(context, file.path, (text) => removedSymbol({ reader: context.code, path: file.path, text }, name, line));
  },
};

/** find_references: where a symbol is used, never in strings or comments. */
import { z } from 'zod';
import { serverReferences } from './serverAnswers';
import { HOW, placeLines, symbolUses } from './symbolUses';
import { tell } from './tool';
import type { Tool } from './tool';

interface Arguments {
  readonly name: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
}

const MOST = 100;

export const findReferences: Tool<Arguments> = {
  name: 'find_references',
  purpose: 'List where a symbol is used',
  schema: z.object({ name: z.string(), path: z.string().optional(), line: z.int().optional() }),
  example: { name: 'Cart.total', path: 'src/cart.py' },
  changes: false,
  unadvertised: ['line'],
  run: async ({ name, path, line }, context) => {
    const uses = await symbolUses(context, name, path, line);
    if (!uses.ok) return uses.result;
    const { found } = uses;
    const served = await serverReferences(context, uses);
    const sources = served?.sources ?? uses.sources;
    const sure = placeLines(sources, served?.places ?? found.places);
    const unsure = placeLines(sources, served?.unsure ?? found.unsure);
    const how = served ? 'by the language server' : `${HOW[found.by]}, no language server`;
    let room = context.resultLimit - 300;
    const fits = (one: string): boolean => (room -= one.length + 1) > 0;
    const shown = sure.slice(0, MOST).filter(fits);
    const perhaps = unsure.slice(0, MOST).filter(fits);
    const parts = [`${found.name}: ${sure.length} places, the declaration among them (${how})`, ...shown];
    if (perhaps.length > 0) parts.push('Perhaps the same:', ...perhaps);
    const left = sure.length + unsure.length - shown.length - perhaps.length;
    if (left > 0) parts.push(`[${left} more: search for ${found.name} in a folder below]`);
    return tell(parts.join('\n'), { kind: 'list', items: [...sure, ...unsure] });
  },
};

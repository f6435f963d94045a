/** remove_symbol: takes a declaration away with its decorators and doc comment. */
import { z } from 'zod';
import { changedRegion } from '../../shared/changedRegion';
import { Lines } from '../code/lines';
import type { Taken } from '../edit/putBack';
import type { SymbolPlace } from '../edit/symbolPlaces';
import { removedSymbol } from '../edit/symbolRemove';
import { editFile } from './editFile';
import { symbolFile } from './symbolFile';
import { placeLines, symbolUses } from './symbolUses';
import type { Uses } from './symbolUses';
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
    const uses = await symbolUses(context, name, file.path, line);
    let taken: Taken | undefined;
    const removal = await editFile(context, file.path, async (text) => {
      const edit = await removedSymbol({ reader: context.code, path: file.path, text }, name, line);
      if (edit.ok) taken = edit.taken;
      return edit;
    });
    if (!removal.ok || taken === undefined) return removal;
    if (removal.detail.kind === 'edit') context.record.taken = [...(context.record.taken ?? []), { ...taken, path: removal.detail.path }].slice(-KEPT);
    return uses.ok ? { ...removal, text: removal.text + remaining(uses, taken.text) } : removal;
  },
};

const SHOWN = 10;
/** Removals that add_symbol can still undo exactly. */
const KEPT = 50;

/** Where the removed name is still used, with the lines as they are now. */
function remaining({ sources, found }: Extract<Uses, { ok: true }>, now: string): string {
  const [home, ...others] = sources;
  if (home === undefined) return '';
  const gone = home.text.length - now.length;
  const { line, lastLineBefore } = changedRegion(home.text, now);
  const lines = Lines.of(home.text);
  const left = (places: readonly SymbolPlace[]): readonly SymbolPlace[] => places.flatMap((place) => {
    const at = place.path === home.path ? lines.lineAt(place.start) : 0;
    if (at >= line && at <= lastLineBefore) return [];
    return [at > lastLineBefore ? { ...place, start: place.start - gone, end: place.end - gone } : place];
  });
  const [sure, unsure] = [left(found.places), left(found.unsure)];
  const told = placeLines([{ ...home, text: now }, ...others], [...sure, ...unsure].slice(0, SHOWN));
  if (told.length === 0) return '';
  const more = sure.length + unsure.length > SHOWN ? `\n[${sure.length + unsure.length - SHOWN} more: search for ${found.name}]` : '';
  return `\n${sure.length > 0 ? `${found.name} is still used` : `${found.name} may still be used`}:\n${told.join('\n')}${more}\nChange these places too, or put it back.`;
}

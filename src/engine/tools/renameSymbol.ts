/** rename_symbol: the definition and every reference, told apart by scopes, or nothing at all. */
import { z } from 'zod';
import { renamed } from '../edit/symbolRename';
import { editFile } from './editFile';
import { serverRename } from './serverAnswers';
import { HOW, placeLines, symbolUses } from './symbolUses';
import { refuse } from './tool';
import type { Tool, ToolResult } from './tool';

interface Arguments {
  readonly name: string;
  readonly new_name: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
}

const SHOWN = 8;

export const renameSymbol: Tool<Arguments> = {
  name: 'rename_symbol',
  purpose: 'Rename a symbol and its references',
  schema: z.object({ name: z.string(), new_name: z.string(), path: z.string().optional(), line: z.int().optional() }),
  example: { name: 'Cart.total', new_name: 'sum', path: 'src/cart.py' },
  changes: true,
  unadvertised: ['line'],
  run: async ({ name, new_name: wished, path, line }, context) => {
    const uses = await symbolUses(context, name, path, line);
    if (!uses.ok) return uses.result;
    const { found } = uses;
    const { sigils } = (await context.code.style(found.places[0]?.path ?? '')) ?? {};
    const to = sigils ? wished.replace(sigils, '') : wished;
    const own = new Set(found.places.map((place) => place.path));
    const result = await renamed(uses.sources.filter((source) => own.has(source.path)), found, to);
    if (!result.ok) return refuse(result.text, '');
    const served = await serverRename(context, uses, to);
    if (!served && found.rivals === true) {
      return refuse(`${found.name} is declared several times and can't be told apart here:\n${placeLines(uses.sources, found.unsure.slice(0, SHOWN)).join('\n')}`, 'Use update_symbol or patch at each place that is meant.');
    }
    const { texts } = served ?? result;
    const sources = (served ?? uses).sources.filter((source) => (texts.get(source.path) ?? source.text) !== source.text);
    for (const source of sources) {
      const [before, after] = [await context.code.check(source.path, source.text), await context.code.check(source.path, texts.get(source.path) ?? '')];
      if (after.state === 'broken' && after.problems.length > before.problems.length) return refuse(`Not applied: ${to} would add a syntax error to ${source.path} at line ${after.problems[0]?.line ?? 1}.`, 'Choose another name.');
    }
    const done: ToolResult[] = [];
    for (const source of sources) done.push(await editFile(context, source.path, () => ({ ok: true, text: texts.get(source.path) ?? source.text })));
    const failed = done.find((one) => !one.ok);
    if (failed) return failed;
    const how = served ? 'by the language server' : `${HOW[found.by]}, no language server`;
    const { unsure } = served ?? found;
    const left = unsure.length === 0 ? '' : `\nLeft as they are, for they may mean something else:\n${placeLines(uses.sources, unsure.slice(0, SHOWN)).join('\n')}${unsure.length > SHOWN ? `\n[${unsure.length - SHOWN} more: search for ${found.name}]` : ''}\nChange those that mean ${name} with patch.`;
    return { ok: true, text: `Renamed ${found.name} to ${to} at ${served?.count ?? found.places.filter((place) => place.renamed(to) !== found.name).length} places in ${sources.map((source) => source.path).join(', ')} (${how}).${left}`, detail: done[0]?.detail ?? { kind: 'none' } };
  },
};

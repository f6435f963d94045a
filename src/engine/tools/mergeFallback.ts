/** What patch does when a search text fits nowhere: first the anchor is corrected alone, then the whole region is asked for. */
import { lineLikeness } from '../edit/nearest';
import { regionFor, withAnchor, withRegion } from '../edit/mergeFallback';
import type { MissedEdit } from '../edit/mergeFallback';
import type { TextEdit } from '../edit/patch';
import type { Edited } from './editFile';
import type { ToolContext } from './tool';

/** After a miss: the words of the refusal, or at the second miss of the same edit the region to be sent back. */
export async function missed(context: ToolContext, path: string, text: string, edit: TextEdit, words: string): Promise<string> {
  const known = missesOf(context).get(keyOf(path));
  const again = known !== undefined && known.text === text && lineLikeness(known.edit.fresh, edit.fresh) >= 0.6;
  const region = again ? regionFor(text, await context.code.symbols(path, text), edit.old) : undefined;
  const shown = region && [
    `old_str is not in ${path}, the second time.`,
    `Call patch with path, an empty old_str, and as new_str the ${region.symbol === undefined ? 'whole file' : `whole of ${region.symbol}`} below with this change made and every other line as it is:`,
    `--- instead of\n${edit.old}`, `--- there shall be\n${edit.fresh}`, `--- ${region.symbol ?? path} as it is now`, region.text.replaceAll('\r\n', '\n'),
  ].join('\n');
  const fits = shown !== undefined && shown.length <= context.resultLimit;
  missesOf(context).set(keyOf(path), { edit, text, ...(region && fits && { region }) });
  return fits ? shown : words;
}

/** Whether a call without both texts answers an earlier miss of the file. */
export function answersMiss(context: ToolContext, path: string, old: string | undefined, fresh: string | undefined): boolean {
  const known = missesOf(context).get(keyOf(path));
  return known !== undefined && (fresh === undefined ? old !== undefined && old !== '' : (old ?? '') === '' && known.region !== undefined);
}

/** The text with the missed edit made by the corrected anchor (`old`) or the returned region (`fresh`). */
export function mergeFallback(context: ToolContext, path: string, text: string, old: string | undefined, fresh: string | undefined): Edited {
  const known = missesOf(context).get(keyOf(path));
  if (known === undefined || known.text !== text) {
    missesOf(context).delete(keyOf(path));
    return { ok: false, text: `${path} changed since that edit was tried. Read it again and call patch with old_str and new_str.` };
  }
  if (fresh === undefined) {
    const settled = withAnchor(text, known.edit, old ?? '');
    return settled.ok ? settled : { ok: false, text: `Not applied to ${path}. ${settled.why} Call patch again with both old_str and new_str.` };
  }
  if (known.region === undefined) return { ok: false, text: 'old_str is empty. Give the text to be replaced as old_str.' };
  const settled = withRegion(text, known.region, known.edit, fresh);
  return settled.ok ? settled : { ok: false, text: `Not applied to ${path}. ${settled.why} Call patch once more with an empty old_str and the whole text, or update_symbol for a larger change.` };
}

/** An edit of the file went through: what was missed before is of the past. */
export function forgetMiss(context: ToolContext, path: string): void {
  missesOf(context).delete(keyOf(path));
}

function missesOf({ record }: ToolContext): Map<string, MissedEdit> {
  return (record.missed ??= new Map());
}

function keyOf(path: string): string {
  return path.replace(/^(?:\.\/)+/, '');
}

/** Applies with the sides that were taken in conflicts: asks before it writes what no longer parses, and tells what the person settled. */
import * as vscode from 'vscode';
import type { CodeReader } from '../engine/code/codeReader';
import { summarise } from '../engine/edit/summarise';
import type { PlannedWrite } from '../engine/snapshot/planWrites';
import { brokenFiles } from '../engine/tools/brokenFiles';
import { visible } from '../shared/visible';
import { applyChanges, type Applied, type ApplyOptions } from './applier';
import { confirm } from './confirm';
import type { Conflicts } from './conflicts';

interface Means {
  readonly conflicts: Pick<Conflicts, 'applied' | 'forgetChoices'>;
  readonly code: () => Promise<CodeReader>;
  readonly ask?: typeof confirm;
}

export async function applyAsChosen(options: Omit<ApplyOptions, 'refuse'>, { conflicts, code, ask = confirm }: Means): Promise<Applied> {
  const { changes, chosen } = await conflicts.applied(options.changes);
  const result = await applyChanges({
    ...options, changes,
    // What was chosen stands on what the file holds.
    unsaved: (path) => (chosen.has(path) ? undefined : options.unsaved?.(path)),
    refuse: async (writes) => {
      const reader = await code();
      const broken: { readonly path: string; readonly text: string }[] = [];
      for (const write of writes) for (const text of await brokenFiles([write], reader)) broken.push({ path: write.path, text });
      if (broken.length === 0 || await mayBreak(broken.map(({ text }) => text), ask)) return undefined;
      conflicts.forgetChoices(broken.map(({ path }) => path));
      return vscode.l10n.t('Nothing was applied: {0} would not parse. Correct your file, or the right side of the review, and apply again; a conflict there is asked about anew.', broken.map(({ path }) => visible(path)).join(', '));
    },
  });
  if (result.kind === 'refused' || chosen.size === 0) return result;
  return { ...result, settled: [...chosen], notes: [...result.notes, ...result.written.filter(({ path }) => chosen.has(path)).map(settledNote)] };
}

async function mayBreak(broken: readonly string[], ask: typeof confirm): Promise<boolean> {
  const anyway = vscode.l10n.t('Apply Anyway');
  const rows = broken.slice(0, 5).map(visible);
  if (broken.length > rows.length) rows.push(vscode.l10n.t('and {0} more', broken.length - rows.length));
  const detail = `${rows.join('\n')}\n\n${vscode.l10n.t('So it would be with your own lines in it. Close this to correct it first; where you settled a conflict there, it is asked about anew. One undo takes back what is applied anyway.')}`;
  return await ask(vscode.l10n.t('Apply with a syntax error?'), detail, anyway) === anyway;
}

function settledNote(write: Pick<PlannedWrite, 'path' | 'before' | 'after'>): string {
  const [row] = summarise({ files: [write] });
  return vscode.l10n.t('{0} holds what you chose where both had changed it (+{1} −{2}); no tests were run on that.', write.path, row?.added ?? 0, row?.removed ?? 0);
}

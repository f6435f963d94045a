/** A file with its conflicts marked, as an editor's merge view expects it. */
import type { MergePart } from '../engine/edit/merge3';

/** Lines that are in conflict end with a line end. */
export function withMarkers(parts: readonly MergePart[], labels: { readonly ours: string; readonly theirs: string }): string {
  const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  return parts.map((part) => part.kind === 'agreed' ? part.text
    : `<<<<<<< ${labels.ours}\n${ended(part.ours)}=======\n${ended(part.theirs)}>>>>>>> ${labels.theirs}\n`).join('');
}

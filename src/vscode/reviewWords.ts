/** What the chat says of a review's end. */
import type { Outcome } from '../shared/events';
import type { Translate } from '../shared/words';

type Failed = Extract<Outcome, { kind: 'failed' }>;

export const refusedText = (t: Translate): string => t('Nothing was applied: what was changed does not fit your files as they are now. Look at the conflicts and choose whose lines go in, undo what was changed there and apply again, or discard these changes and ask again.');

/** Every conflict has its answer; nothing is written yet. */
export const settledText = (t: Translate): string => t('The conflicts are settled, and nothing is written yet. Apply writes the changes as you chose.');

/** Of a review that an earlier window began to apply. */
export const appliedText = (t: Translate): string => t('Applied before Whittle was interrupted: your files are as these changes made them. Whittle: Restore Snapshot takes them back.');

export function partlyText(t: Translate, files: number): string {
  return files === 1 ? t('Of these changes 1 file is in your files already: applied before Whittle was interrupted. The rest waits for your review.')
    : t('Of these changes {0} files are in your files already: applied before Whittle was interrupted. The rest waits for your review.', files);
}

export function countText(t: Translate, files: number): string {
  if (files === 0) return t('Nothing had to be written: your own versions stay.');
  return files === 1 ? t('Applied to 1 file. One undo takes it back.') : t('Applied to {0} files. One undo takes it back.', files);
}

/** Of an apply that was undone since, in the editor or by a restored snapshot. */
export function undoneText(t: Translate, gone: number, of: number): string {
  if (gone === of) return of === 1 ? t('Taken back: what was applied is no longer in the file.') : t('Taken back: what was applied is in none of the {0} files any more.', of);
  return t('Applied, and partly taken back since: in {0} of {1} files it is no longer.', gone, of);
}

/** Nothing is left to review. */
export const allTakenBackText = (t: Translate): string => t('Nothing is left to apply: every edit was taken back. Your files are as they were.');

/** The end of a turn that was taken back, now that it was brought back: there is nothing to press any more. */
export function broughtBack(t: Translate, { fix: _done, ...said }: Failed, restored: readonly string[], refused: readonly string[]): Failed {
  return { ...said, next: [broughtBackText(t, restored), ...refused].join(' ') };
}

function broughtBackText(t: Translate, paths: readonly string[]): string {
  const [first, ...more] = paths;
  if (first === undefined) return t('There is nothing to bring back any more.');
  return more.length === 0 ? t('Brought back: {0}. Review the changes, discard them, or ask for what is missing.', first)
    : t('Brought back: {0} files. Review the changes, discard them, or ask for what is missing.', paths.length);
}

/** `room`: where the changes are, if there is one. */
export function unshownText(t: Translate, why: string, room: string | undefined): string {
  return room === undefined ? t('The changes can\'t be shown. {0} Your files are untouched. Ask again, or discard the changes.', why)
    : t('The changes can\'t be shown. {0} Your files are untouched, and what was changed is in {1}. Ask again, or discard the changes.', why, room);
}

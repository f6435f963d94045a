/** What the chat says of a review's end. */
export const refusedText = 'Nothing was applied: what was changed does not fit your files as they are now. Look at the conflicts and choose whose lines go in, undo what was changed there and apply again, or discard these changes and ask again.';

/** Every conflict has its answer; nothing is written yet. */
export const settledText = 'The conflicts are settled, and nothing is written yet. Apply writes the changes as you chose.';

/** Of a review that an earlier window began to apply. */
export const appliedText = 'Applied before Whittle was interrupted: your files are as these changes made them. Whittle: Restore Snapshot takes them back.';

export function partlyText(files: number): string {
  return `Of these changes ${files === 1 ? '1 file is' : `${files} files are`} in your files already: applied before Whittle was interrupted. The rest waits for your review.`;
}

export function countText(files: number): string {
  if (files === 0) return 'Nothing had to be written: your own versions stay.';
  return files === 1 ? 'Applied to 1 file. One undo takes it back.' : `Applied to ${files} files. One undo takes it back.`;
}

/** Of an apply that was undone since, in the editor or by a restored snapshot. */
export function undoneText(gone: number, of: number): string {
  if (gone === of) return of === 1 ? 'Taken back: the file is as it was before this was applied.' : `Taken back: all ${of} files are as they were before this was applied.`;
  return `Applied, and partly taken back since: ${gone} of ${of} files ${gone === 1 ? 'is as it was' : 'are as they were'} before.`;
}

/** Nothing is left to review. */
export const allTakenBackText = 'Every edit was taken back. Your files are as they were.';

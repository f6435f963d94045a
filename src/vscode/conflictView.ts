/** Decides what a conflict is seen by: Whittle's version at the left, the person's at the right, and words where one of them is nothing to look at. */
import * as vscode from 'vscode';
import type { FileChange } from '../shared/changes';
import type { NamedConflict } from './conflictWords';
import { withMarkers } from './withMarkers';

/** `words` is no version of the file but tells what became of it, and what to do. */
export type Side = { readonly kind: 'text' | 'words'; readonly text: string } | { readonly kind: 'own' };

export interface ConflictView {
  readonly title: string;
  readonly left: Side;
  readonly right: Side;
}

const own: Side = { kind: 'own' };

/** `decode` gives the text of Whittle's version as the editor would. `change` is the one that was refused. */
export async function conflictView(conflict: NamedConflict, change: FileChange, decode: (bytes: Uint8Array) => PromiseLike<string>): Promise<ConflictView> {
  const { path, reason, parts } = conflict;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const { after } = change;
  if (reason === 'lines') {
    // VS Code calls the first side the current change and the second the incoming one.
    const sides = parts.map((part) => (part.kind === 'agreed' ? part : { ...part, ours: part.theirs, theirs: part.ours }));
    const text = withMarkers(sides, { ours: vscode.l10n.t('your file'), theirs: 'Whittle' });
    return { title: vscode.l10n.t('{0}: conflicts with Whittle, and your file', name), left: { kind: 'text', text }, right: own };
  }
  if (reason === 'binary') {
    return {
      title: vscode.l10n.t('{0}: two versions that are no text', name), right: words(vscode.l10n.t('Your version of {0} is in its place, as you left it.', path)),
      left: words(vscode.l10n.t('{0} is no text, so the two versions can\'t be merged or shown.', path), vscode.l10n.t('Whittle\'s version has {0} bytes; Review Changes opens it.', after?.length ?? 0), keepOrUndo()),
    };
  }
  const left: Side = after === null ? words(
    vscode.l10n.t('Whittle removes {0}.', path),
    reason === 'removed-and-changed' ? vscode.l10n.t('You have changed it meanwhile: your version is at the right.') : '',
    vscode.l10n.t('To let it go, delete the file yourself and apply again. To keep it, ask Whittle to leave it as it is, or discard these changes.'),
  ) : { kind: 'text', text: await decode(after) };
  switch (reason) {
    case 'removed-and-changed':
      return after === null ? { title: vscode.l10n.t('{0}: removed by Whittle, changed by you', name), left, right: own } : {
        title: vscode.l10n.t('{0}: changed by Whittle, removed by you', name), left,
        right: words(
          vscode.l10n.t('You have removed {0} while Whittle changed it: its version is at the left.', path),
          vscode.l10n.t('If you have renamed or moved it, copy what you want from the left into the file under its new name.'),
          vscode.l10n.t('To take that version, create the file again with the text at the left, and apply. To keep the file removed, ask Whittle to do without it, or discard these changes.'),
        ),
      };
    case 'folder':
      return { title: vscode.l10n.t('{0}: no longer a plain file', name), left, right: words(
        vscode.l10n.t('{0} can\'t be written: there is a folder in its place now, or a file in place of its folder.', path),
        vscode.l10n.t('To take Whittle\'s version, move that out of the way and apply again. To keep yours, discard these changes and ask again.'),
      ) };
    case 'link':
    case 'outside':
      return { title: vscode.l10n.t('{0}: no file of this folder', name), left, right: words(
        vscode.l10n.t('{0} leads to another place through a link, and Whittle writes through none.', path),
        vscode.l10n.t('To take Whittle\'s version, remove the link and apply again, or change the file it leads to by hand.'),
      ) };
    case 'both-added': return { title: vscode.l10n.t('{0}: created by Whittle (left) and by you (right)', name), left, right: own };
    case 'encoding': return { title: vscode.l10n.t('{0}: Whittle\'s version (left), and yours in another encoding (right)', name), left, right: own };
    case 'too-large': return { title: vscode.l10n.t('{0}: too different to be merged; Whittle\'s version (left), and yours (right)', name), left, right: own };
    case 'unsaved': return { title: vscode.l10n.t('{0}: Whittle\'s version (left), and yours, not saved (right)', name), left, right: own };
    case 'readonly': return { title: vscode.l10n.t('{0}: Whittle\'s version (left), and yours, read-only (right)', name), left, right: own };
  }
}

/** Half an editor is narrow, and a diff need not wrap its lines. */
function wrapped(sentence: string): string {
  return sentence.replace(/(.{1,48})(?:\s+|$)/g, '$1\n');
}

function keepOrUndo(): string {
  return vscode.l10n.t('To take Whittle\'s version, put the file back as it was and apply again. To keep yours, discard these changes and ask again.');
}

function words(...sentences: readonly string[]): Side {
  return { kind: 'words', text: sentences.filter((sentence) => sentence !== '').map(wrapped).join('\n') };
}

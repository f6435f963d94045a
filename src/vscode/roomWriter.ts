/** Writes a room's files through the editor, so that open diffs, language servers and undo see every edit. */
import * as vscode from 'vscode';
import type { Files } from '../engine/ports';
import { sameBytes } from '../shared/sameBytes';
import { applyFiles } from './applyFiles';
import { heldText } from './heldText';
import { textEdits } from './textEdits';

/** Larger files aren't worth a text model: they are written whole. */
const largestText = 1_000_000;

/** `files`, but with writes to files inside a room's folder made as workspace edits. The bytes on disk are exactly those asked for. */
export function editorFiles(files: Files, isRoomFile: (path: string) => boolean, log: (line: string) => void, onWrite: (path: string) => void = () => undefined): Files {
  return {
    ...files,
    write: async (path, bytes, mode, anchor) => {
      if (!isRoomFile(path)) return files.write(path, bytes, mode, anchor);
      await anchor?.ready?.();
      // Asked once: what it compares with is about to change.
      const held = anchor && { folder: anchor.folder, identity: anchor.identity, aside: anchor.aside };
      onWrite(path);
      const stat = await files.stat(path);
      const before = stat?.kind === 'file' ? await files.read(path) : undefined;
      const uri = vscode.Uri.file(path);
      if (before && !sameBytes(before, bytes)) await writeAsText(uri, bytes);
      else if (!stat) await applyFiles([{ uri, exists: false, after: bytes }]);
      // A formatter on save, an encoding the editor can't hold or a refused edit: the bytes asked for win.
      if (!sameBytes(await files.read(path), bytes)) {
        log(`${path} was written outside the editor`);
        await files.write(path, bytes, mode, held);
      } else if (mode !== undefined && stat?.mode !== mode) await files.write(path, bytes, mode, held);
    },
  };
}

async function writeAsText(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
  if (bytes.length > largestText) return;
  const document = await opened(uri);
  if (!document || document.isDirty) return;
  const text = await heldText(document, bytes);
  if (text === undefined) return;
  if (await applyFiles([{ uri, edits: textEdits(document, text) }])) await document.save();
}

/** Undefined where the editor takes the file for no text (binary, too large). */
async function opened(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

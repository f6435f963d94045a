/** Opens a room file as text, on top of what the person has typed but not saved: the one way tools read source. */
import { contentHash } from '../edit/contentHash';
import { legacyEncoding } from '../edit/legacyEncoding';
import { decode, encode, inEncoding, isPlain } from '../edit/textFile';
import type { TextFile } from '../edit/textFile';
import type { Aim } from '../room/room';
import { refuse } from './tool';
import type { ToolContext, ToolResult } from './tool';

export type Opened =
  | { readonly ok: true; /** Room path. */ readonly path: string; readonly absolute: string; readonly file: TextFile; readonly hash: string; /** As the room has them. */ readonly bytes: Uint8Array; /** Where it was opened to be written. */ readonly aim: Aim | undefined; /** The text is the editor's, not yet saved. */ readonly unsaved: boolean }
  | { readonly ok: false; readonly missing: boolean; readonly result: ToolResult };

/** `missing` where the path may be used but nothing is there. `toWrite`: an edit follows. */
export async function openText(context: ToolContext, path: string, toWrite = false): Promise<Opened> {
  const read = await context.room.read(path, toWrite);
  if (!read.ok) return { ok: false, missing: read.refusal.code === 'missing', result: refuse(read.refusal.text, '') };
  const decoded = decode(read.bytes);
  if (!decoded.ok) return { ok: false, missing: false, result: refuse(`${read.path} can't be used as text: ${decoded.reason}.`, 'Choose another file, or use run_command with a program made for it.') };
  const own = decoded.file.encoding === 'single-byte' ? await asConfigured(context, read.path, decoded.file, read.bytes) : decoded.file;
  const file = await withUnsaved(context, read.path, read.bytes, own);
  if (file === undefined) return { ok: false, missing: false, result: refuse(`${read.path} is open with unsaved changes that can't be saved in its encoding.`, 'Use ask_user to have it saved first.') };
  const unsaved = file !== own;
  let hash: string | undefined;
  return {
    ok: true, path: read.path, absolute: read.absolute, file, bytes: read.bytes, aim: read.aim, unsaved,
    // Only some callers need it, and a search opens every file.
    get hash() {
      return (hash ??= unsaved ? hashOf(file) : contentHash(read.bytes));
    },
  };
}

/** The file in the encoding the editor is set to, where it fits. */
async function asConfigured({ host, room }: ToolContext, path: string, file: TextFile, bytes: Uint8Array): Promise<TextFile> {
  const name = await host.encodingOf?.(`${room.workspace}/${path}`);
  const legacy = name === undefined ? undefined : legacyEncoding(name);
  if (name !== undefined && legacy === undefined && !/^utf/i.test(name) && (file.encoding === 'single-byte' || isPlain(file))) return { ...file, unwritable: name };
  return (legacy && inEncoding(file, bytes, legacy)) ?? file;
}

/** How `text` is to be written over `file`: the first letter beyond ASCII asks for the editor's encoding. */
export async function asWritten(context: ToolContext, path: string, file: TextFile, text: string): Promise<TextFile> {
  return isPlain(file) && /[^\u0000-\u007f]/.test(text) ? asConfigured(context, path, file, new TextEncoder().encode(file.text)) : file;
}

/** Unsaved text replaces the file's as long as the agent hasn't edited it; afterwards apply merges both. */
async function withUnsaved(context: ToolContext, path: string, bytes: Uint8Array, file: TextFile): Promise<TextFile | undefined> {
  const original = `${context.room.workspace}/${path}`;
  const unsaved = await context.host.unsaved(original);
  if (unsaved === undefined || unsaved === file.text) return file;
  const saved = await context.host.files.read(original);
  if (saved === undefined || contentHash(saved) !== contentHash(bytes)) return file;
  const target = await asWritten(context, path, file, unsaved);
  const encoded = encode(target, unsaved);
  const again = encoded.ok ? decode(encoded.bytes) : encoded;
  if (!encoded.ok || !again.ok) return undefined;
  const read = (target.legacy && inEncoding(again.file, encoded.bytes, target.legacy)) ?? again.file;
  return read.text === unsaved ? read : undefined;
}

function hashOf(file: TextFile): string {
  const encoded = encode(file, file.text);
  return encoded.ok ? contentHash(encoded.bytes) : '';
}

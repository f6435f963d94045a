/** Bytes to text and back without loss: what doesn't come back byte for byte is never edited as text. */
import type { LegacyEncoding } from './legacyEncoding';
import { decodeSingleByte, encodeSingleByte, riskIn } from './singleByte';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'single-byte' | 'legacy';
export type LineEnd = '\n' | '\r\n';

export interface TextFile {
  /** Without the byte order mark, with the file's own line ends. */
  readonly text: string;
  readonly encoding: Encoding;
  /** For `legacy`. */
  readonly legacy?: LegacyEncoding;
  /** The editor's name of an encoding that the file may have and that can't be written here. */
  readonly unwritable?: string;
  readonly bom: boolean;
  /** The kind most lines have; LF for a file without any. */
  readonly lineEnd: LineEnd;
  /** Both kinds occur. */
  readonly mixed: boolean;
  readonly finalNewline: boolean;
  /** Bytes. */
  readonly size: number;
}

export type Decoded = { readonly ok: true; readonly file: TextFile } | { readonly ok: false; readonly code: 'binary'; readonly reason: string };
export type Encoded = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reason: string };

const MEGABYTE = 1024 * 1024;
const LARGEST_EDIT = 5 * MEGABYTE;

/** Understands UTF-8, UTF-16 with a byte order mark, and any other text by a view of one character per byte. */
export function decode(bytes: Uint8Array): Decoded {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
  const [encoding, text] = wide === undefined ? narrow(bom ? bytes.subarray(3) : bytes) : [wide, decodeWide(bytes.subarray(2), wide)] as const;
  if (text === undefined || text.includes('\0')) return { ok: false, code: 'binary', reason: 'it is a binary file, not text' };
  return { ok: true, file: describe(text, encoding, bom || wide !== undefined, bytes.length) };
}

/** The same file as the editor's encoding reads it; undefined where that fits its bytes no better. */
export function inEncoding(file: TextFile, bytes: Uint8Array, legacy: LegacyEncoding): TextFile | undefined {
  const text = file.encoding === 'single-byte' || isPlain(file) ? legacy.decode(bytes) : undefined;
  return text === undefined ? undefined : { ...describe(text, 'legacy', false, bytes.length), legacy };
}

/** ASCII alone: its bytes tell nothing of its encoding. */
export function isPlain({ encoding, bom, text, size }: TextFile): boolean {
  // Any other character takes more bytes in UTF-8 than units in a string.
  return encoding === 'utf-8' && !bom && size === text.length;
}

/** How a file that doesn't exist yet is written: UTF-8 without a mark. */
export function newFile(): TextFile {
  return describe('', 'utf-8', false, 0);
}

/** The bytes of `text` in the encoding of `file`; refused where a character can't be written without harm. */
export function encode(file: TextFile, text: string): Encoded {
  if (!text.isWellFormed()) return { ok: false, reason: 'the new text holds half of a character (a lone surrogate)' };
  if (text.includes('\0')) return { ok: false, reason: 'the new text holds a NUL character' };
  if (count(text, '\ufffd') > count(file.text, '\ufffd')) return { ok: false, reason: 'the new text holds U+FFFD, the mark of a character that was lost' };
  if (file.unwritable !== undefined && isPlain(file) && /[^\u0000-\u007f]/.test(text)) return { ok: false, reason: `the editor reads it as ${file.unwritable}, which can't be written here beyond ASCII` };
  if (file.encoding === 'utf-8') {
    const body = new TextEncoder().encode(text);
    return { ok: true, bytes: file.bom ? joined([0xef, 0xbb, 0xbf], body) : body };
  }
  if (file.legacy) {
    const bytes = file.legacy.encode(text);
    return bytes instanceof Uint8Array ? { ok: true, bytes } : { ok: false, reason: `${JSON.stringify(bytes.missing)} (U+${(bytes.missing.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}) is not in ${file.legacy.label}, the file's encoding` };
  }
  if (file.encoding !== 'single-byte' && file.encoding !== 'legacy') return { ok: true, bytes: encodeWide(text, file.encoding) };
  const risk = riskIn(file.text, text);
  const bytes = risk === undefined ? encodeSingleByte(text) : undefined;
  if (bytes === undefined) return { ok: false, reason: `the file is not UTF-8, its encoding ${file.unwritable === undefined ? 'is unknown' : `(${file.unwritable} in the editor) can't be written here`}, and ${risk ?? 'not all of the text can be written into it'}` };
  return { ok: true, bytes };
}

/** Why no edit may touch this file, or undefined. Reading it is fine. */
export function uneditable(file: TextFile): string | undefined {
  if (file.size > LARGEST_EDIT) return `it has ${(file.size / MEGABYTE).toFixed(1)} MB, and files over 5 MB are not edited`;
  if (file.text.length > 10_000 && !holdsLines(file.text, file.text.length / 500)) return 'it is minified or generated (very long lines)';
  return undefined;
}

/** Why no file may get this text, or undefined; by its length alone, so that a huge one is refused before any work. */
export function tooLarge(text: string): string | undefined {
  return text.length > LARGEST_EDIT ? `the text has ${(text.length / MEGABYTE).toFixed(1)} MB, and files over 5 MB are not written` : undefined;
}

/** `text` with every CRLF and LF as `lineEnd`. */
export function withLineEnd(text: string, lineEnd: LineEnd): string {
  const plain = text.replaceAll('\r\n', '\n');
  return lineEnd === '\n' ? plain : plain.replaceAll('\n', '\r\n');
}

function describe(text: string, encoding: Encoding, bom: boolean, size: number): TextFile {
  const crlf = count(text, '\r\n');
  const lf = crlf === 0 ? 0 : count(text, '\n') - crlf;
  return { text, encoding, bom, lineEnd: crlf > lf ? '\r\n' : '\n', mixed: crlf > 0 && lf > 0, finalNewline: text.endsWith('\n'), size };
}

/** Whether there are at least so many, without a look at the others. */
function holdsLines(text: string, least: number): boolean {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && lines < least; at = text.indexOf('\n', at + 1)) lines++;
  return lines >= least;
}

function narrow(body: Uint8Array): readonly ['utf-8' | 'single-byte', string] {
  try {
    return ['utf-8', new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)];
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return ['single-byte', decodeSingleByte(body)];
  }
}

function decodeWide(body: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(body);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

function encodeWide(text: string, encoding: 'utf-16le' | 'utf-16be'): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  const little = encoding === 'utf-16le';
  view.setUint16(0, 0xfeff, little);
  for (let index = 0; index < text.length; index++) view.setUint16(2 + index * 2, text.charCodeAt(index), little);
  return bytes;
}

function joined(head: readonly number[], body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found++;
  return found;
}

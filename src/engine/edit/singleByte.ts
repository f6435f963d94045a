/** Reads bytes that are no UTF-8 as one character each, so that a text edit can leave every one of them as it was. */

/** Windows-1252 for 0x80 to 0x9F; its five unassigned bytes stand for themselves, as in browsers. */
const HIGH =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';
const BYTE_OF = new Map([...HIGH].map((character, index) => [character, 0x80 + index]));

/** A one-to-one view: byte and character counts are equal, and `encodeSingleByte` undoes it. */
export function decodeSingleByte(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(from, from + 8192)));
  }
  return parts.join('').replace(/[\u0080-\u009f]/g, (character) => HIGH.charAt(character.charCodeAt(0) - 0x80));
}

/** Undefined where a character has no byte. */
export function encodeSingleByte(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const byte = unit < 0x80 || (unit >= 0xa0 && unit <= 0xff) ? unit : BYTE_OF.get(text.charAt(index));
    if (byte === undefined) return undefined;
    bytes[index] = byte;
  }
  return bytes;
}

/**
 * The first run of non-ASCII characters of `after` that `before` doesn't hold. The real encoding behind a
 * single-byte view is unknown (it may be Shift-JIS), so only what the file already says may be written again.
 */
export function foreignRun(before: string, after: string): string | undefined {
  const known = new Set(before.match(/[^\u0000-\u007f]+/g));
  return after.match(/[^\u0000-\u007f]+/g)?.find((run) => !known.has(run));
}

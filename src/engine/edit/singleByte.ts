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

/** Encodings of several bytes a character, whose second byte may look like ASCII. */
const MULTI_BYTE = ['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp'];

/**
 * Why `after` can't be written over `before` without risk, in words; undefined where it can. The real encoding is
 * unknown, so only characters that the file has already may be written, and none may be torn.
 */
export function riskIn(before: string, after: string): string | undefined {
  const wide = mayBeMultiByte(before);
  // In such an encoding a byte means something only together with its neighbours.
  const unit = wide ? /[^\u0000-\u007f]+[0-~]?/g : /[^\u0000-\u007f]/g;
  const known = new Set(before.match(unit));
  const foreign = after.match(unit)?.find((part) => !known.has(part));
  if (foreign !== undefined) return `${JSON.stringify(foreign)} can't be written into it`;
  return wide && tears(before, after) ? 'the edit would begin or end inside a character' : undefined;
}

function mayBeMultiByte(text: string): boolean {
  const bytes = encodeSingleByte(text);
  return bytes !== undefined && MULTI_BYTE.some((label) => {
    try {
      new TextDecoder(label, { fatal: true }).decode(bytes);
      return true;
    } catch (error) {
      // A runtime that doesn't know the encoding can't rule it out.
      return !(error instanceof TypeError);
    }
  });
}

/** Whether the changed stretch begins or ends right between a byte above ASCII and one that may belong to it. */
function tears(before: string, after: string): boolean {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charAt(head) === after.charAt(head)) head++;
  let tail = 0;
  while (tail < most - head && before.charAt(before.length - 1 - tail) === after.charAt(after.length - 1 - tail)) tail++;
  return [head, before.length - tail].some((at) => at > 0 && before.charCodeAt(at - 1) > 0x7f && /[0-~]/.test(before.charAt(at)));
}

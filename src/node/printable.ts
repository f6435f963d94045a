/** Text from a model or a program on its way to a terminal: nothing in it moves the cursor, hides or reorders what is shown. */

/** Control, format and bidi characters as escapes; line ends and tabs stay. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** As one line of at most `limit` characters, so that it can't look like what the program itself says. */
export function oneLine(text: string, limit = 200): string {
  const line = printable(text.trim()).replace(/\s+/gu, ' ');
  return line.length <= limit ? line : `${line.slice(0, limit - 1).replace(/\p{Surrogate}$/u, '')}…`;
}

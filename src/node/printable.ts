/** Text from a model or a program on its way to a terminal: nothing in it moves the cursor, hides or reorders what is shown. */

/** Control, format and bidi characters as escapes; line ends and tabs stay. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/(?![\n\t\uFE0F])[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** As one line of at most `limit` characters, so that it can't look like what the program itself says. */
export function oneLine(text: string, limit = 200): string {
  const line = printable(text.trim()).replace(/\s+/gu, ' ');
  return line.length <= limit ? line : `${line.slice(0, limit - 1).replace(/\p{Surrogate}$/u, '')}…`;
}

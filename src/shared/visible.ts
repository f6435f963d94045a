/** Foreign words beside our own: nothing in them hides, turns the direction of writing, or looks like a line of ours. */

/**
 * Text with everything written out that would show as something else or not at all: control characters, marks that
 * turn the direction of writing, invisible and private characters, odd blanks, lone surrogates, and marks heaped on one letter.
 */
export function visible(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu, escape)
    .replace(/(?<=\p{M}{2})\p{M}|^\p{M}/gu, escape);
}

function escape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Sentences for the person, kept whole: in each language the words stand in an order of their own. */

/** Gives `text`, an English sentence, in the person's language; `{0}` in it is the first of `values`. */
export type Translate = (text: string, ...values: readonly (string | number)[]) => string;

/** The sentence as it stands, its places filled. */
export const english: Translate = (text, ...values) => text.replace(/\{(\d+)\}/g, (place, index: string) => String(values[Number(index)] ?? place));

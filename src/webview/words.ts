/** The page's sentences in the person's language: the host has put them into the page. */
import { english, type Translate } from '../shared/words';

/** English sentence to translation; empty where Whittle speaks English, and outside of a page. */
const table = typeof document === 'undefined' ? {} : JSON.parse(document.getElementById('words')?.textContent ?? '{}') as Readonly<Record<string, string>>;

/** What numbers are written in. */
export const language = typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en';

export const t: Translate = (text, ...values) => english(table[text] ?? text, ...values);

/** Texts seen with a difference set aside (line ends, trailing blanks, typography), each unit knowing where it came from. */

/** A folded text with its way back: unit `i` stands for `source.slice(starts[i], ends[i])`. */
export interface View {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** What a view sets aside; every match of `pattern` is read as what `read` makes of it. */
export interface Folding {
  readonly pattern: RegExp;
  read(match: string): string;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

const PLAIN: Readonly<Record<string, string>> = {
  '\u2018': "'", '\u2019': "'", '\u201a': "'", '\u201b': "'", '\u2032': "'",
  '\u201c': '"', '\u201d': '"', '\u201e': '"', '\u201f': '"', '\u2033': '"', '\u00ab': '"', '\u00bb': '"',
  '\u2010': '-', '\u2011': '-', '\u2012': '-', '\u2013': '-', '\u2014': '-', '\u2015': '-', '\u2212': '-',
  '\u2026': '...', '\u00a0': ' ', '\u2002': ' ', '\u2003': ' ', '\u2009': ' ', '\u202f': ' ', '\u3000': ' ',
  '\u200b': '', '\u2060': '', '\ufeff': '',
};
const TYPOGRAPHY = `[${Object.keys(PLAIN).join('')}]`;

const lineBreak = (match: string): string => (match.includes('\n') ? '\n' : '');

export const lineEnds: Folding = { pattern: /\r\n/g, read: () => '\n' };
export const trailingBlanks: Folding = { pattern: /[ \t]+(?=\r?\n|$)|\r\n/g, read: lineBreak };
/** Typographic quotes, dashes, dots and blanks read as the ASCII ones a model writes. */
export const typography: Folding = {
  pattern: new RegExp(`[ \\t\u00a0]+(?=\\r?\\n|$)|\\r\\n|${TYPOGRAPHY}`, 'g'),
  read: (match) => PLAIN[match] ?? lineBreak(match),
};

export function fold(source: string, folding: Folding): string {
  return source.replace(folding.pattern, (match: string) => folding.read(match));
}

export function view(source: string, folding: Folding): View {
  const text = fold(source, folding);
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let unit = 0;
  let from = 0;
  const plain = (to: number): void => {
    for (; from < to; from++, unit++) {
      starts[unit] = from;
      ends[unit] = from + 1;
    }
  };
  for (const match of source.matchAll(folding.pattern)) {
    plain(match.index);
    for (let left = folding.read(match[0]).length; left > 0; left--, unit++) {
      starts[unit] = from;
      ends[unit] = from + match[0].length;
    }
    from = match.index + match[0].length;
  }
  plain(source.length);
  return { text, starts, ends };
}

/** Where `needle` (already folded) fits, overlapping fits counted; in offsets of the source. */
export function fits(seen: View, needle: string): readonly Span[] {
  const found: Span[] = [];
  if (needle === '') return found;
  for (let at = seen.text.indexOf(needle); at !== -1; at = seen.text.indexOf(needle, at + 1)) {
    const last = at + needle.length - 1;
    const start = seen.starts[at];
    const end = seen.ends[last];
    // A fit may not begin or end inside a unit that was read as several.
    const whole = (at === 0 || seen.starts[at - 1] !== start) && (last + 1 === seen.text.length || seen.starts[last + 1] !== seen.starts[last]);
    if (start !== undefined && end !== undefined && whole) found.push({ start, end });
  }
  return found;
}

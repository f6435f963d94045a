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
/** Only from where blanks begin: a line of a million of them is looked at once. */
export const trailingBlanks: Folding = { pattern: /(?<![ \t])[ \t]+(?=\r?\n|$)|\r\n/g, read: lineBreak };
/** Typographic quotes, dashes, dots and blanks read as the ASCII ones a model writes. */
export const typography: Folding = {
  pattern: new RegExp(`(?<![ \\t\u00a0])[ \\t\u00a0]+(?=\\r?\\n|$)|\\r\\n|${TYPOGRAPHY}`, 'g'),
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
export function fits(source: string, folding: Folding, needle: string): readonly Span[] {
  const text = fold(source, folding);
  if (needle === '' || !text.includes(needle)) return [];
  // A map of a large file takes time; without a difference there is none to make.
  const seen = text === source ? undefined : view(source, folding);
  const found: Span[] = [];
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
    const span = seen ? located(seen, at, at + needle.length) : { start: at, end: at + needle.length };
    if (span) found.push(span);
  }
  return found;
}

/** Undefined where the span begins or ends inside a character that was read as several. */
function located({ text, starts, ends }: View, from: number, to: number): Span | undefined {
  const start = starts[from];
  const end = ends[to - 1];
  const whole = (from === 0 || starts[from - 1] !== start) && (to === text.length || starts[to] !== starts[to - 1]);
  return start !== undefined && end !== undefined && whole ? { start, end } : undefined;
}

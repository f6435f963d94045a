/** Finds comments that stand for code the model left out ("rest unchanged"), which must never replace that code. */

export interface Elision {
  /** 1-based line in the new text. */
  readonly line: number;
  readonly text: string;
}

const COMMENT = /^(?:\/\/+|#+|--+|;+|%+|\/\*+|\*+|<!--|\{\/\*+|"""|'''|REM\b|\(\*|\[|\(|<)\s*(.*?)\s*(?:\*+\/\}?|-->|\*\)|\]|\)|>)?$/i;
const DOTS = /(?:\.{3,}|\u2026)/;
const NOUN = '(?:code|file|function|functions|class|classes|method|methods|implementation|implementations|logic|module|body|script|program|content|contents|document|imports|definitions|tests|handlers|routes|fields|properties|lines|page|component|section|sections|it|this)';
const STAYS = '(?:unchanged|the same|same as (?:before|above|original)|as (?:before|is|it was|above)|untouched|omitted|unmodified|not changed|goes here|continues(?: here)?|here|stays|remains)';
/** Words that mean left-out code only beside an ellipsis. */
const BESIDE_DOTS = new RegExp(`\\b(?:rest|existing|remaining|remains?|unchanged|previous|same|omitted|other|as before|truncated|snip(?:ped)?|more|keep|your|and so on)\\b|\\b${NOUN}\\b`, 'i');
/** Phrases that mean it by themselves; the whole comment must be one. */
const ALONE = new RegExp(
  `^(?:the )?(?:rest|remainder) of (?:the |this |your |my )?(?:\\w+ )?${NOUN}(?:,? (?:is |are |remains? |stays? |will be |goes |continues )*${STAYS}(?: for brevity)?)?[.!]?$` +
  `|^(?:the )?(?:rest|everything else|all else|remaining ${NOUN}) (?:is |are |remains? |stays? )*${STAYS}[.!]?$` +
  `|^(?:keep |the )?(?:existing|remaining|previous|original|other|unchanged) (?:\\w+ )?${NOUN} (?:is |are |remains? |stays? |goes |continues )*${STAYS}[.!]?$` +
  `|^(?:same as (?:before|above|original)|unchanged|no changes?|(?:code|lines) omitted|omitted for brevity)(?: ${NOUN})?[.!]?$`, 'i');

export interface ElisionOptions {
  /** Prose may quote such comments; there only lines that stand for lost text count. */
  readonly prose?: boolean;
  /** A whole declaration: dots among its statements are none. */
  readonly declaration?: boolean;
  /** The whole file: its own lines may be written again. */
  readonly file?: string;
}

/** Whether a path names text for people rather than code. */
export function isProse(path: string): boolean {
  return /\.(?:md|mdx|markdown|rst|txt|adoc|org|tex)$/i.test(path);
}

/** The first line of `fresh` that stands for left-out text; lines that `before` holds too are the file's own. */
export function findElision(before: string, fresh: string, options: ElisionOptions = {}): Elision | undefined {
  const old = new Set(before.split(/\r?\n/).map((line) => line.trim()));
  const known = new Set([...old, ...(options.file ?? '').split(/\r?\n/).map((line) => line.trim())]);
  const lines = fresh.split(/\r?\n/);
  const kept = new Set(lines.map((line) => line.trim()));
  const lost = [...old].filter((line) => line !== '' && !kept.has(line)).length;
  if (options.prose && lost < 2) return undefined;
  const index = lines.findIndex((line) => {
    const bare = line.trim();
    return bare !== '' && !known.has(bare) && (standsForCode(bare, lost > 0) || (options.declaration === true && lost > 0 && dotsAmong(lines, line)));
  });
  return index === -1 ? undefined : { line: index + 1, text: (lines[index] ?? '').trim() };
}

/** A line of nothing but dots beside another statement: alone in a block, or below its doc string, it is Python's empty body, and in an example a prompt. */
function dotsAmong(lines: readonly string[], line: string): boolean {
  if (!/^\s*\.{3}\s*$/.test(line)) return false;
  const depth = (one: string | undefined): number => /^\s*/.exec(one ?? '')?.[0].length ?? 0;
  const at = lines.indexOf(line);
  const near = (one: string): boolean => one.trim() !== '' && depth(one) <= depth(line);
  const [above, below] = [lines.slice(0, at).findLast(near), lines.slice(at + 1).find(near)];
  return !/^\s*(?:>>>|\.{3})/.test(above ?? '') && [above, below].some((one) => one !== undefined && depth(one) === depth(line) && !/["']$/.test(one.trimEnd()));
}

/** `[...this.items, x]` spreads; `[... rest of the code]` doesn't. */
const SPREAD = /^[[({]+\.{3}[$\w]+(?:\.\w|[([,?])/;

function standsForCode(line: string, somethingLost: boolean): boolean {
  if (SPREAD.test(line)) return false;
  const inComment = COMMENT.exec(line)?.[1];
  if (inComment === undefined) return new RegExp(`^${DOTS.source}\\s+\\S.*$`).test(line) && elides(line, somethingLost);
  return elides(inComment, somethingLost);
}

function elides(words: string, somethingLost: boolean): boolean {
  const plain = words.replaceAll(new RegExp(DOTS.source, 'g'), ' ').replace(/\s+/g, ' ').replace(/^[\s:(\[-]+|[\s:)\]-]+$/g, '');
  const edge = new RegExp(`^[\\s([<*]{0,2}${DOTS.source}|${DOTS.source}[\\s)\\]>*]{0,2}$`).test(words);
  if (!edge) return ALONE.test(plain);
  return plain === '' ? somethingLost : plain.split(' ').length <= 12 && BESIDE_DOTS.test(plain) && (ALONE.test(plain) || somethingLost || /\b(?:rest|existing|remaining|unchanged|same|omitted|previous)\b/i.test(plain));
}

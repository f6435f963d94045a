/** Finds `path:line` in prose, so that a citation opens in the editor. */

export type Piece = string | { readonly text: string; readonly path: string; readonly line?: number };

// A path with an extension, `/` between segments, and a line that may be a range. `\` counts only on the way in.
const citation = /(?<![\w/\\.:@-])((?:[\w.@+-]+[/\\])*[\w@+-][\w.@+-]*\.[A-Za-z][\w+-]{0,9}):(\d{1,7})(?:[-–:]\d{1,7})?(?![\w/])/g;
const target = /^(?!\w+:\/\/)(?!#)((?:\.?[\w.@+ -]+[/\\])*[\w.@+ -]+?)(?:(?::|#L)(\d{1,7})(?:-L?\d+)?)?$/;

/** The text in order, citations parted from the rest. */
export function findCitations(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of text.matchAll(citation)) {
    const [whole, path, line] = match;
    // Nothing outside the workspace is offered.
    if (path === undefined || path.split(/[/\\]/).includes('..')) continue;
    if (match.index > done) pieces.push(text.slice(done, match.index));
    pieces.push({ text: whole, path: path.replaceAll('\\', '/'), line: Number(line) });
    done = match.index + whole.length;
  }
  if (done < text.length || pieces.length === 0) pieces.push(text.slice(done));
  return pieces;
}

/** What the target of a Markdown link names inside the workspace; undefined where it is no relative path. */
export function readTarget(href: string): { readonly path: string; readonly line?: number } | undefined {
  const match = target.exec(decode(href));
  const path = match?.[1];
  if (path === undefined || path.split(/[/\\]/).includes('..')) return undefined;
  const line = match?.[2];
  return { path: path.replaceAll('\\', '/'), ...(line === undefined ? {} : { line: Number(line) }) };
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    // A lone % is no escape: the text is then meant as it stands.
    return href;
  }
}

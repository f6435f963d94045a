/** Shows a window of a file's lines with their numbers, never more than the model has room for. */
import { z } from 'zod';
import { cutLine } from '../edit/copiedMarks';
import { openText } from './openText';
import { refuse } from './tool';
import type { Tool, ToolContext } from './tool';

const schema = z.object({ path: z.string(), offset: z.number().optional(), limit: z.number().optional() });

const USUAL = 200;
const MOST = 1000;
/** Characters of one line; what is longer is data or minified. */
const LONGEST_LINE = 1000;

export const readFile: Tool<z.infer<typeof schema>> = {
  name: 'read_file',
  purpose: 'Show numbered lines from line offset on',
  unadvertised: ['limit'],
  schema,
  example: { path: 'src/app.py', offset: 1, limit: 100 },
  changes: false,
  run: async ({ path, offset, limit }, context) => {
    const opened = await openText(context, path);
    if (!opened.ok) return opened.result;
    const lines = opened.file.text.split(/\r?\n/);
    if (opened.file.finalNewline || opened.file.text === '') lines.pop();
    const first = Math.max(1, Math.trunc(offset ?? 1));
    if (first > Math.max(1, lines.length)) return refuse(`${opened.path} has only ${lines.length} lines.`, `Call read_file with an offset of at most ${lines.length}.`);
    const wanted = Math.min(MOST, Math.max(1, Math.trunc(limit ?? USUAL)));
    const { keys } = context.record;
    keys?.learn(opened.file.text);
    // Before a long line is cut: half a key is no key to be seen.
    const shown = page(keys === undefined ? lines : lines.map((line, at) => (at + 1 < first || at + 1 >= first + wanted ? line : keys.hide(line))), first, wanted, context.resultLimit - 200);
    const last = first + shown.length - 1;
    seen(context, opened.path, opened.hash, first, last, lines.length);
    context.record.done.push(`read ${opened.path}`);
    return { ok: true, text: shown.join('\n') + ending(first, last, lines.length), detail: { kind: 'file', path: opened.path, line: first } };
  },
};

function page(lines: readonly string[], first: number, wanted: number, room: number): string[] {
  const shown: string[] = [];
  let left = Math.max(200, room);
  for (let number = first; number < first + wanted && number <= lines.length; number++) {
    const line = `${number} | ${cutLine(lines[number - 1] ?? '', Math.min(LONGEST_LINE, Math.max(80, room - 40)))}`;
    left -= line.length + 1;
    if (left < 0 && shown.length > 0) break;
    shown.push(line);
  }
  return shown;
}

function ending(first: number, last: number, all: number): string {
  if (all === 0) return '(The file is empty.)';
  if (last < all) return `\n(Lines ${first}-${last} of ${all}. For more call again with offset=${last + 1}.)`;
  return first === 1 ? '' : `\n(Lines ${first}-${last}; the file ends here.)`;
}

/** A file counts as read once all of its lines were shown, in one call or from the top in several. */
function seen({ record }: ToolContext, path: string, hash: string, first: number, last: number, all: number): void {
  const partial = `${path}\0`;
  const until = first === 1 || record.read.get(partial) === `${hash} ${first}` ? last : 0;
  if (until > 0) record.read.set(partial, `${hash} ${until + 1}`);
  if (until >= all) record.read.set(path, hash);
}

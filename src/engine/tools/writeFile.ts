/** Writes whole files: new ones at once, existing ones only when the model has seen what it would replace. */
import { z } from 'zod';
import { changedRegion } from '../../shared/changedRegion';
import { firstNumber, looksLikeDiff, withoutFence, withoutNumbers } from '../edit/copiedMarks';
import { findElision, isProse } from '../edit/elision';
import { withLineEnd } from '../edit/textFile';
import type { TextFile } from '../edit/textFile';
import { weave } from '../edit/weave';
import { editFile, refusedAsHuge } from './editFile';
import type { Edited, Present } from './editFile';
import { refuse } from './tool';
import type { Tool, ToolContext, ToolResult } from './tool';

const schema = z.object({ path: z.string(), content: z.string() });

export const writeFile: Tool<z.infer<typeof schema>> = {
  name: 'write_file',
  purpose: 'Write a whole new file',
  schema,
  example: { path: 'src/greet.py', content: 'def greet(name):\n    return f"Hello {name}"\n' },
  changes: true,
  writesText: true,
  run: async ({ path, content }, context) => {
    const huge = refusedAsHuge(path, content);
    if (huge) return huge;
    const plain = cleaned(path, content.replace(/^\ufeff/, ''), context);
    return editFile(context, path, (_text, file) => replacement(path, plain, file), {
      create: true,
      guard: (present) => guard(context, present, plain.text),
    });
  },
};

interface Cleaned {
  readonly text: string;
  readonly note?: string;
}

/** Fences and line numbers around a whole file are never meant where code is expected. */
function cleaned(path: string, content: string, context: ToolContext): Cleaned {
  if (isProse(path)) return { text: content };
  const inside = withoutFence(content);
  if (inside !== undefined) return { text: `${inside}\n`, note: '(The code fences around it were taken off.)' };
  const numbered = content.includes('\n') && firstNumber(content) === 1 && context.code.languageOf(path) !== undefined;
  return numbered ? { text: withoutNumbers(content), note: '(The line numbers were taken off.)' } : { text: content };
}

function replacement(path: string, content: Cleaned, file: TextFile): Edited {
  const elided = findElision(file.text, content.text, { prose: isProse(path) });
  if (elided) return { ok: false, text: `Not written, ${path} is unchanged: line ${elided.line} stands for code that was left out: ${elided.text.slice(0, 120)}. Write the whole file, or change only some lines with patch or update_symbol.` };
  if (looksLikeDiff(content.text) && !isProse(path) && !/\.(?:diff|patch)$/i.test(path)) return { ok: false, text: `Not written, ${path} is unchanged: the content looks like a diff. Call patch with the text before and after, or write the whole new file without + and - marks.` };
  const note = content.note === undefined ? {} : { note: content.note };
  if (file.text === '') return { ok: true, text: /(?<!\r)\n/.test(content.text) ? withLineEnd(content.text, '\n') : content.text, ...note };
  const complete = file.finalNewline && content.text !== '' && !content.text.endsWith('\n') ? `${content.text}\n` : content.text;
  const plain = withLineEnd(complete, '\n');
  const woven = file.mixed ? weave(file.text, withLineEnd(file.text, '\n'), plain, { lineEnd: file.lineEnd }) : undefined;
  return { ok: true, text: woven ?? withLineEnd(plain, file.lineEnd), ...note };
}

/** The first whole write over contents the model hasn't seen is refused; the second one of the same goes through. */
async function guard(context: ToolContext, { path, file, hash, unsaved }: Present, content: string): Promise<ToolResult | undefined> {
  const { read, writeRefused } = context.record;
  if (file.text === '' || read.get(path) === hash || writeRefused.get(path) === hash) return undefined;
  writeRefused.set(path, hash);
  if (unsaved) return refuse(`Not written: ${path} has unsaved changes in the editor that you have not read, and a whole write would wipe them.`, 'Call read_file, then change only your lines with patch.');
  if (read.has(path)) return refuse(`Not written: ${path} changed since you read it, and a whole write would wipe that change.`, 'Call read_file again, then change only your lines with patch.');
  const lines = file.text.split('\n').length - (file.finalNewline ? 1 : 0);
  return refuse(`Not written: ${path} exists (${lines} lines) and you have not read all of it.`, `${await recipe(context, path, file, content)} Only if all of it is to be replaced, call write_file again.`);
}

const MOST_RECIPE = 1200;

/** A ready-made call that changes only what differs. */
async function recipe(context: ToolContext, path: string, file: TextFile, content: string): Promise<string> {
  const before = withLineEnd(file.text, '\n');
  const region = changedRegion(before, withLineEnd(content, '\n'));
  const call = JSON.stringify({ path, old_str: region.before, new_str: region.after });
  const once = region.before.trim() !== '' && before.split(region.before).length === 2;
  const addsMore = region.after.length * 2 >= region.before.length;
  if (once && addsMore && call.length <= MOST_RECIPE) return `To change only what differs, call patch with ${call}.`;
  const symbol = (await context.code.symbols(path, file.text))?.find(({ startLine, endLine }) => startLine <= region.line && region.line <= endLine);
  if (symbol) return `To change only ${symbol.path}, call update_symbol with ${JSON.stringify({ path, name: symbol.path, code: '<its new definition>' })}.`;
  return 'Call read_file, then patch for the lines to change.';
}

/** check_syntax: the first errors of a file with the text that stands there. */
import { z } from 'zod';
import { openText } from './openText';
import { refuse, tell } from './tool';
import type { Tool } from './tool';

interface Arguments {
  readonly path: string;
}

const SHOWN = 5;

export const checkSyntax: Tool<Arguments> = {
  name: 'check_syntax',
  purpose: 'Show syntax errors of a file',
  schema: z.object({ path: z.string() }),
  example: { path: 'src/cart.py' },
  changes: false,
  run: async ({ path }, context) => {
    const opened = await openText(context, path);
    if (!opened.ok) return opened.result;
    const { state, problems, repair } = await context.code.check(opened.path, opened.file.text);
    context.record.done.push(`check ${opened.path}: ${state}`);
    if (state === 'valid') return tell(`${opened.path}: no syntax errors.`);
    const trouble = await context.code.trouble(opened.path);
    if (trouble !== undefined) return refuse(trouble, 'Run the program or its tests to check it.');
    const list = problems.slice(0, SHOWN).map((problem) => `${problem.line}:${problem.column} ${problem.message}\n  ${problem.text.trim().slice(0, 160)}`);
    const more = problems.length > SHOWN ? `\n[${problems.length - SHOWN} more after these]` : '';
    if (state === 'unknown') return tell(`${opened.path}: can't tell; these lines may be newer than the parser:\n${list.join('\n')}${more}\nRun the program or its tests to check it.`);
    return tell(`${opened.path}: ${problems.length} syntax error${problems.length === 1 ? '' : 's'}\n${list.join('\n')}${more}${repair === undefined ? '' : `\nMost likely ${repair}.`}\nCorrect the first one; later ones often follow from it.`);
  },
};

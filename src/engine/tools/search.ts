/** Finds lines by a regular expression, in time linear in the text whatever the expression. */
import picomatch from 'picomatch';
import { RE2JS } from 're2js';
import { z } from 'zod';
import { Cancelled } from '../errors';
import type { KeyVault } from '../room/keyVault';
import { openText } from './openText';
import { refuse } from './tool';
import type { Tool, ToolContext, ToolResult } from './tool';

const schema = z.object({ pattern: z.string(), path: z.string().optional(), glob: z.string().optional() });

const MOST_MATCHES = 100;
/** Files opened together. */
const AT_ONCE = 32;
const LARGEST_FILE = 2 * 1024 * 1024;
/** Milliseconds one search may take. */
const PATIENCE = 20_000;
/** Characters of a line shown around the match, and looked at at most. */
const SHOWN = 200;
const LOOKED_AT = 20_000;

export const search: Tool<z.infer<typeof schema>> = {
  name: 'search',
  purpose: 'Find lines by regular expression',
  unadvertised: ['glob'],
  schema,
  example: { pattern: 'def \\w*median', path: 'src', glob: '*.py' },
  changes: false,
  run: async ({ pattern, path, glob }, context) => {
    if (pattern === '') return refuse('pattern is empty.', 'Give a word or a regular expression, or call list_dir.');
    const scope = await filesOf(context, path ?? '.', glob);
    if (!Array.isArray(scope)) return scope;
    const { expression, note } = compile(pattern);
    const found = await scan(context, scope, expression);
    context.record.done.push(`search ${pattern}`);
    const tail = [...found.notes, note].filter((words) => words !== '').join(' ');
    if (found.rows.length === 0) {
      return refuse(`No line matches in ${scope.length} files. ${tail}`.trim(), 'Try a shorter pattern, (?i) to ignore case, or another path or glob.');
    }
    return { ok: true, text: found.rows.join('\n') + (tail === '' ? '' : `\n(${tail})`), detail: { kind: 'list', items: found.rows } };
  },
};

/** What can't be a regular expression is meant literally; lookaround and back-references would cost unbounded time. */
function compile(pattern: string): { expression: RE2JS; note: string } {
  try {
    return { expression: RE2JS.compile(pattern), note: '' };
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    return { expression: RE2JS.compile(RE2JS.quote(pattern)), note: `Searched as plain text: as a regular expression it is not supported (${why}).` };
  }
}

async function filesOf(context: ToolContext, path: string, glob: string | undefined): Promise<{ path: string; size: number }[] | ToolResult> {
  const listed = await context.room.list(path);
  if (!listed.ok) {
    const single = listed.refusal.code === 'not-a-folder' ? await context.room.vet(path, 'read') : listed;
    return single.ok ? [{ path: single.path, size: 0 }] : refuse(single.refusal.text, '');
  }
  const all = await context.room.walk(path);
  if (glob === undefined || glob === '') return [...all];
  const fits = picomatch(glob.replace(/^\.\//, ''), { dot: true, basename: !glob.includes('/') });
  const below = listed.path === '.' ? 0 : listed.path.length + 1;
  const chosen = all.filter((file) => fits(file.path) || fits(file.path.slice(below)));
  return chosen.length > 0 ? chosen : refuse(`No file below ${listed.path} fits the glob ${glob} (${all.length} files there).`, 'Use a glob like *.py or src/**/*.ts, or leave it out.');
}

async function scan(context: ToolContext, files: readonly { path: string; size: number }[], expression: RE2JS): Promise<{ rows: string[]; notes: string[] }> {
  const rows: string[] = [];
  const notes: string[] = [];
  const until = context.host.now() + PATIENCE;
  const small = files.filter((file) => file.size <= LARGEST_FILE);
  if (small.length < files.length) notes.push(`${files.length - small.length} files over 2 MB were left out.`);
  let left = Math.max(500, context.resultLimit - 300);
  for (let from = 0; from < small.length; from += AT_ONCE) {
    if (context.signal.aborted) throw new Cancelled();
    if (context.host.now() > until) {
      notes.push(`Stopped after ${PATIENCE / 1000} s with ${small.length - from} files left: narrow path or glob.`);
      break;
    }
    const opened = await Promise.all(small.slice(from, from + AT_ONCE).map((file) => openText(context, file.path)));
    for (const row of opened.flatMap((file) => (file.ok ? matches(file.path, file.file.text, expression, context.record.keys) : []))) {
      left -= row.length + 1;
      if (left < 0 || rows.length === MOST_MATCHES) {
        notes.push(`Only the first ${rows.length} matches; narrow the pattern, path or glob for the rest.`);
        return { rows, notes };
      }
      rows.push(row);
    }
  }
  return { rows, notes };
}

function matches(path: string, text: string, expression: RE2JS, keys: KeyVault | undefined): string[] {
  // Without anchors a match in a line is one in the text: most files are dismissed whole.
  if (!/[$^]|\\[Az]/.test(expression.pattern()) && !expression.matcher(text).find()) return [];
  const rows: string[] = [];
  keys?.learn(text);
  for (const [number, line] of text.split(/\r?\n/).entries()) {
    const looked = line.slice(0, LOOKED_AT);
    const matcher = expression.matcher(looked);
    if (matcher.find()) {
      // Before it is cut: half a key is no key to be seen.
      const hidden = keys?.hide(looked) ?? looked;
      rows.push(`${path}:${number + 1}: ${around(hidden === looked ? line : hidden, matcher.start())}`);
    }
    if (rows.length > MOST_MATCHES) break;
  }
  return rows;
}

function around(line: string, at: number): string {
  const from = line.length <= SHOWN ? 0 : Math.max(0, Math.min(at - SHOWN / 4, line.length - SHOWN));
  const piece = line.slice(from, from + SHOWN);
  return `${from > 0 ? '…' : ''}${from > 0 ? piece : piece.trimEnd()}${from + SHOWN < line.length ? '…' : ''}`.replace(/\p{Surrogate}/gu, '');
}

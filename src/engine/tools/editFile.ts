/** The one pipeline of all editing tools: read, decode, edit purely, check the syntax, encode, write, record. */
import { changedRegion } from '../edit/changedRegion';
import type { ChangedRegion } from '../edit/changedRegion';
import { contentHash } from '../edit/contentHash';
import { holdsCutMark } from '../edit/copiedMarks';
import { encode, newFile, uneditable } from '../edit/textFile';
import type { TextFile } from '../edit/textFile';
import type { SyntaxProblem, SyntaxReport } from '../code/codeReader';
import { Cancelled } from '../errors';
import { openText } from './openText';
import { refuse } from './tool';
import type { ToolContext, ToolResult } from './tool';

/** What a pure edit made of a text: the whole new text, or a refusal that ends with the next move. */
export type Edited =
  | { readonly ok: true; readonly text: string; /** One more sentence for the model. */ readonly note?: string }
  | { readonly ok: false; readonly text: string };

/** Gets the text with the file's own line ends (and no byte order mark). */
export type Edit = (text: string, file: TextFile) => Edited | Promise<Edited>;

export interface EditOptions {
  /** Allows a path where nothing is yet; the edit then gets an empty text. */
  readonly create?: boolean;
  /** Last word before anything is done, on what is there now; undefined lets it pass. `hash` is undefined for a new file. */
  readonly guard?: (file: TextFile, hash: string | undefined, path: string) => ToolResult | undefined | Promise<ToolResult | undefined>;
}

/** Never throws at the model: every refusal leaves the file as it was. Throws Cancelled after a Stop. */
export async function editFile(context: ToolContext, path: string, edit: Edit, options: EditOptions = {}): Promise<ToolResult> {
  const opened = await openText(context, path);
  if (!opened.ok && !(opened.missing && options.create)) return opened.result;
  const file = opened.ok ? opened.file : newFile();
  const before = opened.ok ? opened.hash : undefined;
  const name = opened.ok ? opened.path : path;
  const why = uneditable(file);
  if (why !== undefined) return refuse(`${name} was not edited: ${why}.`, 'Edit the source it is made from, or use run_command with a program made for it.');
  const stopped = await options.guard?.(file, before, name);
  if (stopped) return stopped;

  const edited = await edit(file.text, file);
  if (!edited.ok) return refuse(edited.text, '');
  if (opened.ok && edited.text === file.text) return refuse(`${name} already reads exactly so; nothing was changed.`, 'Go on with the next step, or read the file again to see what is there.');
  if (holdsCutMark(edited.text) && !holdsCutMark(file.text)) return refuse(`${name} was not edited: the new text holds a mark for cut-off text.`, 'Write the real text there, or leave those lines out of the edit.');
  const region = changedRegion(file.text, edited.text);
  const gate = await syntaxGate(context, name, file.text, edited.text, region);
  if (!gate.ok) return refuse(gate.text, '');
  const encoded = encode(file, edited.text);
  if (!encoded.ok) return refuse(`${name} was not changed: ${encoded.reason}.`, 'Write it with plain ASCII or an escape sequence of the language and call again.');

  if (opened.ok && (await changedMeanwhile(context, path, opened.hash))) return refuse(`${name} changed on disk during this edit; nothing was written.`, 'Read it again, then repeat the edit.');
  if (context.signal.aborted) throw new Cancelled();
  const written = await context.room.write(path, encoded.bytes);
  if (!written.ok) return refuse(written.refusal.text, '');

  const { record } = context;
  record.edits++;
  // Who knew the whole file before still knows it; who saw a part only doesn't.
  if (before === undefined || record.read.get(written.path) === before) record.read.set(written.path, contentHash(encoded.bytes));
  record.done.push(`edit ${written.path}`);
  const what = opened.ok ? 'Edited' : 'Created';
  const note = edited.note === undefined ? '' : ` ${edited.note}`;
  return {
    ok: true,
    text: `${what} ${written.path}, ${linesOf(region)}${gate.text}.${note}`,
    detail: { kind: 'edit', path: written.path, before: region.before, after: region.after, line: region.line },
  };
}

async function changedMeanwhile(context: ToolContext, path: string, hash: string): Promise<boolean> {
  const again = await openText(context, path);
  return !again.ok || again.hash !== hash;
}

/** Lets an edit pass that leaves no more errors than there were; what no grammar understands passes too. */
async function syntaxGate(context: ToolContext, path: string, before: string, after: string, region: ChangedRegion): Promise<{ ok: boolean; text: string }> {
  const now = await context.code.check(path, after);
  if (now.state === 'unknown') return { ok: true, text: '' };
  if (now.state === 'valid') return { ok: true, text: '; syntax ok' };
  const then: SyntaxReport = before === '' ? { state: 'valid', problems: [] } : await context.code.check(path, before);
  if (then.state !== 'broken') return { ok: false, text: refusal(path, now.problems[0]) };
  const fresh = inside(now, region.line, region.lastLine);
  const worse = now.problems.length > then.problems.length || fresh.length > inside(then, region.line, region.lastLineBefore).length;
  if (worse) return { ok: false, text: refusal(path, fresh[0] ?? now.problems[0]) };
  const first = now.problems[0];
  return { ok: true, text: first ? `; as before the file has a syntax error at line ${first.line}: ${first.message}` : '' };
}

function inside(report: SyntaxReport, from: number, to: number): readonly SyntaxProblem[] {
  return report.problems.filter((problem) => problem.line >= from && problem.line <= to);
}

function refusal(path: string, problem: SyntaxProblem | undefined): string {
  const where = problem ? ` at line ${problem.line}, column ${problem.column}: ${problem.message}\n${problem.line} | ${problem.text.slice(0, 200)}` : '.';
  return `Not applied, ${path} is unchanged: the edit would add a syntax error${where}\nCorrect the new code there and call again.`;
}

function linesOf(region: ChangedRegion): string {
  if (region.lastLine < region.line) return `lines removed at ${region.line}`;
  return region.lastLine === region.line ? `line ${region.line}` : `lines ${region.line}-${region.lastLine}`;
}

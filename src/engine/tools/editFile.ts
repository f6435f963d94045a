/** The one pipeline of all editing tools: read, decode, edit purely, check the syntax, encode, write, record. */
import type { ChangedRegion } from '../../shared/changedRegion';
import { changedRegion } from '../../shared/changedRegion';
import { contentHash } from '../edit/contentHash';
import { holdsCutMark } from '../edit/copiedMarks';
import { encode, newFile, tooLarge, uneditable } from '../edit/textFile';
import type { TextFile } from '../edit/textFile';
import { Cancelled } from '../errors';
import { asWritten, openText } from './openText';
import type { Opened } from './openText';
import { syntaxGate } from './syntaxGate';
import { knownProblems, newProblems, PATIENCE } from './getDiagnostics';
import { refuse } from './tool';
import type { ToolContext, ToolResult } from './tool';

/** What a pure edit made of a text: the whole new text, or a refusal that ends with the next move. */
export type Edited =
  | { readonly ok: true; readonly text: string; /** One more sentence for the model. */ readonly note?: string }
  | { readonly ok: false; readonly text: string };

/** Gets the text with the file's own line ends (and no byte order mark). */
export type Edit = (text: string, file: TextFile) => Edited | Promise<Edited>;

/** A file that is there, as a guard sees it. */
export type Present = Extract<Opened, { ok: true }>;

export interface EditOptions {
  /** Allows a path where nothing is yet; the edit then gets an empty text. */
  readonly create?: boolean;
  /** A last word on the file that is there, before anything is done; undefined lets the edit pass. */
  readonly guard?: (present: Present) => Promise<ToolResult | undefined>;
}

/** An edit that passed every check and waits to be written. */
interface Prepared {
  /** As the model wrote it, to be vetted again. */
  readonly written: string;
  readonly present: Present | undefined;
  readonly bytes: Uint8Array;
  /** The new text. */
  readonly now: string;
  readonly region: ChangedRegion;
  /** What the success says after the lines. */
  readonly remark: string;
}

/** A text that no file may get; asked for before any work where the model gave all of it. */
export function refusedAsHuge(path: string, text: string): ToolResult | undefined {
  const why = tooLarge(text);
  return why === undefined ? undefined : refuse(`${path} was not written: ${why}.`, 'Split it into smaller files, or have a program make it with run_command.');
}

/** Never throws at the model: every refusal leaves the file as it was. Throws Cancelled after a Stop. */
export async function editFile(context: ToolContext, path: string, edit: Edit, options: EditOptions = {}): Promise<ToolResult> {
  return editFiles(context, [{ path, edit }], options);
}

/** Edits of several files: all of them or none. The detail shows the first. */
export async function editFiles(context: ToolContext, edits: readonly { readonly path: string; readonly edit: Edit }[], options: EditOptions = {}): Promise<ToolResult> {
  const ready: Prepared[] = [];
  for (const { path, edit } of edits) {
    const prepared = await prepare(context, path, edit, options);
    if ('text' in prepared) return prepared;
    ready.push(prepared);
  }
  if (context.signal.aborted) throw new Cancelled();
  const results: ToolResult[] = [];
  for (const one of ready) {
    const result = await commit(context, one);
    if (!result.ok) {
      for (const earlier of ready.slice(0, results.length).reverse()) await takeBack(context, earlier);
      return result;
    }
    results.push(result);
  }
  const [first] = results;
  return first === undefined ? refuse('No edit was given.', 'Call again with one.') : { ...first, text: results.map((result) => result.text).join('\n') };
}

async function takeBack({ room, record }: ToolContext, { written, present }: Prepared): Promise<void> {
  const undone = present ? await room.write(written, present.bytes) : await room.remove(written);
  if (!undone.ok) return;
  room.history.drop();
  record.read.delete(undone.path);
  record.edits--;
  record.done.pop();
}

async function prepare(context: ToolContext, path: string, edit: Edit, options: EditOptions): Promise<Prepared | ToolResult> {
  const opened = await openText(context, path, true);
  if (!opened.ok && !(opened.missing && options.create)) return opened.result;
  const present = opened.ok ? opened : undefined;
  const file = present?.file ?? newFile();
  const name = present?.path ?? path;
  const why = uneditable(file);
  if (why !== undefined) return refuse(`${name} was not edited: ${why}.`, 'Edit the source it is made from, or use run_command with a program made for it.');
  const stopped = present && (await options.guard?.(present));
  if (stopped) return stopped;

  const edited = await edit(file.text, file);
  if (!edited.ok) return refuse(edited.text, '');
  const huge = refusedAsHuge(name, edited.text);
  if (huge) return huge;
  if (present && edited.text === file.text) return refuse(`${name} already reads exactly so; nothing was changed.`, 'Go on with the next step, or read the file again to see what is there.');
  const region = changedRegion(file.text, edited.text);
  if (holdsCutMark(region.after) && !holdsCutMark(file.text)) return refuse(`${name} was not edited: the new text holds a mark for cut-off text.`, 'Write the real text there, or leave those lines out of the edit.');
  const gate = await syntaxGate(context.code, name, file.text, edited.text, region);
  if (!gate.ok) return refuse(gate.text, '');
  const encoded = encode(await asWritten(context, name, file, region.after), edited.text);
  if (!encoded.ok) return refuse(`${name} was not changed: ${encoded.reason}.`, 'Write it with plain ASCII or an escape sequence of the language and call again.');
  return { written: path, present, bytes: encoded.bytes, now: edited.text, region, remark: `${gate.text}.${edited.note === undefined ? '' : ` ${edited.note}`}` };
}

async function commit(context: ToolContext, { written: path, present, bytes, now, region, remark }: Prepared): Promise<ToolResult> {
  const begun = context.host.now();
  const known = await knownProblems(context, present);
  const patience = Math.max(0, PATIENCE - (context.host.now() - begun));
  if (present && (await typedSince(context, path, present))) return refuse(`${present.path} changed in the editor during this edit; nothing was written.`, 'Read it again, then repeat the edit.');
  const written = await context.room.write(path, bytes, present?.bytes ?? null, present?.aim);
  if (!written.ok) return refuse(written.refusal.text, '');
  const { record } = context;
  context.room.history.add({ path: written.path, before: present?.bytes ?? null, after: bytes });
  record.edits++;
  // Who knew the whole file before still knows it; who saw a part only doesn't.
  const seen = record.read.get(written.path);
  if (!present || (seen !== undefined && seen === present.hash)) record.read.set(written.path, contentHash(bytes));
  record.done.push(`edit ${written.path}`);
  const problems = await newProblems(context, { path: written.path, absolute: written.absolute, text: now }, known, patience);
  return {
    ok: true,
    text: `${present ? 'Edited' : 'Created'} ${written.path}, ${linesOf(region)}${remark}${problems}`,
    detail: { kind: 'edit', path: written.path, before: region.before, after: region.after, line: region.line },
  };
}

/** The disk is the room's to compare, at the moment it writes. */
async function typedSince(context: ToolContext, path: string, present: Present): Promise<boolean> {
  const typed = await context.host.unsaved(`${context.room.workspace}/${present.path}`);
  if (!present.unsaved && (typed === undefined || typed === present.file.text)) return false;
  const again = await openText(context, path);
  return !again.ok || again.hash !== present.hash;
}

function linesOf(region: ChangedRegion): string {
  if (region.lastLine < region.line) return `lines removed at ${region.line}`;
  return region.lastLine === region.line ? `line ${region.line}` : `lines ${region.line}-${region.lastLine}`;
}

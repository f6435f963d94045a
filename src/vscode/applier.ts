/** Brings a reviewed change set into the workspace: merged with the person's own edits, kept in a snapshot, one undo step, or nothing at all. */
import { randomUUID } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Files, Store } from '../engine/ports';
import { beginSnapshot, endSnapshot, realWorkspace } from '../engine/snapshot/applyChanges';
import { joinPath } from '../engine/snapshot/diskPath';
import { closeJournal } from '../engine/snapshot/journal';
import { planWrites, type Conflict, type PlannedWrite } from '../engine/snapshot/planWrites';
import { pruneSnapshots, snapshotFolder, type Manifest } from '../engine/snapshot/snapshots';
import type { ChangeSet, FileChange } from '../shared/changes';
import { sameBytes } from '../shared/sameBytes';
import { applyFiles, type FileEdit } from './applyFiles';
import { fileIn } from './folders';
import { conflictWords, type NamedConflict } from './conflictWords';
import { heldText } from './heldText';
import { textEdits } from './textEdits';

export type Applied =
  /** `written`: files that hold something else than before. `notes` tells what differs from what was reviewed, in sentences; usually empty. */
  | { readonly kind: 'applied'; readonly files: number; readonly notes: readonly string[]; readonly written: readonly Written[]; readonly snapshot?: string; /** Paths whose conflicts the person had settled. */ readonly settled?: readonly string[] }
  /** Nothing was written. `text` names the reason and the next move. */
  | { readonly kind: 'refused'; readonly text: string; readonly conflicts: readonly ToldConflict[] };

export interface Written {
  readonly path: string;
  /** What the file, or the editor, held before; null where there was none. */
  readonly before: Uint8Array | null;
  /** What it holds now; null where it was removed. */
  readonly after: Uint8Array | null;
  /** It holds changes of the person's own too. */
  readonly merged: boolean;
}

/** With its one sentence. */
type ToldConflict = NamedConflict & { readonly text: string };

export interface ApplyOptions {
  readonly workspace: vscode.Uri;
  readonly files: Files;
  readonly store: Store;
  readonly changes: ChangeSet;
  /** What the person asked for; the snapshot is found by it. */
  readonly title: string;
  /** The text a change stands on where that was typed and not saved. */
  readonly unsaved?: (path: string) => string | undefined;
  /** Hears what will be written, before it is, and gives why it must not be. */
  readonly refuse?: (writes: readonly PlannedWrite[]) => Promise<string | undefined>;
}

/** A file to be written, with the editor's document where that has unsaved text. */
interface Target extends PlannedWrite {
  readonly uri: vscode.Uri;
  readonly dirty: vscode.TextDocument | undefined;
  /** The change stands on exactly what is unsaved, so the person has reviewed that too. */
  readonly reviewed: boolean;
}

interface Ready {
  readonly target: Target;
  readonly edit: FileEdit;
  /** The document its text edits were made for, and its version then. */
  readonly document?: vscode.TextDocument;
  readonly version?: number;
}

/** Snapshots beyond so many are cleared away, the oldest first. */
const keptSnapshots = 50;
/** Milliseconds an open editor may take to show what was written to its file by others. */
const patience = 1_500;
/** Milliseconds after a write in which an open editor may hold the new text and not know yet that the file is no newer: it would refuse to save. */
const unaware = 1_000;

export async function applyChanges(options: ApplyOptions): Promise<Applied> {
  const { workspace, changes } = options;
  const folder = await realWorkspace(options.files, workspace.fsPath);
  const dirty = new Map<string, vscode.TextDocument>();
  for (const { path } of changes.files) {
    const document = openDocument(fileIn(workspace, path));
    if (document?.isDirty) dirty.set(joinPath(folder, path), document);
  }
  const based = await Promise.all(changes.files.map((change) => onUnsaved(change, options)));
  const plan = await planWrites({ files: seeingUnsaved(options.files, dirty), folder, changes: based });
  const refuse = (conflicts: readonly Conflict[]): Applied => refusal(conflicts.map((conflict) => ({
    ...conflict,
    unsaved: dirty.has(joinPath(folder, conflict.path)),
    removes: changes.files.some(({ path, after }) => path === conflict.path && after === null),
  })));
  if (plan.conflicts.length > 0) return refuse(plan.conflicts);
  const targets = plan.writes.map((write): Target => {
    const document = dirty.get(joinPath(folder, write.path));
    return { ...write, uri: fileIn(workspace, write.path), dirty: document, reviewed: document !== undefined && document.getText() === options.unsaved?.(write.path) };
  });
  const ready = await Promise.all(targets.map(readyOf));
  const stuck = ready.filter(({ target, document }) => target.dirty && target.after !== null && !document);
  if (stuck.length > 0) return refuse(stuck.map(({ target }) => ({ path: target.path, reason: 'unsaved', parts: [] })));
  if (targets.length === 0) return { kind: 'applied', files: changes.files.length, notes: [], written: [] };
  const text = await options.refuse?.(targets);
  return text === undefined ? write(options, folder, ready) : { kind: 'refused', text, conflicts: [] };
}

/** Keeps the before-images, writes, saves, and closes the snapshot's books. */
async function write({ files, store, changes, title }: ApplyOptions, folder: string, ready: readonly Ready[]): Promise<Applied> {
  const now = Date.now();
  const id = `${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 4)}`;
  const manifest = await beginSnapshot(files, folder, ready.map(({ target }) => target), { id, title: firstLine(title), now }, store);
  const edits = ready.filter(({ target }) => !sameBytes(target.before, target.after)).map(({ edit }) => edit);
  if ((await changedSince(ready, files)) || (edits.length > 0 && !(await applyFiles(edits)))) {
    await files.remove(snapshotFolder(folder, id));
    await closeJournal(store, folder, id);
    return {
      kind: 'refused', conflicts: [],
      text: vscode.l10n.t('Nothing was applied: a file changed at this very moment, or the editor refused the edit. Apply again.'),
    };
  }
  const notes: string[] = [];
  for (const { target, document } of ready) {
    if (target.merged) notes.push(vscode.l10n.t('{0} was merged with your own changes.', target.path));
    if (document && target.after) await settle(target, files, notes);
    if (target.after && target.mode !== undefined) await chmod(target.uri.fsPath, target.mode);
  }
  await keepWhatWasWritten(files, folder, manifest, ready);
  await endSnapshot(files, folder, manifest, store);
  await pruneSnapshots(files, folder, keptSnapshots);
  return { kind: 'applied', files: changes.files.length, notes, written: ready.filter(({ target: { before, after } }) => !sameBytes(before, after)).map(({ target: { path, before, after, merged } }) => ({ path, before, after, merged })), snapshot: id };
}

function refusal(conflicts: readonly NamedConflict[]): Applied {
  const told = conflicts.map((conflict) => ({ ...conflict, text: conflictWords(conflict) }));
  const shown = told.slice(0, 5).map(({ text }) => text);
  if (conflicts.length > shown.length) shown.push(vscode.l10n.t('and {0} more', conflicts.length - shown.length));
  return {
    kind: 'refused', conflicts: told,
    text: vscode.l10n.t('Nothing was applied: {0}. Undo what was changed there and apply again, or discard these changes and ask again.', shown.join('; ')),
  };
}

/** What the agent was given of an unsaved file is what its change is a change of. */
export async function onUnsaved(change: FileChange, { workspace, unsaved }: Pick<ApplyOptions, 'workspace' | 'unsaved'>): Promise<FileChange> {
  const text = unsaved?.(change.path);
  if (text === undefined) return change;
  const uri = fileIn(workspace, change.path);
  const document = openDocument(uri);
  return { ...change, before: await (document ? vscode.workspace.encode(text, { encoding: document.encoding }) : vscode.workspace.encode(text, { uri })) };
}

/** For the merge, an unsaved text is what the file holds. */
function seeingUnsaved(files: Files, dirty: ReadonlyMap<string, vscode.TextDocument>): Files {
  return {
    ...files,
    read: async (path, limit, known) => {
      const document = dirty.get(path);
      return document ? vscode.workspace.encode(document.getText(), { encoding: document.encoding }) : files.read(path, limit, known);
    },
  };
}

async function readyOf(target: Target): Promise<Ready> {
  const { uri, before, after } = target;
  const whole: Ready = { target, edit: { uri, exists: before !== null, after } };
  if (!before || !after) return whole;
  if (!target.dirty && openDocument(uri)) await aware(uri);
  const document = await textDocument(uri);
  if (!document || (!target.dirty && !(await shows(document, before)))) return whole;
  const text = await heldText(document, after);
  return text === undefined ? whole : { target, edit: { uri, edits: textEdits(document, text) }, document, version: document.version };
}

/** Resolves once an open editor had the time to hear of the last write to its file. */
async function aware(uri: vscode.Uri): Promise<void> {
  const written = await vscode.workspace.fs.stat(uri).then(({ mtime }) => mtime, () => 0);
  const age = Date.now() - written;
  // One from a clock that is ahead tells nothing.
  if (age >= 0 && age < unaware) await new Promise((wake) => setTimeout(wake, unaware - age));
}

/** Whether the document holds these bytes; one that lags behind its file gets a moment. False where a text model can't hold them. */
async function shows(document: vscode.TextDocument, bytes: Uint8Array): Promise<boolean> {
  const text = await heldText(document, bytes);
  if (text === undefined) return false;
  for (const end = Date.now() + patience; document.getText() !== text && Date.now() < end;) await new Promise((wake) => setTimeout(wake, 50));
  return document.getText() === text;
}

/** Text edits made for another version of the text would land in the wrong lines. */
async function changedSince(ready: readonly Ready[], files: Files): Promise<boolean> {
  for (const { target, document } of ready) {
    if (document || target.dirty) continue;
    if (!sameBytes((await files.read(target.uri.fsPath)) ?? null, target.before)) return true;
  }
  return ready.some(({ document, version }) => document && document.version !== version);
}

/** Saves what was saved before; what the person had not saved stays theirs to save. */
async function settle({ path, uri, after, dirty, reviewed, merged }: Target, files: Files, notes: string[]): Promise<void> {
  if (dirty && (!reviewed || merged)) {
    notes.push(vscode.l10n.t('{0} had unsaved changes: the change is in the editor, and saving is left to you.', path));
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.isDirty && !(await document.save())) notes.push(vscode.l10n.t('{0} is changed in the editor but could not be saved: look at what the editor says of it, and save it.', path));
  else if (!sameBytes(await files.read(uri.fsPath), after)) notes.push(vscode.l10n.t('Your settings changed {0} further when it was saved: look at it once more.', path));
}

/** A formatter on save wrote something else: a restore has to know what, or it would take it for the person's own change. */
async function keepWhatWasWritten(files: Files, folder: string, manifest: Manifest, ready: readonly Ready[]): Promise<void> {
  for (const { target, document } of ready) {
    const image = manifest.files.find((file) => file.path === target.path)?.after;
    if (!document || document.isDirty || typeof image !== 'string') continue;
    const written = await files.read(target.uri.fsPath);
    if (written && !sameBytes(written, target.after)) await files.write(joinPath(snapshotFolder(folder, manifest.id), image), written, 0o600);
  }
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** Undefined where the editor takes the file for no text. */
async function textDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

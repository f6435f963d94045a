/** Brings a change set into the workspace so that a crash at any moment leaves each file old or new, and the next start ends it. */
import type { ChangeSet } from '../../shared/changes';
import { inParallel } from '../../shared/inParallel';
import { sameBytes } from '../../shared/sameBytes';
import type { Files, Store } from '../ports';
import { closeJournal, isOpen, openJournal } from './journal';
import { joinPath, nameOf, parentOf, toSlashes } from './diskPath';
import { type Conflict, planWrites, type PlannedWrite, type WritePlan } from './planWrites';
import { ensureAgentFolder, isUnchanged, listSnapshots, type Manifest, readImage, readManifest, sha256, type SnapshotFile, snapshotFolder, writeManifest } from './snapshots';

/** Each write waits for the disk; together they wait once. */
const AT_ONCE = 8;

export interface ApplyOptions {
  readonly files: Files;
  /** Keeps that this machine began the writing. */
  readonly store: Store;
  /** Absolute; made where it doesn't exist. */
  readonly workspace: string;
  readonly changes: ChangeSet;
  /** Names the snapshot; letters, digits, `-` and `_`. */
  readonly id: string;
  /** What the person asked for. */
  readonly title: string;
  readonly now: number;
  readonly unsaved?: (path: string) => Promise<string | undefined>;
}

export type ApplyResult =
  /** `merged`: files that hold the person's own changes too. */
  | { readonly kind: 'applied'; readonly paths: readonly string[]; readonly merged: readonly string[] }
  /** Nothing was written. */
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[] };

/** Plans, writes the before-images and the journal, then the files. Throws on a disk fault; `recover` ends what was begun. */
export async function applyChanges(options: ApplyOptions): Promise<ApplyResult> {
  const { files, changes } = options;
  if ((await files.stat(options.workspace)) === undefined) await files.makeFolder(options.workspace);
  const workspace = await realWorkspace(files, options.workspace);
  const plan = await planWrites({ files, folder: workspace, changes: changes.files, ...(options.unsaved === undefined ? {} : { unsaved: options.unsaved }) });
  if (plan.conflicts.length > 0) return { kind: 'conflict', conflicts: plan.conflicts };
  const paths = plan.writes.map((write) => write.path);
  const merged = plan.writes.filter((write) => write.merged).map((write) => write.path);
  if (paths.length === 0) return { kind: 'applied', paths, merged };
  const manifest = await beginSnapshot(files, workspace, plan.writes, options, options.store);
  await inParallel(plan.writes, AT_ONCE, (write) => put(files, workspace, write));
  await endSnapshot(files, workspace, manifest, options.store);
  return { kind: 'applied', paths, merged };
}

export async function realWorkspace(files: Files, workspace: string): Promise<string> {
  return toSlashes(files.platform, (await files.realPath(workspace)) ?? workspace);
}

/** Keeps the images and opens the journal: from here on a crash is finished by `recover`. For faces that write the files themselves. */
export async function beginSnapshot(
  files: Files, workspace: string, writes: readonly PlannedWrite[], about: { readonly id: string; readonly title: string; readonly now: number }, store: Store,
): Promise<Manifest> {
  await ensureAgentFolder(files, workspace);
  const { id, title, now } = about;
  if (!/^[\w-]{1,80}$/.test(id) || (await files.stat(snapshotFolder(workspace, id))) !== undefined) throw new Error(`"${id}" can't name a new snapshot. Try again: each try takes a new name.`);
  const image = async (kind: 'before' | 'after', index: number, bytes: Uint8Array | null): Promise<string | null> => {
    if (bytes === null) return null;
    const name = `${kind}/${String(index)}`;
    await files.write(joinPath(snapshotFolder(workspace, id), name), bytes, 0o600);
    return name;
  };
  const kept = new Map<number, SnapshotFile>();
  await inParallel([...writes.entries()], AT_ONCE, async ([index, { path, before, after, mode, modeBefore }]) => {
    kept.set(index, {
      path, before: await image('before', index, before), after: await image('after', index, after),
      hashes: { ...(before === null ? {} : { before: await sha256(before) }), ...(after === null ? {} : { after: await sha256(after) }) },
      ...(mode === undefined ? {} : { mode }), ...(modeBefore === undefined ? {} : { modeBefore }),
    });
  });
  const folders = await missingFolders(files, workspace, writes.filter((write) => write.after !== null).map((write) => write.path));
  // Last: without a manifest the images alone mean nothing, and nothing was written yet.
  const manifest: Manifest = { id, created: now, title, state: 'writing', files: [...kept].sort(([a], [b]) => a - b).map(([, file]) => file), folders };
  await openJournal(store, workspace, manifest);
  await writeManifest(files, workspace, manifest);
  return manifest;
}

/** Closes the journal that `beginSnapshot` opened: everything is written. */
export async function endSnapshot(files: Files, workspace: string, manifest: Manifest, store: Store): Promise<void> {
  await writeManifest(files, workspace, { ...manifest, state: 'applied' });
  await closeJournal(store, workspace, manifest.id);
}

async function missingFolders(files: Files, workspace: string, paths: readonly string[]): Promise<readonly string[]> {
  const missing = new Set<string>();
  for (const path of paths) {
    for (let folder = parentOf(path); folder !== '.' && !missing.has(folder); folder = parentOf(folder)) {
      if ((await files.stat(joinPath(workspace, folder))) === undefined) missing.add(folder);
    }
  }
  return [...missing].sort();
}

async function put(files: Files, workspace: string, { path, after, mode }: Pick<PlannedWrite, 'path' | 'after' | 'mode'>): Promise<void> {
  const absolute = joinPath(workspace, path);
  if (after === null) await files.remove(absolute);
  else await files.write(absolute, after, mode);
}

export type UndoResult = {
  /** Files that hold what they held before. */
  readonly restored: readonly string[];
  /** Files somebody changed afterwards in the same place: left as they are. */
  readonly conflicts: readonly Conflict[];
};

/** What taking back one snapshot would come to, before anything is written. */
export async function planRestore(
  files: Files, path: string, id: string, unsaved?: (path: string) => Promise<string | undefined>, unseen = false,
): Promise<{ readonly workspace: string; readonly manifest: Manifest; readonly plan: WritePlan }> {
  const workspace = await realWorkspace(files, path);
  const manifest = await readManifest(files, workspace, id);
  if (manifest === undefined) throw new Error(`There is no snapshot "${id}" in this project, or its manifest is damaged. Choose another, or look into ${snapshotFolder(workspace, id)}: the files as they were lie there.`);
  const changes = [];
  for (const file of manifest.files) {
    // Taken back after a crash without a look at it: only to what really was there.
    if (unseen && !(await isUnchanged(await readImage(files, workspace, id, file.before), file.hashes?.before))) continue;
    const [before, after] = [await readImage(files, workspace, id, file.after), await readImage(files, workspace, id, file.before)];
    changes.push({ path: file.path, before, after, ...(file.modeBefore === undefined || file.mode === undefined ? {} : { mode: file.modeBefore }) });
  }
  return { workspace, manifest, plan: await planWrites({ files, folder: workspace, changes, ...(unsaved === undefined ? {} : { unsaved }) }) };
}

/** Takes back what one snapshot's writing did, and nothing else: later changes of others are merged or left. */
export async function restoreSnapshot(
  files: Files, path: string, id: string, store: Store, unsaved?: (path: string) => Promise<string | undefined>, unseen = false,
): Promise<UndoResult> {
  const { workspace, manifest, plan } = await planRestore(files, path, id, unsaved, unseen);
  await openJournal(store, workspace, manifest);
  await writeManifest(files, workspace, { ...manifest, state: 'undoing' });
  await inParallel(plan.writes, AT_ONCE, (write) => put(files, workspace, write));
  await removeEmpty(files, workspace, manifest.folders);
  await writeManifest(files, workspace, { ...manifest, state: plan.conflicts.length === 0 ? 'undone' : 'applied' });
  await closeJournal(store, workspace, id);
  return { restored: plan.writes.map((write) => write.path), conflicts: plan.conflicts };
}

/** Folders the writing made, innermost first, where nothing is in them any more. */
async function removeEmpty(files: Files, workspace: string, folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].reverse()) {
    const absolute = joinPath(workspace, folder);
    if ((await files.stat(absolute))?.kind === 'folder' && (await files.list(absolute)).length === 0) await files.remove(absolute);
  }
}

/** Ends what a crash interrupted: an apply is finished, a restore too. Files somebody changed meanwhile are left; what another machine, or somebody's hand, wrote down is ignored. Gives back the ids it ended. */
export async function recover(files: Files, path: string, store: Store): Promise<readonly string[]> {
  const workspace = await realWorkspace(files, path);
  const ended: string[] = [];
  for (const manifest of await listSnapshots(files, workspace)) {
    if (manifest.state !== 'writing' && manifest.state !== 'undoing') continue;
    if (!(await isOpen(store, workspace, manifest))) continue;
    await removeTemporary(files, workspace, manifest);
    if (manifest.state === 'undoing') await restoreSnapshot(files, workspace, manifest.id, store, undefined, true);
    else {
      await finishWriting(files, workspace, manifest);
      await endSnapshot(files, workspace, manifest, store);
    }
    ended.push(manifest.id);
  }
  return ended;
}

async function finishWriting(files: Files, workspace: string, { id, files: listed }: Manifest): Promise<void> {
  for (const { path, before, after, hashes, mode } of listed) {
    const wanted = { path, before: await readImage(files, workspace, id, before), after: await readImage(files, workspace, id, after), ...(mode === undefined ? {} : { mode }) };
    // Somebody changed what was to be written: then it is not what the person said yes to.
    if (!(await isUnchanged(wanted.after, hashes?.after))) continue;
    const plan = await planWrites({ files, folder: workspace, changes: [wanted] });
    // Only a file that is still as it was: after a crash nobody is there to look at a merge.
    for (const write of plan.writes) if (sameBytes(write.before, wanted.before) || sameBytes(write.before, wanted.after)) await put(files, workspace, write);
  }
}

/** What a killed write left beside its target. */
async function removeTemporary(files: Files, workspace: string, manifest: Manifest): Promise<void> {
  for (const folder of new Set(manifest.files.map((file) => parentOf(joinPath(workspace, file.path))))) {
    if ((await files.stat(folder))?.kind !== 'folder') continue;
    for (const { name, kind } of await files.list(folder)) {
      if (kind === 'file' && /^\.whittle-[0-9a-f]{12}\.tmp$/.test(nameOf(name))) await files.remove(joinPath(folder, name));
    }
  }
}

/** Finds what an earlier window applied last, so that this one notices too when it is taken back. */
import type { Files } from '../engine/ports';
import { realOrAsWritten } from '../engine/snapshot/diskPath';
import { readImage, readManifest } from '../engine/snapshot/snapshots';
import type { FileChange } from '../shared/changes';
import type { ToWebview } from '../shared/protocol';
import { sameBytes } from '../shared/sameBytes';
import type { ToldApply } from './lastApply';

/** By what the chat said of it, and the snapshot it names. Undefined where there is none, or it was cleared away. Throws where an image is damaged. */
export async function earlierApply(messages: readonly ToWebview[], files: Files, workspace: string): Promise<ToldApply | undefined> {
  const said = messages.findLast((one) => one.kind === 'reviewed' && one.result === 'applied');
  if (said?.kind !== 'reviewed' || said.snapshot === undefined) return undefined;
  const folder = await realOrAsWritten(files, workspace);
  const manifest = await readManifest(files, folder, said.snapshot);
  if (manifest === undefined) return undefined;
  const image = (name: string | null): Promise<Uint8Array | null> => readImage(files, folder, manifest.id, name);
  const changes = await Promise.all(manifest.files.map(async ({ path, before, after, mode }): Promise<FileChange> => ({ path, before: await image(before), after: await image(after), ...(mode !== undefined && { mode }) })));
  const { id, text, snapshot } = said;
  const back = messages.findLast((one) => one.kind === 'reviewed' && one.id === id);
  return { back: back?.kind === 'reviewed' && back.result === 'undone', id, title: manifest.title, text, snapshot, changes: { files: changes }, written: changes.filter(({ before, after }) => !sameBytes(before, after)) };
}

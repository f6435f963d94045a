/** Which writings this machine began: a journal found in a project that came from elsewhere is no order to write. */
import type { Store } from '../ports';
import { type Manifest, sha256 } from './snapshots';

const keyOf = (workspace: string, id: string): string => `journal:${workspace}:${id}`;

/** What a manifest says beside how far it got. */
async function digest(manifest: Manifest): Promise<string> {
  return sha256(new TextEncoder().encode(JSON.stringify({ ...manifest, state: '' })));
}

/** Call before the first write, and before the manifest says that there is something to end. `workspace`: its real path. */
export async function openJournal(store: Store, workspace: string, manifest: Manifest): Promise<void> {
  await store.set(keyOf(workspace, manifest.id), await digest(manifest));
}

export async function closeJournal(store: Store, workspace: string, id: string): Promise<void> {
  await store.set(keyOf(workspace, id), undefined);
}

/** Whether exactly this manifest's writing was begun here and not ended. */
export async function isOpen(store: Store, workspace: string, manifest: Manifest): Promise<boolean> {
  return (await store.get(keyOf(workspace, manifest.id))) === (await digest(manifest));
}

/** The workspace as a room to look at: for tasks that change nothing, so that no copy is made for them. */
import { realOrAsWritten } from '../snapshot/diskPath';
import type { Files } from '../ports';
import { createEditHistory } from './editHistory';
import type { RoomPlace } from './resolveInRoom';
import type { Room } from './room';
import { roomOn } from './roomOn';

export interface WorkspaceOptions {
  readonly files: Files;
  /** Absolute. */
  readonly workspace: string;
  /** A person's yes to showing one secret file to the model; without it such files are refused. */
  readonly mayShow?: (path: string) => Promise<boolean>;
}

/** Every write is refused; there are no changes, and nothing to discard. */
export async function openWorkspace({ files, workspace, mayShow }: WorkspaceOptions): Promise<Room> {
  const folder = await realOrAsWritten(files, workspace);
  const place: RoomPlace = {
    files, folder, workspace: folder,
    base: { files: new Map(), links: new Map(), blocked: new Map(), ignored: new Set(), dependencies: new Set() },
  };
  return roomOn({
    id: 'workspace', place, images: undefined, written: new Set(), mayShow, history: createEditHistory(),
    changes: () => Promise.resolve({ files: [] }),
    keep: () => Promise.resolve(),
    discard: () => Promise.resolve(),
  });
}

/** A folder nobody may read must not stop the work on all the others. */
import type { Files } from '../ports';

type Entries = Awaited<ReturnType<Files['list']>>;

/** The code of a disk's fault, such as EACCES; undefined where it has none. */
export function codeOf(fault: unknown): unknown {
  return fault instanceof Error && 'code' in fault ? fault.code : undefined;
}

/** The disk's no to this person, which concerns one place; every other fault is the whole disk's. */
export const isDenied = (fault: unknown): boolean => codeOf(fault) === 'EACCES' || codeOf(fault) === 'EPERM';

/** What is in a folder; undefined where it may not be read, and nothing where it is gone since it was seen. */
export async function listReadable(files: Files, folder: string): Promise<Entries | undefined> {
  try {
    return await files.list(folder);
  } catch (fault) {
    if (isDenied(fault)) return undefined;
    if (codeOf(fault) === 'ENOENT' || codeOf(fault) === 'ENOTDIR') return [];
    throw fault;
  }
}

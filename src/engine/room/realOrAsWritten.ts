/** A path as the disk knows it, for everything that compares places. */
import type { Files } from '../ports';
import { toSlashes } from '../snapshot/diskPath';

/** A path with its links resolved, with `/` and without one at the end. */
export async function realOrAsWritten(files: Files, path: string): Promise<string> {
  return toSlashes(files.platform, (await files.realPath(path)) ?? path).replace(/(?<=[^/:])\/+$/, '');
}

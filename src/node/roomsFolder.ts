/** Where a terminal's rooms are: the person's own cache, which no other user can prepare, unless the project lies around it. */
import { homedir, tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** `workspace` is a real path. A project that holds the cache (the home folder, say) gets its rooms in the temporary folder. */
export function roomsFolderFor(workspace: string, environment: NodeJS.ProcessEnv = process.env): string {
  const cache = environment['XDG_CACHE_HOME'] ?? environment['LOCALAPPDATA'] ?? join(homedir(), '.cache');
  const usual = join(cache, 'whittle', 'rooms');
  const way = relative(workspace, usual);
  return way === '..' || way.startsWith('../') || way.startsWith('..\\') ? usual : join(tmpdir(), `whittle-rooms-${process.getuid?.() ?? 'user'}`);
}

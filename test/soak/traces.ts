/** What a process leaves behind: memory, handles, files, folders and processes, counted. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Level {
  /** Megabytes after a collection. */
  readonly heap: number;
  readonly rss: number;
  /** Open file descriptors; undefined where the platform doesn't tell. */
  readonly descriptors: number | undefined;
  /** Active resources of the event loop, timers and reads of the moment left out. */
  readonly handles: number;
}

/** Needs `--expose-gc`. */
export async function level(): Promise<Level> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await new Promise((wake) => setTimeout(wake, 50));
  }
  const { heapUsed, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().filter((name) => !/^(?:Timeout|Immediate|FSReq\w*|TTYWrap|PipeWrap)$/.test(name)).length;
  return { heap: Math.round(heapUsed / 1e5) / 10, rss: Math.round(rss / 1e5) / 10, descriptors: listed('/proc/self/fd')?.length, handles };
}

function listed(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

/** Processes other than this one that work in a folder below `folder`, by /proc. */
export function processesIn(folder: string): readonly string[] {
  return (listed('/proc') ?? []).filter((name) => /^\d+$/.test(name) && name !== String(process.pid)).flatMap((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) ? [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()}`] : [];
    } catch {
      return [];
    }
  });
}

/** Every file below `folder` by relative path, `.agent` left out. */
export function filesIn(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name));
    if (entry.isFile() && !path.startsWith('.agent')) found.set(path, readFileSync(join(folder, path), 'latin1'));
  }
  return found;
}

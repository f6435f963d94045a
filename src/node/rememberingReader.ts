/** The reader a product uses: it remembers, from one start to the next, the outlines of files that didn't change, and has threads for large ones. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { CodeReader } from '../engine/code/codeReader';
import { createCodeReader } from '../engine/code/createCodeReader';
import { openOutlineCache, type OutlineCache } from '../engine/code/outlineCache';
import type { Host } from '../engine/ports';
import { parserThreads } from './parserThreads';
import { sha256 } from './sha256';

/** Milliseconds after the last new outline until they are written. */
const QUIET = 3_000;

export interface RememberingReader {
  readonly code: CodeReader;
  /** Writes at once what would be written a little later. Throws nothing: outlines that can't be kept are made again. */
  save(): Promise<void>;
}

/** Remembers in a file beside the rooms; another `version` of the product begins anew. `dist`, absolute, is where the built parserThread.js and the languages lie; without it all is read here. */
export async function rememberingReader({ files, languages, roomsFolder, log }: Pick<Host, 'files' | 'languages' | 'roomsFolder' | 'log'>, version: string, dist?: string): Promise<RememberingReader> {
  const slower = (fault: unknown): undefined => void log(`Outlines are not remembered, so files are parsed again: ${fault instanceof Error ? fault.message : String(fault)}`);
  const outlines = await openOutlineCache(files, `${roomsFolder}/outlines`, version, sha256).catch(slower);
  let timer: NodeJS.Timeout | undefined;
  const save = async (): Promise<void> => {
    clearTimeout(timer);
    await outlines?.save().catch(slower);
  };
  const saving: OutlineCache | undefined = outlines && {
    ...outlines,
    set: (...outline) => {
      outlines.set(...outline);
      clearTimeout(timer);
      // A window that closes before that parses again.
      timer = setTimeout(() => void save(), QUIET).unref();
    },
  };
  // One core stays the editor's.
  const count = Math.min(2, Math.max(1, availableParallelism() - 1));
  const threads = dist === undefined ? undefined : parserThreads({ script: path.join(dist, 'parserThread.js'), folder: dist, threads: count, log });
  return { code: await createCodeReader(languages, log, saving, threads), save };
}

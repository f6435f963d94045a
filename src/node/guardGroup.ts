/** Ends a process group when the program that started it dies: a killed editor leaves no command running. */
import { spawn } from 'node:child_process';

/** Reads one line: with it all is well; the end of input without one means that nobody is there any more. */
const script = 'if read -r done; then exit 0; fi; kill -TERM "-$1"; sleep 2; kill -KILL "-$1"';

/** Watches from a process of its own, as this one may be killed. Call what it gives back once the group has ended. */
export function guardGroup(group: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const guard = spawn('/bin/sh', ['-c', script, 'guard', String(group)], { detached: true, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] });
  // Without it the command still ends with its task; only a crash would leave it running.
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  if ('unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref();
  return () => { guard.stdin.end('done\n'); };
}

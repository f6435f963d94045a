/** The extension host process of one window's server, found by /proc, to be killed as a crash would. */
import { readdirSync, readFileSync } from 'node:fs';

/** Undefined while there is none. `dataDir`: the server's, which no other server has. */
export function extensionHostOf(dataDir: string): number | undefined {
  const commandOf = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
    } catch {
      // Ended while it was looked at.
      return '';
    }
  };
  const parentOf = (pid: string): string => {
    try {
      return /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? '0';
    } catch {
      return '0';
    }
  };
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid) || !commandOf(pid).includes('--type=extensionHost')) continue;
    for (let at = parentOf(pid); at !== '0'; at = parentOf(at)) if (commandOf(at).includes(dataDir)) return Number(pid);
  }
  return undefined;
}

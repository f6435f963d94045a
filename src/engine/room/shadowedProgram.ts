/** On Windows cmd looks into the folder it is in before it looks anywhere else: a project can bring a `git.exe` of its own. */
import { joinPath } from '../snapshot/diskPath';
import type { ShellLine } from './shellLine';

/** Ends of a name that cmd knows by itself. */
const ENDS = ['', '.com', '.exe', '.bat', '.cmd', '.vbs', '.vbe', '.js', '.jse', '.wsf', '.wsh', '.msc', '.py', '.ps1'];

/** The first file of the project that would run in place of a program named without a path. `exists`: of a path below the room. */
export async function shadowedProgram({ commands }: ShellLine, exists: (path: string) => Promise<boolean>): Promise<string | undefined> {
  const words = commands.map((command) => command.words.map(({ text }) => text.replaceAll('\\', '/')));
  const folders = ['.', ...words.flatMap(([name = '', ...args]) => (/^(?:cd|chdir|pushd)$/i.test(name) ? args.filter((arg) => !arg.startsWith('/') && !arg.includes(':')) : []))];
  for (const [name = ''] of words) {
    if (!/^[\w.-]+$/.test(name)) continue;
    for (const folder of folders) {
      for (const end of ENDS) {
        const path = joinPath(folder, name + end).replace(/^\.\//, '');
        if (await exists(path)) return path;
      }
    }
  }
  return undefined;
}

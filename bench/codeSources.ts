/** Sources and means the code bench measures with. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

export interface Source {
  readonly path: string;
  readonly text: string;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Files below a folder by their ending, in the order of their names, up to `most` characters in all. */
export async function allOf(folder: string, ending: string, largest: number, most: number): Promise<readonly Source[]> {
  const found: Source[] = [];
  let left = most;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort((a, b) => (`${a.parentPath}/${a.name}` < `${b.parentPath}/${b.name}` ? -1 : 1))) {
    if (!entry.isFile() || !entry.name.endsWith(ending) || entry.name.endsWith(`.d${ending}`)) continue;
    const text = await readFile(path.join(entry.parentPath, entry.name), 'utf8');
    if (text.length > largest) continue;
    if ((left -= text.length) < 0) break;
    found.push({ path: path.join(entry.parentPath, entry.name), text });
  }
  return found;
}

/** Small TypeScript files, one in two hundred of which uses `wanted` from the first. */
export async function plantFiles(folder: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 100) {
    const inner = path.join(folder, `d${String(at / 100)}`);
    await mkdir(inner, { recursive: true });
    await Promise.all(Array.from({ length: 100 }, (_, index) => {
      const own = Array.from({ length: 20 }, (_line, line) => `export function g${String(line)}(a: number): number {\n  return a * ${String(at + index + line)};\n}\n`).join('\n');
      const use = at + index === 0 ? 'export function wanted(a: number): number {\n  return a;\n}\n' : (at + index) % 200 === 0 ? "import { wanted } from '../d0/f0';\nexport const used = wanted(1);\n" : '';
      return writeFile(path.join(inner, `f${String(at + index)}.ts`), use + own);
    }));
  }
}

/** The editor's own ripgrep, where the test editor is set up. */
export function ripgrep(root: string): string | undefined {
  const editors = path.join(root, '.vscode-test');
  if (!existsSync(editors)) return undefined;
  const platform = `${process.platform}-${process.arch}`;
  for (const entry of readdirSync(editors)) {
    const found = path.join(editors, entry, `lib/vscode/node_modules/@vscode/ripgrep-universal/bin/${platform}/rg`);
    if (existsSync(found)) return found;
  }
  return undefined;
}

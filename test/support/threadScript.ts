/** A thread's program as the product ships it, built into a folder: a thread can't be started from TypeScript. */
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(__dirname, '..', '..');

/** Resolves to the script's path in `folder`. */
export async function threadScript(folder: string, name: 'parserThread' | 'copyThread' = 'parserThread'): Promise<string> {
  const outfile = path.join(folder, `${name}.js`);
  await build({
    entryPoints: [path.join(root, 'src', 'node', `${name}.ts`)], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent',
    alias: { 'web-tree-sitter': path.join(root, 'node_modules', 'web-tree-sitter', 'web-tree-sitter.cjs') },
  });
  return outfile;
}

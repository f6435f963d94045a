/** `node scripts/bench.mjs NAME ARGUMENTS...` runs bench/NAME.ts as the product is built: what a loader adds to each function would be measured along with it. */
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot, root } from './lib/paths.mjs';

const [name] = process.argv.slice(2);
const outfile = inRoot('out', 'bench', `${name}.js`);

/** A module's folder stays the one it was written in. */
const ownFolders = {
  name: 'own-folders',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/](?:bench|test[\\/]support)[\\/][^\\/]+\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replaceAll(/\bimport\.meta\.dirname\b|\b__dirname\b/g, () => JSON.stringify(path.dirname(file))), loader: 'ts',
    }));
  },
};

await build({ absWorkingDir: root, entryPoints: [`bench/${name}.ts`], outfile, bundle: true, packages: 'external', platform: 'node', format: 'cjs', target: 'node22', sourcemap: 'inline', logLevel: 'warning', plugins: [ownFolders] });
process.argv.splice(1, 2, outfile);
await import(pathToFileURL(outfile).href);

/** Builds a release and packs it as the VSIX that a person installs, small enough to be installed by anyone. */
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { inRoot, root, vsixFile } from './paths.mjs';
import { run } from './run.mjs';
import { during, Plain, say } from './say.mjs';

const limit = 5_000_000;

/** Resolves to the file out/whittle.vsix, made anew. */
export async function packageVsix() {
  await during('Building', () => run(process.execPath, [inRoot('scripts', 'build.mjs'), '--release'], { cwd: root }));
  await during('Packing the extension', async () => {
    await mkdir(path.dirname(vsixFile), { recursive: true });
    await rm(vsixFile, { force: true });
    // Everything is bundled, so no dependency goes along; and pictures of the README are read from the package itself.
    await run(process.execPath, [
      inRoot('node_modules', '@vscode', 'vsce', 'vsce'), 'package', '--no-dependencies', '--allow-missing-repository',
      '--no-rewrite-relative-links', '--out', vsixFile,
    ], { cwd: root });
  });
  const { size } = await stat(vsixFile);
  if (size > limit) throw new Plain(`${vsixFile} is ${megabytes(size)}, over the limit of ${megabytes(limit)}. List its files with \`npx vsce ls --no-dependencies\` and take out what isn't needed (.vscodeignore).`);
  say(`  ${path.relative(root, vsixFile)}, ${megabytes(size)}`);
  return vsixFile;
}

const megabytes = bytes => `${(bytes / 1e6).toFixed(1)} MB`;

/** `npm run package`: from a fresh clone to out/whittle.vsix. */
import { fileURLToPath } from 'node:url';
import { ensureModules } from './lib/ensureModules.mjs';
import { underNode24 } from './lib/ensureNode.mjs';
import { packageVsix } from './lib/packageVsix.mjs';
import { fail } from './lib/say.mjs';

async function main() {
  if (!(await underNode24(fileURLToPath(import.meta.url)))) return;
  await ensureModules();
  await packageVsix();
}

main().catch(fail);

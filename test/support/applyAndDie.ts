/** A process that applies changes to many files, to be killed while it does: `applyAndDie FOLDER COUNT`. */
import { applyChanges } from '../../src/engine/snapshot/applyChanges';
import { createFiles } from '../../src/node/files';
import { createJsonStore } from '../../src/node/jsonStore';

const [, , workspace = '', count = '0'] = process.argv;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function main(): Promise<void> {
  const files = Array.from({ length: Number(count) }, (_, index) => ({
    path: `d${String(index % 5)}/f${String(index)}.txt`,
    before: bytes(`old ${String(index)}\n`.repeat(50)),
    after: bytes(`new ${String(index)}\n`.repeat(60)),
  }));
  process.stdout.write('go\n');
  await applyChanges({ files: createFiles(), store: createJsonStore(createFiles(), `${workspace}.store.json`, () => undefined), workspace, changes: { files }, id: 'killed', title: 'killed', now: 1 });
}

void main();

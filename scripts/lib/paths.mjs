/** Where things lie in the repository, so that no script counts `..` by itself. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder, absolute. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A path inside the repository. */
export const inRoot = (...parts) => path.join(root, ...parts);

/** What set-up downloads lives here: never committed, safe to delete, fetched once. */
export const toolsDir = inRoot('.vscode-test');

/** The packaged extension. */
export const vsixFile = inRoot('out', 'whittle.vsix');

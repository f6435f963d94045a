/** A process that runs a command line and waits for it, to be killed meanwhile: `runAndDie FOLDER LINE`. */
import { createShell } from '../../src/node/shell';

const [, , cwd = '', line = ''] = process.argv;
void createShell().run({ line, cwd, timeoutMs: 300_000 }, new AbortController().signal);

/** Runs before `npm run build`, so that it works in a fresh clone too. */
import { ensureModules } from './lib/ensureModules.mjs';
import { fail } from './lib/say.mjs';

ensureModules().catch(fail);

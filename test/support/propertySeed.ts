/** Property tests try the same inputs each time, so that a red run means a changed product; FC_SEED=random looks for new ones. */
import fc from 'fast-check';

const wanted = process.env['FC_SEED'] ?? '20261129';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });

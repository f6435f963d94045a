/** What a command started is found by its mark, on each system in its own way. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findMarked, foundIn, newMark } from '../../../src/node/markedProcesses';
import { until } from '../../support/until';

describe('processes with a mark', () => {
  (process.platform === 'linux' || process.platform === 'darwin' ? it : it.skip)('are found by group, with what they run, and no others', async () => {
    const mark = newMark();
    const child = spawn('/bin/sleep', ['300'], { env: { ...process.env, ...mark }, detached: true, stdio: 'ignore' });
    try {
      const found = await until('it to be found', async () => { const all = await findMarked(mark); return all.length > 0 ? all : undefined; });
      assert.deepEqual(found, [{ group: child.pid, pids: [child.pid], program: '/bin/sleep 300' }]);
      assert.deepEqual(await findMarked(newMark()), []);
    } finally {
      child.kill('SIGKILL');
    }
    await until('it to be gone', async () => (await findMarked(mark)).length === 0);
  });

  (process.platform === 'linux' ? it : it.skip)('are called what they run, and not what only starts that', async () => {
    const mark = newMark();
    const child = spawn('/bin/bash', ['-c', 'exec -a setsid bash -c "sleep 0.15; exec sleep 300"'], { env: { ...process.env, ...mark }, detached: true, stdio: 'ignore' });
    try {
      await until('its first program to be over', () => /^(?:setsid|sleep)\0/.test(readFileSync(`/proc/${String(child.pid)}/cmdline`, 'utf8')));
      assert.equal((await findMarked(mark)).find(({ pids }) => pids.includes(child.pid ?? 0))?.program, 'sleep 300');
    } finally {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    }
  });

  it('are read from the lines of ps on macOS', () => {
    const wanted = 'WHITTLE_COMMAND=1-2';
    const output = [
      '  501   501 /usr/local/bin/node server.js --port=1 HOME=/Users/a WHITTLE_COMMAND=1-2 PATH=/bin', '  502   400 -bash HOME=/Users/a', '  503   503 sleep 5 WHITTLE_COMMAND=1-23', '  1 1 launchd WHITTLE_COMMAND=1-2', '',
    ].join('\n');
    assert.deepEqual(foundIn(output, wanted), [{ pid: 501, group: 501, program: '/usr/local/bin/node server.js --port=1' }]);
  });
});

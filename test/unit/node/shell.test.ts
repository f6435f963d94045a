/** The terminal's shell: exit codes, order of output, time-out and Stop down to the last child. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandResult } from '../../../src/engine/ports';
import { createShell } from '../../../src/node/shell';
import { inTemporaryFolder, plant } from '../../support/temporary';
import { until } from '../../support/until';

const never = new AbortController().signal;
const run = (line: string, options: { cwd?: string; timeoutMs?: number; signal?: AbortSignal; onOutput?: (chunk: string) => void } = {}): Promise<CommandResult> =>
  createShell().run({ line, cwd: options.cwd ?? process.cwd(), timeoutMs: options.timeoutMs ?? 10_000 }, options.signal ?? never, options.onOutput);

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (fault) {
    assert.ok(fault instanceof Error && 'code' in fault && fault.code === 'ESRCH');
    return false;
  }
}

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && alive(pid); tries++) await new Promise((wake) => setTimeout(wake, 30));
  return !alive(pid);
}

(process.platform === 'win32' ? describe.skip : describe)('createShell', () => {
  it('gives exit code and both streams in order', async () => {
    const result = await run('echo one; echo two >&2; echo three; exit 3');
    assert.deepEqual([result.exitCode, result.output, result.ended], [3, 'one\ntwo\nthree\n', 'exited']);
  });

  it('says what is wrong with a line the shell cannot read', async () => {
    const result = await run('echo "abc');
    assert.notEqual(result.exitCode, 0);
    assert.match(result.output, /unexpected EOF/);
  });

  it('leaves nothing running where the program itself is killed', () =>
    inTemporaryFolder(async (folder) => {
      const owner = spawn(process.execPath, ['--import', 'tsx', 'test/support/runAndDie.ts', folder, 'sleep 300 & echo $! > one; sleep 300 & echo $! > two; mv two both; wait'], { stdio: 'inherit' });
      await until('the command to run', () => readFile(join(folder, 'both'), 'utf8').then(() => true, () => false));
      const pids = await Promise.all(['one', 'both'].map(async (name) => Number(await readFile(join(folder, name), 'utf8'))));
      assert.deepEqual(pids.map(alive), [true, true]);
      owner.kill('SIGKILL');
      for (const pid of pids) assert.ok(await gone(pid), `${pid} still runs`);
    }));

  it('gives no input and no terminal', async () => {
    const result = await run('read answer; echo "status $?"; test -t 0 || echo none; cat');
    assert.equal(result.output, 'status 1\nnone\n');
  });

  it('hands output on as it comes and keeps characters whole', async () => {
    const chunks: string[] = [];
    const result = await run("printf '\\xe2\\x82'; sleep 0.2; printf '\\xac\\n'", { onOutput: (chunk) => chunks.push(chunk) });
    assert.equal(result.output, '€\n');
    assert.equal(chunks.join(''), '€\n');
  });

  it('ends the whole tree when the time is up, even one that ignores the first signal', () =>
    inTemporaryFolder(async (cwd) => {
      const result = await run("echo early; (trap '' TERM; echo $BASHPID > pid; while :; do sleep 0.1; done) & wait", { cwd, timeoutMs: 400 });
      assert.deepEqual([result.exitCode, result.ended, result.output], [null, 'timed-out', 'early\n']);
      assert.ok(await gone(Number(await readFile(join(cwd, 'pid'), 'utf8'))));
    }));

  it('stops at once on Stop', () =>
    inTemporaryFolder(async (cwd) => {
      const stop = new AbortController();
      const running = run('sleep 60 & echo $! > pid; wait', { cwd, signal: stop.signal });
      await until('the command to run', async () => (await readFile(join(cwd, 'pid'), 'utf8')).endsWith('\n'));
      stop.abort();
      const result = await running;
      assert.deepEqual([result.exitCode, result.ended], [null, 'stopped']);
      assert.ok(result.milliseconds < 30_000);
      assert.ok(await gone(Number(await readFile(join(cwd, 'pid'), 'utf8'))));
    }));

  it('does not wait for what runs in the background, and ends it when told', () =>
    inTemporaryFolder(async (cwd) => {
      const shell = createShell();
      const result = await shell.run({ line: 'sleep 60 & echo $! > pid', cwd, timeoutMs: 10_000 }, never);
      assert.ok(result.milliseconds < 3000);
      assert.equal(result.background, true);
      const pid = Number(await readFile(join(cwd, 'pid'), 'utf8'));
      assert.ok(alive(pid));
      await shell.endBackground();
      assert.ok(await gone(pid));
    }));

  it('lists what runs on until it is ended or ends by itself', () =>
    inTemporaryFolder(async (cwd) => {
      const heard: string[][] = [];
      const shell = createShell((running) => heard.push(running.map(({ line }) => line)));
      const lines = ['sleep 60 & echo $! > pid', 'sleep 0.6 &'] as const;
      for (const line of lines) await shell.run({ line, cwd, timeoutMs: 10_000 }, never);
      assert.deepEqual(shell.running().map(({ line }) => line), lines);
      await until('the short one to be gone', () => shell.running().length === 1);
      const [left] = shell.running();
      assert.ok(left && Math.abs(left.since - Date.now()) < 20_000);
      await shell.end(left.id);
      assert.ok(await gone(Number(await readFile(join(cwd, 'pid'), 'utf8'))));
      await shell.end(left.id);
      assert.deepEqual(heard, [[lines[0]], [...lines], [lines[0]], []]);
    }));

  for (const [how, line] of [
    ['in the group of its script', 'node server.js > out 2>&1 & exit 0'],
    ['in a session of its own', 'setsid node server.js > out 2>&1 < /dev/null & exit 0'],
    ['deaf to the end of its terminal', 'nohup setsid node server.js > out 2>&1 & exit 0'],
  ] as const) {
    (process.platform === 'linux' ? it : it.skip)(`lists and ends a server that a script leaves behind ${how}`, () =>
      inTemporaryFolder(async (folder) => {
        await plant(folder, {
          'server.js': 'require("http").createServer().listen(0, () => require("fs").writeFileSync("pid", String(process.pid)));', 'start.sh': `#!/bin/sh\n${line}\n`,
        });
        const shell = createShell();
        const result = await shell.run({ line: 'sh start.sh', cwd: folder, timeoutMs: 10_000 }, never);
        assert.deepEqual([result.ended, result.exitCode, result.background], ['exited', 0, true]);
        const pid = Number(await until('the server to listen', () => readFile(join(folder, 'pid'), 'utf8').catch(() => undefined)));
        // On its way to a session of its own it may be seen twice.
        await until('one row', () => shell.running().length === 1);
        assert.match(shell.running()[0]?.line ?? '', /^sh start\.sh/);
        await shell.run({ line: 'true', cwd: folder, timeoutMs: 10_000 }, never);
        assert.equal(shell.running().length, 1, 'it is listed once');
        await shell.endBackground();
        assert.ok(await gone(pid), `${pid} still runs`);
        assert.deepEqual(shell.running(), []);
      }));
  }

  (process.platform === 'linux' ? it : it.skip)('ends with a command that was stopped what had left its group', () =>
    inTemporaryFolder(async (folder) => {
      const stop = new AbortController();
      const shell = createShell();
      const running = shell.run({ line: 'setsid sleep 300 & echo $! > one; wait', cwd: folder, timeoutMs: 20_000 }, stop.signal);
      const pid = Number(await until('it to run', () => readFile(join(folder, 'one'), 'utf8').catch(() => undefined)));
      stop.abort();
      assert.equal((await running).ended, 'stopped');
      assert.ok(await gone(pid), `${pid} still runs`);
      assert.deepEqual(shell.running(), []);
    }));

  it('goes on taking the output of what runs on, which would die of it otherwise', () =>
    inTemporaryFolder(async (cwd) => {
      const shell = createShell();
      let seen = '';
      const line = '(for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; echo "line $i" || exit 1; done; echo alive > end) &';
      const result = await shell.run({ line, cwd, timeoutMs: 10_000 }, never, (chunk) => { seen += chunk; });
      assert.ok(!result.output.includes('line 9'));
      await until('its end', () => existsSync(join(cwd, 'end')));
      assert.match(seen, /line 1\n[^]*line 10\n/);
      await shell.endBackground();
    }));

  it('leaves nothing to be listed of what had to be ended', async () => {
    const shell = createShell();
    const result = await shell.run({ line: "(trap '' TERM; sleep 30) & wait", cwd: process.cwd(), timeoutMs: 300 }, never);
    assert.equal(result.ended, 'timed-out');
    assert.equal(result.background, undefined);
    assert.deepEqual(shell.running(), []);
  });

  it('gives commands no variable that holds a key, and masks its value wherever it comes from', async () => {
    const names = ['WHITTLE_TEST_TOKEN', 'WHITTLE_DB_PASSWORD', 'WHITTLE_SECRET_KEY_BASE', 'WHITTLE_CREDENTIALS', 'WHITTLEKEY', 'WHITTLE_PASSWD', 'PGPASS'];
    for (const name of names) process.env[name] = 'w1thheld-value-99';
    try {
      const result = await run(`env | grep -c w1thheld; tr '\\0' '\\n' < /proc/${process.pid}/environ > /dev/null; echo w1thheld-value-''99 "$PWD"`);
      assert.equal(result.output, `0\n[secret] ${process.cwd()}\n`);
    } finally {
      for (const name of names) delete process.env[name];
    }
  });

  it('withholds keys from commands and sets what the request says', async () => {
    process.env['WHITTLE_TEST_API_KEY'] = 'sk-secret';
    try {
      const result = await createShell().run({ line: 'echo "[$WHITTLE_TEST_API_KEY] [$PAGER]"', cwd: process.cwd(), timeoutMs: 5000, environment: { PAGER: 'cat' } }, never);
      assert.equal(result.output, '[] [cat]\n');
    } finally {
      delete process.env['WHITTLE_TEST_API_KEY'];
    }
  });

  it('keeps head and tail of endless output', async () => {
    const result = await run('echo start; yes x | head -c 5000000; echo end');
    assert.ok(result.output.startsWith('start\n') && result.output.endsWith('end\n'));
    assert.ok(result.output.length < 3_100_000);
    assert.match(result.output, /characters left out/);
  });

  it('names a folder that is not there', async () => {
    const result = await run('echo x', { cwd: '/nowhere/at/all' });
    assert.equal(result.exitCode, null);
    assert.match(result.output, /could not be started in \/nowhere/);
  });
});

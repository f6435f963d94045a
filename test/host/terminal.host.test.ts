/** Commands run in a terminal named Whittle, and their output and exit code are known, with shell integration and without. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { CommandRequest, CommandResult } from '../../src/engine/ports';
import { createTerminalShell, type TerminalShell } from '../../src/vscode/terminal';
import { soon } from '../support/soon';
import { eventually, Project } from './project';

for (const integrated of [true, false]) {
  describe(`the terminal ${integrated ? 'with' : 'without'} shell integration`, () => {
    let room: Project;
    let shell: TerminalShell;
    const logged: string[] = [];
    const heard: string[][] = [];
    const setting = vscode.workspace.getConfiguration('terminal.integrated.shellIntegration');
    before(async () => {
      await setting.update('enabled', integrated, vscode.ConfigurationTarget.Global);
      room = await Project.makeOutside();
      shell = createTerminalShell((line) => { logged.push(line); }, (running) => { heard.push(running.map(({ line }) => line)); });
    });
    after(async () => {
      shell.dispose();
      await setting.update('enabled', undefined, vscode.ConfigurationTarget.Global);
      await room.remove();
    });

    const run = (line: string, rest: Partial<CommandRequest> = {}, signal = new AbortController().signal): Promise<CommandResult> =>
      shell.run({ line, cwd: room.uri.fsPath, timeoutMs: 120_000, ...rest }, signal);
    const said = async (line: string, rest?: Partial<CommandRequest>): Promise<string> => plain((await run(line, rest)).output);

    it('gives output and exit code', async () => {
      const good = await run('echo out; echo err >&2');
      assert.equal(plain(good.output), 'out\nerr');
      assert.equal(good.exitCode, 0);
      assert.equal(good.ended, 'exited');
      assert.equal((await run('python3 -c "import sys; print(7); sys.exit(3)"')).exitCode, 3);
      assert.ok(vscode.window.terminals.some((terminal) => terminal.name === 'Whittle'));
      assert.deepEqual(logged, [], 'no terminal lacked what it was asked for');
    });

    it('runs each command in its folder, whatever the last one did', async () => {
      const here = realpathSync(room.uri.fsPath);
      assert.equal(await said('pwd -P'), here);
      await run('cd / && alias pwd=false && export PS1=gone');
      assert.equal(await said('pwd -P'), here);
    });

    it('runs what can\'t be typed as it stands', async () => {
      assert.equal(await said('echo "hi!" one!two'), 'hi! one!two');
      assert.equal(await said('for i in 1 2\ndo echo "n$i"\ndone'), 'n1\nn2');
      assert.equal(await said(`echo ${'x'.repeat(3_000)} | wc -c`), '3001');
    });

    it('hides keys, and gives what was asked for', async () => {
      process.env['SOME_API_KEY'] = 'secret';
      try {
        assert.equal(await said('echo "[$SOME_API_KEY][$EXTRA][$PAGER]"', { environment: { EXTRA: 'more', PAGER: 'cat' } }), '[][more][cat]');
      } finally {
        delete process.env['SOME_API_KEY'];
      }
    });

    it('stays in one terminal, whatever is run in it', async () => {
      const open = (): readonly vscode.Terminal[] => vscode.window.terminals.filter(({ name }) => name === 'Whittle');
      shell.dispose();
      shell = createTerminalShell((line) => { logged.push(line); }, (running) => { heard.push(running.map(({ line }) => line)); });
      await eventually('the last ones to be gone', () => open().length === 0);
      await run('ls');
      const [first] = open();
      assert.equal(await said('printenv EXTRA', { environment: { EXTRA: 'it\'s more' } }), 'it\'s more');
      assert.equal((await run('printenv EXTRA')).exitCode, 1);
      assert.deepEqual(open(), [first]);
      assert.equal(await said('echo "hi!"'), 'hi!');
      await run('ls');
      await eventually('one terminal', () => open().length === 1);
    });

    if (integrated) it('opens the next terminal before it closes the last: without any the panel closes, and an editor takes the keyboard', async () => {
      const events: string[] = [];
      const listeners = [vscode.window.onDidOpenTerminal(() => events.push('open')), vscode.window.onDidCloseTerminal(() => events.push('close'))];
      const closed = (): number => events.filter((one) => one === 'close').length;
      const anew = (): void => {
        shell.dispose();
        shell = createTerminalShell((line) => { logged.push(line); }, (running) => { heard.push(running.map(({ line }) => line)); });
      };
      try {
        anew();
        await eventually('what was open before to be gone', () => vscode.window.terminals.every(({ name }) => name !== 'Whittle'));
        await run('alias pwd=false');
        events.length = 0;
        await run('pwd');
        await eventually('the first to be closed', () => closed() === 1);
        await run('sleep 0.1 &');
        await eventually('the second to be closed', () => closed() === 2);
        assert.deepEqual(events, ['open', 'close', 'open', 'close']);
      } finally {
        for (const one of listeners) one.dispose();
        anew();
      }
    });

    it('ends a command that takes too long', async () => {
      const result = await run('echo begun; sleep 60; echo never', { timeoutMs: 5_000 });
      assert.equal(result.ended, 'timed-out');
      assert.equal(result.exitCode, null);
      assert.equal(plain(result.output).split('\n')[0], 'begun');
      assert.equal(await said('echo after'), 'after');
    });

    it('ends a command on Stop', async () => {
      const stop = new AbortController();
      const running = run('touch begun; sleep 60; touch never', {}, stop.signal);
      await eventually('the command to begin', () => existsSync(room.path('begun')));
      stop.abort();
      const result = await running;
      assert.equal(result.ended, 'stopped');
      assert.ok(result.milliseconds < 50_000, 'it was not waited for');
      assert.equal(existsSync(room.path('never')), false);
    });

    it('runs nothing when it was stopped before', async () => {
      const stop = new AbortController();
      stop.abort();
      assert.equal((await run('touch early', {}, stop.signal)).ended, 'stopped');
      assert.equal(existsSync(room.path('early')), false);
    });

    it('lists what a command left running, ends it alone, and the rest with the task', async () => {
      for (const name of ['one', 'two']) {
        const result = await run(`sleep 300 & echo $! > ${name}`);
        assert.deepEqual([result.exitCode, result.background], [0, true]);
      }
      const pids = ['one', 'two'].map((name) => Number(readFileSync(room.path(name), 'utf8')));
      const [first] = shell.running();
      assert.equal(first?.line, 'sleep 300 & echo $! > one');
      await soon.deepEqual(() => heard.at(-1), ['sleep 300 & echo $! > one', 'sleep 300 & echo $! > two']);
      await shell.end(first.id);
      await soon.deepEqual(() => pids.map(alive), [false, true]);
      await said('echo other');
      await soon.deepEqual(() => pids.map(alive), [false, true]);
      await shell.endBackground();
      await soon.deepEqual(() => pids.map(alive), [false, false]);
      await soon.deepEqual(() => heard.at(-1), []);
    });

    it('lists and ends a server that a script puts in the background by itself', async () => {
      writeFileSync(room.path('serve.sh'), 'nohup setsid sleep 301 > /dev/null 2>&1 &\necho $! > server\n');
      const result = await run('sh serve.sh');
      assert.deepEqual([result.exitCode, result.background], [0, true]);
      await eventually('one row', () => shell.running().length === 1);
      assert.equal(shell.running()[0]?.line, 'sh serve.sh (sleep 301)');
      const pid = Number(readFileSync(room.path('server'), 'utf8'));
      assert.equal((await run('echo other')).background, undefined, 'what is known already is not told again');
      await shell.endBackground();
      await soon.equal(() => alive(pid), false);
      assert.equal(await said('echo after'), 'after');
    });

    it('bears a lot of output', async () => {
      const { output, exitCode } = await run('seq 1 20000');
      assert.equal(exitCode, 0);
      const lines = plain(output).split('\n');
      assert.equal(lines.at(0), '1');
      assert.equal(lines.at(-1), '20000');
    });
  });
}

/** Whether a process runs; one that has ended and whom nobody asked for its end does not. */
function alive(pid: number): boolean {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The output as a person reads it. */
function plain(output: string): string {
  return output.replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b\[[0-?]*[ -/]*[@-~]|\r/g, '').trim();
}

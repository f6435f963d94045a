/** The command line as a person or a script meets it: exit codes, denial, apply, interactive use, interruption. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCommandLine } from '../../../src/node/arguments';
import { headless, type HeadlessOptions, type HeadlessRun } from '../../support/headless';
import { startStandIn, type StandIn, type Turn } from '../../support/standIn';
import { until } from '../../support/until';
import { inTemporaryFolder, plant } from '../../support/temporary';

const call = (name: string, args: unknown): Turn => ({ calls: [{ name, arguments: args }] });
const touch = call('run_command', { command: 'touch made.txt', reason: 'make a file' });
const edit = call('update_symbol', { name: 'f', path: 'a.py', code: 'def f():\n    return 2' });
const finish = call('finish', { summary: 'Changed f. Not tested: there are no tests.' });

interface Rig {
  readonly cwd: string;
  readonly server: StandIn;
  run(args: readonly string[], options?: HeadlessOptions): Promise<HeadlessRun>;
}

async function rig(turns: readonly (Turn | readonly Turn[])[], work: (rig: Rig) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const cwd = join(folder, 'project');
    await mkdir(cwd);
    await plant(cwd, { 'a.py': 'def f():\n    return 1\n' });
    const server = await startStandIn({ sessions: [{ match: '.', turns }] });
    try {
      await work({ cwd, server, run: (args, options) => headless(['--cwd', cwd, '--url', server.url, '--json', ...args], options) });
    } finally {
      await server.close();
    }
  });
}

const fileIn = (cwd: string, path: string): Promise<string> => readFile(join(cwd, path), 'utf8').catch(() => '(none)');

describe('whittle on the command line', function () {
  this.timeout(60_000);

  it('denies every command where nobody can be asked, and tells the model', () => rig([touch, finish], async ({ cwd, run }) => {
    const { exit, events } = await run(['Fix f in a.py']);
    assert.equal(exit, 0);
    const result = events.find((event) => event.kind === 'result');
    assert.match(result?.kind === 'result' ? result.text : '', /The person said no: this command was not run/u);
    assert.equal(await fileIn(cwd, 'made.txt'), '(none)');
  }));

  it('runs and applies what --yes allows', () => rig([touch, finish], async ({ cwd, run }) => {
    assert.equal((await run(['--yes', 'Fix f in a.py'])).exit, 0);
    assert.equal(await fileIn(cwd, 'made.txt'), '');
  }));

  it('applies an edit and keeps what was there before', () => rig([edit, finish], async ({ cwd, run }) => {
    const { exit, stderr } = await run(['Fix f in a.py']);
    assert.equal(exit, 0);
    assert.equal(await fileIn(cwd, 'a.py'), 'def f():\n    return 2\n');
    const snapshot = /\.agent\/snapshots\/([\w-]+)/u.exec(stderr)?.[1] ?? '';
    assert.equal(await fileIn(cwd, `.agent/snapshots/${snapshot}/before/0`), 'def f():\n    return 1\n');
  }));

  it('applies no file that an editor runs by itself without a yes, and names it', () => rig([call('write_file', { path: '.vscode/tasks.json', content: '{}\n' }), finish], async ({ cwd, run }) => {
    const { exit, stderr } = await run(['Fix f in a.py']);
    assert.equal(exit, 1);
    assert.match(stderr, /\.vscode\/tasks\.json: An editor may run what it says/u);
    assert.equal(await fileIn(cwd, '.vscode/tasks.json'), '(none)');
  }));

  it('applies it where --yes says so', () => rig([call('write_file', { path: '.vscode/tasks.json', content: '{}\n' }), finish], async ({ cwd, run }) => {
    assert.equal((await run(['--yes', 'Fix f in a.py'])).exit, 0);
    assert.equal(await fileIn(cwd, '.vscode/tasks.json'), '{}\n');
  }));

  it('leaves the folder as it is with --no-apply', () => rig([edit, finish], async ({ cwd, run }) => {
    assert.equal((await run(['--no-apply', 'Fix f in a.py'])).exit, 0);
    assert.equal(await fileIn(cwd, 'a.py'), 'def f():\n    return 1\n');
  }));

  it('gives up with 1, applies nothing, and says where the work is', () => rig([edit, { text: 'I stop.' }], async ({ cwd, run }) => {
    const { exit, stderr } = await run(['Fix f in a.py']);
    assert.equal(exit, 1);
    assert.equal(await fileIn(cwd, 'a.py'), 'def f():\n    return 1\n');
    const room = /What it changed is in (.+)\.\n/u.exec(stderr)?.[1] ?? '';
    assert.equal(await fileIn(room, 'a.py'), 'def f():\n    return 2\n');
  }));

  it('overwrites nothing that changed in the same place meanwhile', () => rig([edit, { ...finish, delay: 300 }], async ({ cwd, run }) => {
    const { exit, stderr } = await run(['Fix f in a.py'], {
      onEvent: (event) => { if (event.kind === 'result' && event.tool === 'update_symbol') void writeFile(join(cwd, 'a.py'), 'def f():\n    return 3\n'); },
    });
    assert.equal(exit, 1);
    assert.match(stderr, /Nothing was applied: a\.py/u);
    assert.equal(await fileIn(cwd, 'a.py'), 'def f():\n    return 3\n');
  }));

  it('works on where old scratch copies can\'t be cleared away, and says so', () => rig([edit, finish], async ({ cwd, run }) => {
    const cache = join(cwd, '..', 'cache');
    await mkdir(join(cache, 'whittle/rooms/old/room.json'), { recursive: true });
    const { exit, stderr } = await run(['Fix f in a.py'], { environment: { XDG_CACHE_HOME: cache } });
    assert.equal(exit, 0);
    assert.match(stderr, /could not be cleared away\. .+ is a folder.+ Remove .+ by hand/u);
  }));

  it('names the disk\'s fault where no scratch copy can be made, with the next move', () => rig([edit, finish], async ({ cwd, run }) => {
    const cache = join(cwd, '..', 'cache');
    await writeFile(cache, 'a file where the rooms would go');
    const { exit, events } = await run(['Fix f in a.py'], { environment: { XDG_CACHE_HOME: cache } });
    assert.equal(exit, 1);
    const last = events.at(-1);
    const failed = last?.kind === 'finished' && last.outcome.kind === 'failed' ? last.outcome : undefined;
    assert.match(failed?.cause ?? '', /^No scratch copy of the project could be made\. E[A-Z]+: /u);
    assert.match(failed?.next ?? '', /Set that right and try again/u);
  }));

  it('says where the result is when the disk refuses the apply', () => rig([edit, finish], async ({ cwd, run }) => {
    await writeFile(join(cwd, '.agent'), 'a file where the snapshots would go');
    const { exit, stderr } = await run(['Fix f in a.py']);
    assert.equal(exit, 1);
    assert.doesNotMatch(stderr, /\n +at /u);
    const room = /could not all be applied\. .+ The result is in (.+); what was there before/u.exec(stderr)?.[1] ?? '';
    assert.equal(await fileIn(room, 'a.py'), 'def f():\n    return 2\n');
  }));

  it('ends with 3 and how to start a server where none answers', async () => {
    const { exit, events } = await headless(['--url', 'http://127.0.0.1:9/v1', '--json', 'hello']);
    assert.equal(exit, 3);
    const last = events.at(-1);
    assert.ok(last?.kind === 'finished' && last.outcome.kind === 'failed' && /ollama serve/u.test(last.outcome.next));
  });

  it('takes one task after the other from its input', () => rig([{ text: 'An answer.' }], async ({ run }) => {
    const { exit, events } = await run([], { input: 'hello\nthanks\nexit\nhello\n' });
    assert.equal(exit, 0);
    assert.deepEqual(events.flatMap((event) => (event.kind === 'started' ? [event.task] : [])), ['hello', 'thanks']);
  }));

  it('stops on an interrupt: the connection closes at the server within a second', () => rig([{ text: 'word '.repeat(4000), delay: 20 }], async ({ run, server }) => {
    let at = 0;
    const { exit, events } = await run(['hello'], {
      onEvent: (event, interrupt) => {
        if (event.kind !== 'text' || at > 0) return;
        at = Date.now();
        interrupt();
      },
    });
    assert.equal(exit, 1);
    assert.equal(events.at(-1)?.kind === 'finished' && JSON.stringify(events.at(-1)), '{"kind":"finished","outcome":{"kind":"stopped"}}');
    const closedAt = await until('the connection is closed', () => Promise.resolve(server.requests.at(-1)?.closedAt ?? undefined));
    assert.equal(server.requests.at(-1)?.finished, false);
    assert.ok(closedAt - at < 1000, `${closedAt - at} ms`);
  }));
});

describe('arguments of whittle', () => {
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['--nonsense'], /--nonsense/u], [['--max-rounds', 'many', 'x'], /whole number/u], [['--yes', '--deny', 'x'], /contradict/u],
    [['--role', 'king', 'x'], /architect, coder, tester/u], [['--url', 'localhost', 'x'], /http:\/\/127/u], [['--task-file', 'a', 'x'], /both/u], [[' '], /empty/u], [['--cwd'], /cwd/u],
  ];
  for (const [args, message] of wrong) {
    it(`${args.join(' ')} is named as wrong`, () => {
      const parsed = parseCommandLine(args);
      assert.ok(parsed.kind === 'problem', JSON.stringify(parsed));
      assert.match(parsed.text, message);
    });
  }

  it('reads every option', () => {
    const parsed = parseCommandLine(['--cwd', 'p', '--url', 'http://127.0.0.1:1/v1', '--model', 'm', '--role', 'tester', '--deny', '--no-apply', '--max-rounds', '7', '--json', 'do', 'it']);
    assert.deepEqual(parsed, {
      kind: 'run', line: { task: 'do it', taskFile: undefined, cwd: 'p', url: 'http://127.0.0.1:1/v1', model: 'm', category: 'run', answer: 'no', apply: false, maxRounds: 7, json: true },
    });
  });
});

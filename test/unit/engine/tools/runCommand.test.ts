/** run_command on a real disk and shell: nothing runs without a yes, and what ran is told as it was. */
import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineEvent } from '../../../../src/shared/events';
import { allowedLines, revokeLine } from '../../../../src/engine/room/approvals';
import { runCommand } from '../../../../src/engine/tools/runCommand';
import { withDisk } from '../../../support/diskContext';

const call = (command: string): { command: string; reason: string } => ({ command, reason: 'because' });

describe('run_command', () => {
  it('runs nothing without a yes and tells the model', () =>
    withDisk({ 'a.txt': 'a' }, {}, async (context) => {
      const result = await runCommand.run(call('touch made.txt'), context);
      assert.equal(result.ok, false);
      assert.match(result.text, /person said no.*not run/);
      assert.deepEqual(result.detail, { kind: 'declined', line: 'touch made.txt' });
      await assert.rejects(stat(join(context.room.folder, 'made.txt')));
      assert.deepEqual(context.asked, [{ line: 'touch made.txt', cwd: context.room.folder, reason: 'because', reasonBy: 'model', risks: [] }]);
      assert.equal(context.record.edits, 0);
    }));

  it('tells exit code, output and what changed, and counts that as an edit', () =>
    withDisk({ 'a.txt': 'a\n' }, { answers: ['run', 'run', 'run'] }, async (context) => {
      const result = await runCommand.run(call('echo b >> a.txt; echo new > n.txt; echo done'), context);
      assert.deepEqual([result.ok, result.text], [true, 'exit code 0\ndone\nIt changed: a.txt, n.txt']);
      assert.equal(context.record.edits, 1);
      const failing = await runCommand.run(call('cat a.txt; echo bad >&2; exit 3'), context);
      assert.equal(failing.ok, false);
      assert.match(failing.text, /^exit code 3\na\nb\nbad\n.*run it again/);
      assert.equal(context.record.edits, 1);
      assert.deepEqual(failing.detail, { kind: 'command', line: 'cat a.txt; echo bad >&2; exit 3', cwd: context.room.folder, exitCode: 3, output: 'a\nb\nbad\n' });
      await assert.rejects(stat(join(context.outer, 'ws/n.txt')));
    }));

  it('keeps the codes of a terminal from the person too, and the time of a question from the time of the tool', () =>
    withDisk({}, { answers: ['run'] }, async (context) => {
      const { approve } = context.host;
      const slow = { ...context, host: { ...context.host, approve: async (...question: Parameters<typeof approve>) => {
        await new Promise((done) => setTimeout(done, 60));
        return approve(...question);
      } } };
      const { detail } = await runCommand.run(call(String.raw`printf '\033]633;C\007\033[31mred\033[0m\r\n50%%\r100%%\n'`), slow);
      assert.equal(detail.kind === 'command' && detail.output, 'red\n100%\n');
      assert.ok((context.record.waited ?? 0) >= 50, String(context.record.waited));
    }));

  it('asks with the risks in words, and not at all where the settings allow', () =>
    withDisk({ '.env': 'K=1' }, { settings: { allow: ['ls', 'cat'], deny: ['rm'] } }, async (context) => {
      assert.ok((await runCommand.run(call('ls'), context)).ok);
      assert.equal(context.asked.length, 0);
      assert.match((await runCommand.run(call('ls; rm x'), context)).text, /^Not run: "rm" is on the list of denied/);
      assert.equal(context.asked.length, 0);
      await runCommand.run(call('cat .env ~/x > y'), context);
      assert.deepEqual(context.asked[0]?.risks, ['it writes to the file y', 'it may show .env, which may hold keys', 'it names ~/x, which is outside the scratch copy']);
    }));

  it('runs nothing that a folder names which looks like a bare repository', () =>
    withDisk({ HEAD: 'ref: refs/heads/main\n', 'objects/x': '', 'refs/x': '', config: '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = "touch made.txt; false"\n' }, { settings: { allow: ['git status'] } }, async (context) => {
      assert.match((await runCommand.run(call('git status'), context)).text, /bare repository/);
      await assert.rejects(stat(join(context.room.folder, 'made.txt')));
    }));

  it('asks for no command that nobody could look through', () =>
    withDisk({}, { answers: ['run'] }, async (context) => {
      assert.match((await runCommand.run(call(`echo ${'x'.repeat(9000)}`), context)).text, /more than a person can look through.*write_file/);
      assert.equal(context.asked.length, 0);
    }));

  it('shows no line of a secret file that a search finds, nor a value of one in UTF-16', () =>
    withDisk({ '.env': 'PASSWORD=hunter\n', 'a.py': 'hunter = 1\n' }, { answers: ['run', 'run'] }, async (context) => {
      const { text } = await runCommand.run(call('grep -r hunter . | sort'), context);
      assert.match(text, /\.\/\.env:\[secret\]\n\.\/a\.py:hunter = 1/);
      await writeFile(join(context.room.folder, 'prod.env'), Buffer.from('\ufeffK=p4ss-word-77\n', 'utf16le'));
      assert.match((await runCommand.run(call('echo p4ss-word-77'), context)).text, /\[secret\]/);
    }));

  it('remembers "always" for exactly this line in this workspace, until it is taken back', () =>
    withDisk({}, { answers: ['always'] }, async (context) => {
      assert.ok((await runCommand.run(call('echo hi'), context)).ok);
      assert.ok((await runCommand.run(call('echo hi'), context)).ok);
      assert.equal(context.asked.length, 1);
      assert.equal((await runCommand.run(call('echo hi; ls'), context)).ok, false);
      const { store } = context.host;
      assert.deepEqual(await allowedLines(store, context.room.workspace), ['echo hi']);
      await revokeLine(store, context.room.workspace, 'echo hi');
      assert.equal((await runCommand.run(call('echo hi'), context)).ok, false);
    }));

  for (const line of ['bash build.sh', './build.sh', 'cd sub && bash ../build.sh', 'bash < build.sh', 'node tool', 'python3 -m tool']) {
    it(`asks again for an allowed line whose file was changed: ${line}`, () =>
      withDisk({ 'build.sh': 'true\n', 'tool.js': '', 'tool.py': '', 'sub/x': '' }, { answers: ['always'] }, async (context) => {
        await runCommand.run(call(`chmod +x build.sh; ${line}`), context);
        context.answers.push('always');
        await runCommand.run(call(line), context);
        await runCommand.run(call(line), context);
        const before = context.asked.length;
        for (const path of ['build.sh', 'tool.js', 'tool.py']) await context.put(path, '# changed\n');
        await runCommand.run(call(line), context);
        assert.equal(context.asked.length, before + 1);
        assert.match(context.asked.at(-1)?.risks.join() ?? '', /it runs \S+, which was changed in this task/);
      }));
  }

  it('refuses what would wait for input, without bothering the person', () =>
    withDisk({}, { answers: ['run'] }, async (context) => {
      assert.match((await runCommand.run(call('git rebase -i HEAD~2'), context)).text, /wait for input/);
      assert.match((await runCommand.run(call('  '), context)).text, /empty/);
      assert.equal(context.asked.length, 0);
    }));

  it('ends what takes too long and says so', () =>
    withDisk({}, { answers: ['run'], settings: { commandTimeout: 500 } }, async (context) => {
      const result = await runCommand.run(call('echo early; tail -f /dev/null'), context);
      assert.match(result.text, /^Timed out after [\d.]+ s.*no exit code[^]*early\n/);
      assert.match(context.asked[0]?.risks.join() ?? '', /does not end by itself/);
    }));

  it('keeps a result within its limit and keys out of it', () =>
    withDisk({ '.env': 'DB_PASSWORD=hunter2-hunter2\nPORT=3000\n' }, { answers: ['run', 'run'], resultLimit: 500 }, async (context) => {
      const long = await runCommand.run(call('seq 1 5000'), context);
      assert.ok(long.text.length <= 500);
      assert.match(long.text, /lines left out[^]*5000$/);
      const leak = await runCommand.run(call('cat .env; echo sk-proj-abcdefghijklmnopqrstuvwx'), context);
      assert.equal(leak.text, 'exit code 0\nDB_PASSWORD=[secret]\nPORT=3000\n[secret]');
      assert.ok(leak.detail.kind === 'command' && !/hunter2|sk-proj/.test(leak.detail.output));
    }));

  for (const path of ['.env~', '.env-prod', '.env_local', 'server/.env', 'a/b/credentials.json']) {
    it(`keeps what stands in ${path} out of the output, even when the command removes it`, () =>
      withDisk({ [path]: path.endsWith('json') ? '{"k":"hunter2-hunter2"}' : 'K=hunter2-hunter2\n' }, { answers: ['run'] }, async (context) => {
        const leak = await runCommand.run(call(`cat ${path}; rm ${path}`), context);
        assert.match(leak.text, /\[secret\]/);
        assert.ok(!JSON.stringify(leak).includes('hunter2'));
      }));
  }
});

describe('a command and what is installed', () => {
  const tree = { 'a.js': 'a', 'node_modules/left/index.js': 'one', 'node_modules/left/lib/old.js': 'old', 'node_modules/@s/p/index.js': 'p', 'sub/node_modules/q/index.js': 'q' };

  for (const [name, line, named] of [
    ['writes into a package', 'echo two > node_modules/left/index.js', 'node_modules/left/index.js'],
    ['removes a file of one', 'rm node_modules/left/lib/old.js', 'node_modules/left/lib/'],
    ['puts one there with an old date', 'echo x > node_modules/@s/p/new.js; touch -d 2001-01-01 node_modules/@s/p/new.js', 'node_modules/@s/p/new.js'],
    ['writes into one further down', 'echo x >> sub/node_modules/q/index.js', 'sub/node_modules/q/index.js'],
  ] as const) {
    it(`${name}: both the person and the model are told`, () =>
      withDisk(tree, { answers: ['run', 'run'] }, async (context) => {
        const told: string[] = [];
        const host = { ...context.host, emit: (event: EngineEvent) => { if (event.kind === 'notice') told.push(event.text); } };
        await new Promise((wake) => setTimeout(wake, 30));
        assert.doesNotMatch((await runCommand.run(call('cat node_modules/left/index.js; mkdir -p node_modules/own && echo o > node_modules/own/o.js'), { ...context, host })).text, /installed/);
        assert.equal(told.length, 0);
        const result = await runCommand.run(call(line), { ...context, host });
        assert.ok(result.text.includes(`It wrote into installed packages (${named})`), result.text);
        assert.ok(told[0]?.includes(`changed: ${named}. Discarding the task does not take that back`), told.join());
      }));
  }
});

describe('a yes and what a script leads to', () => {
  const tree = { 'check.sh': '#!/bin/sh\n. ./tools/lib.sh\nsay\n', 'tools/lib.sh': 'sh tools/deep.sh\nsay() { echo said; }\n', 'tools/deep.sh': 'echo deep\n', 'a.js': '1\n', 'package.json': '{"scripts":{"lint":"sh check.sh"}}', 'bin/go': '#!/bin/sh\nsh ../check.sh\n', 'readme.md': 'tools/deep.sh' };

  for (const [name, line, allow] of [
    ['an allowed script', './check.sh', ['./check.sh']], ['a script of package.json', 'npm run lint', ['npm run']], ['a file without an ending', 'bin/go', ['bin/go']], ['a shell', 'sh check.sh', ['sh check.sh']],
  ] as const) {
    it(`asks again for ${name} when a script further down was changed`, () =>
      withDisk(tree, { settings: { allow } }, async (context) => {
        await runCommand.run(call(line), context);
        await context.put('a.js', '2\n');
        await runCommand.run(call(line), context);
        assert.equal(context.asked.length, 0, 'what is no script changes nothing');
        await context.put('tools/deep.sh', 'echo evil\n');
        assert.match((await runCommand.run(call(line), context)).text, /said no/);
        assert.match(context.asked[0]?.risks.join() ?? '', /it runs [\w./]+, which leads to tools\/deep\.sh, and that was changed in this task/);
      }));
  }

  it('does not take a file that is only read for a script', () =>
    withDisk(tree, { settings: { allow: ['cat'] } }, async (context) => {
      await context.put('tools/deep.sh', 'echo evil\n');
      await runCommand.run(call('cat readme.md'), context);
      assert.deepEqual(context.asked, []);
    }));

  it('masks a secret that only the workspace has', () =>
    withDisk({ '.gitignore': '.env\n', '.env': 'TOKEN=hunter2secretword\n' }, { answers: ['run'] }, async (context) => {
      const result = await runCommand.run(call(`cat ${context.room.workspace}/.env`), context);
      assert.match(result.text, /TOKEN=\[secret\]/);
      assert.ok(!JSON.stringify(result).includes('hunter2secretword'));
    }));
});

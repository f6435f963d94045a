/** Recorded sessions, replayed through the command line against a server that really streams: the agent's job from end to end. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headless, repository } from '../../support/headless';
import { startStandIn, type Session } from '../../support/standIn';

interface Recorded extends Session {
  readonly task?: string;
  readonly taskFile?: string;
  readonly expect: {
    readonly exit: number;
    readonly tools: readonly string[];
    readonly tested?: boolean;
    readonly summary?: string;
    /** No tool that could change anything was offered in any request. */
    readonly readOnly?: boolean;
    /** The plan's active step as each request showed it. */
    readonly anchors?: readonly (number | string)[];
    readonly files: Readonly<Record<string, string>>;
  };
}

const folder = join(repository, 'test/recorded');
const writing = new Set(['update_symbol', 'patch', 'write_file', 'run_command', 'run_tests']);

describe('recorded sessions', function () {
  this.timeout(60_000);
  for (const name of readdirSync(folder)) {
    it(name, async () => {
      const recorded = JSON.parse(readFileSync(join(folder, name, 'session.json'), 'utf8')) as Recorded;
      const work = mkdtempSync(join(tmpdir(), 'whittle-recorded-'));
      const cwd = join(work, 'project');
      if (existsSync(join(folder, name, 'files'))) cpSync(join(folder, name, 'files'), cwd, { recursive: true });
      else mkdirSync(cwd);
      const server = await startStandIn({ sessions: [recorded] });
      try {
        const task = recorded.task === undefined ? ['--task-file', join(work, 'task.md')] : [recorded.task];
        if (recorded.taskFile !== undefined) writeFileSync(join(work, 'task.md'), recorded.taskFile);
        const run = await headless(['--cwd', cwd, '--url', server.url, '--json', '--yes', ...task]);
        const { expect } = recorded;
        assert.equal(run.exit, expect.exit, `${run.stderr}\n${run.stdout.slice(-3000)}`);
        assert.deepEqual(run.events.flatMap((event) => (event.kind === 'result' && event.ok ? [event.tool] : [])), expect.tools);
        assert.deepEqual(run.events.filter((event) => event.kind === 'result' && !event.ok), []);
        const outcome = run.events.at(-1);
        assert.ok(outcome?.kind === 'finished' && outcome.outcome.kind === 'done', JSON.stringify(outcome));
        if (expect.tested !== undefined) assert.equal(outcome.outcome.tested, expect.tested);
        if (expect.summary !== undefined) assert.equal(outcome.outcome.summary, expect.summary);
        for (const [path, text] of Object.entries(expect.files)) assert.equal(readFileSync(join(cwd, path), 'utf8'), text, path);
        const offered = server.requests.flatMap((request) => (request.body.tools ?? []).map((tool) => tool.function.name));
        assert.equal(offered.some((tool) => writing.has(tool)), expect.readOnly !== true);
        if (expect.anchors !== undefined) assert.deepEqual(server.requests.map((request) => anchorIn(request.body.messages.at(-1)?.content ?? '')), expect.anchors);
      } finally {
        await server.close();
        rmSync(work, { recursive: true });
      }
    });
  }
});

function anchorIn(content: string): number | string {
  if (content.includes('PLAN (all steps closed)')) return 'closed';
  const step = /ACTIVE PLAN \(step (\d+) of \d+\)/u.exec(content)?.[1];
  return step === undefined ? '' : Number(step);
}

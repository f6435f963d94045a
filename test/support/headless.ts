/** Runs the command line against a model server, as a person in a terminal would, and collects what came of it. */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineEvent } from '../../src/shared/events';

export interface HeadlessRun {
  readonly exit: number | null;
  readonly events: readonly EngineEvent[];
  readonly stdout: string;
  readonly stderr: string;
}

export const repository = join(__dirname, '..', '..');

export interface HeadlessOptions {
  /** What is typed; the input then ends. */
  readonly input?: string;
  /** On top of this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Told of each event as it comes, with the means to interrupt. */
  readonly onEvent?: (event: EngineEvent, interrupt: () => void) => void;
}

export async function headless(args: readonly string[], options: HeadlessOptions = {}): Promise<HeadlessRun> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(repository, 'src/node/cli.ts'), ...args], {
    cwd: repository, stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, XDG_STATE_HOME: join(repository, 'out', 'state'), XDG_CACHE_HOME: join(tmpdir(), 'whittle-test-cache'), ...options.environment },
  });
  child.stdin.end(options.input ?? '');
  let stdout = '';
  let stderr = '';
  let read = 0;
  const events: EngineEvent[] = [];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
    for (let end = stdout.indexOf('\n', read); end >= 0; end = stdout.indexOf('\n', read)) {
      const line = stdout.slice(read, end);
      read = end + 1;
      if (!line.startsWith('{')) continue;
      const event = JSON.parse(line) as EngineEvent;
      events.push(event);
      options.onEvent?.(event, () => child.kill('SIGINT'));
    }
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => { stderr += chunk; });
  const exit = await new Promise<number | null>((done, fail) => {
    child.on('error', fail);
    child.on('close', done);
  });
  return { exit, events, stdout, stderr };
}
